public import SimpleFeatures

extension SUMOPlan {
  /// Reads an additional file of programmes and time tables for the signals of a network.
  ///
  /// A `tlLogic` without stages shifts the network's programme of that name, as SUMO does it. Other
  /// elements than those of signals are passed over.
  ///
  /// - Throws: ``SUMOError`` with file and line; `missing-reference` for a signal or programme that
  ///   is not there, `duplicate` for a programme that SUMO would refuse to load a second time.
  public init(contentsOf path: String, for network: SUMONetwork) throws(SUMOError) {
    let draft = PlanDraft(name: path, network)
    self = try briefly { () throws(SUMOError) in
      try XMLElements.read(path, draft.handler)
      return try draft.plan()
    }
  }

  /// Reads the text of an additional file; `name` is what messages call it.
  ///
  /// - Throws: ``SUMOError`` with the line.
  public init(
    parsing text: String, for network: SUMONetwork, name: String = "plan.add.xml"
  ) throws(SUMOError) {
    let draft = PlanDraft(name: name, network)
    self = try briefly { () throws(SUMOError) in
      try XMLElements.read(text: text, name: name, draft.handler)
      return try draft.plan()
    }
  }
}

/// A plan while its file is read.
private final class PlanDraft {
  private let name: String
  private let given: [SignalProgram]
  private var programs: [SignalProgram] = []
  private var wauts: [String: WAUT] = [:]
  private var junctions: [(signal: String, waut: String)] = []
  private var openWAUT: String?
  private var stack: [String] = []

  /// SUMO's time table, which several signals may follow.
  private struct WAUT {
    var first: String
    var referenceSeconds: Double
    var switches: [SUMOPlan.Switch] = []
  }

  init(name: String, _ network: SUMONetwork) {
    self.name = name
    given = network.programs
  }

  var handler: XMLElements.Handler {
    XMLElements.Handler(
      begin: { element throws(SUMOError) in try self.begin(element) },
      end: { name throws(SUMOError) in self.end(name) })
  }

  private func begin(_ element: XMLElements.Element) throws(SUMOError) {
    defer { stack.append(element.name) }
    guard !stack.isEmpty else {
      guard ["additional", "tlLogics"].contains(element.name) else {
        throw SUMOError(
          .wrongKind, "this is <\(element.name)>, no file of signal programmes",
          hint: "Give the additional file, whose first element is <additional>.")
      }
      return
    }
    switch element.name {
    case "tlLogic": programs.append(try SignalProgram(element))
    case "phase" where stack.last == "tlLogic":
      programs[programs.count - 1].stages.append(try SignalProgram.Stage(element))
    case "WAUT": try beginWAUT(element)
    case "wautSwitch": try addSwitch(element)
    case "wautJunction": try addJunction(element)
    default: break
    }
  }

  private func end(_ name: String) {
    stack.removeLast()
    if name == "WAUT" { openWAUT = nil }
  }

  private func beginWAUT(_ element: XMLElements.Element) throws(SUMOError) {
    let id = try element.text("id")
    if element.attributes["period"] != nil {
      throw SUMOError(
        .invalidValue, "WAUT \"\(id)\" repeats with a period, which is not read",
        hint: "Write each of its switches.")
    }
    let waut = WAUT(
      first: try element.text("startProg"), referenceSeconds: try element.seconds("refTime", 0))
    guard wauts.updateValue(waut, forKey: id) == nil else {
      throw SUMOError(.duplicate, "WAUT \"\(id)\" is there twice")
    }
    openWAUT = id
  }

  private func addSwitch(_ element: XMLElements.Element) throws(SUMOError) {
    guard let id = openWAUT else {
      throw SUMOError(
        .invalidValue, "a <wautSwitch> stands outside of a <WAUT>", hint: "Put it into its <WAUT>.")
    }
    let timeSeconds = try element.seconds("time") + wauts[id]!.referenceSeconds
    if let last = wauts[id]!.switches.last, last.timeSeconds >= timeSeconds {
      throw SUMOError(
        .invalidValue,
        "WAUT \"\(id)\" switches at \(timeSeconds) s after it has switched "
          + "at \(last.timeSeconds) s",
        hint: "Write its switches in order of time.")
    }
    wauts[id]!.switches.append(
      SUMOPlan.Switch(timeSeconds: timeSeconds, program: try element.text("to")))
  }

  private func addJunction(_ element: XMLElements.Element) throws(SUMOError) {
    let signal = try element.text("junctionID")
    if let procedure = element.attributes["procedure"], !procedure.isEmpty {
      throw SUMOError(
        .invalidValue, "signal \"\(signal)\" changes programmes by the procedure \"\(procedure)\"",
        hint: "Only changes at the very time are read: leave procedure out.")
    }
    guard !junctions.contains(where: { $0.signal == signal }) else {
      throw SUMOError(.duplicate, "signal \"\(signal)\" follows two time tables")
    }
    junctions.append((signal, try element.text("wautID")))
  }

  func plan() throws(SUMOError) -> SUMOPlan {
    let signals = Set(given.map(\.signal))
    var shifted: [SignalProgram] = []
    var own: [SignalProgram] = []
    var seen: Set<[String]> = []
    for program in programs {
      let whose = "\(name): programme \"\(program.id)\" of signal \"\(program.signal)\""
      guard signals.contains(program.signal) else {
        throw SUMOError(
          .missingReference, "\(name): the network has no signal \"\(program.signal)\"",
          hint: "Is it the plan of another network? Known are \(Self.list(signals)).")
      }
      guard seen.insert([program.signal, program.id]).inserted else {
        throw SUMOError(.duplicate, "\(whose) is there twice")
      }
      let known = given.first { $0.signal == program.signal && $0.id == program.id }
      if program.stages.isEmpty, var known {
        known.offsetSeconds = program.offsetSeconds
        shifted.append(known)
      } else if known != nil {
        throw SUMOError(
          .duplicate, "\(whose) is in the network already, and SUMO loads it only once",
          hint: "Give it another programID.")
      } else {
        try program.check(in: name)
        own.append(program)
      }
    }
    return SUMOPlan(programs: shifted + own, tables: try tables(of: shifted + own))
  }

  private func tables(of programs: [SignalProgram]) throws(SUMOError) -> [SUMOPlan.Table] {
    var tables: [SUMOPlan.Table] = []
    for (signal, id) in junctions {
      guard let waut = wauts[id] else {
        throw SUMOError(
          .missingReference,
          "\(name): signal \"\(signal)\" follows WAUT \"\(id)\", which is not there")
      }
      let known = Set((programs + given).filter { $0.signal == signal }.map(\.id))
      guard !known.isEmpty else {
        throw SUMOError(.missingReference, "\(name): the network has no signal \"\(signal)\"")
      }
      for program in [waut.first] + waut.switches.map(\.program) where !known.contains(program) {
        throw SUMOError(
          .missingReference,
          "\(name): WAUT \"\(id)\" starts programme \"\(program)\", which signal \"\(signal)\" "
            + "does not "
            + "have",
          hint: "Known are \(Self.list(known)).")
      }
      tables.append(SUMOPlan.Table(signal: signal, first: waut.first, switches: waut.switches))
    }
    return tables
  }

  /// A few names in words.
  private static func list(_ names: Set<String>) -> String {
    let sorted = names.sorted()
    return sorted.prefix(6).joined(separator: ", ") + (sorted.count > 6 ? ", …" : "")
  }
}
