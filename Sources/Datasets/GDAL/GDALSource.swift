import CGDAL
import SimpleFeatures

/// One layer of a file that GDAL reads, feature by feature.
@safe final class GDALSource: DatasetSource {
  private let file: GDALDataset
  private let layer: OGRLayerH
  private var columns: OGRColumns
  private let count: Int?
  private let openingRemarks: [String]
  private var number = 0
  let declaredCRS: DeclaredCRS
  /// Whether the layer has shapes, or is a table.
  let hasShapes: Bool

  /// - Parameters:
  ///   - index: Of the layer among the file's.
  ///   - reading: How values and shapes are taken.
  ///   - remarks: What was decided when the file was opened.
  init(
    _ file: GDALDataset, layer index: Int, _ reading: OGRColumns.Reading, remarks: [String]
  ) throws(ImportError) {
    self.file = file
    guard let layer = unsafe file.handle(of: index) else {
      throw ImportError(.unreadableFile, "\(file.name) has no layer \(index + 1)")
    }
    unsafe self.layer = layer
    columns = try unsafe OGRColumns(layer, reading, file.name)
    count = file.layers[index].count
    hasShapes = file.layers[index].shape != .none
    openingRemarks = remarks
    let crs = unsafe GDALCRS(OGR_L_GetSpatialRef(layer))
    declaredCRS =
      crs.identifier.isEmpty
      ? crs.name.isEmpty ? .none : .unknown(crs.name) : .named(crs.identifier)
    _ = GDALSession.run { unsafe OGR_L_ResetReading(layer) }
  }

  /// The names of the columns, in their order.
  var columnNames: [String] { columns.names }

  /// The name of the number that records have before their values, where the format has one.
  var numberColumn: String? { columns.numberColumn }

  var format: GDALFormat { file.format }

  var extent: ReadExtent { ReadExtent(.records, done: number, total: count) }

  var remarks: [String] { openingRemarks + columns.remarks }

  func next() throws -> SourceRecord? {
    let (handle, words) = unsafe GDALSession.run { unsafe OGR_L_GetNextFeature(layer) }
    guard let handle = unsafe handle else {
      guard words.isEmpty else {
        throw ImportError(
          .unreadableFile, "\(file.name) cannot be read after record \(number): \(words)",
          hint: "it is cut off or damaged: fetch it again")
      }
      return nil
    }
    defer { unsafe OGR_F_Destroy(handle) }
    number += 1
    do throws(FormatError) {
      return SourceRecord(number: number, feature: .success(unsafe try columns.feature(handle)))
    } catch {
      return SourceRecord(number: number, feature: .failure(error))
    }
  }
}
