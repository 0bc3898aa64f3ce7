import Foundation
import SUMOFiles
import Signals

/// Plans in files.
enum PlanFile {
  /// Reads a plan: JSON of this program, or an additional file of SUMO.
  static func read(_ path: String, for network: SUMONetwork) throws -> SUMOPlan {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CommandFault(message: "\(path) cannot be read", hint: "Check the file's name.")
    }
    let first = data.first { !" \n\r\t".utf8.contains($0) }
    guard first == UInt8(ascii: "{") else {
      return try SUMOPlan(contentsOf: path, for: network)
    }
    do throws(SignalError) { return try PlanJSON.plan(Array(data)) } catch {
      throw CommandFault(message: "\(path): \(error.message)", hint: error.hint)
    }
  }

  /// The plan with the network's own programmes for the signals that it leaves out.
  static func completed(_ plan: SUMOPlan, of network: SUMONetwork) -> SUMOPlan {
    let own = Set(plan.programs.map(\.signal))
    let tabled = Set(plan.tables.map(\.signal))
    let ids = Set(plan.programs.map { [$0.signal, $0.id] })
    // A time table may also name programmes of the network.
    let given = network.programs.filter {
      tabled.contains($0.signal) ? !ids.contains([$0.signal, $0.id]) : !own.contains($0.signal)
    }
    return SUMOPlan(programs: given + plan.programs, tables: plan.tables)
  }

  /// Says on the terminal what a plan breaks.
  static func tell(_ findings: [SafetyFinding], all: Bool) {
    let unsafe = findings.filter { $0.severity == .unsafe }
    for finding in unsafe { Terminal.say("unsafe: \(finding.rule.rawValue): \(finding.message)") }
    let known = findings.filter { $0.severity == .asInNetwork }
    if all {
      for finding in known {
        Terminal.say("as in the network: \(finding.rule.rawValue): \(finding.message)")
      }
    } else if !known.isEmpty {
      var counts: [String: Int] = [:]
      for finding in known { counts[finding.rule.rawValue, default: 0] += 1 }
      let words = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      Terminal.say(
        "note: as in the network's own programme: \(words.joined(separator: ", ")); --all lists "
          + "them"
      )
    }
  }
}
