import Catalog
import Foundation
import GeometryCore
import SimpleFeatures
import Testing

@testable import SampleCity

@Suite struct PlaceTests {
  private static let layers = LayerCatalog.check(
    folder: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Layers").path
  ).layers

  /// Layers of points for what is in a building, wholly or where a feature names one.
  private static let indoor: Set<String> = [
    "address", "hospital", "school", "nursing-home", "fire-station", "key-fire-unit",
    "emergency-store", "substation", "rescue-team", "hazard-source", "pollution-source",
  ]

  static let cases = MadeCity.cases + (10..<16).map { (scale: 1, seed: UInt64($0)) }

  @Test("Whatever stands outdoors stands in no building", arguments: cases)
  func outdoors(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let buildings = city["building"]
    let set = try PreparedSet(buildings.compactMap(\.geometry))
    for layer in Self.layers where layer.hasFeatures && layer.geometry == .point {
      guard !Self.indoor.contains(layer.id) else { continue }
      for feature in city[layer.id] where feature.text("kind") != "indoor" {
        let place = feature.ends[0]
        let hit = set.containing(x: place[0], y: place[1]).map { buildings[$0].id ?? "" }
        #expect(hit == [], "\(layer.id) \(feature.id ?? "")")
      }
    }
  }

  @Test("Names are words that people use, not ids", arguments: MadeCity.cases)
  func names(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    for layer in SampleLayers.all.map(\.id) {
      for feature in city[layer] {
        let name = feature.text("name")
        let isWords = name.wholeMatch(of: /\p{Han}*[0-9]*\p{Han}*[0-9]*\p{Han}*[A-D]?\p{Han}*/)
        #expect(isWords != nil, "\(layer) \(feature.id ?? "") \(name)")
      }
    }
  }

  @Test("Outfalls are told apart by street and bank", arguments: MadeCity.cases)
  func outfalls(made: (scale: Int, seed: UInt64)) throws {
    let names = try MadeCity(made)["outfall"].map { $0.text("name") }
    #expect(Set(names).count > names.count * 9 / 10)
  }
}
