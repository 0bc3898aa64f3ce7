import CGDAL
package import Catalog
package import SimpleFeatures

/// What a raster file is to say of its values.
package struct RasterFileHead {
  package var lattice: RasterLattice
  package var type: RasterRule.CellType
  /// What stands for no value; `nil` where every cell must have one.
  package var noValue: Double?
  /// UCUM unit of the values.
  package var unit: String?
  package var datum: VerticalDatum?

  package init(
    lattice: RasterLattice, type: RasterRule.CellType, noValue: Double?, unit: String?,
    datum: VerticalDatum?
  ) {
    self.lattice = lattice
    self.type = type
    self.noValue = noValue
    self.unit = unit
    self.datum = datum
  }
}

/// Writes a GeoTIFF (OGC 19-008r4) band by band: tiled, deflated with a predictor, without loss.
@safe package final class GeoTIFFWriter {
  private let path: String
  private let target: String
  private let head: RasterFileHead
  private var dataset: GDALDatasetH?

  /// - Parameter target: What the file will be called, for errors.
  package init(_ path: String, for target: String, _ head: RasterFileHead) throws(ImportError) {
    self.path = path
    self.target = target
    self.head = head
    let type = [.float32: GDT_Float32, .int16: GDT_Int16, .uint8: GDT_Byte][head.type]!
    let options = [
      "TILED=YES", "COMPRESS=DEFLATE", "PREDICTOR=\(head.type == .float32 ? 3 : 2)",
      "BIGTIFF=IF_SAFER",
    ]
    let (handle, words) = unsafe GDALSession.run {
      unsafe GDALSession.withOptions(options) { options in
        unsafe GDALCreate(
          GDALGetDriverByName("GTiff"), path, Int32(head.lattice.columns),
          Int32(head.lattice.rows), 1, type, options)
      }
    }
    unsafe dataset = handle
    guard let handle = unsafe handle else { throw fault(words) }
    try unsafe describe(handle)
  }

  deinit { if let dataset = unsafe dataset { unsafe GDALClose(dataset) } }

  private func describe(_ handle: GDALDatasetH) throws(ImportError) {
    let lattice = head.lattice
    var numbers = [
      lattice.originX, lattice.cellWidth, 0, lattice.originY, 0, -lattice.cellHeight,
    ]
    let band = unsafe GDALGetRasterBand(handle, 1)
    let (isDone, words) = GDALSession.run {
      let isPlaced = unsafe numbers.withUnsafeMutableBufferPointer {
        unsafe GDALSetGeoTransform(handle, $0.baseAddress) == CE_None
      }
      if let noValue = head.noValue { unsafe GDALSetRasterNoDataValue(band, noValue) }
      if let unit = head.unit { unsafe GDALSetRasterUnitType(band, unit) }
      return isPlaced
    }
    guard isDone else { throw fault(words) }
    guard !lattice.crs.isEmpty else { return }
    let isSet = unsafe GDALCRS.with(lattice.crs, head.datum) { system in
      unsafe GDALSetSpatialRef(handle, system) == CE_None
    }
    guard isSet == true else { throw fault("it cannot say \(lattice.crs)") }
  }

  /// Writes some rows; NaN becomes the head's no-value.
  package func write(rows: Range<Int>, _ values: [Float]) throws(ImportError) {
    var values = values
    if let none = head.noValue.map({ Float($0) }), !none.isNaN {
      for i in values.indices where values[i].isNaN { values[i] = none }
    }
    let (result, words) = GDALSession.run {
      unsafe values.withUnsafeMutableBytes { buffer in
        unsafe GDALRasterIO(
          GDALGetRasterBand(dataset, 1), GF_Write, 0, Int32(rows.lowerBound),
          Int32(head.lattice.columns), Int32(rows.count), buffer.baseAddress,
          Int32(head.lattice.columns), Int32(rows.count), GDT_Float32, 0, 0)
      }
    }
    guard result == CE_None else { throw fault(words) }
  }

  /// Writes what is still in memory and closes the file.
  package func finish() throws(ImportError) {
    let (_, words) = GDALSession.run { unsafe GDALClose(dataset) }
    unsafe dataset = nil
    guard words.isEmpty else { throw fault(words) }
  }

  private func fault(_ words: String) -> ImportError { .unwritable(target, as: path, words) }
}
