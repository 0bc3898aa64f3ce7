import CGDAL
import Catalog
import Datasets
import FeatureStore
import SimpleFeatures

/// Writes GeoPackage, Shapefile and FlatGeobuf through GDAL (3.6 and later), feature by feature.
///
/// Lines and polygons are written as multi-geometries, since a column has one type. GDAL does not
/// report every write that fails, so the file is read back before it counts as whole.
@safe final class GDALFileWriter: FeatureFileWriter {
  private let path: String
  private let format: ExportFormat
  private let columns: [FileColumn]
  private let coder: TextCoder
  private var dataset: GDALDatasetH?
  private var layer: OGRLayerH?
  private var count = 0

  /// Creates the file with its columns.
  init(
    _ path: String, _ format: ExportFormat, _ stored: StoredLayer, _ columns: [FileColumn],
    _ projection: ExportProjection, _ coder: TextCoder = TextCoder(.utf8)
  ) throws(ImportError) {
    self.path = path
    self.format = format
    self.columns = columns
    self.coder = coder
    let (isDone, words) = GDALSession.run {
      // The file's own date is that of the data, so that the same data make the same bytes.
      setOptions(date: stored.lastCommitTime)
      unsafe dataset = unsafe GDALCreate(
        GDALGetDriverByName(format.driver), path, 0, 0, 0, GDT_Unknown, nil)
      guard let dataset = unsafe dataset else { return false }
      unsafe layer = unsafe makeLayer(dataset, stored, projection)
      guard let layer = unsafe layer, columns.allSatisfy({ unsafe add($0, to: layer) }) else {
        return false
      }
      // Only GeoPackage knows transactions; without one, each feature would wait for the disk.
      return unsafe format != .geoPackage
        || GDALDatasetStartTransaction(dataset, 0) == OGRERR_NONE
    }
    guard isDone, words.isEmpty else { throw fault(words) }
  }

  deinit {
    if let dataset = unsafe dataset { _ = GDALSession.run { unsafe GDALClose(dataset) } }
    setOptions(date: nil)
  }

  private func setOptions(date: String?) {
    unsafe CPLSetThreadLocalConfigOption("OGR_CURRENT_DATE", date)
    // Nobody sees the file before it is whole.
    unsafe CPLSetThreadLocalConfigOption("OGR_SQLITE_SYNCHRONOUS", date == nil ? nil : "OFF")
  }

  // MARK: Columns

  private func makeLayer(
    _ dataset: GDALDatasetH, _ stored: StoredLayer, _ projection: ExportProjection
  ) -> OGRLayerH? {
    let definition = stored.definition
    let options =
      switch format {
      case .geoPackage:
        [
          "FID=fid", "GEOMETRY_NAME=geom", "IDENTIFIER=\(definition.title.zh)",
          "DESCRIPTION=\(definition.description.zh)",
        ]
      // Without the index the order stays; an empty file needs it to be one at all.
      case .flatGeobuf: ["SPATIAL_INDEX=\(stored.featureCount == 0 ? "YES" : "NO")"]
      default:
        [
          "ENCODING=\(coder.encoding.rawValue)", "2GB_LIMIT=YES",
          "DBF_DATE_LAST_UPDATE=\(stored.lastCommitTime.prefix(10))",
        ]
      }
    let type =
      switch definition.geometry {
      case .point: wkbPoint
      case .line: wkbMultiLineString
      case .polygon: wkbMultiPolygon
      }
    guard let system = unsafe OSRNewSpatialReference(nil) else { return nil }
    defer { unsafe OSRRelease(system) }
    guard unsafe OSRSetFromUserInput(system, projection.identifier) == OGRERR_NONE else {
      return nil
    }
    unsafe OSRSetAxisMappingStrategy(system, OAMS_TRADITIONAL_GIS_ORDER)
    return unsafe GDALSession.withOptions(options) { options in
      unsafe GDALDatasetCreateLayer(dataset, definition.id, system, type, options)
    }
  }

