import SUMOFiles
import TrafficKernel

extension SignalClock {
  /// The clock of a plan, at `begin_s` of the simulation's time.
  init(_ plan: SUMOPlan, of signals: [String], begin_s: Double) {
    let byName = Dictionary(grouping: plan.programs, by: \.signal)
    self.init(
      signals.map { name in
        let own = byName[name] ?? []
        func ready(_ program: SignalProgram?, _ time_s: Double) -> [(Float, Program)] {
          program.map { [(Float(time_s), Program($0, begin_s: begin_s))] } ?? []
        }
        guard let table = plan.tables.last(where: { $0.signal == name }) else {
          return ready(own.last, -.infinity)
        }
        return ready(own.last { $0.id == table.first }, -.infinity)
          + table.switches.flatMap { change in
            ready(own.last { $0.id == change.program }, change.time_s - begin_s)
          }
      })
  }
}

extension SignalClock.Program {
  init(_ program: SignalProgram, begin_s: Double) {
    let cycle_s = program.cycle_s
    let links = program.stages.first?.state.utf8.count ?? 0
    var ends_s: [Float] = []
    var letters: [UInt8] = []
    var time = 0.0
    for stage in program.stages {
      time += stage.duration_s
      ends_s.append(Float(time))
      letters += Array(stage.state.utf8)
    }
    let count = program.stages.count
    var untilGreen_s = [Float](repeating: .infinity, count: letters.count)
    var yellowFor_s = [Float](repeating: 0, count: letters.count)
    for link in 0..<links {
      func shows(_ stage: Int, _ set: String) -> Bool {
        set.utf8.contains(letters[stage % count * links + link])
      }
      for stage in 0..<count {
        var sum = 0.0
        for ahead in 0..<count {
          if shows(stage + ahead, "GgoOs") {
            untilGreen_s[stage * links + link] = Float(sum)
            break
          }
          sum += program.stages[(stage + ahead) % count].duration_s
        }
        guard shows(stage, "yY") else { continue }
        var since = 0.0
        for back in 1..<max(count, 2) where shows(stage + count - back, "yY") {
          since += program.stages[(stage + count - back) % count].duration_s
          if !shows(stage + count - back - 1, "yY") { break }
        }
        yellowFor_s[stage * links + link] = Float(since)
      }
    }
    self.init(
      // Times count from the simulation's begin, so that small numbers stay exact.
      offset_s: Float((program.offset_s - begin_s).truncatingRemainder(dividingBy: cycle_s)),
      cycle_s: Float(cycle_s), ends_s: ends_s, letters: letters, untilGreen_s: untilGreen_s,
      yellowFor_s: yellowFor_s, links: links)
  }
}
