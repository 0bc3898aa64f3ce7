import Catalog
import SimpleFeatures

/// Opens a file that GDAL reads, each format with the options that make its features the
/// person's.
struct DatasetOpening {
  private let format: GDALFormat
  private let path: String
  private let file: PlainFile
  private let request: DatasetRequest

  /// - Parameter path: Where GDAL finds the dataset: the file, or an entry of an archive.
  init(_ format: GDALFormat, _ path: String, _ file: PlainFile, _ request: DatasetRequest) {
    self.format = format
    self.path = path
    self.file = file
    self.request = request
  }

  func source() throws -> GDALSource {
    switch format {
    case .shapefile: return try shapefile()
    case .dxf: return try drawing()
    case .workbook: return try workbook()
    case .mapInfo:
      let encoding = try request.encoding.map { name throws(ImportError) in
        try TextEncoding.named(name)
      }
      let dataset = try GDALDataset(file.name, path: path, format, encoding: encoding ?? .utf8)
      return try source(dataset, OGRColumns.Reading(encoding: encoding ?? .utf8))
    default: return try source(try GDALDataset(file.name, path: path, format), .init())
    }
  }

  private func source(
    _ dataset: GDALDataset, _ reading: OGRColumns.Reading, remarks: [String] = []
  ) throws(ImportError) -> GDALSource {
    let choice = try LayerChoice(dataset, request)
    return try GDALSource(
      dataset, layer: choice.index, reading,
      remarks: (choice.remark.map { [$0] } ?? []) + remarks)
  }

  // MARK: Shapefiles

  private func shapefile() throws(ImportError) -> GDALSource {
    let parts = try ShapefileParts(path, file)
    // Layer names are file names; texts come as the bytes of the file. Columns of 19 digits are
    // whole numbers where all of them are.
    let dataset = try GDALDataset(
      file.name, path: parts.path, format, options: ["ENCODING=", "ADJUST_TYPE=YES"])
    let choice = try LayerChoice(dataset, request)
    let (encoding, remark) = try parts.encoding(
      ofLayer: dataset.layers[choice.index].name, named: request.encoding)
    return try GDALSource(
      dataset, layer: choice.index, OGRColumns.Reading(encoding: encoding),
      remarks: [choice.remark, remark, parts.missingTable].compactMap { $0 })
  }

  // MARK: Drawings

  /// Layers of points take the places of blocks (symbols); others take the blocks' own lines.
  private func drawing() throws -> GDALSource {
    let codePage = try DrawingCodePage(path, file.name, named: request.encoding)
    var settings = codePage.settings
    settings["DXF_MERGE_BLOCK_GEOMETRIES"] = "FALSE"
    settings["DXF_INLINE_BLOCKS"] = request.target?.geometryType == .point ? "FALSE" : "TRUE"
    let dataset = try GDALDataset(file.name, path: path, format, settings: settings)
    guard let index = dataset.layers.firstIndex(where: { $0.name == "entities" }) else {
      throw ImportError(
        .unreadableFile, "\(file.name) holds no drawing", hint: "is it the right file?")
    }
    return try GDALSource(
      dataset, layer: index,
      OGRColumns.Reading(
        closesPolygons: request.target?.geometryType == .polygon,
        bytesOf: ["BlockName": codePage.encoding ?? .utf8]),
      remarks: codePage.remark.map { [$0] } ?? [])
  }

  // MARK: Workbooks

  /// Rows as they are, where the first does not name the columns.
  private func workbook() throws(ImportError) -> GDALSource {
    let dataset = try GDALDataset(
      file.name, path: path, format,
      settings: ["OGR_XLSX_HEADERS": request.hasHeaderRow ? "FORCE" : "DISABLE"])
    return try source(dataset, .init())
  }
}
