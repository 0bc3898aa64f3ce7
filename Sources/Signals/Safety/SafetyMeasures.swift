/// How safe what a signal shows is, in numbers: the worst of each link and pair, and where.
struct SafetyMeasures {
  /// A worst value and where it is.
  struct Worst {
    var valueSeconds: Double
    /// The place among the timeline's parts.
    var part: Int
  }

  /// Two links green at once in a way that is not allowed.
  struct Clash: Hashable {
    var pair: Int
    var first: UInt8
    var second: UInt8
  }

  /// By link: the least green from start to end.
  private(set) var green: [Worst?]
  /// By link: the least yellow after green.
  private(set) var yellow: [Worst?]
  /// By link: the longest time without being allowed to go.
  private(set) var red: [Worst?]
  /// By link: whether it may ever go.
  private(set) var goes: [Bool]
  /// By pair: the least time from the end of the first's green to the start of the second's.
  private var firstGap: [Worst?]
  /// By pair: the least time from the end of the second's green to the start of the first's.
  private var secondGap: [Worst?]
  /// By link of people: the least time from the start of green until vehicles that cross may go.
  private(set) var walk: [Worst?]
  /// The clashes and where each is first.
  private(set) var clashes: [Clash: Int] = [:]
  /// The pairs that are green together as one yields.
  private(set) var yielding: Set<Int> = []

  init(_ timeline: SignalTimeline, _ links: SignalLinks) {
    let count = links.links.count
    green = Array(repeating: nil, count: count)
    (yellow, red, walk) = (green, green, green)
    goes = Array(repeating: false, count: count)
    firstGap = Array(repeating: nil, count: links.pairs.count)
    secondGap = firstGap
    for link in 0..<count { measure(link, timeline) }
    for pair in links.pairs.indices {
      measure(pair, links.pairs[pair], timeline)
      if links.links[links.pairs[pair].first].isForWalking
        != links.links[links.pairs[pair].second].isForWalking
      {
        measureWalk(links.pairs[pair], links, timeline)
      }
    }
  }

  /// The least time from the end of one link's green to the start of the other's.
  func gap(_ side: SignalLinks.Side) -> Worst? {
    side.ends < side.starts ? firstGap[side.pair] : secondGap[side.pair]
  }

  private static func keepLeast(_ worst: inout Worst?, _ valueSeconds: Double, _ part: Int) {
    if worst == nil || valueSeconds < worst!.valueSeconds {
      worst = Worst(valueSeconds: valueSeconds, part: part)
    }
  }

  private mutating func measure(_ link: Int, _ timeline: SignalTimeline) {
    var greenStart: Double?
    var redStart: Double?
    /// Since when yellow follows green; the end of green itself while no yellow was seen.
    var yellowStart: Double?
    var last = SignalAspect.red
    for (number, part) in timeline.parts.enumerated() {
      let light = SignalAspect(part.letters[link])
      defer { last = light }
      if light == .green || light == .other { goes[link] = true }
      if number > 0, last != light {
        if light == .green { greenStart = part.startSeconds }
        if last == .green, light != .green {
          if let start = greenStart {
            Self.keepLeast(&green[link], part.startSeconds - start, number - 1)
          }
          greenStart = nil
          yellowStart =
            light == .yellow || light == .red || part.isStop(link) ? part.startSeconds : nil
        }
        if let start = yellowStart, light != .yellow {
          if light == .red || part.isStop(link) {
            // The stage that shows the yellow; where there is none, the one that is red at once.
            let lengthSeconds = part.startSeconds - start
            Self.keepLeast(&yellow[link], lengthSeconds, lengthSeconds > 0 ? number - 1 : number)
          }
          yellowStart = nil
        }
        let went = last == .green || last == .other
        let mayGo = light == .green || light == .other
        if went, !mayGo { redStart = part.startSeconds }
        if !went, mayGo, let start = redStart {
          if red[link] == nil || part.startSeconds - start > red[link]!.valueSeconds {
            red[link] = Worst(valueSeconds: part.startSeconds - start, part: number - 1)
          }
          redStart = nil
        }
      }
    }
  }

