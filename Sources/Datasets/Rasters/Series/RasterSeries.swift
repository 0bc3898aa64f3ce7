package import Foundation
package import SimpleFeatures

/// Rasters of a quantity at times, all on the same cells: a NetCDF file of the CF conventions, or a
/// folder of GeoTIFFs (or ASCII grids) whose names hold their times.
package struct RasterSeries: Sendable {
  /// Where the cells that were asked for lie; its CRS is empty where the file names none.
  package let lattice: RasterLattice
  /// The unit that the file names; `nil` for none.
  package let unit: String?
  /// By member and time.
  package private(set) var slices: [RasterSlice] = []
  /// The values of each slice, row by row from the north; NaN where there is none.
  package private(set) var values: [[Float]] = []

  /// Cells of all slices beyond which a series is not held.
  private static let mostCells = 1 << 28

  /// Reads what meets an area.
  ///
  /// - Parameters:
  ///   - variable: Which quantity of a NetCDF file is meant; needed where several have times.
  ///   - window: Gives the part of the lattice that is wanted.
  /// - Throws: ``ImportError`` as ``RasterFile`` does; `unsuitable-raster` for files without times
  ///   and for what the window refuses.
  package init(
    _ path: String, variable: String? = nil,
    window: (RasterLattice) throws -> (columns: Range<Int>, rows: Range<Int>)
  ) throws {
    let source = try Self.source(path, variable)
    let whole = source.head.raster.lattice
    let part = try window(whole)
    lattice = whole.part(columns: part.columns, rows: part.rows)
    unit = source.head.unit
    guard lattice.cellCount * source.head.slices.count <= Self.mostCells else {
      throw ImportError(
        .unsuitableRaster,
        "\(path) holds \(source.head.slices.count) rasters of \(lattice.cellCount) cells in the "
          + "area", hint: "take fewer times or larger cells")
    }
    var read: [(slice: RasterSlice, values: [Float])] = []
    while let (index, rows) = try source.next(rows: part.rows) {
      var values: [Float] = []
      values.reserveCapacity(lattice.cellCount)
      for row in 0..<part.rows.count {
        let start = row * whole.columns
        values += rows[start + part.columns.lowerBound..<start + part.columns.upperBound]
      }
      read.append((source.head.slices[index], values))
    }
    read.sort { ($0.slice.member, $0.slice.moment) < ($1.slice.member, $1.slice.moment) }
    slices = read.map(\.slice)
    values = read.map(\.values)
  }

  /// In a process of its own where this program offers one.
  private static func source(
    _ path: String, _ variable: String?
  ) throws(ImportError) -> any RasterSliceSource {
    if try PlainFile(path).isFolder { return try RasterFolder(path) }
    guard let executable = DatasetWorker.executable else {
      return try SeriesFile(path, variable: variable)
    }
    return try WorkerSeries(path, variable: variable, executable)
  }
}

/// Where rasters at times come from, one after the other.
protocol RasterSliceSource: AnyObject {
  var head: RasterSeriesHead { get }
  /// The index of the next slice and the values of some of its rows; `nil` after the last.
  func next(rows: Range<Int>) throws(ImportError) -> (index: Int, values: [Float])?
}

/// A NetCDF file that this process reads.
private final class SeriesFile: RasterSliceSource {
  private let file: GDALSeries
  private var count = 0

  init(_ path: String, variable: String?) throws(ImportError) {
    file = try GDALSeries(path, variable: variable)
  }

  var head: RasterSeriesHead { file.head }

  func next(rows: Range<Int>) throws(ImportError) -> (index: Int, values: [Float])? {
    guard count < head.slices.count else { return nil }
    defer { count += 1 }
    return (count, try file.values(ofSlice: count, rows: rows))
  }
}

/// A NetCDF file that another process reads.
private final class WorkerSeries: RasterSliceSource {
  let head: RasterSeriesHead
  private let frames: WorkerFrames
  private var cells: [Float] = []
  private var count = 0

