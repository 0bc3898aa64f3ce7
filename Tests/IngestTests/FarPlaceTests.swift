import Catalog
import Datasets
import FeatureStore
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("A file that does not lie where the city does")
struct FarPlaceTests {
  let test: TestImport
  let layer: LayerDefinition

  init() throws {
    test = try TestImport()
    layer = try TestImport.layer("x", "point", fields: ["name: name, type: text"])
    try test.text(collection([pointText("1"), pointText("2", x: 114.5, y: 30.7)]), into: layer)
  }

  @Test("One on another continent is refused, with the distance and what may be wrong")
  func elsewhere() throws {
    let berlin = collection([pointText("b", x: 13.4, y: 52.5), pointText("c", x: 13.5, y: 52.5)])
    let error = #expect(throws: ImportError.self) {
      try self.test.text(berlin, into: self.layer)
    }
    #expect(error?.code == .farFromCity)
    #expect(
      error?.message.contains(" lie 80") == true
        && error?.message.hasSuffix("km and more from the rest of the city") == true,
      "\(error?.message ?? "")")
    #expect(error?.hint?.hasPrefix("check the file's CRS (--crs)") == true)
    #expect(try test.features("x").count == 2)

    var request = Importer.Request(
      file: try test.folder.write(berlin.utf8, to: "b.json"), layer: layer)
    request.acceptsBreaches = true
    let report = try Importer(request).run { self.test.store }
    #expect(report.added == 2 && report.count("far-from-city") == 2)
    #expect(report.problems[0].message == "it lies more than 5000 km from the rest of the city")
  }

  @Test("Some far features are taken, and each is warned of; near ones and first ones are not")
  func some() throws {
    let report = try test.text(
      collection([
        pointText("3", x: 114.9, y: 30.2), pointText("4", x: 116.0, y: 30.5),
        pointText("5", x: 120, y: 30.5),
      ]), into: layer)
    #expect(report.added == 3 && report.count("far-from-city") == 1)
    #expect(report.problems[0].featureID == "5")
    #expect(report.problems[0].message == "it lies more than 500 km from the rest of the city")
  }

  @Test("What was taken from afar once does not let other layers in from there")
  func again() throws {
    let berlin = collection([pointText("b", x: 13.4, y: 52.5)])
    let path = try test.folder.write(berlin.utf8, to: "b.json")
    let far = collection([pointText("1"), pointText("2", x: 13.4, y: 52.5)])
    let wide = try TestImport.layer("wide", "point", fields: ["name: name, type: text"])
    #expect(try test.text(far, into: wide).count("far-from-city") == 1)
    #expect(try test.file(path, into: wide).rejected == 0)
    let other = try TestImport.layer("other", "point", fields: ["name: name, type: text"])
    let error = #expect(throws: ImportError.self) { try self.test.file(path, into: other) }
    #expect(error?.code == .farFromCity)
  }

  @Test("Cells are part of the city, and lie near it")
  func rasters() throws {
    let city = try TestImport()
    let path = try city.geoTIFF("dem.tif", columns: 2, rows: 2, [1, 2, 3, 4])
    try city.raster(path, into: TestImport.rasterLayer())
    let berlin = collection([pointText("b", x: 13.4, y: 52.5)])
    let far = #expect(throws: ImportError.self) { try city.text(berlin, into: self.layer) }
    #expect(far?.code == .farFromCity)

    let other = try TestImport()
    try other.text(berlin, into: layer)
    let error = #expect(throws: ImportError.self) {
      try other.raster(path, into: TestImport.rasterLayer())
    }
    #expect(error?.code == .farFromCity)
    #expect(error?.message.hasPrefix("the cells of \(path) lie ") == true)
    #expect(try other.storedRaster() == nil)
  }

  @Test("A CRS that contradicts the file's own is a warning with both names and the shift")
  func overruled() throws {
    let path = try test.folder.write(
      """
      {"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:4547"}},
       "features":[{"type":"Feature","id":"9","properties":{},"geometry":{"type":"Point",
       "coordinates":[538000,3376000]}}]}
      """.utf8, to: "own.geojson")
    let other = try TestImport()
    let report = try other.file(path, into: layer, crs: "EPSG:4548")
    let warning = try #require(report.problems.first { $0.rule == "overruled-crs" })
    #expect(warning.severity == .warning)
    #expect(warning.message.hasPrefix("the file says EPSG:4547 (CGCS2000"), "\(warning.message)")
    #expect(
      warning.message.contains(
        "--crs says EPSG:4548, which moves its places by 28"), "\(warning.message)")
    let same = try TestImport().file(path, into: layer, crs: "EPSG:4547")
    #expect(same.count("overruled-crs") == 0)
  }
}
