import Coverages
import GeometryCore
import SimpleFeatures
import Testing

@Suite("Where water runs off over a terrain")
struct DrainageTests {
  /// A plane that falls to the south, 1 % of it.
  private func slope(_ columns: Int, _ rows: Int) -> RasterGrid {
    var ground = RasterGrid(lattice(columns, rows))
    for cell in ground.values.indices {
      ground.values[cell] = 20 - 0.05 * Float(cell / columns)
    }
    return ground
  }

  @Test("A pit is filled to its lowest rim, and nothing else is changed")
  func pit() {
    var ground = RasterGrid(lattice(9, 9), filledWith: 10)
    for row in 3...5 { for column in 3...5 { ground[column, row] = 8 } }
    // The rim is one lower at one place: there it overflows.
    ground[6, 4] = 9
    ground[7, 4] = 8.5
    ground[8, 4] = 8
    let drainage = TerrainDrainage(ground)
    let depth = zip(drainage.filled.values, ground.values).map { $0 - $1 }
    #expect(depth.reduce(0, +) == 9)
    #expect(depth.max() == 1)
    #expect(drainage.filled[4, 4] == 9)
  }

  @Test("A plane drains row by row, and each column is a catchment of its own")
  func plane() {
    let ground = slope(7, 12)
    let drainage = TerrainDrainage(ground)
    #expect(drainage.filled.values == ground.values)
    #expect(drainage.downstream[5 * 7 + 3] == 6 * 7 + 3)
    // Row 11 is the edge, and so are row 0 and the columns at the sides.
    #expect(drainage.catchment(above: 10 * 7 + 3) == (1...10).map { $0 * 7 + 3 })
    #expect(drainage.accumulation()[10 * 7 + 3] == 10)
  }

  @Test("All water of a valley passes its mouth, and none from beyond the ridge")
  func valley() {
    // Two valleys side by side, each open to the south: V-shaped, 10 columns wide.
    var ground = RasterGrid(lattice(20, 30))
    for row in 0..<30 {
      for column in 0..<20 {
        let across = abs(Float(column % 10) - 4.5)
        ground[column, row] = 50 + across - 0.2 * Float(row)
      }
    }
    let cells = TerrainDrainage(ground).catchment(above: 28 * 20 + 4)
    #expect(cells.allSatisfy { $0 % 20 < 10 })
    // Its half of the valley: columns 0 to 4, of which column 0 is an edge.
    #expect(cells.count > 4 * 20, "\(cells.count)")
  }

  @Test("Of random ground every cell drains to an outlet, never upwards", arguments: 0..<5)
  func random(seed: UInt64) {
    let ground = noise(lattice(37, 29), limit: 40, gaps: 0.05, seed: seed)
    let drainage = TerrainDrainage(ground)
    for cell in ground.values.indices where !ground.values[cell].isNaN {
      #expect(drainage.filled.values[cell] >= ground.values[cell])
      var (here, steps) = (cell, 0)
      while drainage.downstream[here] >= 0, steps <= ground.values.count {
        let next = Int(drainage.downstream[here])
        #expect(drainage.filled.values[next] <= drainage.filled.values[here])
        (here, steps) = (next, steps + 1)
      }
      #expect(steps <= ground.values.count)
    }
    let outlets = ground.values.indices.filter {
      !ground.values[$0].isNaN && drainage.downstream[$0] < 0
    }
    let sum = outlets.reduce(0) { $0 + Int(drainage.accumulation()[$1]) }
    #expect(sum == ground.valueCount)
  }

  @Test("Water that runs into a lake fills no depression")
  func outlets() {
    var ground = RasterGrid(lattice(9, 9), filledWith: 10)
    for row in 3...5 { for column in 3...5 { ground[column, row] = 8 } }
    var isLake = [Bool](repeating: false, count: 81)
    isLake[4 * 9 + 4] = true
    #expect(TerrainDrainage(ground, outlets: isLake).filled.values == ground.values)
  }

  @Test("The outline of cells has their area, holes and parts", arguments: 0..<5)
  func outline(seed: UInt64) {
    let ground = noise(lattice(21, 17), limit: 2, gaps: 0, seed: seed)
    let cells = ground.values.indices.filter { ground.values[$0] == 1 }
    let shape = ground.lattice.outline(of: cells)
    #expect(shape.validity().isValid)
    let again = ground.lattice.spans(of: shape, by: .centre).flatMap { span in
      span.columns.map { span.row * ground.columns + $0 }
    }
    #expect(again == cells)
    let regions = ground.regions { ground.values[$0] == 1 }
    #expect(regions.flatMap { $0 }.sorted() == cells)
  }
}
