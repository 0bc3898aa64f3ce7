import Foundation

extension SignalReference {
  /// What is wrong with what a signal shows.
  func findings(
    in timeline: SignalTimeline, _ rules: SafetyRules, label: String, at timeSeconds: Double? = nil
  )
    -> [SafetyDiagnostic]
  {
    let measures = SafetyMeasures(timeline, links)
    var report = Report(reference: self, timeline: timeline, label: label, timeSeconds: timeSeconds)
    report.addClashes(measures)
    for link in links.links.indices { report.addTimes(of: link, measures, rules) }
    for pair in links.pairs.indices { report.addGaps(of: pair, measures, rules) }
    return report.findings
  }
}

/// The findings of one course of states.
private struct Report {
  let reference: SignalReference
  let timeline: SignalTimeline
  let label: String
  let timeSeconds: Double?
  var findings: [SafetyDiagnostic] = []

  private mutating func add(
    _ rule: SafetyDiagnostic.Rule, isKnown: Bool, part: Int?, links: [Int],
    askedSeconds: Double? = nil,
    foundSeconds: Double? = nil, _ message: String
  ) {
    let signal = reference.links.signal
    let moment = timeSeconds.map { ", change at \(Self.text($0)) s" } ?? ""
    findings.append(
      SafetyDiagnostic(
        rule: rule, severity: isKnown ? .asInNetwork : .unsafe, signal: signal, program: label,
        stage: part.map { timeline.parts[$0].stage + 1 }, links: links, askedSeconds: askedSeconds,
        foundSeconds: foundSeconds, timeSeconds: timeSeconds,
        message: "signal \"\(signal)\", programme \"\(label)\"\(moment): \(message)"))
  }

  /// A number of seconds in words.
  static func text(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9
      ? String(Int(value)) : String(format: "%.2f", value)
  }

  /// Adds a finding where a value is below what is asked for; below what the network accepts it is
  /// unsafe.
  private mutating func addBelow(
    _ rule: SafetyDiagnostic.Rule, _ worst: SafetyMeasures.Worst?, askedSeconds: Double,
    knownSeconds: Double,
    links: [Int], _ words: (String, String) -> String
  ) {
    guard let worst, worst.valueSeconds < askedSeconds - 1e-6 else { return }
    add(
      rule, isKnown: worst.valueSeconds >= knownSeconds - 1e-6, part: worst.part, links: links,
      askedSeconds: askedSeconds, foundSeconds: worst.valueSeconds,
      words(Self.text(worst.valueSeconds), Self.text(askedSeconds)))
  }

  mutating func addClashes(_ measures: SafetyMeasures) {
    let clashes = measures.clashes.sorted {
      ($0.value, $0.key.pair, $0.key.first, $0.key.second)
        < ($1.value, $1.key.pair, $1.key.first, $1.key.second)
    }
    for (clash, part) in clashes {
      let pair = reference.links.pairs[clash.pair]
      // What the network shows while it is off, or lets cross where one yields, is its own.
      let isOff = [clash.first, clash.second].contains { $0 | 0x20 == UInt8(ascii: "o") }
      let isMild =
        pair.isMild || isOff
        || pair.crossesStraight && SafetyMeasures.isYielding(pair, clash.first, clash.second)
      let isKnown = isMild && reference.measures.contains { $0.clashes[clash] != nil }
      let (first, second) = (reference.names[pair.first], reference.names[pair.second])
      let stage = timeline.parts[part].stage + 1
      let links = pair.first == pair.second ? [pair.first] : [pair.first, pair.second]
      if !pair.crossesStraight, pair.firstYields || pair.secondYields {
        let yielding = pair.firstYields ? first : second
        let other = pair.firstYields ? second : first
        add(
          .mustYield, isKnown: isKnown, part: part, links: links,
          "\(yielding) must yield to \(other) and does not show g in stage \(stage)")
      } else {
        add(
          .conflict, isKnown: isKnown, part: part, links: links,
          "\(first) and \(second) \(pair.merges ? "merge" : "cross") and are both green in stage "
            + "\(stage)"
        )
      }
    }
  }

  mutating func addTimes(of link: Int, _ measures: SafetyMeasures, _ rules: SafetyRules) {
    let name = reference.names[link]
    let walks = reference.links.links[link].isForWalking
    let isUsed = walks || !reference.links.links[link].connections.isEmpty
    if isUsed, !measures.goes[link], timeSeconds == nil {
      add(
        .neverGreen, isKnown: !reference.measures.contains { $0.goes[link] }, part: nil,
        links: [link], "\(name) is never green")
    }
    guard isUsed else { return }
    if !walks {
      addBelow(
        .yellow, measures.yellow[link], askedSeconds: reference.yellowSeconds(link, rules),
        knownSeconds: reference.least { $0.yellow[link] }, links: [link]
      ) { "\(name) shows \($0) s of yellow before red, its speed asks for \($1) s" }
    }
    addBelow(
      walks ? .pedestrianGreen : .minimumGreen, measures.green[link],
      askedSeconds: walks ? rules.walkStartSeconds : rules.minimumGreenSeconds,
      knownSeconds: reference.least { $0.green[link] }, links: [link]
    ) { "\(name) is green for \($0) s, at least \($1) s are asked for" }
    if walks {
      addBelow(
        .pedestrianGreen, measures.walk[link],
        askedSeconds: rules.walkStartSeconds + reference.links.links[link].walkMetres
          / rules.walkingSpeedMetresPerSecond,
        knownSeconds: reference.least { $0.walk[link] }, links: [link]
      ) { "\(name) has \($0) s from green until vehicles start, \($1) s are asked for" }
    }
    if let red = measures.red[link], red.valueSeconds > rules.maximumRedSeconds + 1e-6 {
      add(
        .maximumRed, isKnown: red.valueSeconds <= reference.most { $0.red[link] } + 1e-6,
        part: red.part, links: [link], askedSeconds: rules.maximumRedSeconds,
        foundSeconds: red.valueSeconds,
        "\(name) waits at red for \(Self.text(red.valueSeconds)) s, at most "
          + "\(Self.text(rules.maximumRedSeconds)) s "
          + "are allowed")
    }
  }

  mutating func addGaps(of number: Int, _ measures: SafetyMeasures, _ rules: SafetyRules) {
    let names = reference.names
    for side in reference.links.sides(of: number) {
      let askedSeconds = reference.intergreenSeconds(
        side, shownSeconds: measures.yellow[side.ends]?.valueSeconds, rules)
      let knownSeconds = reference.acceptedIntergreenSeconds(side, rules)
      addBelow(
        .intergreen, measures.gap(side), askedSeconds: askedSeconds, knownSeconds: knownSeconds,
        links: [side.ends, side.starts]
      ) {
        "\(names[side.starts]) turns green \($0) s after the green of \(names[side.ends]) has "
          + "ended, "
          + "\($1) s are asked for"
      }
    }
  }
}
