import GeometryCore
import SimpleFeatures
import Testing

@Suite struct StreetTests {
  @Test("One can drive from every street to every other", arguments: MadeCity.cases)
  func connected(made: (scale: Int, seed: UInt64)) throws {
    let all = try MadeCity(made)["road"]
    let roads = all.filter { $0.text("class") != "subway" }
    #expect(Set(all.map(\.id)).count == all.count)
    #expect(Set(roads.map(\.id)).count == roads.count)
    #expect(isConnected(roads.map { ($0.ends[0], $0.ends[1]) }))
  }

  @Test("Traffic signals stand where at least three streets meet", arguments: MadeCity.cases)
  func signals(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    var arms: [[Double]: Int] = [:]
    for end in city["road"].flatMap(\.ends) { arms[end, default: 0] += 1 }
    #expect(!city["traffic-signal"].isEmpty)
    for signal in city["traffic-signal"] {
      #expect(arms[signal.ends[0]] ?? 0 >= 3, "\(signal.id ?? "")")
    }
  }

  @Test("Every car park is entered from a road", arguments: MadeCity.cases)
  func entrances(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let roads = city.byID("road")
    let lots = city.byID("parking-lot")
    #expect(Set(city["lot-entrance"].map { $0.text("lot") }) == Set(lots.keys))
    for entrance in city["lot-entrance"] {
      let road = try #require(roads[entrance.text("road")]?.geometry)
      // A tenth of a millimetre is 1e-9 of a degree.
      #expect(try entrance.geometry?.planarDistance(to: road) ?? 1 < 3e-9)
    }
  }

  @Test("A car park has as many bays as it says, all inside it", arguments: MadeCity.cases)
  func bays(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let bays = Dictionary(grouping: city["parking-bay"]) { $0.text("lot") }
    for (id, lot) in city.byID("parking-lot") {
      let own = try #require(bays[id])
      #expect(Double(own.count) == lot.number("capacity"))
      let shape = try #require(lot.geometry)
      #expect(try own.allSatisfy { try shape.covers(try #require($0.geometry)) })
    }
  }
}
