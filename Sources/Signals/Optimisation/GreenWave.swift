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
    var time_s: Int
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
      var last: (signal: Int, link: Int, time_s: Float)?
      var time_s: Float = 0
      for step in Int(model.ways.starts[way])..<Int(model.ways.starts[way + 1]) {
        time_s += model.ways.edgeTimes_s[Int(model.ways.edges[step])]
        guard let number = model.ways.firstConnection(of: step) else { continue }
        let connection = model.street.connections[number]
        if connection.signal >= 0, let signal = numbers[Int(connection.signal)] {
          let link = Int(connection.link)
          if let last, last.signal != signal {
            let leg = Leg(
              from: last.signal, fromLink: last.link, to: signal, toLink: link,
              time_s: Int((time_s - last.time_s).rounded()))
            vehicles[leg, default: 0] += count
          }
          last = (signal, link, time_s)
        }
        time_s += connection.length_m / max(connection.speed_ms, 1)
      }
    }
    self.vehicles = vehicles
  }

  /// Given legs.
  init(vehicles: [Leg: Int]) { self.vehicles = vehicles }

  /// The best offsets found, in seconds, of signals that share a cycle.
  ///
  /// `greens` says of each signal and link in which seconds of the cycle it is green.
  func offsets_s(from offsets_s: [Int], greens: [[[Bool]]], cycle_s: Int) -> [Int] {
    let links = legs(greens, cycle_s)
    var touching = [[Int]](repeating: [], count: offsets_s.count)
    for (number, link) in links.enumerated() {
      touching[link.leg.from].append(number)
      touching[link.leg.to].append(number)
    }
    func worth(_ offsets_s: [Int], _ numbers: [Int]) -> Double {
      numbers.reduce(0) { sum, number in
        let (leg, shares) = links[number]
        let shift = leg.time_s + offsets_s[leg.from] - offsets_s[leg.to]
        return sum + shares[(shift % cycle_s + cycle_s) % cycle_s]
      }
    }
    var best = offsets_s.map { ($0 % cycle_s + cycle_s) % cycle_s }
    for _ in 0..<Self.sweeps {
      var hasGained = false
      for signal in best.indices where !touching[signal].isEmpty {
        var tried = best
        var most = worth(best, touching[signal]) + 1e-9
        for offset_s in 0..<cycle_s {
          tried[signal] = offset_s
          let found = worth(tried, touching[signal])
          guard found > most else { continue }
          (most, best[signal], hasGained) = (found, offset_s, true)
        }
      }
      if !hasGained { break }
    }
    return best
  }

  /// For each leg and shift of the second signal the vehicles that meet green.
  private func legs(_ greens: [[[Bool]]], _ cycle_s: Int) -> [(leg: Leg, shares: [Double])] {
    // In an order that does not change between runs.
    let ordered = vehicles.sorted { first, second in
      let (a, b) = (first.key, second.key)
      return (a.from, a.fromLink, a.to, a.toLink, a.time_s)
        < (b.from, b.fromLink, b.to, b.toLink, b.time_s)
    }
    return ordered.compactMap { leg, count in
      let first = greens[leg.from][leg.fromLink]
      let second = greens[leg.to][leg.toLink]
      let seconds = (0..<cycle_s).filter { first[$0] }
      guard !seconds.isEmpty else { return nil }
      let shares = (0..<cycle_s).map { shift in
        let met = seconds.count { second[($0 + shift) % cycle_s] }
        return Double(count) * Double(met) / Double(seconds.count)
      }
      return (leg, shares)
    }
  }
}

extension Ways {
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
    let stages = self.program(timing, period: period, id: "", offset_s: 0).stages
    let links = stages[0].state.utf8.count
    var greens = [[Bool]](repeating: [], count: links)
    var end_s = 0.0
    for stage in stages {
      let begin = Int(end_s.rounded())
      end_s += stage.duration_s
      for (link, letter) in stage.state.utf8.enumerated() where link < links {
        let isGreen = letter == UInt8(ascii: "G") || letter == UInt8(ascii: "g")
        greens[link] += [Bool](repeating: isGreen, count: max(Int(end_s.rounded()) - begin, 0))
      }
    }
    return greens
  }
}
