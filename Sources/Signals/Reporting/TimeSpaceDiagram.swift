public import SUMOFiles

/// Greens along a corridor over time, and the bands in which traffic goes through without stopping.
public struct TimeSpaceDiagram: Sendable {
  /// A span of time in seconds.
  typealias Span = ClosedRange<Double>

  private let corridor: Corridor
  private let programs: [SignalProgram]
  /// From when to when it is drawn.
  private let beginSeconds: Double
  private let endSeconds: Double
  /// When the first of the signals changes its programme by a time table, which is not drawn.
  private let changeSeconds: Double?

  /// The diagram of a checked plan along a corridor from a time on, for three of its longest
  /// cycles.
  ///
  /// Signals that the plan leaves out show the network's own programme. Of a time table the
  /// programme of that time is drawn, and the drawing says when it ends.
  public init(
    _ checked: CheckedPlan, along corridor: Corridor, on network: SUMONetwork,
    beginSeconds: Double = 0
  ) {
    self.corridor = corridor
    self.beginSeconds = beginSeconds
    let programs = corridor.stops.compactMap { stop in
      checked.plan.program(of: stop.signal, at: beginSeconds, on: network)
    }
    self.programs = programs
    changeSeconds = checked.plan.tables.filter { table in
      corridor.stops.contains { $0.signal == table.signal }
    }.flatMap(\.switches).map(\.timeSeconds).filter { $0 > beginSeconds }.min()
    endSeconds = beginSeconds + min(600, 3 * (programs.map(\.cycleSeconds).max() ?? 0))
  }

  /// When one of the links is green, from a cycle before the drawing to its end.
  func greens(_ stop: Int, _ links: [Int]) -> [Span] {
    let program = programs[stop]
    let timeline = SignalTimeline(
      from: beginSeconds - 2 * program.cycleSeconds, to: endSeconds + 2 * program.cycleSeconds,
      first: program, [])
    var spans: [Span] = []
    for part in timeline.parts
    where links.contains(where: {
      $0 < part.letters.count && SignalAspect(part.letters[$0]) == .green
    }) {
      if let last = spans.last, last.upperBound == part.startSeconds {
        spans[spans.count - 1] = last.lowerBound...part.endSeconds
      } else {
        spans.append(part.startSeconds...part.endSeconds)
      }
    }
    return spans
  }

  private static func intersection(_ first: [Span], _ second: [Span]) -> [Span] {
    first.flatMap { a in
      second.compactMap { b in
        let (low, high) = (max(a.lowerBound, b.lowerBound), min(a.upperBound, b.upperBound))
        return high - low > 0.01 ? low...high : nil
      }
    }
  }

  /// When vehicles pass the first signal that meet green at all, driving freely; back from the last
  /// one.
  func bands(back: Bool) -> [Span] {
    guard let times = times(back: back) else { return [] }
    var spans: [Span]?
    var time = 0.0
    for place in corridor.stops.indices {
      let stop = back ? corridor.stops.count - 1 - place : place
      if place > 0 { time += times[place - 1] }
      let links = back ? corridor.stops[stop].linksBack : corridor.stops[stop].links
      let shifted = greens(stop, links).map { $0.lowerBound - time...$0.upperBound - time }
      spans = spans.map { Self.intersection($0, shifted) } ?? shifted
    }
    return spans ?? []
  }

  /// The widest band in seconds, of the shortest cycle at most.
  public func bandwidthSeconds(back: Bool) -> Double {
    bands(back: back).map { $0.upperBound - $0.lowerBound }.max() ?? 0
  }

  private func times(back: Bool) -> [Double]? {
    guard back else { return corridor.timesSeconds }
    let times = corridor.timesBackSeconds.compactMap { $0 }
    return times.count == corridor.timesSeconds.count ? times.reversed() : nil
  }

  /// The drawing.
  public var svg: String {
    let (left, right, top) = (210.0, 960.0, 70.0)
    let lengthMetres = max(1, corridor.stops.last?.distanceMetres ?? 1)
    let count = Double(corridor.stops.count)
    let height = max(260, min(700, count * 90), count * Self.labelHeight)
    var drawing = SVG(width: 1000, height: top + height + 60)
    func x(_ timeSeconds: Double) -> Double {
      left + (timeSeconds - beginSeconds) / (endSeconds - beginSeconds) * (right - left)
    }
    func y(_ stop: Int) -> Double {
      top + height - corridor.stops[stop].distanceMetres / lengthMetres * height
    }
    drawing.text(20, 28, "时距图 Time-space diagram", size: 16, isBold: true)
    let words = [false, true].map { SVG.text(bandwidthSeconds(back: $0)) }
    drawing.rectangle(330, 18, 14, 12, fill: "#9ecae1")
    drawing.text(348, 28, "去程绿波带 onward: \(words[0]) s")
    drawing.rectangle(540, 18, 14, 12, fill: "#fdae6b")
    drawing.text(558, 28, "返程绿波带 back: \(words[1]) s")
    drawing.rectangle(740, 18, 7, 12, fill: "#deebf7")
    drawing.rectangle(747, 18, 7, 12, fill: "#fde0cc")
    drawing.text(758, 28, "浅色 pale: 只到下一路口 to the next signal only")
    if let changeSeconds {
      drawing.text(
        330, 48,
        "时段表：仅画 \(changeSeconds.shortText) s 前的方案 · time table: only the programmes before "
          + "\(changeSeconds.shortText) s are drawn", fill: "#b30000")
    }
    addBands(to: &drawing, back: false, fill: "#3182bd", x, y)
    addBands(to: &drawing, back: true, fill: "#e6550d", x, y)
    // What leads beyond the frame is cut off.
    drawing.rectangle(0, 55, left, top + height + 5, fill: "#fff")
    drawing.rectangle(right, 55, 40, top + height + 5, fill: "#fff")
    let labels = Self.labels(corridor.stops.indices.map(y))
    for (number, stop) in corridor.stops.enumerated() {
      let label = labels[number]
      drawing.text(left - 14, label + 1, stop.signal.shortened(26), size: 11, anchor: .end)
      drawing.text(
        left - 14, label + 13, "\(SVG.text(stop.distanceMetres.rounded())) m", size: 9,
        anchor: .end, fill: "#777")
      if label != y(number) { drawing.line(left - 12, label, left, y(number), stroke: "#bbb") }
      addLights(number, to: &drawing, y: y(number), x)
    }
    addAxis(to: &drawing, y: top + height + 16, x)
    return drawing.document
  }

