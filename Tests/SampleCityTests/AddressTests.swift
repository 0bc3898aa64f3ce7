import GeometryCore
import SimpleFeatures
import Testing

@testable import SampleCity

@Suite struct AddressTests {
  @Test("Every address is in a street of its name, beside its block", arguments: MadeCity.cases)
  func streets(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let roads = Dictionary(grouping: city["road"]) { $0.text("name") }
    for neighbourhood in city.neighbourhoods {
      for block in neighbourhood.blocks {
        let near = (roads[block.street] ?? []).compactMap(\.geometry)
        let shape = neighbourhood.frame.polygon([block.shape])
        let apart = try near.map { try $0.planarDistance(to: shape) }.min() ?? .infinity
        // 30 m: half of the widest street, and the bend.
        #expect(apart < 30 / 96_000, "\(block.number) \(block.street) \(apart)")
      }
    }
    for address in city["address"] {
      #expect(roads[address.text("street")] != nil, "\(address.id ?? "")")
      #expect(address.text("full").contains(address.text("street") + address.text("number")))
    }
  }

  @Test("No two estates of a town have one number of one street", arguments: MadeCity.cases)
  func numbers(made: (scale: Int, seed: UInt64)) throws {
    let estates = try MadeCity(made)["address"].filter { $0.text("kind") == "estate" }
    let doubled = Dictionary(grouping: estates) {
      $0.text("division").prefix(9) + $0.text("street") + $0.text("number")
    }.filter { $0.value.count > 1 }
    #expect(doubled.isEmpty, "\(doubled.keys.sorted()) of \(estates.count)")
  }
}
