import Testing

@testable import OneMap

@Suite("A tile that is too large gives up features of its largest layers first")
struct TileLimitTests {
  @Test("Layers of few features keep all of theirs as long as others have more")
  func fairness() {
    let counts = [7000, 2400, 2400, 690, 18, 3, 0]
    let total = counts.reduce(0, +)
    for share in [0.95, 0.8, 0.5, 0.1, 0.01, 0.001] {
      let most = TileLimits.greatestCount(of: counts, keeping: share)
      let kept = counts.map { min($0, most) }.reduce(0, +)
      #expect(kept <= Int(Double(total) * share))
      // One more each would be too many.
      #expect(counts.map { min($0, most + 1) }.reduce(0, +) > Int(Double(total) * share))
    }
    #expect(TileLimits.greatestCount(of: counts, keeping: 0.8) < 7000)
    #expect(TileLimits.greatestCount(of: counts, keeping: 0.8) > 2400)
    #expect(TileLimits.greatestCount(of: [5], keeping: 0.5) == 2)
    #expect(TileLimits.greatestCount(of: [], keeping: 0.5) == 0)
  }

  @Test("The weights that remain are the greatest of their layer")
  func weights() {
    var limits = TileLimits(layerCount: 2)
    limits.tighten(by: 0.5, weights: [(1...100).map(Double.init), [0.5, 0.25, 0.125]])
    #expect(limits.leastWeights[1] == 0.125)
    let kept = (1...100).count { Double($0) >= limits.leastWeights[0] }
    #expect((40...50).contains(kept))
  }
}
