import SUMOFiles
import TrafficKernel

extension SignalClock {
  /// The clock of a plan, at `beginSeconds` of the simulation's time.
  init(_ plan: SUMOPlan, of signals: [String], beginSeconds: Double) {
    let byName = Dictionary(grouping: plan.programs, by: \.signal)
    self.init(
      signals.map { name in
        let own = byName[name] ?? []
        func ready(_ program: SignalProgram?, _ timeSeconds: Double) -> [(Float, Program)] {
          program.map { [(Float(timeSeconds), Program($0, beginSeconds: beginSeconds))] } ?? []
        }
        guard let table = plan.tables.last(where: { $0.signal == name }) else {
          return ready(own.last, -.infinity)
        }
        return ready(own.last { $0.id == table.first }, -.infinity)
          + table.switches.flatMap { change in
            ready(own.last { $0.id == change.program }, change.timeSeconds - beginSeconds)
          }
      })
  }
}

extension SignalClock.Program {
  init(_ program: SignalProgram, beginSeconds: Double) {
    let cycleSeconds = program.cycleSeconds
    let links = program.stages.first?.state.utf8.count ?? 0
    var endsSeconds: [Float] = []
    var letters: [UInt8] = []
    var time = 0.0
    for stage in program.stages {
      time += stage.durationSeconds
      endsSeconds.append(Float(time))
      letters += Array(stage.state.utf8)
    }
    let count = program.stages.count
    var untilGreenSeconds = [Float](repeating: .infinity, count: letters.count)
    var yellowForSeconds = [Float](repeating: 0, count: letters.count)
    for link in 0..<links {
      func shows(_ stage: Int, _ set: String) -> Bool {
        set.utf8.contains(letters[stage % count * links + link])
      }
      for stage in 0..<count {
        var sum = 0.0
        for ahead in 0..<count {
          if shows(stage + ahead, "GgoOs") {
            untilGreenSeconds[stage * links + link] = Float(sum)
            break
          }
          sum += program.stages[(stage + ahead) % count].durationSeconds
        }
        guard shows(stage, "yY") else { continue }
        var since = 0.0
        for back in 1..<max(count, 2) where shows(stage + count - back, "yY") {
          since += program.stages[(stage + count - back) % count].durationSeconds
          if !shows(stage + count - back - 1, "yY") { break }
        }
        yellowForSeconds[stage * links + link] = Float(since)
      }
    }
    self.init(
      // Times count from the simulation's begin, so that small numbers stay exact.
      offsetSeconds: Float(
        (program.offsetSeconds - beginSeconds).truncatingRemainder(dividingBy: cycleSeconds)),
      cycleSeconds: Float(cycleSeconds), endsSeconds: endsSeconds, letters: letters,
      untilGreenSeconds: untilGreenSeconds,
      yellowForSeconds: yellowForSeconds, links: links)
  }
}
