import Catalog
import Coverages
import FeatureStore
import SimpleFeatures
import TestSupport
import Testing

@Suite("Commits to rasters are reverted, cell by cell")
struct RasterRevertTests {
  private let city: TestCity
  private let layer: LayerDefinition

  init() throws {
    city = try TestCity()
    layer = try TestRaster.layer()
  }

  @Test("The last import is taken back at every resolution, with what the raster covers")
  func last() throws {
    let first = TestRaster.noise(TestRaster.lattice(300, 300), seed: 1)
    let second = TestRaster.noise(
      TestRaster.lattice(700, 350, x: 500_000 - 5 * 333, y: 3_400_000 + 5 * 41), seed: 2)
    try city.write(first, to: layer)
    try city.write(second, to: layer)
    let commit = try #require(try city.store.revert(.commit(2), RevertTests.draft).first)
    #expect(commit.number == 3 && commit.counts.changed > 0 && commit.counts.removed > 0)
    let now = try #require(try city.raster())
    #expect(now.grid.isIdentical(to: first) && now.raster.lattice == first.lattice)
    #expect(now.raster.bounds == (try #require(try city.raster(at: .commit(1))).raster.bounds))
    let stale = "SELECT count(*) FROM yutu_raster_tiles WHERE until IS NULL AND level > 0 AND "
    #expect(try city.count(stale + "tile_row < 0") == 0)
    // And it grows again as if nothing had been.
    try city.write(second, to: layer)
    let again = try #require(try city.raster())
    #expect(again.grid.isIdentical(to: try #require(try city.raster(at: .commit(2))).grid))
    #expect(try half(.latest).isIdentical(to: half(.commit(2))))
  }

  @Test("Two imports beside each other in one tile do not hinder each other")
  func beside() throws {
    var whole = TestRaster.noise(TestRaster.lattice(600, 600), seed: 1, gaps: 0)
    try city.write(whole, to: layer)
    let patch = TestRaster.noise(whole.lattice.part(columns: 0..<100, rows: 0..<100), seed: 2)
    try city.write(patch, to: layer)
    let other = TestRaster.noise(
      whole.lattice.part(columns: 100..<200, rows: 0..<100), seed: 3, gaps: 0)
    try city.write(other, to: layer)
    try city.store.revert(.commit(2), RevertTests.draft)
    whole.overlay(other, columns: 100, rows: 0)
    let now = try #require(try city.raster())
    #expect(now.grid.isIdentical(to: whole))
    #expect(try half(.latest).isIdentical(to: whole.halved(by: .average)))
  }

  @Test("Cells that have changed since are counted with their commits, and nothing is done")
  func conflict() throws {
    let whole = TestRaster.noise(TestRaster.lattice(300, 300), seed: 1, gaps: 0)
    try city.write(whole, to: layer)
    for (seed, columns) in [(2, 0..<100), (3, 50..<150)] as [(UInt64, Range<Int>)] {
      let patch = TestRaster.noise(
        whole.lattice.part(columns: columns, rows: 0..<10), seed: seed, gaps: 0)
      try city.write(patch, to: layer)
    }
    let before = try #require(try city.raster()).grid
    let fault = #expect(throws: RevertConflict.self) {
      try city.store.revert(.commit(2), RevertTests.draft)
    }
    #expect(fault?.count == 500 && fault?.commits == [3] && fault?.isRaster == true)
    #expect(try city.store.logNow(layer: "terrain").map(\.number) == [3, 2, 1])
    #expect(try city.store.check(against: []) == [])
    #expect(try #require(try city.raster()).grid.isIdentical(to: before))
    #expect(try city.store.logNow().count == 3)
    // The other way that the hint names.
    try city.store.revert(.toState(1, layers: ["terrain"]), RevertTests.draft)
    #expect(try #require(try city.raster()).grid.isIdentical(to: whole))
    #expect(try city.store.check(against: []) == [])
  }

  @Test("The first import is taken back: the raster has no values, and takes new ones")
  func first() throws {
    let grid = TestRaster.noise(TestRaster.lattice(300, 300), seed: 1)
    try city.write(grid, to: layer)
    try city.store.revert(.commit(1), RevertTests.draft)
    #expect(try #require(try city.raster()).grid.valueCount == 0)
    #expect(try city.store.check(against: []) == [])
    try city.write(grid, to: layer)
    #expect(try #require(try city.raster()).grid.isIdentical(to: grid))
  }

  private func half(_ revision: Revision) throws -> RasterGrid {
    try city.store.readRastersNow(MapVersion(revision)) { snapshot in
      let raster = try #require(try snapshot.raster("terrain"))
      return try snapshot.grid(
        of: raster, level: 1, columns: raster.columns(level: 1), rows: raster.rows(level: 1))
    }
  }
}
