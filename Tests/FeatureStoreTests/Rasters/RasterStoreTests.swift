import CityFile
import Coverages
import FeatureStore
import GRDB
import SimpleFeatures
import TestSupport
import Testing

@Suite("Rasters in the city file")
struct RasterStoreTests {
  @Test(
    "What was imported is read back, whole and in any window", arguments: [nil, 100, 1] as [Float?])
  func roundTrip(_ whole: Float?) throws {
    let city = try TestCity()
    let grid = TestRaster.noise(TestRaster.lattice(700, 530), seed: 1, whole: whole)
    let commit = try #require(try city.write(grid, to: TestRaster.layer()))
    #expect(commit.counts.added == grid.valueCount && commit.counts.changed == 0)
    let (raster, stored) = try #require(try city.raster())
    #expect(stored.isIdentical(to: grid))
    #expect(raster.lattice == grid.lattice)
    #expect(raster.bounds.lowerBound == Double(grid.range!.lowerBound))
    #expect(raster.bounds.upperBound == Double(grid.range!.upperBound))
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20 {
      let columns =
        Int.random(
          in: -50..<400, using: &generator)..<Int.random(
          in: 400..<760, using: &generator)
      let rows =
        Int.random(
          in: -50..<300, using: &generator)..<Int.random(
          in: 300..<600, using: &generator)
      let window = try city.store.readRastersNow(.latest) {
        try $0.grid(of: raster, level: 0, columns: columns, rows: rows)
      }
      #expect(window.isIdentical(to: grid.window(columns: columns, rows: rows)))
    }
  }

  @Test("Cells of 8 and 16 bits keep their whole range and their gaps")
  func wholeTypes() throws {
    for (type, range) in [("uint8", 0...255), ("int16", -32768...32767)] {
      let city = try TestCity()
      var grid = TestRaster.noise(TestRaster.lattice(300, 20), seed: 2)
      var generator = SeededGenerator(seed: 3)
      for i in grid.values.indices where !grid.values[i].isNaN {
        grid.values[i] = Float(Int.random(in: range, using: &generator))
      }
      (grid.values[0], grid.values[1]) = (Float(range.lowerBound), Float(range.upperBound))
      try city.write(grid, to: TestRaster.layer(type: type))
      #expect(try #require(try city.raster()).grid.isIdentical(to: grid))
    }
  }

