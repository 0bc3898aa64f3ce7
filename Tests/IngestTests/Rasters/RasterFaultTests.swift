import Datasets
import FeatureStore
import Foundation
import GeometryCore
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("Raster files that cannot be used")
struct RasterFaultTests {
  /// What is wrong with a file, and what its error must be.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var code: ImportError.Code
    var options: [String] = []
    var crs: String?
    var rule = "unit: m"
  }

  @Test(
    "is refused with the way out, and the city stays as it was",
    arguments: [
      Case(
        testDescription: "several bands", code: .unsuitableRaster,
        options: ["-b", "1", "-b", "1"]),
      Case(
        testDescription: "complex numbers", code: .unsuitableRaster, options: ["-ot", "CFloat32"]),
      Case(
        testDescription: "heights of another datum", code: .mixedDatums,
        options: ["-a_srs", "EPSG:4547+5736"], rule: "unit: m\n  datum: yellow-sea-1985"),
      Case(
        testDescription: "no value at all", code: .nothingAccepted, options: ["-a_nodata", "7"]),
      Case(
        testDescription: "values beyond the layer's", code: .nothingAccepted,
        rule: "unit: m\n  maximum: 6"),
    ])
  func refused(_ fault: Case) throws {
    let city = try TestImport()
    let path = try city.geoTIFF(
      "dem.tif", columns: 4, rows: 4, [Float](repeating: 7, count: 16), options: fault.options)
    let layer = try TestImport.rasterLayer(rule: fault.rule)
    let error = #expect(throws: ImportError.self) {
      try city.raster(path, into: layer, crs: fault.crs)
    }
    #expect(error?.code == fault.code)
    #expect(error?.hint != nil || fault.testDescription == "complex numbers")
    #expect(try city.storedRaster() == nil)
  }

  @Test("Turned, mirrored and unplaced cells are refused, each with what to do")
  func placed() throws {
    let city = try TestImport()
    let layer = try TestImport.rasterLayer()
    let good = try city.geoTIFF("a.tif", columns: 4, rows: 4, [Float](repeating: 7, count: 16))
    let vrt = { (numbers: String) -> String in
      """
      <VRTDataset rasterXSize="4" rasterYSize="4"><SRS>EPSG:4547</SRS>\(numbers)
      <VRTRasterBand dataType="Float32" band="1"><SimpleSource>
      <SourceFilename relativeToVRT="1">a.tif</SourceFilename><SourceBand>1</SourceBand>
      </SimpleSource></VRTRasterBand></VRTDataset>
      """
    }
    let transforms = [
      "<GeoTransform>529000,4,3,3386000,3,-4</GeoTransform>",
      "<GeoTransform>529000,5,0,3386000,0,5</GeoTransform>", "",
    ]
    for (i, numbers) in transforms.enumerated() {
      let source = try city.folder.write(vrt(numbers).utf8, to: "t\(i).vrt")
      // A virtual raster may name any other file: it is no format to import.
      #expect(throws: ImportError.self) { try city.raster(source, into: layer) }
      let file = city.folder.file("t\(i).tif")
      try GDALProgram.run("gdal_translate", ["-q", source, file])
      let error = #expect(throws: ImportError.self) { try city.raster(file, into: layer) }
      #expect(error?.code == .unsuitableRaster, "\(String(describing: error))")
      #expect(error?.hint?.contains("gdal") == true)
    }
    _ = good
  }

  @Test("A file cut off anywhere is an error or complete, never half a raster")
  func truncated() throws {
    let city = try TestImport()
    let layer = try TestImport.rasterLayer()
    var generator = SeededGenerator(seed: 6)
    let values = (0..<40_000).map { _ in Float.random(in: 0..<9, using: &generator) }
    let tif = try city.geoTIFF("a.tif", columns: 200, rows: 200, values)
    let text =
      "ncols 200\nnrows 200\nxllcorner 529000\nyllcorner 3385000\ncellsize 5\n"
      + values.map { "\($0)" }.joined(separator: " ") + "\n"
    let asc = try city.folder.write(text.utf8, to: "a.asc")
    try GDALProgram.run("gzip", ["-k", asc])
    for (path, name) in [(tif, "b.tif"), (asc, "b.asc"), (asc + ".gz", "b.asc.gz")] {
      let whole = try Data(contentsOf: URL(filePath: path))
      for share in [0.0, 0.01, 0.3, 0.7, 0.99] {
        let cut = try city.folder.write(whole.prefix(Int(Double(whole.count) * share)), to: name)
        let error = #expect(throws: ImportError.self, "\(name) at \(share)") {
          try city.raster(cut, into: layer, crs: "EPSG:4547")
        }
        #expect(error?.code == .unreadableRaster || error?.code == .unsuitableRaster)
        #expect(try city.storedRaster() == nil)
      }
    }
  }

  @Test("Without a CRS, or with one that only a guess leads from, there is no import")
  func crs() throws {
    let city = try TestImport()
    let layer = try TestImport.rasterLayer()
    let text = "ncols 1\nnrows 1\nxllcorner 529000\nyllcorner 3385000\ncellsize 5\n3\n"
    let path = try city.folder.write(text.utf8, to: "a.asc")
    let missing = #expect(throws: ImportError.self) { try city.raster(path, into: layer) }
    #expect(missing?.code == .missingCRS && missing?.hint?.contains("--crs") == true)
    // Xian 1980: PROJ would copy the numbers.
    let guess = #expect(throws: GeometryError.self) {
      try city.raster(path, into: layer, crs: "EPSG:2383")
    }
    #expect(guess?.code == .noTransformation)
    let zone = #expect(throws: GeometryError.self) {
      try city.raster(path, into: layer, crs: "EPSG:4526")
    }
    #expect(zone?.code == .zoneMismatch)
    #expect(try city.storedRaster() == nil)
  }

  @Test("Features do not go into a raster layer, nor a raster into one of features")
  func kinds() throws {
    let city = try TestImport()
    let path = try city.geoTIFF("a.tif", columns: 2, rows: 1, [1, 2])
    let building = try TestImport.layer("building", "polygon", fields: ["name: name, type: text"])
    #expect(throws: ImportError.self) { try city.raster(path, into: building) }
    let text = try city.folder.write("{}".utf8, to: "a.geojson")
    #expect(throws: ImportError.self) { try city.raster(text, into: TestImport.rasterLayer()) }
    #expect(throws: ImportError.self) {
      try city.raster(city.folder.file("none.tif"), into: TestImport.rasterLayer())
    }
  }
}

