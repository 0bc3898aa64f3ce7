import Catalog
import FeatureStore
import Foundation
import Ingest
import SimpleFeatures
import TestSupport

/// GDAL's programs as makers and judges of raster files.
enum RasterTool {
  /// The numbers of a file's first band as they are in it, 32-bit.
  static func numbers(_ path: String, _ type: String = "Float32") throws -> [UInt32] {
    try GDALProgram.run("gdal_translate", ["-q", "-of", "ENVI", "-ot", type, path, path + ".raw"])
    let data = try Data(contentsOf: URL(filePath: path + ".raw"))
    return data.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
  }
}

extension TestImport {
  static func rasterLayer(
    _ id: String = "terrain", type: String = "float32", rule: String = "unit: m"
  ) throws -> LayerDefinition {
    let text = LayerText.raster(id, type: type, rule: rule)
    let (layer, faults) = LayerCatalog.parse(yaml: text, file: "\(id).yml")
    guard let layer else { throw CatalogError(diagnostics: faults) }
    return layer
  }

  /// A file of flat 32-bit numbers as GeoTIFF near Wuhan, made by GDAL.
  func geoTIFF(
    _ name: String, columns: Int, rows: Int, _ values: [Float], options: [String] = [],
    x: Double = 529_000, y: Double = 3_386_000, cell: Double = 5, crs: String = "EPSG:4547"
  ) throws -> String {
    let raw = try values.withUnsafeBytes { try folder.write($0, to: name + ".bin") }
    let header = """
      ENVI
      samples = \(columns)
      lines = \(rows)
      bands = 1
      data type = 4
      interleave = bsq
      byte order = 0

      """
    _ = try folder.write(header.utf8, to: name + ".bin.hdr")
    let corner = (x + Double(columns) * cell, y - Double(rows) * cell)
    let place = ["-a_srs", crs, "-a_ullr", "\(x)", "\(y)", "\(corner.0)", "\(corner.1)"]
    try GDALProgram.run(
      "gdal_translate", ["-q", "-of", "GTiff"] + place + options + [raw, folder.file(name)])
    return folder.file(name)
  }

  @discardableResult
  func raster(
    _ path: String, into layer: LayerDefinition, crs: String? = nil
  ) throws -> RasterReport {
    try RasterImporter(Importer.Request(file: path, layer: layer, crs: crs)).run { store }
  }

  func exportRaster(
    _ name: String, of layer: String = "terrain", box: Envelope? = nil
  ) throws -> String {
    _ = try RasterExporter(layer: layer, path: folder.file(name), box: box).run(from: store)
    return folder.file(name)
  }

  func storedRaster(_ id: String = "terrain") throws -> (raster: StoredRaster, grid: RasterGrid)? {
    try store.readRastersNow(.latest) { snapshot in
      guard let raster = try snapshot.raster(id) else { return nil }
      return (
        raster,
        try snapshot.grid(
          of: raster, level: 0, columns: raster.columns(level: 0), rows: raster.rows(level: 0))
      )
    }
  }
}
