import Foundation
package import SUMOFiles
package import Signals
import SimpleFeatures

/// Plans in files.
package enum PlanFile {
  /// Reads a plan: JSON of this program, or an additional file of SUMO.
  package static func read(_ path: String, for network: SUMONetwork) throws -> SUMOPlan {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw PlainError(message: "\(path) cannot be read", hint: "Check the file's name.")
    }
    // An editor may have put a mark of UTF-8 before it.
    let first = data.first { !" \n\r\t\u{FEFF}".utf8.contains($0) }
    guard first == UInt8(ascii: "{") else {
      guard first == UInt8(ascii: "<") || first == nil else {
        let isTable = data.starts(with: "signal,programme,".utf8)
        throw PlainError(
          message: isTable
            ? "\(path) is a CSV table of cycles, which is only written"
            : "\(path) is no plan: neither SUMO's XML nor JSON",
          hint: "Give the plan's JSON (--json-plan) or its additional file of SUMO (--out).")
      }
      return try SUMOPlan(contentsOf: path, for: network)
    }
    do throws(SignalError) {
      let plan = try PlanJSON.plan(Array(data))
      try check(plan, path, network)
      return plan
    } catch {
      throw PlainError(
        message: error.message.hasPrefix(path) ? error.message : "\(path): \(error.message)",
        hint: error.hint)
    }
  }

  /// - Throws: ``SignalError`` where a plan is one of another network.
  private static func check(
    _ plan: SUMOPlan, _ path: String, _ network: SUMONetwork
  ) throws(SignalError) {
    let known = Set(network.programs.map(\.signal))
    let named = Set(plan.programs.map(\.signal) + plan.tables.map(\.signal))
    let unknown = named.subtracting(known).sorted()
    guard let first = unknown.first else { return }
    let more = unknown.count > 1 ? ", nor \(unknown.count - 1) more of the plan" : ""
    let some =
      known.isEmpty
      ? "It has none."
      : "Known are \(known.sorted().prefix(6).joined(separator: ", "))"
        + (known.count > 6 ? ", …." : ".")
    throw SignalError(
      .missingReference, "the network has no signal \"\(first)\"\(more)",
      hint: "Is it the plan of another network? \(some)")
  }

  /// How many signals of the network a plan leaves to the network's own programme.
  package static func leftOut(_ plan: SUMOPlan, of network: SUMONetwork) -> Int {
    Set(network.programs.map(\.signal))
      .subtracting(plan.programs.map(\.signal) + plan.tables.map(\.signal)).count
  }

  /// The plan with the network's own programmes for the signals that it leaves out.
  package static func completed(_ plan: SUMOPlan, of network: SUMONetwork) -> SUMOPlan {
    let own = Set(plan.programs.map(\.signal))
    let tabled = Set(plan.tables.map(\.signal))
    let ids = Set(plan.programs.map { [$0.signal, $0.id] })
    // A time table may also name programmes of the network.
    let given = network.programs.filter {
      tabled.contains($0.signal) ? !ids.contains([$0.signal, $0.id]) : !own.contains($0.signal)
    }
    return SUMOPlan(programs: given + plan.programs, tables: plan.tables)
  }

  /// What a plan breaks, a line for each mistake.
  ///
  /// - Parameter lister: What lists all of it.
  package static func lines(
    _ findings: [SafetyDiagnostic], all: Bool, lister: String = "`yutu signals check --all`"
  ) -> [String] {
    let groups = FindingGroup.groups(of: findings)
    var lines = groups.filter { $0.worst.severity == .unsafe }.map {
      "unsafe: \($0.worst.rule.rawValue): \($0.message)"
    }
    let known = groups.filter { $0.worst.severity == .asInNetwork }
    if all {
      lines += known.map { "as in the network: \($0.worst.rule.rawValue): \($0.message)" }
    } else if !known.isEmpty {
      var counts: [String: Int] = [:]
      for finding in known { counts[finding.worst.rule.rawValue, default: 0] += 1 }
      let words = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      lines.append(
        "note: as in the network's own programme: \(words.joined(separator: ", ")); \(lister) "
          + "lists them")
    }
    return lines
  }
}
