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
}
