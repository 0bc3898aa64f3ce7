package import SUMOFiles

extension SUMOPlan {
  /// The programme that each signal runs at a time, in the order of the plan.
  package func programs(at timeSeconds: Double) -> [SignalProgram] {
    var order: [String] = []
    var running: [String: SignalProgram] = [:]
    for program in programs {
      if running.updateValue(program, forKey: program.signal) == nil {
        order.append(program.signal)
      }
    }
    for table in tables {
      let id = table.switches.last { $0.timeSeconds <= timeSeconds }?.program ?? table.first
      if let program = programs.first(where: { $0.signal == table.signal && $0.id == id }) {
        running[table.signal] = program
      }
    }
    return order.compactMap { running[$0] }
  }
}
