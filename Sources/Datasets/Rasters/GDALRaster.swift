import CGDAL
import Catalog
import Foundation
import SimpleFeatures

/// A raster that GDAL reads in this process.
@safe final class GDALRaster: RasterRows {
  let head: RasterHead
  private let path: String
  private var lattice: RasterLattice { head.lattice }
  private var isRounded: Bool { head.isRounded }

  private let dataset: GDALDatasetH
  private var band: Band

  /// One band of the file: where its numbers are and what they mean.
  @safe private struct Band {
    let handle: GDALRasterBandH?
    let type: GDALDataType
    let scale: Double
    let offset: Double
    /// What stands for no value before it is scaled.
    let rawNoValue: Double?
    let mask: GDALRasterBandH?

    init(_ number: Int, of dataset: GDALDatasetH) {
      let band = unsafe GDALGetRasterBand(dataset, Int32(number))
      unsafe handle = band
      type = unsafe GDALGetRasterDataType(band)
      let (hasScale, hasOffset, hasNoValue) = (Flag(), Flag(), Flag())
      let scale = unsafe GDALGetRasterScale(band, &hasScale.value)
      let offset = unsafe GDALGetRasterOffset(band, &hasOffset.value)
      self.scale = hasScale.value != 0 ? scale : 1
      self.offset = hasOffset.value != 0 ? offset : 0
      let raw = unsafe GDALGetRasterNoDataValue(band, &hasNoValue.value)
      rawNoValue = hasNoValue.value != 0 ? raw : nil
      let hasMask = unsafe GDALGetMaskFlags(band) & GMF_PER_DATASET != 0
      unsafe mask = hasMask ? unsafe GDALGetMaskBand(band) : nil
    }
  }

  private static let drivers = ["GTiff", "AAIGrid"]

