import Coverages
import SimpleFeatures
import Testing

@Suite("Ground that goes on where none is known")
struct GapTests {
  @Test("Every gap takes the value of a nearest cell, and what is known stays", arguments: 0..<6)
  func nearest(seed: UInt64) {
    let known = noise(lattice(23, 17), limit: 50, gaps: 0.8, seed: seed)
    let whole = known.continued()
    for row in 0..<17 {
      for column in 0..<23 {
        guard known[column, row].isNaN else {
          #expect(whole[column, row] == known[column, row])
          continue
        }
        var (least, values) = (Int.max, Set<Float>())
        for y in 0..<17 {
          for x in 0..<23 where !known[x, y].isNaN {
            let steps = abs(x - column) + abs(y - row)
            if steps < least { (least, values) = (steps, []) }
            if steps == least { values.insert(known[x, y]) }
          }
        }
        #expect(values.contains(whole[column, row]))
      }
    }
  }

  @Test("A raster without gaps and one without values stay what they are")
  func nothingToDo() {
    let full = noise(lattice(5, 4), limit: 9, gaps: 0, seed: 1)
    #expect(full.continued().values == full.values)
    #expect(RasterGrid(lattice(5, 4)).continued().values.allSatisfy { $0.isNaN })
  }
}
