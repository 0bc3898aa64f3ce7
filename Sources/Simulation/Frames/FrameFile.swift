import Foundation
public import SimpleFeatures
import Synchronization

/// Keeps the frames of a run in `frames.yfr` in the run's folder, one after the other.
///
/// A frame that is finished stays readable whatever happens later: what a killed process has left
/// of one is cut off when the run goes on, and ignored by ``FrameReader``. Depths to the
/// millimetre take about a byte a wet cell.
public final class FrameFile: FrameSink {
  private struct Writing {
    var file: StoredFile
    var head: FrameHead
    var encoder: FrameEncoder
    var end: Int
    var last: Double?
  }

  /// Where the frames are.
  public let path: String
  private let writing = Mutex<Writing?>(nil)

  /// The name of the file in a run's folder.
  public static let name = "frames.yfr"

  /// A file in a folder, which is made when the run begins.
  public init(folder: String) {
    path = folder + "/" + Self.name
  }

  /// Begins the file anew, or goes on after so many of its frames; what stands behind them goes.
  ///
  /// - Throws: ``SimulationError`` `unwritable-file`; `unreadable-file` where the file is of
  ///   another run or holds fewer frames.
  public func begin(_ head: FrameHead, after frames: Int) throws {
    let bytes = try head.encoded()
    if frames > 0 {
      let state = try Self.resume(path, head, bytes, after: frames)
      return writing.withLock { $0 = state }
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = try StoredFile(path, isWritten: true, isNew: true)
    let start = FrameRecords.magic + FrameRecords.record(.head, bytes)
    try file.append(start, at: 0)
    let state = Writing(
      file: file, head: head, encoder: try FrameEncoder(head), end: start.count, last: nil)
    writing.withLock { $0 = state }
  }

  private static func resume(
    _ path: String, _ head: FrameHead, _ bytes: [UInt8], after frames: Int
  ) throws(SimulationError) -> Writing {
    var reader = try FrameReader(path)
    guard reader.headBytes == bytes else {
      throw SimulationError(
        .unreadableFile, "\(path) holds the frames of another run",
        hint: "choose another folder, or start again without --resume")
    }
    guard reader.count >= frames else {
      throw SimulationError(
        .unreadableFile,
        "\(path) holds \(reader.count) whole frames, but the run goes on after frame \(frames)",
        hint: "start again without --resume")
    }
    let last = try reader.frame(frames - 1)
    let encoder = try FrameEncoder(head, after: frames, last: last)
    let end = reader.end(ofFrame: frames - 1)
    let file = try StoredFile(path, isWritten: true)
    try file.cut(to: end)
    return Writing(file: file, head: head, encoder: encoder, end: end, last: last.seconds)
  }

  /// Writes the next frame.
  ///
  /// - Throws: ``SimulationError`` `unwritable-file` where the disk is full: the file then
  ///   ends with the frame before.
  public func append(_ frame: Frame) throws {
    try writing.withLock { state in
      guard var now = state else { throw Self.notBegun }
      try frame.check(against: now.head, after: now.last)
      let record = FrameRecords.record(.frame, try now.encoder.encode(frame))
      try now.file.append(record, at: now.end)
      now.end += record.count
      now.last = frame.seconds
      state = now
    }
  }

  /// Writes the summary behind the last frame.
  public func finish(_ summary: JSONValue) throws {
    try writing.withLock { state in
      guard let now = state else { throw Self.notBegun }
      try now.file.append(FrameRecords.record(.summary, summary.bytes), at: now.end)
      state = nil
    }
  }

  private static var notBegun: SimulationError {
    SimulationError(.invalidFrame, "a frame came before the run began, or after its end")
  }
}
