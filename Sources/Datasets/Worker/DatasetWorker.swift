import Foundation
import SimpleFeatures
import Synchronization

/// The process that reads a foreign file for another: this program once more, without rights.
///
/// It is given a ``DatasetRequest`` or the path of a raster or of rasters at times, and writes
/// ``RecordFrame``s to its standard output.
package enum DatasetWorker {
  /// The words after the program's name that make it such a process.
  static let command = "read-dataset"
  static let rasterCommand = "read-raster"
  static let seriesCommand = "read-raster-series"

  private static let offered = Mutex(false)

  /// The program that reads foreign files; `nil` where they are read in this process.
  static var executable: String? { offered.withLock { $0 } ? "/proc/self/exe" : nil }

  /// Reads a file and ends, where the program was started for that; else this program is the one
  /// that is started for each foreign file.
  ///
  /// To be called first of all, while there is one thread.
  package static func serveIfAsked(_ arguments: [String] = CommandLine.arguments) {
    let output = FrameWriter(STDOUT_FILENO)
    switch arguments.dropFirst().first {
    case command: serve(output) { try sendRecords(arguments.last ?? "", to: output) }
    case rasterCommand: serve(output) { try sendCells(arguments.last ?? "", to: output) }
    case seriesCommand: serve(output) { try sendSlices(arguments.suffix(2), to: output) }
    default: offered.withLock { $0 = true }
    }
  }

  private static func serve(_ output: FrameWriter, _ work: () throws -> Void) -> Never {
    do {
      try work()
    } catch let error as FormatError {
      output.write(.fault(error))
    } catch let error as ImportError {
      output.write(.failure(error))
    } catch {
      output.write(.failure(ImportError(.unreadableFile, "\(error)")))
    }
    exit(0)
  }

  /// Gives up all rights but those that reading a file takes.
  private static func confine(to file: String) throws(ImportError) {
    let parts = try FileParts(file)
    Sandbox.enter(parts.limits, files: parts.files, folders: parts.folders)
  }

  /// Records of a batch, and bytes after which it is full all the same.
  private static let batchRecords = 256
  private static let batchBytes = 1 << 18

  private static func sendRecords(_ text: String, to output: FrameWriter) throws {
    let request = try JSONDecoder().decode(DatasetRequest.self, from: Data(text.utf8))
    try confine(to: request.file)
    let source = try request.source()
    output.write(
      .head(
        DatasetHead(
          format: source.format.rawValue, numberColumn: source.numberColumn,
          columns: source.columnNames, hasShapes: source.hasShapes,
          crs: DatasetHead.CRS(source.declaredCRS), count: source.extent.total)))
    var batch = RecordBatch()
    var remarks: [String] = []
    func flush() {
      if source.remarks != remarks {
        remarks = source.remarks
        output.write(.remarks(remarks))
      }
      output.write(.records(batch))
      batch = RecordBatch()
    }
    while let record = try source.next() {
      batch.append(record)
      if batch.count == batchRecords || batch.bytes.count > batchBytes { flush() }
    }
    flush()
    output.write(.end)
  }

  /// Cells of a frame.
  private static let frameCells = 1 << 18

  private static func sendCells(_ path: String, to output: FrameWriter) throws {
    try confine(to: path)
    GDALSession.keepBlocks(bytes: 256 << 20)
    let raster = try GDALRaster(path)
    output.write(.raster(raster.head))
    try send(raster.head.lattice, to: output) { rows throws(ImportError) in
      try raster.values(rows: rows)
    }
  }

  /// - Parameter words: The variable, if any, and the path.
  private static func sendSlices(_ words: ArraySlice<String>, to output: FrameWriter) throws {
    let (variable, path) = (words.first ?? "", words.last ?? "")
    try confine(to: path)
    GDALSession.keepBlocks(bytes: 256 << 20)
    let series = try GDALSeries(path, variable: variable.isEmpty ? nil : variable)
    output.write(.series(series.head))
    for index in series.head.slices.indices {
      try send(series.head.raster.lattice, to: output) { rows throws(ImportError) in
        try series.values(ofSlice: index, rows: rows)
      }
    }
  }

  private static func send(
    _ lattice: RasterLattice, to output: FrameWriter,
    _ values: (Range<Int>) throws(ImportError) -> [Float]
  ) throws(ImportError) {
    let step = max(1, frameCells / max(1, lattice.columns))
    for first in stride(from: 0, to: lattice.rows, by: step) {
      output.write(.cells(try values(first..<min(first + step, lattice.rows))))
    }
  }
}