  @Test("Every past commit still reads as it was, at every resolution")
  func history() throws {
    let city = try TestCity()
    let layer = try TestRaster.layer()
    var whole = TestRaster.noise(TestRaster.lattice(900, 800), seed: 1)
    var past: [(commit: Int, grid: RasterGrid)] = []
    try city.write(whole, to: layer)
    past.append((1, whole))
    for seed in 2..<6 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let (column, row) = (
        Int.random(in: 0..<600, using: &generator), Int.random(in: 0..<600, using: &generator)
      )
      let patch = TestRaster.noise(
        whole.lattice.part(columns: column..<column + 250, rows: row..<row + 130), seed: seed)
      let commit = try #require(try city.write(patch, to: layer))
      whole.overlay(patch, columns: column, rows: row)
      past.append((commit.number, whole))
    }
    for (commit, grid) in past {
      let (raster, stored) = try #require(try city.raster(at: .commit(commit)))
      #expect(stored.isIdentical(to: grid))
      #expect(raster.lastCommit == commit)
      #expect(raster.levels == 2)
      let half = try city.store.readRastersNow(MapVersion(.commit(commit))) {
        try $0.grid(
          of: raster, level: 1, columns: raster.columns(level: 1), rows: raster.rows(level: 1))
      }
      #expect(half.isIdentical(to: grid.halved(by: .average)))
    }
  }

  @Test("A commit stores only tiles that differ, and none that hold nothing")
  func sharing() throws {
    let city = try TestCity()
    let layer = try TestRaster.layer()
    var grid = TestRaster.noise(TestRaster.lattice(1024, 1024), seed: 1)
    for row in 0..<256 { for column in 0..<512 { grid[column, row] = .nan } }
    try city.write(grid, to: layer)
    let tiles = "SELECT count(*) FROM yutu_raster_tiles"
    #expect(try city.count(tiles + " WHERE level = 0") == 14)
    #expect(try city.count(tiles) == 14 + 4)
    #expect(try city.write(grid, to: layer) == nil)
    grid[1000, 1000] += 1
    let commit = try #require(try city.write(grid, to: layer))
    #expect(commit.counts.changed == 1)
    #expect(commit.counts.unchanged == grid.valueCount - 1)
    #expect(try city.count(tiles + " WHERE since = 2") == 2)
    #expect(try city.count(tiles + " WHERE until = 2") == 2)
  }

  @Test("A file beside the first grows the layer, to the north and west too")
  func growing() throws {
    let city = try TestCity()
    let layer = try TestRaster.layer()
    let first = TestRaster.noise(TestRaster.lattice(300, 300), seed: 1)
    let second = TestRaster.noise(
      TestRaster.lattice(400, 350, x: 500_000 - 5 * 333, y: 3_400_000 + 5 * 41), seed: 2)
    let third = TestRaster.noise(TestRaster.lattice(10, 10, x: 500_000 + 5 * 5000), seed: 3)
    var files: [RasterGrid] = []
    for file in [first, second, third] {
      try city.write(file, to: layer)
      files.append(file)
      let (raster, stored) = try #require(try city.raster())
      #expect(stored.isIdentical(to: try RasterGrid.mosaic(files)))
      // The coarsest level is whole as well: the means of what is below.
      for level in 1..<max(raster.levels, 1) {
        let (below, above) = try city.store.readRastersNow(.latest) { snapshot in
          let columns = raster.columns(level: level)
          let rows = raster.rows(level: level)
          return (
            try snapshot.grid(
              of: raster, level: level - 1,
              columns: 2 * columns.lowerBound..<2 * columns.upperBound,
              rows: 2 * rows.lowerBound..<2 * rows.upperBound),
            try snapshot.grid(of: raster, level: level, columns: columns, rows: rows)
          )
        }
        #expect(
          zip(above.values, below.halved(by: .average).values).allSatisfy {
            $0 == $1 || ($0.isNaN && $1.isNaN)
          })
      }
    }
    #expect(try #require(try city.raster(at: .commit(1))).grid.isIdentical(to: first))
  }

  @Test("Classes are coarsened by majority, heights by their mean")
  func coarsening() throws {
    let city = try TestCity()
    let classes =
      "codes: [{value: 1, zh: 田, en: Field, colour: \"#00ff00\"}, "
      + "{value: 7, zh: 水, en: Water, colour: \"#0000ff\"}]"
    var grid = RasterGrid(TestRaster.lattice(600, 600), filledWith: 1)
    for i in grid.values.indices where i % 3 == 0 { grid.values[i] = 7 }
    try city.write(grid, to: TestRaster.layer(type: "uint8", rule: classes))
    let raster = try #require(try city.raster()).raster
    let half = try city.store.readRastersNow(.latest) {
      try $0.grid(
        of: raster, level: 1, columns: raster.columns(level: 1), rows: raster.rows(level: 1))
    }
    #expect(half.isIdentical(to: grid.halved(by: .mode)))
  }

  @Test("A file whose cells do not fit is refused and leaves the city as it was")
  func refused() throws {
    let city = try TestCity()
    let layer = try TestRaster.layer()
    let first = TestRaster.noise(TestRaster.lattice(20, 20), seed: 1)
    try city.write(first, to: layer)
    var other = TestRaster.lattice(20, 20)
    other.crs = "EPSG:4526"
    for lattice in [
      TestRaster.lattice(20, 20, x: 500_001), TestRaster.lattice(9, 9, cell: 10), other,
    ] {
      #expect {
        try city.write(RasterGrid(lattice, filledWith: 1), to: layer)
      } throws: {
        ($0 as? RasterError)?.code == .differentLattice
      }
    }
    #expect {
      try city.write(first, to: TestRaster.layer(type: "int16"))
    } throws: {
      ($0 as? RasterError)?.code == .incompatibleDefinition
    }
    struct Stop: Error {}
    let draft = RasterDraft(lattice: first.lattice, extent: .empty)
    #expect(throws: Stop.self) {
      try city.store.commitRaster(TestCity.draft, draft, to: layer) { writer in
        try writer.write(rows: 0..<20, [Float](repeating: 5, count: 400))
        throw Stop()
      }
    }
    let (raster, grid) = try #require(try city.raster())
    #expect(grid.isIdentical(to: first) && raster.lastCommit == 1)
    #expect(try city.count("SELECT count(*) FROM yutu_commits") == 1)
  }

  @Test("A damaged tile is told, not read as something else")
  func damage() throws {
    let city = try TestCity()
    try city.write(TestRaster.noise(TestRaster.lattice(20, 20), seed: 1), to: TestRaster.layer())
    let raster = try #require(try city.raster()).raster
    for sql in [
      "substr(data, 1, 200)", "x'02' || substr(data, 2)", "x''",
      "substr(data, 1, 500) || x'ff' || substr(data, 502)",
    ] {
      try city.city.write {
        try $0.execute(
          sql: """
            CREATE TEMP TABLE IF NOT EXISTS kept AS SELECT data FROM yutu_raster_tiles;
            UPDATE yutu_raster_tiles SET data = (SELECT data FROM kept);
            UPDATE yutu_raster_tiles SET data = CAST(\(sql) AS BLOB);
            """)
      }
      #expect(throws: RasterError.self, "\(sql)") {
        try city.store.readRastersNow(.latest) {
          try $0.grid(of: raster, level: 0, columns: 0..<20, rows: 0..<20)
        }
      }
    }
  }
}
