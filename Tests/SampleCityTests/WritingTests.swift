import Catalog
import CityFile
import FeatureStore
import Foundation
import SimpleFeatures
import Testing

@testable import SampleCity

@Suite struct WritingTests {
  private static let layers = LayerCatalog.check(
    folder: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Layers").path
  ).layers

  /// Layers that a made-up city cannot have: other servers' maps, and what imports found wrong.
  private static let others: Set<String> = ["import-problem", "tianditu-map", "tianditu-imagery"]

  @Test("Every layer has features, and no rule of any layer is broken")
  func allLayers() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sample-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let city = try City.openOrCreate(folder.appending(path: "sample.city").path)
    defer { try? city.close() }
    // A breach ends the writing with an error.
    let written = try SampleCity(scale: 1, seed: 9, layers: Self.layers)
      .write(into: SpatiaLiteStore(city))
    #expect(Set(written.map(\.layer)) == Set(Self.layers.map(\.id)).subtracting(Self.others))
    #expect(written.filter { $0.count == 0 } == [])
  }

  @Test("Equal seeds make equal cities, others do not")
  func seeds() throws {
    let (first, again, other) = (try MadeCity((1, 3)), try MadeCity((1, 3)), try MadeCity((1, 4)))
    for layer in SampleLayers.all.map(\.id) {
      #expect(first[layer] == again[layer], "\(layer)")
      #expect(first[layer] != other[layer], "\(layer)")
    }
  }

  @Test("A larger city does not change with the order in which neighbourhoods are made")
  func order() throws {
    let parts = try SampleCityParts(scale: 3, seed: 5)
    let forward = try MadeCity((3, 5))
    for (number, square) in parts.plan.squares.enumerated().reversed() {
      let alone = Neighbourhood(square, number: number, in: parts)
      #expect(alone.roadFeatures() == forward.neighbourhoods[number].roadFeatures())
      #expect(alone.buildingFeatures() == forward.neighbourhoods[number].buildingFeatures())
    }
  }

  @Test("A scale without sense is refused in words", arguments: [0, -1, 1001])
  func scales(scale: Int) {
    #expect(throws: PlainError.self) {
      try SampleCity(scale: scale, seed: 1, layers: Self.layers)
    }
  }

  @Test("A folder of layers without one that the sample has is named")
  func missingLayer() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sample-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let city = try City.openOrCreate(folder.appending(path: "sample.city").path)
    defer { try? city.close() }
    let sample = try SampleCity(
      scale: 1, seed: 1, layers: Self.layers.filter { $0.id != "terrain" })
    #expect(throws: PlainError.self) { try sample.write(into: SpatiaLiteStore(city)) }
  }
}