  /// Opens a file of one band and reads its head.
  ///
  /// - Throws: ``ImportError`` `unreadable-raster` for a file that GDAL cannot read;
  ///   `unsuitable-raster` with the way out for several bands, complex numbers, cells that are
  ///   turned or have no place, and sizes beyond reason.
  convenience init(_ path: String) throws(ImportError) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw ImportError(.unreadableRaster, "there is no file \(path)", hint: "check its name")
    }
    // GDAL guesses the type of an ASCII grid from its first 100 KB, which may hold no decimals.
    let (handle, words) = unsafe GDALSession.open(
      Self.isGzipped(path) ? "/vsigzip/\(path)" : path, GDAL_OF_RASTER, drivers: Self.drivers,
      options: ["DATATYPE=Float32"])
    guard let handle = unsafe handle else {
      throw ImportError(
        .unreadableRaster, "\(path) is no raster that can be read: \(words)",
        hint: "GeoTIFF and ESRI ASCII grids are; gdal_translate makes a GeoTIFF of most others")
    }
    let bands = unsafe GDALGetRasterCount(handle)
    guard bands == 1 else {
      unsafe GDALClose(handle)
      throw ImportError(
        .unsuitableRaster, "\(path) has \(bands) bands, a layer holds one",
        hint: "take one out: gdal_translate -b 1 IN OUT.tif")
    }
    try unsafe self.init(opened: handle, path)
  }

  /// The first band of a dataset, which is closed with it.
  ///
  /// - Throws: As above.
  init(opened handle: GDALDatasetH, _ path: String) throws(ImportError) {
    self.path = path
    let lattice: RasterLattice
    do {
      try unsafe Self.checkForm(handle, path)
      lattice = try unsafe Self.lattice(of: handle, path)
    } catch {
      unsafe GDALClose(handle)
      throw error
    }
    unsafe dataset = handle
    let first = unsafe Band(1, of: handle)
    band = first
    let datum = unsafe GDALCRS(GDALGetSpatialRef(handle)).datum
    head = RasterHead(
      lattice: lattice, datum: datum,
      noValue: first.rawNoValue.map { $0 * first.scale + first.offset },
      isRounded: [GDT_Float64, GDT_Int32, GDT_UInt32].contains(first.type))
  }

  /// Goes on with another band.
  ///
  /// - Parameter number: From 1.
  func select(band number: Int) { band = unsafe Band(number, of: dataset) }

  deinit { unsafe GDALClose(dataset) }

  /// A place for GDAL to say whether an answer means anything.
  private final class Flag {
    var value: Int32 = 0
  }

  private static func isGzipped(_ path: String) -> Bool {
    guard let handle = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? handle.close() }
    return (try? handle.read(upToCount: 2)) == Data([0x1F, 0x8B])
  }

  private static func checkForm(_ handle: GDALDatasetH, _ path: String) throws(ImportError) {
    let type = unsafe GDALGetRasterDataType(GDALGetRasterBand(handle, 1))
    guard GDALDataTypeIsComplex(type) == 0 else {
      throw ImportError(.unsuitableRaster, "\(path) holds complex numbers")
    }
    let columns = unsafe Int(GDALGetRasterXSize(handle))
    let rows = unsafe Int(GDALGetRasterYSize(handle))
    guard max(columns, rows) <= RasterHead.longestSide else {
      throw ImportError(
        .unsuitableRaster, "\(path) claims \(columns) x \(rows) cells",
        hint: "at most \(RasterHead.longestSide) a side are taken: cut it with gdal_translate "
          + "-srcwin")
    }
  }

  private static func lattice(
    of handle: GDALDatasetH, _ path: String
  ) throws(ImportError) -> RasterLattice {
    var numbers = [Double](repeating: 0, count: 6)
    let found = unsafe numbers.withUnsafeMutableBufferPointer {
      unsafe GDALGetGeoTransform(handle, $0.baseAddress)
    }
    guard found == CE_None, numbers.allSatisfy(\.isFinite) else {
      throw ImportError(
        .unsuitableRaster, "\(path) does not say where its cells lie",
        hint: "give it corners: gdal_translate -a_ullr WEST NORTH EAST SOUTH IN OUT.tif")
    }
    guard numbers[2] == 0, numbers[4] == 0, numbers[1] > 0, numbers[5] < 0 else {
      throw ImportError(
        .unsuitableRaster,
        "the cells of \(path) are turned or mirrored: rows must run from north "
          + "to south, columns from west to east",
        hint: "turn it: gdalwarp -r bilinear IN OUT.tif")
    }
    return RasterLattice(
      columns: unsafe Int(GDALGetRasterXSize(handle)),
      rows: unsafe Int(GDALGetRasterYSize(handle)), originX: numbers[0], originY: numbers[3],
      cellWidth: numbers[1], cellHeight: -numbers[5],
      crs: unsafe GDALCRS(GDALGetSpatialRef(handle)).identifier)
  }

  // MARK: Values

  /// The values of some rows, row by row; NaN where there is none.
  ///
  /// - Throws: ``ImportError`` `unreadable-raster` where the file is cut off or damaged.
  func values(rows: Range<Int>) throws(ImportError) -> [Float] {
    var values = [Float](repeating: .nan, count: rows.count * lattice.columns)
    if !isRounded, band.scale == 1, band.offset == 0 {
      unsafe try read(rows, into: &values, GDT_Float32, from: band.handle)
      if let none = band.rawNoValue.map({ Float($0) }), !none.isNaN {
        for i in values.indices where values[i] == none { values[i] = .nan }
      }
    } else {
      // Scaled and 32-bit whole numbers are computed in full before they are rounded.
      var exact = [Double](repeating: .nan, count: values.count)
      unsafe try read(rows, into: &exact, GDT_Float64, from: band.handle)
      let none = band.rawNoValue.map { band.type == GDT_Float32 ? Double(Float($0)) : $0 }
      for i in exact.indices where exact[i] != none {
        values[i] = Float(exact[i] * band.scale + band.offset)
      }
    }
    if let mask = unsafe band.mask {
      var isThere = [UInt8](repeating: 0, count: values.count)
      unsafe try read(rows, into: &isThere, GDT_Byte, from: mask)
      for i in values.indices where isThere[i] == 0 { values[i] = .nan }
    }
    return values
  }

  private func read<Number>(
    _ rows: Range<Int>, into numbers: inout [Number], _ type: GDALDataType,
    from band: GDALRasterBandH?
  ) throws(ImportError) {
    let (result, words) = GDALSession.run {
      unsafe numbers.withUnsafeMutableBytes { buffer in
        unsafe GDALRasterIO(
          band, GF_Read, 0, Int32(rows.lowerBound), Int32(lattice.columns), Int32(rows.count),
          buffer.baseAddress, Int32(lattice.columns), Int32(rows.count), type, 0, 0)
      }
    }
    guard result == CE_None else {
      throw ImportError(
        .unreadableRaster,
        "\(path) cannot be read from row \(rows.lowerBound + 1) on: \(words)",
        hint: "it is cut off or damaged: fetch it again")
    }
  }
}
