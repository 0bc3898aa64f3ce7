import SUMOFiles
import TrafficKernel

/// Offsets under which platoons meet green: a green wave without a solver.
///
/// What a link lets go in its green reaches the next signal after the time of free travel. For each
/// such pair of links the share of that green which meets green is weighted by its vehicles, and
/// signals are turned to their best offset, one after the other, until none gains. MAXBAND (Little
/// 1966) finds the widest bands by mixed-integer programming; this needs neither that nor one road.
struct GreenWave {
  /// Vehicles that go from a link of one signal to one of the next.
  struct Leg: Hashable {
    var from: Int
    var fromLink: Int
    var to: Int
    var toLink: Int
    /// Whole seconds of free travel between the lines.
    var timeSeconds: Int
  }

  /// How many vehicles take each leg, by the signals' numbers.
  let vehicles: [Leg: Int]

  private static let sweeps = 20

  /// The legs of a model's vehicles, with the numbers of its signals' templates.
  init(_ model: TrafficModel, _ templates: [SignalTemplate]) {
    let places = Dictionary(
      uniqueKeysWithValues: templates.enumerated().map { ($1.program.signal, $0) })
    let numbers = model.street.signals.map { places[$0] }
    var counts = [Int](repeating: 0, count: model.ways.starts.count - 1)
    for way in model.fleet.ways { counts[Int(way)] += 1 }
    var vehicles: [Leg: Int] = [:]
    for (way, count) in counts.enumerated() where count > 0 {
      var last: (signal: Int, link: Int, timeSeconds: Float)?
      var timeSeconds: Float = 0
      for step in Int(model.ways.starts[way])..<Int(model.ways.starts[way + 1]) {
        timeSeconds += model.ways.edgeTimesSeconds[Int(model.ways.edges[step])]
        guard let number = model.ways.firstConnection(of: step) else { continue }
        let connection = model.street.connections[number]
        if connection.signal >= 0, let signal = numbers[Int(connection.signal)] {
          let link = Int(connection.link)
          if let last, last.signal != signal {
            let leg = Leg(
              from: last.signal, fromLink: last.link, to: signal, toLink: link,
              timeSeconds: Int((timeSeconds - last.timeSeconds).rounded()))
            vehicles[leg, default: 0] += count
          }
          last = (signal, link, timeSeconds)
        }
        timeSeconds += connection.lengthMetres / max(connection.speedMetresPerSecond, 1)
      }
    }
    self.vehicles = vehicles
  }

  /// Given legs.
  init(vehicles: [Leg: Int]) { self.vehicles = vehicles }

  /// The best offsets found, in seconds, of signals that share a cycle.
  ///
  /// `greens` says of each signal and link in which seconds of the cycle it is green.
  func offsetsSeconds(from offsetsSeconds: [Int], greens: [[[Bool]]], cycleSeconds: Int) -> [Int] {
    let links = legs(greens, cycleSeconds)
    var touching = [[Int]](repeating: [], count: offsetsSeconds.count)
    for (number, link) in links.enumerated() {
      touching[link.leg.from].append(number)
      touching[link.leg.to].append(number)
    }
    func worth(_ offsetsSeconds: [Int], _ numbers: [Int]) -> Double {
      numbers.reduce(0) { sum, number in
        let (leg, shares) = links[number]
        let shift = leg.timeSeconds + offsetsSeconds[leg.from] - offsetsSeconds[leg.to]
        return sum + shares[(shift % cycleSeconds + cycleSeconds) % cycleSeconds]
      }
    }
    var best = offsetsSeconds.map { ($0 % cycleSeconds + cycleSeconds) % cycleSeconds }
    for _ in 0..<Self.sweeps {
      var hasGained = false
      for signal in best.indices where !touching[signal].isEmpty {
        var tried = best
        var most = worth(best, touching[signal]) + 1e-9
        for offsetSeconds in 0..<cycleSeconds {
          tried[signal] = offsetSeconds
          let found = worth(tried, touching[signal])
          guard found > most else { continue }
          (most, best[signal], hasGained) = (found, offsetSeconds, true)
        }
      }
      if !hasGained { break }
    }
    return best
  }

  /// For each leg and shift of the second signal the vehicles that meet green.
  private func legs(_ greens: [[[Bool]]], _ cycleSeconds: Int) -> [(leg: Leg, shares: [Double])] {
    // In an order that does not change between runs.
    let ordered = vehicles.sorted { first, second in
      let (a, b) = (first.key, second.key)
      return (a.from, a.fromLink, a.to, a.toLink, a.timeSeconds)
        < (b.from, b.fromLink, b.to, b.toLink, b.timeSeconds)
    }
    return ordered.compactMap { leg, count in
      let first = greens[leg.from][leg.fromLink]
      let second = greens[leg.to][leg.toLink]
      let seconds = (0..<cycleSeconds).filter { first[$0] }
      guard !seconds.isEmpty else { return nil }
      let shares = (0..<cycleSeconds).map { shift in
        let met = seconds.count { second[($0 + shift) % cycleSeconds] }
        return Double(count) * Double(met) / Double(seconds.count)
      }
      return (leg, shares)
    }
  }
}

extension Routes {
  /// The connection that a step's way takes from the first lane that leads on; `nil` at its end.
  func firstConnection(of step: Int) -> Int? {
    guard !isLast[step] else { return nil }
    let table = Int(tables[step])
    for place in 0..<Int(laneCounts[Int(edges[step])]) where connections[table + place] >= 0 {
      return Int(connections[table + place])
    }
    return nil
  }
}

extension SignalTemplate {
  /// In which seconds of a period's cycle each link is green.
  func greens(_ timing: TimingDraft.Signal, period: Int) -> [[Bool]] {
    let stages = self.program(timing, period: period, id: "", offsetSeconds: 0).stages
    let links = stages[0].state.utf8.count
    var greens = [[Bool]](repeating: [], count: links)
    var endSeconds = 0.0
    for stage in stages {
      let begin = Int(endSeconds.rounded())
      endSeconds += stage.durationSeconds
      for (link, letter) in stage.state.utf8.enumerated() where link < links {
        let isGreen = letter == UInt8(ascii: "G") || letter == UInt8(ascii: "g")
        greens[link] += [Bool](repeating: isGreen, count: max(Int(endSeconds.rounded()) - begin, 0))
      }
    }
    return greens
  }
}
