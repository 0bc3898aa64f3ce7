import SUMOFiles

/// What a signal's plans are held against: its links, and what the network's own programmes show.
struct SignalReference: Sendable {
  let links: SignalLinks
  /// What each link is in words, as "link 3 (a_0 to b_1)".
  let names: [String]
  /// The network's own programmes.
  let programs: [SignalProgram]
  /// How safe these are, the worst of all where there are several.
  let measures: [SafetyMeasures]
  /// The same for their longest courses, where detectors decide.
  private let longestMeasures: [SafetyMeasures]
  let cyclesSeconds: ClosedRange<Double>
  /// The kinds of control whose stages follow each other in order.
  static let kinds: Set<String> = ["static", "actuated", "delay_based"]

  init(_ signal: String, _ network: SUMONetwork, _ rules: SafetyRules) throws(SignalError) {
    let links = try SignalLinks(signal, of: network, rules)
    self.links = links
    programs = network.programs.filter { $0.signal == signal }
    names = links.links.enumerated().map { number, link in
      let ways =
        link.connections.map { way in
          let connection = network.connections[way]
          return "\(network.lanes[connection.from].id) to \(network.lanes[connection.to].id)"
        } + link.crossings.map { network.crossings[$0].id }
      let more = ways.count > 1 ? ", …" : ""
      return ways.isEmpty ? "link \(number)" : "link \(number) (\(ways[0])\(more))"
    }
    // What cannot be foreseen is no example of anything.
    let courses = programs.filter { program in
      Self.kinds.contains(program.kind)
        && program.stages.allSatisfy {
          $0.state.utf8.count == links.links.count && $0.next.isEmpty
        }
    }.map { Self.timelines(of: $0) }
    measures = courses.map { SafetyMeasures($0.0, links) }
    longestMeasures = zip(courses, measures).map { course, shortest in
      course.1.map { SafetyMeasures($0, links) } ?? shortest
    }
    let cycles = programs.map(\.cycleSeconds)
    cyclesSeconds = (cycles.min() ?? .infinity)...(cycles.max() ?? .infinity)
  }

  /// The shortest and, where detectors decide, the longest course of a programme.
  static func timelines(of program: SignalProgram) -> (SignalTimeline, SignalTimeline?) {
    program.kind == "static"
      ? (SignalTimeline(program), nil)
      : (SignalTimeline(program, .shortest), SignalTimeline(program, .longest))
  }

  /// The least of a value over the network's own programmes; none where it never happens.
  func least(_ value: (SafetyMeasures) -> SafetyMeasures.Worst?) -> Double {
    measures.compactMap { value($0)?.valueSeconds }.min() ?? .infinity
  }

  /// The greatest of a value over the network's own programmes.
  func most(_ value: (SafetyMeasures) -> SafetyMeasures.Worst?) -> Double {
    longestMeasures.compactMap { value($0)?.valueSeconds }.max() ?? -.infinity
  }

  /// The yellow that a link needs, in seconds.
  func yellowSeconds(_ link: Int, _ rules: SafetyRules) -> Double {
    links.links[link].connections.isEmpty
      ? 0 : rules.yellowSeconds(atSpeed: links.links[link].approachMetresPerSecond)
  }

  /// The time from the end of a link's green that has to pass before another's starts: its yellow,
  /// and what the last vehicle needs to be clear of the first one that comes.
  func intergreenSeconds(_ side: SignalLinks.Side, shownSeconds: Double?, _ rules: SafetyRules)
    -> Double
  {
    max(yellowSeconds(side.ends, rules), shownSeconds ?? 0) + side.clearanceSeconds
  }

  /// The least of that time that the network's own programmes accept.
  func acceptedIntergreenSeconds(_ side: SignalLinks.Side, _ rules: SafetyRules) -> Double {
    let knownSeconds = least { $0.gap(side) }
    // A yellow that the network shortens is no reason to refuse what follows it.
    let yellowSeconds = min(yellowSeconds(side.ends, rules), least { $0.yellow[side.ends] })
    return min(knownSeconds, yellowSeconds + side.clearanceSeconds)
  }
}
