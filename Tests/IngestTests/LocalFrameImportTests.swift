import Catalog
import FeatureStore
import Foundation
import GeometryCore
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("Importing what is in a city's own frame, or shifted")
struct LocalFrameImportTests {
  let test: TestImport

  init() throws { test = try TestImport() }

  /// The examples of docs/coordinates.md.
  private static func examples() throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/coordinates.md"), encoding: .utf8)
    return page.split(separator: "```yaml\n").dropFirst().map {
      String($0.split(separator: "```")[0])
    }
  }

  private func importPoint(_ x: Double, _ y: Double, crs: String, head: String = "") throws
    -> ImportReport
  {
    let layer = try TestImport.layer("hydrant", "point", fields: ["name: name, type: text"])
    return try test.text(
      """
      {"type":"FeatureCollection",\(head)"features":[{"type":"Feature","id":"1","properties":{},
       "geometry":{"type":"Point","coordinates":[\(x),\(y)]}}]}
      """, into: layer, crs: crs)
  }

  @Test("The documented frames bring their check points home, and the commit keeps the residuals")
  func documented() throws {
    let examples = try Self.examples()
    #expect(examples.count == 2)
    for (i, (yaml, point)) in zip(
      examples, [(833273.476, 377870.094, 114.681305231, 30.520266050), (800_000, 380_000, 0, 0)]
    ).enumerated() {
      let file = try test.folder.write(yaml.utf8, to: "frame\(i).yml")
      let report = try importPoint(point.0, point.1, crs: file)
      #expect(report.read == 1 && report.rejected == 0 && report.accuracyMetres == 0.01)
      #expect(report.residuals.count == 3 - i)
      #expect(report.residuals.allSatisfy { $0.metres < 0.001 })
      #expect(report.crs.hasPrefix("local:made-up-"))
      #expect(report.json.text.contains("\"checkPointResiduals\":[{\"name\":"))
      #expect(report.residuals[0].line.contains(" mm in all"))
      guard i == 0, let place = try test.features("hydrant")["1"]?.geometry else { continue }
      #expect(abs(place.ordinates[0] - point.2) < 2e-8 && abs(place.ordinates[1] - point.3) < 2e-8)
    }
  }

  @Test("With the rotation sign swapped nothing is imported; file, line and the sign are named")
  func swapped() throws {
    let yaml = try Self.examples()[0]
      .replacing("convention: position-vector ", with: "convention: coordinate-frame ")
    let file = try test.folder.write(yaml.utf8, to: "swapped.yml")
    let error = #expect(throws: GeometryError.self) {
      try importPoint(833273.476, 377870.094, crs: file)
    }
    #expect(error?.code == .checkPointResiduals)
    #expect(error?.message.contains("swapped.yml:20:3: check point") == true, "\(error!)")
    #expect(error?.hint?.contains("sign of the rotations is swapped") == true)
    #expect(throws: CatalogError.self) { try importPoint(1, 1, crs: "nowhere.yml") }
  }

  @Test("A file that declares CRS84 is not taken for GCJ-02; one that declares nothing is")
  func shifted() throws {
    let declared =
      "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:OGC:1.3:CRS84\"}},"
    let error = #expect(throws: GeometryError.self) {
      try importPoint(114.311000964, 30.590368652, crs: "GCJ-02", head: declared)
    }
    #expect(error?.code == .contradictingCRS)
    let report = try importPoint(114.311000964, 30.590368652, crs: "GCJ-02")
    #expect(report.crs == "GCJ-02" && report.operation.contains("GCJ-02"))
    let place = try #require(try test.features("hydrant")["1"]?.geometry)
    #expect(abs(place.ordinates[0] - 114.305556) < 2e-9)
    #expect(abs(place.ordinates[1] - 30.592778) < 2e-9)
  }
}
