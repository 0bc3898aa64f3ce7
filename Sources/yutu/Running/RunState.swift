import Foundation
import SimpleFeatures

/// A run as it stood at a moment, to go on from: a line of text, then the engine's bytes.
struct RunState {
  static let name = "run.state"
  private static let mark = "yutu-flood-state-1"

  /// Of scenario and inputs; a state belongs to no others.
  var fingerprint: String
  /// Seconds of work until then.
  var workSeconds: Double
  var engine: [UInt8]

  var bytes: [UInt8] {
    let head = [
      Self.mark, fingerprint, "\(workSeconds)", "\(engine.count)", Fingerprint.text(of: engine),
    ].joined(separator: " ")
    return Array((head + "\n").utf8) + engine
  }

  /// - Throws: ``CommandFault`` for bytes that are damaged or of another run.
  init(_ bytes: [UInt8], of path: String, expecting fingerprint: String) throws {
    let damaged = CommandFault(
      message: "\(path) is damaged",
      hint: "remove the folder of results and run the scenario again")
    guard let end = bytes.prefix(1000).firstIndex(of: 0x0A) else { throw damaged }
    let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 5, words[0] == Self.mark, let seconds = Double(words[2]) else {
      throw damaged
    }
    guard words[1] == fingerprint else {
      throw CommandFault(
        message: "\(path) is of another scenario, or its files have changed since",
        hint: "run it into another folder; only the same run can go on")
    }
    engine = Array(bytes[(end + 1)...])
    guard Int(words[3]) == engine.count, words[4] == Fingerprint.text(of: engine) else {
      throw damaged
    }
    self.fingerprint = fingerprint
    workSeconds = seconds
  }

  init(fingerprint: String, workSeconds: Double, engine: [UInt8]) {
    self.fingerprint = fingerprint
    self.workSeconds = workSeconds
    self.engine = engine
  }
}