  init(_ path: String, variable: String?, _ executable: String) throws(ImportError) {
    frames = try WorkerFrames(
      executable, [DatasetWorker.seriesCommand, variable ?? "", path], path)
    switch try frames.next() {
    case .series(let head):
      let lattice = head.raster.lattice
      guard lattice.cellCount * head.slices.count <= frames.limits.cells else {
        throw frames.limits.tooManyCells(path, lattice.columns, lattice.rows * head.slices.count)
      }
      self.head = head
    case .failure(let error): throw frames.cause(of: error)
    default: throw frames.unintelligible
    }
  }

  func next(rows: Range<Int>) throws(ImportError) -> (index: Int, values: [Float])? {
    guard count < head.slices.count else { return nil }
    let lattice = head.raster.lattice
    while cells.count < lattice.cellCount {
      switch try frames.next() {
      case .cells(let more): cells += more
      case .failure(let error): throw frames.cause(of: error)
      default: throw frames.unintelligible
      }
    }
    let values = Array(
      cells[rows.lowerBound * lattice.columns..<rows.upperBound * lattice.columns])
    cells.removeFirst(lattice.cellCount)
    defer { count += 1 }
    return (count, values)
  }
}

/// A folder of rasters whose names hold their times.
private final class RasterFolder: RasterSliceSource {
  let head: RasterSeriesHead
  private let files: [String]
  private var count = 0

  init(_ path: String) throws(ImportError) {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    let rasters = names.filter {
      [".tif", ".tiff", ".asc", ".asc.gz"].contains(where: $0.lowercased().hasSuffix)
    }
    let timed = rasters.compactMap { name in
      ForecastTime.moment(inFileName: name).map { (file: "\(path)/\(name)", moment: $0) }
    }
    guard let first = timed.first else {
      throw ImportError(
        .unsuitableRaster,
        "\(path) holds no rasters whose names have times; it has \(rasters.count) rasters",
        hint: "name them by the time that they begin at, such as rain-202607051200.tif (China "
          + "Standard Time) or rain-20260705T0400Z.tif")
    }
    if let other = rasters.first(where: { ForecastTime.moment(inFileName: $0) == nil }) {
      throw ImportError(
        .unsuitableRaster, "the name of \(path)/\(other) has no time",
        hint: "name it by its time, or move it elsewhere")
    }
    files = timed.map(\.file)
    head = RasterSeriesHead(
      raster: try RasterFile(first.file).head, unit: nil,
      slices: timed.map { RasterSlice(moment: $0.moment, member: 0) })
  }

  func next(rows: Range<Int>) throws(ImportError) -> (index: Int, values: [Float])? {
    guard count < files.count else { return nil }
    let file = try RasterFile(files[count])
    guard file.lattice == head.raster.lattice else {
      throw ImportError(
        .unsuitableRaster, "\(files[count]) has other cells than \(files[0])",
        hint: "bring all to the same cells: gdalwarp -te … -tr …")
    }
    defer { count += 1 }
    return (count, try file.values(rows: rows))
  }
}

/// What is known of a series without its cells.
package struct RasterSeriesOutline: Sendable {
  /// The earliest and the latest time.
  package let first, last: Date
  /// Members of an ensemble; 1 where there is none.
  package let members: Int
  /// When the file was written; of a folder the latest of its files.
  package let written: Date
}

extension RasterSeries {
  /// What is known of a series without its cells.
  ///
  /// - Throws: ``ImportError`` as reading it does.
  package static func outline(
    of path: String, variable: String? = nil
  ) throws -> RasterSeriesOutline {
    let slices = try source(path, variable).head.slices
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let written = ([path] + names.map { "\(path)/\($0)" }).compactMap {
      (try? FileManager.default.attributesOfItem(atPath: $0))?[.modificationDate] as? Date
    }
    return RasterSeriesOutline(
      first: slices.map(\.moment).min() ?? .distantPast,
      last: slices.map(\.moment).max() ?? .distantPast,
      members: Set(slices.map(\.member)).count, written: written.max() ?? .distantPast)
  }
}
