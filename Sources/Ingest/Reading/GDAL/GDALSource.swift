import CGDAL
import SimpleFeatures

/// One layer of a file that GDAL reads, feature by feature.
@safe final class GDALSource: RecordSource {
  private let file: VectorFile
  private let layer: OGRLayerH
  private let columns: OGRColumns
  private let count: Int?
  private var number = 0
  let declaredCRS: DeclaredCRS

  /// - Parameter layer: Index among the file's layers.
  init(_ file: VectorFile, layer index: Int) throws(ImportError) {
    self.file = file
    guard let layer = unsafe file.handle(of: index) else {
      throw ImportError(.unreadableFile, "\(file.path) has no layer \(index + 1)")
    }
    unsafe self.layer = layer
    columns = unsafe OGRColumns(layer)
    count = file.layers[index].count
    let crs = unsafe GDALCRS(OGR_L_GetSpatialRef(layer))
    declaredCRS =
      crs.identifier.isEmpty
      ? crs.name.isEmpty ? .none : .unknown(crs.name) : .named(crs.identifier)
    unsafe OGR_L_ResetReading(layer)
  }

  var extent: ReadExtent { ReadExtent(.records, done: number, total: count) }

  func next() throws -> SourceRecord? {
    let (handle, words) = unsafe GDALSession.run { unsafe OGR_L_GetNextFeature(layer) }
    guard let handle = unsafe handle else {
      guard words.isEmpty else {
        throw ImportError(
          .unreadableFile, "\(file.path) cannot be read after record \(number): \(words)",
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
