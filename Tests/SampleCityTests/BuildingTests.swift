import GeometryCore
import SimpleFeatures
import Testing

@testable import SampleCity

@Suite struct BuildingTests {
  @Test(
    "No building stands in another, in water, on a car park or on a carriageway",
    arguments: MadeCity.cases)
  func apart(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let outlines = city["building"].compactMap(\.geometry)
    let set = try PreparedSet(outlines)
    for (index, outline) in outlines.enumerated() {
      #expect(try set.intersecting(outline) == [index])
    }
    for shape in (city["water"] + city["parking-lot"] + city["reservoir"]).compactMap(\.geometry) {
      #expect(try set.intersecting(shape).isEmpty)
    }
    for neighbourhood in city.neighbourhoods {
      for segment in neighbourhood.segments {
        let half = segment.streetClass.halfCarriageway
        guard segment.isRoad else { continue }
        for (a, b) in zip(segment.line.points, segment.line.points.dropFirst()) {
          let (along, across) = ((b - a).unit * half, (b - a).unit.left * half)
          let corners = [
            a - along - across, b + along - across, b + along + across, a - along + across,
          ]
          let road = neighbourhood.frame.polygon([corners])
          #expect(try set.intersecting(road).isEmpty, "\(segment.id)")
        }
      }
    }
  }

  @Test("Every address lies on its building", arguments: MadeCity.cases)
  func addresses(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let buildings = city["building"]
    let set = try PreparedSet(buildings.compactMap(\.geometry))
    var addressed: Set<String> = []
    var rooms = 0
    for address in city["address"] where !address.text("building").isEmpty {
      let place = address.ends[0]
      let hit = set.containing(x: place[0], y: place[1]).map { buildings[$0].id ?? "" }
      if hit != [address.text("building")] { Issue.record("\(address.id ?? "") \(hit)") }
      addressed.insert(address.text("building"))
      rooms += address.text("kind") == "room" ? 1 : 0
    }
    #expect(addressed.count == buildings.count)
    let flats = city.neighbourhoods[0].buildings
      .prefix(Neighbourhood.buildingsWithRooms).reduce(0) { $0 + $1.dwellings }
    #expect(rooms == flats)
    #expect(Set(city["address"].map { $0.text("full") }).count > city["address"].count * 99 / 100)
  }

  @Test("Heights, years and numbers are those of a city", arguments: MadeCity.cases)
  func plausible(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let buildings = city["building"]
    #expect((1600 * made.scale...2300 * made.scale).contains(buildings.count))
    for building in buildings {
      let storey = building.number("height") / building.number("floors")
      #expect((2.75...4.55).contains(storey), "\(building.id ?? "") \(storey)")
      let year = Int(building.text("built").prefix(4)) ?? 0
      #expect((1955...2026).contains(year))
    }
  }

  @Test("As many people live in the communities as their dwellings hold", arguments: MadeCity.cases)
  func people(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let residents = city["population"].reduce(0) { $0 + $1.number("residents") }
    let dwellings = city.neighbourhoods.flatMap(\.buildings).reduce(0) { $0 + $1.dwellings }
    #expect((2.3...2.5).contains(residents / Double(dwellings)))
    #expect(city["population"].allSatisfy { $0.number("over_65") < $0.number("residents") })
  }
}
