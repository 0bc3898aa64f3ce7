import Coverages
import Datasets
import FeatureStore
import Foundation
import GeometryCore
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("Rasters into the city and out again")
struct RasterImportTests {
  private static func heights(_ count: Int, seed: UInt64) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { i in
      let value = 20 + 6 * Float(sin(Double(i) / 40)) + Float.random(in: 0..<1, using: &generator)
      return Float.random(in: 0..<1, using: &generator) < 0.1 ? -9999 : value
    }
  }

  @Test("A GeoTIFF comes out as it went in: every number, its place, CRS, unit and no-value")
  func bitForBit() throws {
    let city = try TestImport()
    let values = Self.heights(700 * 420, seed: 1)
    let path = try city.geoTIFF(
      "dem.tif", columns: 700, rows: 420, values, options: ["-a_nodata", "-9999"])
    let report = try city.raster(
      path, into: TestImport.rasterLayer(rule: "unit: m\n  datum: yellow-sea-1985"))
    #expect(report.added == values.count { $0 != -9999 })
    #expect(report.crs == "EPSG:4547" && report.rejected == 0 && report.accuracyMetres == 0)
    let out = try city.exportRaster("out.tif")
    #expect(try RasterTool.numbers(out) == values.map(\.bitPattern))
    let info = try GDALProgram.run("gdalinfo", [out])
    for words in [
      "Size is 700, 420", "Origin = (529000.000000000000000,3386000.000000000000000)",
      "Pixel Size = (5.000000000000000,-5.000000000000000)", "NoData Value=-9999",
      "COMPRESSION=DEFLATE", "Block=256x256", "Unit Type: m",
      "CGCS2000 / 3-degree Gauss-Kruger CM 114E",
      "ID[\"EPSG\",5737]",
    ] {
      #expect(info.contains(words), "gdalinfo does not say \(words): \(info)")
    }
    // And once more, into a city of its own.
    let again = try TestImport()
    try again.raster(out, into: TestImport.rasterLayer(rule: "unit: m\n  datum: yellow-sea-1985"))
    let (first, second) = (
      try #require(try city.storedRaster()), try #require(try again.storedRaster())
    )
    #expect(first.grid.isIdentical(to: second.grid))
    #expect(first.raster.extent == second.raster.extent)
  }

  @Test("The layer's place on the map is where PROJ puts the file's corners")
  func extent() throws {
    let city = try TestImport()
    let path = try city.geoTIFF(
      "dem.tif", columns: 400, rows: 300, Self.heights(400 * 300, seed: 2))
    try city.raster(path, into: TestImport.rasterLayer())
    let raster = try #require(try city.storedRaster()).raster
    let transform = try CoordinateTransform(
      from: CoordinateReferenceSystem("EPSG:4547"), to: .cgcs2000)
    for (x, y) in [(529_000.0, 3_386_000.0), (531_000, 3_384_500), (530_000, 3_385_000)] {
      let place = try transform.transform(x: x, y: y)
      #expect(
        raster.extent.expanded(by: 1e-9).contains(
          Envelope(minX: place.x, minY: place.y, maxX: place.x, maxY: place.y)))
    }
    #expect(raster.extent.width < 0.022 && raster.extent.height < 0.0142)
  }

  @Test("A part is cut out by longitude and latitude, its cells unmoved")
  func part() throws {
    let city = try TestImport()
    let values = Self.heights(400 * 300, seed: 3)
    try city.raster(
      try city.geoTIFF(
        "dem.tif", columns: 400, rows: 300, values, options: ["-a_nodata", "-9999"]),
      into: TestImport.rasterLayer())
    let (raster, grid) = try #require(try city.storedRaster())
    let middle = Envelope(
      minX: raster.extent.minX + 0.4 * raster.extent.width,
      minY: raster.extent.minY + 0.4 * raster.extent.height,
      maxX: raster.extent.minX + 0.6 * raster.extent.width,
      maxY: raster.extent.minY + 0.6 * raster.extent.height)
    let again = try TestImport()
    try again.raster(
      try city.exportRaster("part.tif", box: middle), into: TestImport.rasterLayer())
    let part = try #require(try again.storedRaster()).grid
    let offset = try #require(grid.lattice.offset(of: part.lattice))
    #expect((75...90).contains(part.columns) && (55...70).contains(part.rows))
    #expect(
      part.isIdentical(
        to: grid.window(
          columns: offset.columns..<offset.columns + part.columns,
          rows: offset.rows..<offset.rows + part.rows)))
    #expect(throws: ImportError.self) {
      try city.exportRaster("none.tif", box: Envelope(minX: 114.9, minY: 30, maxX: 115, maxY: 30.1))
    }
  }

  @Test("Numbers that a file scales are read as it means them")
  func scaled() throws {
    let city = try TestImport()
    let values: [Float] = [0, 1, 250, 9999, -3, 77]
    let path = try city.geoTIFF(
      "dem.tif", columns: 3, rows: 2, values,
      options: ["-ot", "Int16", "-a_scale", "0.1", "-a_offset", "5", "-a_nodata", "9999"])
    try city.raster(path, into: TestImport.rasterLayer())
    let grid = try #require(try city.storedRaster()).grid
    #expect(
      zip(grid.values, [5, 5.1, 30, .nan, 4.7, 12.7] as [Float]).allSatisfy {
        $0 == $1 || ($0.isNaN && $1.isNaN)
      })
  }

  @Test("An ASCII grid whose first rows hold no decimal point keeps its decimals")
  func plainStart() throws {
    let city = try TestImport()
    let rows =
      (0..<120).map { _ in Array(repeating: "-9999", count: 500).joined(separator: " ") }
      + [Array(repeating: "12.75", count: 500).joined(separator: " ")]
    let text =
      "ncols 500\nnrows 121\nxllcorner 529000\nyllcorner 3385000\ncellsize 5\n"
      + "NODATA_value -9999\n" + rows.joined(separator: "\n") + "\n"
    let path = try city.folder.write(text.utf8, to: "dem.asc")
    let report = try city.raster(path, into: TestImport.rasterLayer(), crs: "EPSG:4547")
    #expect(report.added == 500)
    #expect(try #require(try city.storedRaster()).grid[0, 120] == 12.75)
    // Out as text and in again: the shortest decimals are the same numbers.
    let again = try TestImport()
    try again.raster(
      try city.exportRaster("out.asc"), into: TestImport.rasterLayer(), crs: "EPSG:4547")
    #expect(
      try #require(try again.storedRaster()).grid
        .isIdentical(to: try #require(try city.storedRaster()).grid))
  }

  @Test("Cells that break the layer's rules are left out, counted and named by place")
  func rules() throws {
    let codes =
      "codes: [{value: 1, zh: 水, en: Water, colour: \"#0000ff\"}, "
      + "{value: 2, zh: 田, en: Field, colour: \"#00ff00\"}]"
    let classes = try TestImport()
    let path = try classes.geoTIFF(
      "lc.tif", columns: 3, rows: 2, [1, 2, 9, 1.5, 300, 2])
    let report = try classes.raster(
      path, into: TestImport.rasterLayer("land-cover", type: "uint8", rule: codes))
    #expect(report.added == 3 && report.rejected == 3)
    #expect(report.diagnostics.map(\.rule) == ["unknown-class", "not-of-type"])
    #expect(report.diagnostics[0].column == 3 && report.diagnostics[0].row == 1)
    #expect(report.diagnostics[1].count == 2 && report.diagnostics[1].row == 2)

    let heights = try TestImport()
    let dem = try heights.geoTIFF("dem.tif", columns: 2, rows: 2, [10, -32767, .infinity, 8])
    let second = try heights.raster(
      dem, into: TestImport.rasterLayer(rule: "unit: m\n  minimum: -500\n  maximum: 9000"))
    #expect(second.added == 2 && second.diagnostics.map(\.rule) == ["out-of-range", "not-finite"])
  }

  @Test("A second file over the first changes only what it has values for")
  func twice() throws {
    let city = try TestImport()
    let layer = try TestImport.rasterLayer()
    try city.raster(
      try city.geoTIFF("a.tif", columns: 3, rows: 1, [1, 2, 3]), into: layer)
    let report = try city.raster(
      try city.geoTIFF(
        "b.tif", columns: 3, rows: 1, [7, -1, 9], options: ["-a_nodata", "-1"], x: 529_005),
      into: layer)
    #expect(report.added == 1 && report.changed == 1 && report.unchanged == 0)
    #expect(try #require(try city.storedRaster()).grid.values == [1, 7, 3, 9])
  }
}
