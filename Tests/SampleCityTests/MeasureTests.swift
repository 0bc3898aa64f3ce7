import Catalog
import Foundation
import GeometryCore
import SimpleFeatures
import Testing

@testable import SampleCity

@Suite struct MeasureTests {
  private static let layers = LayerCatalog.check(
    folder: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Layers").path
  ).layers

  /// What recorded measures may differ by: the zone's scale at 30 km from its meridian, and half a
  /// unit of the last place.
  private static let tolerance = 0.001

  @Test(
    "Areas and lengths are recorded as a survey in the zone's plane finds them",
    arguments: MadeCity.cases)
  func recorded(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let toZone = try CoordinateTransform(
      from: .cgcs2000, to: CoordinateReferenceSystem(CityFrame.zone))
    var measured: Set<String> = []
    for layer in Self.layers where layer.geometry != .point {
      guard let field = layer.field(named: "area") ?? layer.field(named: "length") else { continue }
      for feature in city[layer.id] {
        let shape = try toZone.transform(try #require(feature.geometry))
        let found = field.name == "area" ? shape.planarArea : Self.length(shape.ordinates)
        let recorded = feature.number(field.name) * (field.unit == "km" ? 1000 : 1)
        #expect(
          abs(recorded / found - 1) < Self.tolerance,
          "\(layer.id) \(feature.id ?? "") \(recorded) \(found)")
        measured.insert(layer.id)
      }
    }
    #expect(
      measured.isSuperset(of: [
        "green", "grid-cell", "farmland", "control-line", "construction-site", "water", "river",
        "bridge",
      ]), "\(measured)")
  }

  private static func length(_ ordinates: [Double]) -> Double {
    Swift.stride(from: 2, to: ordinates.count, by: 2).reduce(0) {
      let (east, north) = (
        ordinates[$1] - ordinates[$1 - 2], ordinates[$1 + 1] - ordinates[$1 - 1]
      )
      return $0 + (east * east + north * north).squareRoot()
    }
  }

  @Test("A park gives shelter on three fifths of its land", arguments: MadeCity.cases)
  func shelters(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let parks = city.byID("green")
    let outdoor = city["shelter"].filter { $0.text("kind") == "outdoor" }
    #expect(!outdoor.isEmpty)
    for shelter in outdoor {
      let park = try #require(parks["LD\((shelter.id ?? "").dropFirst(2))"])
      #expect(abs(shelter.number("effective_area") / park.number("area") - 0.6) < 0.001)
    }
  }

  @Test("Parks go round counter-clockwise and the lakes in them clockwise")
  func holes() throws {
    let parks = try MadeCity((3, 5))["green"].compactMap(\.geometry)
    #expect(parks.contains { $0.pathEnds.count == 2 })
    for park in parks {
      #expect(park.signedArea(ofPath: 0) > 0)
      for hole in park.pathEnds.indices.dropFirst() { #expect(park.signedArea(ofPath: hole) < 0) }
    }
  }
}
