import Foundation
import SimpleFeatures

/// What a process that reads a foreign file sends.
final class WorkerFrames {
  let limits: ReadingLimits
  private let name: String
  private let process: WorkerProcess

  init(_ executable: String, _ arguments: [String], _ name: String) throws(ImportError) {
    self.name = name
    limits = try FileParts(name).limits
    process = try WorkerProcess(executable, arguments)
  }

  /// - Throws: ``ImportError`` `unreadable-file` where the process took too much, did not survive,
  ///   or sends what is no frame.
  func next() throws(ImportError) -> RecordFrame {
    let header = try read(RecordFrame.headerBytes)
    let length = header.dropFirst().reversed().reduce(0) { $0 << 8 | Int($1) }
    let content = try read(length)
    do throws(RecordFrame.Unintelligible) {
      return try RecordFrame(kind: header[0], content)
    } catch {
      throw unintelligible
    }
  }

  /// Bytes that are taken at once: a length is not believed before its bytes are there.
  private static let portion = 1 << 20

  private func read(_ count: Int) throws(ImportError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = process.read(min(Self.portion, count - bytes.count))
      if more.isEmpty { throw death() }
      bytes += more
    }
    return bytes
  }

  // MARK: Errors

  var unintelligible: ImportError {
    ImportError(
      .unreadableFile,
      "\(name) is not read any further: what the process that read it sends makes no sense",
      hint: "the file is damaged, or made to do harm: ask where it comes from")
  }

  /// What made a process fail: libraries that get no memory say that the file is damaged.
  func cause(of error: ImportError) -> ImportError {
    guard [.unreadableFile, .unreadableRaster].contains(error.code),
      process.wait().usage.byteCount > limits.memory / 4 * 3
    else { return error }
    return limits.outOfMemory(name)
  }

  /// Why a process ended before it said so.
  private func death() -> ImportError {
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
