import Foundation
import SimpleFeatures
import Synchronization

/// The process that reads a foreign file for another: this program once more, without rights.
///
/// It is given a ``DatasetRequest`` as its argument and writes ``RecordFrame``s to standard output.
package enum DatasetWorker {
  /// The word after the program's name that makes it such a process.
  static let command = "read-dataset"

  private static let offered = Mutex(false)

  /// The program that reads foreign files; `nil` where they are read in this process.
  static var executable: String? { offered.withLock { $0 } ? "/proc/self/exe" : nil }

  /// Reads a file and ends, where the program was started for that; else this program is the one
  /// that is started for each foreign file.
  ///
  /// To be called first of all, while there is one thread.
  package static func serveIfAsked(_ arguments: [String] = CommandLine.arguments) {
    guard arguments.dropFirst().first == command else { return offered.withLock { $0 = true } }
    guard arguments.count == 3,
      let request = try? JSONDecoder().decode(DatasetRequest.self, from: Data(arguments[2].utf8))
    else { exit(2) }
    serve(request)
  }

  private static func serve(_ request: DatasetRequest) -> Never {
    let output = FrameWriter(STDOUT_FILENO)
    do throws(ImportError) {
      let parts = try FileParts(request.file)
      Confinement.enter(parts.limits, files: parts.files, folders: parts.folders)
    } catch {
      output.write(.failure(error))
      exit(0)
    }
    do { try send(try request.source(), to: output) } catch { output.write(.failure(error)) }
    exit(0)
  }

  /// Records of a batch, and bytes after which it is full all the same.
  private static let batchRecords = 256
  private static let batchBytes = 1 << 18

  private static func send(_ source: GDALSource, to output: FrameWriter) throws {
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
}