@Suite(
  "British terrain models of flood tests",
  .enabled(if: TestData.isExpected, "no test data: set YUTU_TEST_DATA to its folder"))
struct RealRasterTests {
  @Test(
    "come in gzipped, keep their grid, and leave as GDAL reads them",
    arguments: ["carlisle-2005/carlisle-5m", "valley-dam-break/ea5-10m"])
  func real(_ name: String) throws {
    let city = try TestImport()
    let path = TestData.path("flood/\(name).dem.raw.gz")
    let report = try city.raster(path, into: TestImport.rasterLayer(), crs: "EPSG:27700")
    // The same numbers by text: whatever GDAL's drivers do, these are the file's.
    let packed = try Data(contentsOf: URL(filePath: path))
    let plain = city.folder.file("dem.asc")
    try packed.write(to: URL(filePath: plain + ".gz"))
    try GDALProgram.run("gzip", ["-d", plain + ".gz"])
    let words = try String(contentsOfFile: plain, encoding: .utf8)
      .split(whereSeparator: { $0.isWhitespace || $0.isNewline })
    let numbers = words[12...].map { Float($0)! }
    let (raster, grid) = try #require(try city.storedRaster())
    #expect(grid.values.count == numbers.count)
    #expect(zip(grid.values, numbers).allSatisfy { $1 == -9999 ? $0.isNaN : $0 == $1 })
    #expect(report.added == numbers.count { $0 != -9999 })
    #expect(raster.lattice.crs == "EPSG:27700" && report.accuracyMetres > 0)
    let out = try city.exportRaster("out.tif")
    #expect(try RasterTool.numbers(out) == numbers.map(\.bitPattern))
  }
}
