import Datasets
import Foundation
import SimpleFeatures
import Testing

@Suite("Vector files are read whole, in their own coordinates")
struct VectorFileTests {
  /// A file of its own name that holds a text.
  private func file(_ name: String, _ text: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "yutu-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appending(path: name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  @Test("Rows of x and y are one ring, which is closed")
  func ring() throws {
    let read = try VectorFile(try file("ring.csv", "x,y\n0,0\n4,0\n\n4,3\n"))
    #expect(read.features.map(\.geometry) == [.polygon([[0, 0, 4, 0, 4, 3, 0, 0]])])
    #expect(read.crs.isEmpty)
  }

  @Test("A row of a ring that is no corner is named by its line")
  func badRow() throws {
    let path = try file("ring.csv", "x,y\n0,0\n4,east\n")
    let error = #expect(throws: ImportError.self) { try VectorFile(path) }
    #expect(error?.message == "\(path):3: a corner of a ring is x and y")
  }

  @Test("GeoJSON that names a CRS keeps it and its coordinates")
  func namedSystem() throws {
    let read = try VectorFile(
      try file(
        "points.geojson",
        """
        {"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:4547"}},
        "features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[500000,4000000]},
        "properties":{"name":"a"}}]}
        """))
    #expect(read.crs == "EPSG:4547")
    #expect(read.features.first?.geometry == .point(x: 500_000, y: 4_000_000))
  }
}
