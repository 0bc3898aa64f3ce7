public import SUMOFiles
public import SimpleFeatures

extension CheckedPlan {
  /// The plan as an additional file for SUMO 1.28: `tlLogic`, then `WAUT` for the time tables.
  ///
  /// A programme that the network has itself is written as its shift alone: SUMO loads no programme
  /// twice. The last programme listed for a signal without a time table is the one that runs.
  ///
  /// - Throws: ``SignalError`` `invalid-plan` for a programme of the network's own name with other
  ///   stages.
  public func additionalFile(for network: SUMONetwork) throws(SignalError) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <additional>

      """
    for program in plan.programs {
      let texts = [program.id] + program.stages.map(\.name)
      guard !texts.contains(where: { $0.utf8.contains { $0 < 0x20 } }) else {
        throw SignalError(
          .invalidPlan,
          "a name of signal \"\(program.signal)\" holds letters that no XML file holds",
          hint: "Give programmes and stages names without control characters.")
      }
      let known = network.programs.first { $0.signal == program.signal && $0.id == program.id }
      if let known, known.stages != program.stages || known.kind != program.kind {
        throw SignalError(
          .invalidPlan,
          "programme \"\(program.id)\" of signal \"\(program.signal)\" is in the network with "
            + "other "
            + "stages, and SUMO would not load it",
          hint: "Give it another id.")
      }
      text += "  <tlLogic id=\"\(program.signal.xmlEscaped)\""
      if known == nil { text += " type=\"\(program.kind.xmlEscaped)\"" }
      text +=
        " programID=\"\(program.id.xmlEscaped)\""
        + " offset=\"\(program.offsetInCycleSeconds.shortText)\""
      text += known == nil ? ">\n" : "/>\n"
      guard known == nil else { continue }
      for stage in program.stages { text += stage.element }
      text += "  </tlLogic>\n"
    }
    for (number, table) in plan.tables.enumerated() {
      let id = "timetable-\(number)".xmlEscaped
      text += "  <WAUT id=\"\(id)\" refTime=\"0\" startProg=\"\(table.first.xmlEscaped)\">\n"
      for change in table.switches {
        text +=
          "    <wautSwitch time=\"\(change.timeSeconds.shortText)\" "
          + "to=\"\(change.program.xmlEscaped)\"/>\n"
      }
      text += "  </WAUT>\n"
      text += "  <wautJunction wautID=\"\(id)\" junctionID=\"\(table.signal.xmlEscaped)\"/>\n"
    }
    return text + "</additional>\n"
  }
}

extension SignalProgram.Stage {
  fileprivate var element: String {
    var text = "    <phase duration=\"\(durationSeconds.shortText)\" state=\"\(state.xmlEscaped)\""
    if let minimumSeconds { text += " minDur=\"\(minimumSeconds.shortText)\"" }
    if let maximumSeconds { text += " maxDur=\"\(maximumSeconds.shortText)\"" }
    if !next.isEmpty { text += " next=\"\(next.map(String.init).joined(separator: " "))\"" }
    if !name.isEmpty { text += " name=\"\(name.xmlEscaped)\"" }
    return text + "/>\n"
  }
}

extension Double {
  /// The shortest decimal that reads back as this number, without ".0".
  var shortText: String {
    self == rounded() && abs(self) < 1e15 ? String(Int(self)) : description
  }
}
