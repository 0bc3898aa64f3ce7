import SUMOFiles

extension CheckedPlan {
  /// The plan as CSV: a line for each stage with its start in the cycle and what is green in it.
  ///
  /// `signal,programme,cycle_s,offset_s,stage,start_s,duration_s,kind,green_links,state`
  public var cycleTable: String {
    var text = "signal,programme,cycle_s,offset_s,stage,start_s,duration_s,kind,green_links,state\n"
    for program in plan.programs {
      var startSeconds = 0.0
      for (number, stage) in program.stages.enumerated() {
        let green = stage.state.utf8.enumerated().filter { SignalAspect($0.element) == .green }
        let cells = [
          program.signal.cell, program.id.cell, program.cycleSeconds.shortText,
          program.offsetInCycleSeconds.shortText, String(number + 1), startSeconds.shortText,
          stage.durationSeconds.shortText,
          stage.isTransition || !stage.hasGreen ? "intergreen" : "green",
          green.map { String($0.offset) }.joined(separator: " "), stage.state.cell,
        ]
        text += cells.joined(separator: ",") + "\n"
        startSeconds += stage.durationSeconds
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
