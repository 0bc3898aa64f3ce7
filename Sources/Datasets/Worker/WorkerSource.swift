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
  private let frames: WorkerFrames
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
    let text = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
    frames = try WorkerFrames(executable, [DatasetWorker.command, text], name)
    let frame = try frames.next()
    guard case .head(let head) = frame, let format = GDALFormat(rawValue: head.format) else {
      throw Self.failure(frame, frames)
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
      switch try frames.next() {
      case .records(let records):
        received += records.bytes.count
        guard received <= frames.limits.output else { throw frames.limits.tooMuchOutput(name) }
        batch = records
      case .remarks(let texts): remarks = texts
      case .end: isAtEnd = true
      case let other: throw Self.failure(other, frames)
      }
    }
  }

  /// Why no record comes.
  private static func failure(_ frame: RecordFrame, _ frames: WorkerFrames) -> any Error {
    switch frame {
    case .failure(let error): frames.cause(of: error)
    case .fault(let error): error
    default: frames.unintelligible
    }
  }

  private func readRecord() throws(ImportError) -> Result<Feature, FormatError>? {
    do throws(RecordFrame.Unintelligible) { return try batch.next(valueNames) } catch {
      throw frames.unintelligible
    }
  }
}
