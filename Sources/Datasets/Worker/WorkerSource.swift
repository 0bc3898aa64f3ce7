import Foundation
import GeometryCore
import SimpleFeatures

/// A foreign file that another process reads, record by record.
final class WorkerSource: DatasetSource {
  let format: GDALFormat
  let columnNames: [String]
  let hasShapes: Bool
  let declaredCRS: DeclaredCRS
  private(set) var remarks: [String] = []

  private let name: String
  private let limits: ReadingLimits
  private let process: WorkerProcess
  private let count: Int?
  /// The names of a record's values.
  private let valueNames: [String]
  private var received = 0
  private var number = 0
  private var batch = RecordBatch()
  private var isAtEnd = false

  /// Starts the process and waits until it has opened the file.
  ///
  /// - Throws: ``ImportError`` or ``FormatError`` of the process, or `unreadable-file` where it
  ///   took too much or did not survive.
  init(_ request: DatasetRequest, _ executable: String) throws {
    name = request.file
    limits = try FileParts(request.file).limits
    let text = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
    process = try WorkerProcess(executable, [DatasetWorker.command, text])
    let frame = try Self.frame(process, name, limits)
    guard case .head(let head) = frame, let format = GDALFormat(rawValue: head.format) else {
      if case .failure(let error) = frame { throw Self.cause(of: error, process, name, limits) }
      throw Self.unintelligible(name)
    }
    self.format = format
    (columnNames, hasShapes) = (head.columns, head.hasShapes)
    valueNames = (head.numberColumn.map { [$0] } ?? []) + head.columns
    (declaredCRS, count) = (head.crs.declared, head.count)
  }

  var extent: ReadExtent { ReadExtent(.records, done: number, total: count) }

  func next() throws -> SourceRecord? {
    while true {
      if let feature = try readRecord() {
        number += 1
        return SourceRecord(number: number, feature: feature)
      }
      guard !isAtEnd else { return nil }
      switch try Self.frame(process, name, limits) {
      case .head: throw Self.unintelligible(name)
      case .records(let records):
        received += records.bytes.count
        guard received <= limits.output else { throw limits.tooMuchOutput(name) }
        batch = records
      case .remarks(let texts): remarks = texts
      case .end: isAtEnd = true
      case .failure(let error): throw Self.cause(of: error, process, name, limits)
      }
    }
  }

  private func readRecord() throws(ImportError) -> Result<Feature, FormatError>? {
    do throws(RecordFrame.Unintelligible) { return try batch.next(valueNames) } catch {
      throw Self.unintelligible(name)
    }
  }

  // MARK: Frames

  private static func frame(
    _ process: WorkerProcess, _ name: String, _ limits: ReadingLimits
  ) throws -> RecordFrame {
    let header = try read(RecordFrame.headerBytes, process, name, limits)
    let length = header.dropFirst().reversed().reduce(0) { $0 << 8 | Int($1) }
    let content = try read(length, process, name, limits)
    do throws(RecordFrame.Unintelligible) {
      return try RecordFrame(kind: header[0], content)
    } catch {
      throw unintelligible(name)
    }
  }

  /// Bytes that are taken at once: a length is not believed before its bytes are there.
  private static let portion = 1 << 20

  private static func read(
    _ count: Int, _ process: WorkerProcess, _ name: String, _ limits: ReadingLimits
  ) throws(ImportError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = process.read(min(portion, count - bytes.count))
      if more.isEmpty { throw death(of: process, name, limits) }
      bytes += more
    }
    return bytes
  }

  private static func unintelligible(_ name: String) -> ImportError {
    ImportError(
      .unreadableFile,
      "\(name) is not read any further: what the process that read it sends makes no sense",
      hint: "the file is damaged, or made to do harm: ask where it comes from")
  }

  /// What made a process fail: libraries that get no memory say that the file is damaged.
  private static func cause(
    of error: any Error, _ process: WorkerProcess, _ name: String, _ limits: ReadingLimits
  ) -> any Error {
    guard let error = error as? ImportError, error.code == .unreadableFile,
      process.wait().usage.byteCount > limits.memory / 4 * 3
    else { return error }
    return limits.outOfMemory(name)
  }

  /// Why a process ended before it said so.
  private static func death(
    of process: WorkerProcess, _ name: String, _ limits: ReadingLimits
  ) -> ImportError {
    let (ending, usage) = process.wait()
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    if ending == .signal(SIGXCPU) || (ending == .signal(SIGKILL) && seconds >= limits.cpuSeconds) {
      return limits.outOfTime(name)
    }
    // What was asked for in vain was never in use.
    if usage.byteCount > limits.memory / 2 { return limits.outOfMemory(name) }
    let end =
      switch ending {
      case .exit(let code): "exit \(code)"
      case .signal(let number): "signal \(number)"
      }
    return ImportError(
      .unreadableFile,
      "\(name) cannot be read: the process that read it did not survive (\(end))",
      hint: "the file is damaged: fetch it again, or convert it with other software")
  }
}

extension rusage {
  /// The most memory that was in use at once, which Linux tells in kilobytes.
  fileprivate var byteCount: Int { ru_maxrss << 10 }
}