  private func add(_ column: FileColumn, to layer: OGRLayerH) -> Bool {
    let type =
      switch column.form {
      case .text: OFTString
      case .integer: OFTInteger64
      case .real: OFTReal
      case .boolean: OFTInteger
      case .date: OFTDate
      case .dateTime: OFTDateTime
      }
    let definition = unsafe OGR_Fld_Create(column.name, type)
    defer { unsafe OGR_Fld_Destroy(definition) }
    if column.form == .boolean { unsafe OGR_Fld_SetSubType(definition, OFSTBoolean) }
    unsafe OGR_Fld_SetWidth(definition, Int32(column.width))
    unsafe OGR_Fld_SetPrecision(definition, Int32(column.decimals))
    return unsafe OGR_L_CreateField(layer, definition, 0) == OGRERR_NONE
  }

  // MARK: Features

  func write(_ feature: StoredFeature, _ losses: inout LossTally) throws {
    guard let layer = unsafe layer, let record = unsafe OGR_F_Create(OGR_L_GetLayerDefn(layer))
    else { throw fault("it is closed") }
    defer { unsafe OGR_F_Destroy(record) }
    if format == .geoPackage { unsafe OGR_F_SetFID(record, feature.row) }
    for (index, column) in columns.enumerated() {
      let value = column.field.map { feature.values[$0] } ?? .text(feature.id)
      let cell = unsafe FileCell(
        record: record, index: Int32(index), column: column, format: format, id: feature.id)
      cell.set(value, coder, &losses)
    }
    let shape =
      feature.geometry.kind == .point
      ? feature.geometry : feature.geometry.promotedToMulti
    let bytes = WKB.encode(shape)
    let (isDone, words) = GDALSession.run {
      var geometry: OGRGeometryH? = nil
      let isRead = unsafe bytes.withUnsafeBytes {
        unsafe OGR_G_CreateFromWkb($0.baseAddress, nil, &geometry, Int32($0.count))
      }
      return unsafe isRead == OGRERR_NONE
        && OGR_F_SetGeometryDirectly(record, geometry) == OGRERR_NONE
        && OGR_L_CreateFeature(layer, record) == OGRERR_NONE
    }
    guard isDone, words.isEmpty else { throw fault(words) }
    count += 1
  }

  func finish() throws {
    let (isDone, words) = GDALSession.run {
      let isDone =
        unsafe format != .geoPackage
        || GDALDatasetCommitTransaction(dataset) == OGRERR_NONE
      unsafe GDALFlushCache(dataset)
      unsafe GDALClose(dataset)
      return isDone
    }
    unsafe (dataset, layer) = (nil, nil)
    guard isDone, words.isEmpty else { throw fault(words) }
    let (found, complaint) = GDALSession.run { readBack() }
    guard found == count, complaint.isEmpty else {
      throw fault(
        "\(found) of \(count) features arrived" + (complaint.isEmpty ? "" : ": ") + complaint)
    }
  }

  /// How many features with a shape GDAL finds in the file.
  private func readBack() -> Int {
    let flags = UInt32(GDAL_OF_VECTOR | GDAL_OF_READONLY)
    guard let written = unsafe GDALOpenEx(path, flags, nil, nil, nil) else { return 0 }
    defer { unsafe GDALClose(written) }
    let layer = unsafe GDALDatasetGetLayer(written, 0)
    var count = 0
    while let record = unsafe OGR_L_GetNextFeature(layer) {
      if unsafe OGR_F_GetGeometryRef(record) != nil { count += 1 }
      unsafe OGR_F_Destroy(record)
    }
    return count
  }

  private func fault(_ words: String) -> ImportError {
    ImportError(
      .unwritableFile, "\(path) cannot be written" + (words.isEmpty ? "" : ": \(words)"),
      hint: "check that the disk has room; an older file of that name is as it was")
  }
}