  /// The room of a signal's name and distance.
  private static let labelHeight = 27.0

  /// Where names stand that would be at given heights, the first lowest: apart from each other.
  static func labels(_ wanted: [Double]) -> [Double] {
    var heights = wanted
    for place in heights.indices.dropFirst() {
      heights[place] = min(heights[place], heights[place - 1] - labelHeight)
    }
    // What was pushed beyond the highest goes back, and pushes those below it.
    guard var least = wanted.last else { return heights }
    for place in heights.indices.reversed() {
      heights[place] = max(heights[place], least)
      least = heights[place] + labelHeight
    }
    return heights
  }

  private func addLights(
    _ number: Int, to drawing: inout SVG, y: Double, _ x: (Double) -> Double
  ) {
    for (links, shift) in [
      (corridor.stops[number].links, -5.0), (corridor.stops[number].linksBack, 1),
    ] where !links.isEmpty {
      drawing.rectangle(
        x(beginSeconds), y + shift, x(endSeconds) - x(beginSeconds), 4, fill: "#d9534f")
      for span in greens(number, links) {
        let (from, to) = (max(beginSeconds, span.lowerBound), min(endSeconds, span.upperBound))
        if to > from { drawing.rectangle(x(from), y + shift, x(to) - x(from), 4, fill: "#1a9850") }
      }
    }
  }

  /// The bands through all signals, and lighter those from each signal to the next.
  private func addBands(
    to drawing: inout SVG, back: Bool, fill: String, _ x: (Double) -> Double, _ y: (Int) -> Double
  ) {
    guard let times = times(back: back) else { return }
    let last = corridor.stops.count - 1
    func stop(_ place: Int) -> Int { back ? last - place : place }
    func links(_ place: Int) -> [Int] {
      back ? corridor.stops[stop(place)].linksBack : corridor.stops[stop(place)].links
    }
    func add(_ span: Span, _ place: Int, opacity: Double) {
      let time = times[place]
      guard span.upperBound + time > beginSeconds, span.lowerBound < endSeconds else { return }
      drawing.polygon(
        [
          (x(span.lowerBound), y(stop(place))), (x(span.upperBound), y(stop(place))),
          (x(span.upperBound + time), y(stop(place + 1))),
          (x(span.lowerBound + time), y(stop(place + 1))),
        ], fill: fill, opacity: opacity)
    }
    for place in 0..<last {
      let ahead = greens(stop(place + 1), links(place + 1)).map {
        $0.lowerBound - times[place]...$0.upperBound - times[place]
      }
      for span in Self.intersection(greens(stop(place), links(place)), ahead) {
        add(span, place, opacity: 0.14)
      }
    }
    var time = 0.0
    for place in 0..<last {
      for span in bands(back: back) {
        add(span.lowerBound + time...span.upperBound + time, place, opacity: 0.4)
      }
      time += times[place]
    }
  }

  private func addAxis(to drawing: inout SVG, y: Double, _ x: (Double) -> Double) {
    drawing.line(x(beginSeconds), y, x(endSeconds), y, stroke: "#888")
    for second in stride(
      from: beginSeconds, through: endSeconds, by: endSeconds - beginSeconds > 300 ? 30 : 20)
    {
      drawing.line(x(second), y, x(second), y + 4, stroke: "#888")
      drawing.text(x(second), y + 16, second.shortText, size: 9, anchor: .middle, fill: "#555")
    }
    drawing.text(x(endSeconds), y + 30, "s", size: 10, anchor: .end, fill: "#555")
  }
}

extension SUMOPlan {
  /// The programme that a signal runs at a time, of this plan or else of the network.
  func program(of signal: String, at timeSeconds: Double, on network: SUMONetwork) -> SignalProgram?
  {
    let own = programs.filter { $0.signal == signal }
    let given = network.programs.filter { $0.signal == signal }
    if let table = tables.first(where: { $0.signal == signal }) {
      let id = table.switches.last { $0.timeSeconds <= timeSeconds }?.program ?? table.first
      return own.first { $0.id == id } ?? given.first { $0.id == id }
    }
    return own.last ?? given.last
  }
}
