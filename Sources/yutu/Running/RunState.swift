import Foundation

/// A run as it stood at a moment, to go on from: a line of text, then the engine's bytes, which
/// carry a checksum of their own.
struct RunState {
  static let name = "run.state"
  private static let mark = "yutu-flood-state-3"

  /// Of scenario and inputs; a state belongs to no others.
  var fingerprint: String
  /// What it took until then.
  var work: RunWork
  var engine: [UInt8]

  /// The line, to be followed by the engine's bytes.
  var head: [UInt8] {
    let times = [work.seconds, work.stepSeconds, work.stepCPUSeconds].map { "\($0)" }
    return Array((([Self.mark, fingerprint] + times).joined(separator: " ") + "\n").utf8)
  }

  /// - Throws: ``CommandFault`` for bytes that are damaged or of another run.
  init(_ bytes: [UInt8], of path: String, expecting fingerprint: String) throws {
    let damaged = CommandFault(
      message: "\(path) is damaged",
      hint: "remove the folder of results and run the scenario again")
    guard let end = bytes.prefix(1000).firstIndex(of: 0x0A) else { throw damaged }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 5, words[0] == Self.mark else { throw damaged }
    let times = words[2...].compactMap { Double($0) }
    guard times.count == 3 else { throw damaged }
    guard words[1] == fingerprint else {
      throw CommandFault(
        message: "\(path) is of another scenario, or its files have changed since",
        hint: "run it into another folder; only the same run can go on")
    }
    engine = Array(bytes[(end + 1)...])
    self.fingerprint = fingerprint
    work = RunWork(seconds: times[0], stepSeconds: times[1], stepCPUSeconds: times[2])
  }

  init(fingerprint: String, work: RunWork, engine: [UInt8]) {
    self.fingerprint = fingerprint
    self.work = work
    self.engine = engine
  }
}
