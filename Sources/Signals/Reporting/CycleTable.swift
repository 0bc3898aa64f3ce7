import SUMOFiles

extension CheckedPlan {
  /// The plan as CSV: a line for each stage with its start in the cycle and what is green in it.
  ///
  /// `signal,programme,cycle_s,offset_s,stage,start_s,duration_s,kind,green_links,state`
  public var cycleTable: String {
    var text = "signal,programme,cycle_s,offset_s,stage,start_s,duration_s,kind,green_links,state\n"
    for program in plan.programs {
      var start_s = 0.0
      for (number, stage) in program.stages.enumerated() {
        let green = stage.state.utf8.enumerated().filter { Light($0.element) == .green }
        let cells = [
          program.signal.cell, program.id.cell, program.cycle_s.shortText,
          program.offsetInCycle_s.shortText, String(number + 1), start_s.shortText,
          stage.duration_s.shortText,
          stage.isTransition || !stage.hasGreen ? "intergreen" : "green",
          green.map { String($0.offset) }.joined(separator: " "), stage.state.cell,
        ]
        text += cells.joined(separator: ",") + "\n"
        start_s += stage.duration_s
      }
    }
    return text
  }
}

extension String {
  /// The text as a cell of a CSV table.
  fileprivate var cell: String {
    contains { ",\"\n\r".contains($0) } ? "\"\(replacing("\"", with: "\"\""))\"" : self
  }
}