  private mutating func measure(_ number: Int, _ pair: SignalLinks.Pair, _ timeline: SignalTimeline)
  {
    var ends: (Double?, Double?)
    var was: (Bool, Bool)?
    var last: (UInt8, UInt8)?
    for (place, part) in timeline.parts.enumerated() {
      let letters = (part.letters[pair.first], part.letters[pair.second])
      let now = (SignalAspect(letters.0) == .green, SignalAspect(letters.1) == .green)
      defer { (was, last) = (now, letters) }
      if Self.mayGo(letters.0), Self.mayGo(letters.1) {
        if Self.isAllowed(pair, letters.0, letters.1) {
          if pair.first != pair.second { yielding.insert(number) }
        } else {
          let clash = Clash(pair: number, first: letters.0, second: letters.1)
          if clashes[clash] == nil { clashes[clash] = place }
        }
      }
      guard pair.first != pair.second else { continue }
      if let was {
        if was.0, !now.0 { ends.0 = part.startSeconds }
        if was.1, !now.1 { ends.1 = part.startSeconds }
        if now.1, !was.1 || Self.isProtected(last?.1, letters.1), !now.0, let end = ends.0 {
          Self.keepLeast(&firstGap[number], part.startSeconds - end, place)
        }
        if now.0, !was.0 || Self.isProtected(last?.0, letters.0), !now.1, let end = ends.1 {
          Self.keepLeast(&secondGap[number], part.startSeconds - end, place)
        }
      }
    }
  }

  /// Whether a letter lets vehicles go without a stop: green, or off.
  private static func mayGo(_ letter: UInt8) -> Bool {
    SignalAspect(letter) == .green || letter | 0x20 == UInt8(ascii: "o")
  }

  /// Whether a green that had to yield becomes one that need not: to those who yielded it is as if
  /// it had begun.
  private static func isProtected(_ before: UInt8?, _ letter: UInt8) -> Bool {
    before == UInt8(ascii: "g") && letter == UInt8(ascii: "G")
  }

  /// Whether two links may be green at once: one yields to the other, and they are not two streams
  /// that cross each other straight on.
  private static func isAllowed(_ pair: SignalLinks.Pair, _ first: UInt8, _ second: UInt8) -> Bool {
    !pair.crossesStraight && isYielding(pair, first, second)
  }

  /// Whether one of two links shows that it yields, and does so by the junction's rules.
  static func isYielding(_ pair: SignalLinks.Pair, _ first: UInt8, _ second: UInt8) -> Bool {
    let yields: Set<UInt8> = [UInt8(ascii: "g"), UInt8(ascii: "o")]
    return yields.contains(first) && pair.firstYields
      || yields.contains(second) && pair.secondYields
  }

  /// From the start of a crossing's green until vehicles on the other link start.
  private mutating func measureWalk(
    _ pair: SignalLinks.Pair, _ links: SignalLinks, _ timeline: SignalTimeline
  ) {
    let walks = links.links[pair.first].isForWalking ? pair.first : pair.second
    let drives = walks == pair.first ? pair.second : pair.first
    var start: Double?
    var was: (Bool, Bool)?
    for (place, part) in timeline.parts.enumerated() {
      let now = (
        SignalAspect(part.letters[walks]) == .green, SignalAspect(part.letters[drives]) == .green
      )
      defer { was = now }
      guard let was else { continue }
      // Vehicles that drive already yield to the people; those that start later do not expect them.
      if now.0, !was.0 { start = now.1 ? nil : part.startSeconds }
      if now.1, !was.1, !now.0, let begun = start {
        Self.keepLeast(&walk[walks], part.startSeconds - begun, place)
        start = nil
      }
    }
  }
}

extension SignalTimeline.Part {
  /// Whether a link shows stop and go, at which nobody may arrive at speed.
  fileprivate func isStop(_ link: Int) -> Bool { letters[link] == UInt8(ascii: "s") }
}
