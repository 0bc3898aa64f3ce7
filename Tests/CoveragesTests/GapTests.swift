import Coverages
import SimpleFeatures
import Testing

@Suite("Ground that goes on where none is known")
struct GapTests {
  @Test("What is known stays, gaps lie between the least and the greatest", arguments: 0..<6)
  func bounds(seed: UInt64) {
    let known = noise(lattice(23, 17), limit: 50, gaps: 0.8, seed: seed)
    let whole = known.continued()
    let values = known.values.filter { !$0.isNaN }
    let range = (values.min() ?? 0)...(values.max() ?? 0)
    for (before, after) in zip(known.values, whole.values) {
      #expect(before.isNaN ? range.contains(after) : before == after)
    }
  }

  @Test("Level ground goes on level")
  func level() {
    var grid = noise(lattice(30, 21), limit: 50, gaps: 0.9, seed: 4)
    grid.values = grid.values.map { $0.isNaN ? $0 : 7 }
    #expect(grid.continued().values.allSatisfy { $0 == 7 })
  }

  @Test("A step at the edge of what is known fades away beyond it")
  func step() {
    var grid = RasterGrid(lattice(128, 32))
    for row in 0..<32 { for column in 0..<32 { grid[column, row] = row < 16 ? 0 : 10 } }
    let whole = grid.continued()
    func steepest(_ column: Int) -> Float {
      (1..<32).map { abs(whole[column, $0] - whole[column, $0 - 1]) }.max() ?? 0
    }
    #expect(steepest(31) == 10)
    #expect(steepest(36) < 5 && steepest(48) < 1.5 && steepest(100) < 0.2)
  }

  @Test("A raster without gaps and one without values stay what they are")
  func nothingToDo() {
    let full = noise(lattice(5, 4), limit: 9, gaps: 0, seed: 1)
    #expect(full.continued().values == full.values)
    #expect(RasterGrid(lattice(5, 4)).continued().values.allSatisfy { $0.isNaN })
  }
}
