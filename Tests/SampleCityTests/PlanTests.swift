import GeometryCore
import SimpleFeatures
import Testing

@testable import SampleCity

@Suite struct PlanTests {
  @Test("the neighbourhoods are numbered from the river outwards, and each square knows its number")
  func numbersOfSquares() throws {
    for scale in [1, 2, 3, 7, 100, 235] {
      let plan = CityPlan(scale: scale, seed: 1)
      #expect(plan.squares.map { plan.number(of: $0) } == Array(0..<scale))
      #expect(Set(plan.squares).count == scale)
    }
  }

  @Test("territories fill all that the sample knows, and fields lie in theirs, clear of streets")
  func territories() throws {
    for scale in [1, 2, 3, 7, 10, 12] {
      let parts = try SampleCityParts(scale: scale, seed: 1)
      let plan = parts.plan
      let lands = plan.squares.map(plan.territory)
      let area = { (box: PlanBox) in (box.east - box.west) * (box.north - box.south) }
      #expect(lands.map(area).reduce(0, +) == area(plan.bounds))
      for (index, land) in lands.enumerated() {
        #expect(lands[..<index].allSatisfy { !Self.overlap($0, land) })
        let own = Neighbourhood(plan.squares[index], number: index, in: parts)
        for field in own.fields() {
          for corner in field.shape {
            let place = parts.frame.plan(corner)
            #expect(plan.bounds.holds(place.u, place.v))
            #expect(abs(place.v) > Double(CityPlan.bankRoad) + 15)
            for square in plan.squares {
              #expect(plan.depth(place.u, place.v, in: square) < -25, "scale \(scale)")
            }
          }
        }
      }
    }
  }

  private static func overlap(_ a: PlanBox, _ b: PlanBox) -> Bool {
    a.west < b.east && b.west < a.east && a.south < b.north && b.south < a.north
  }

  @Test("areas of each rank fill those above them, and even one neighbourhood has two towns")
  func divisions() throws {
    for made in MadeCity.cases {
      let areas = try MadeCity(made)["administrative-area"]
      let land = try Dictionary(
        uniqueKeysWithValues: areas.map {
          ($0.text("code"), try #require($0.geometry).geodesicAreaSquareMetres())
        })
      let parts = Dictionary(grouping: areas) { $0.text("parent") }
      for area in areas where area.text("rank") != "community" {
        let sum = try #require(parts[area.text("code")]).reduce(0) { $0 + land[$1.text("code")]! }
        #expect(abs(sum / land[area.text("code")]! - 1) < 1e-9, "\(area.text("code"))")
      }
      #expect(areas.filter { $0.text("rank") == "town" }.count == 2 * made.scale)
      #expect(areas.filter { $0.text("rank") == "community" }.count == 4 * made.scale)
    }
  }
}
