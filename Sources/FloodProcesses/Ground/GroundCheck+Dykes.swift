import Flood
import Foundation
import GeometryCore
import SimpleFeatures

/// Dykes: low crests, gaps, ends that meet no high ground.
extension GroundCheck {
  /// One line of a dyke.
  private struct Dyke {
    let layer, id: String
    let path: [Place]
    /// Levels, metres; `nil` where the city does not say.
    let crest, design: Double?
    let widthMetres: Double

    /// The height that its ends must meet.
    var needed: Double? { design ?? crest }
    var line: Geometry { .lineString(path.flatMap { [$0.x, $0.y] }) }
  }

  /// One end of a dyke.
  private struct End {
    let dyke: Int
    let place: Place
  }

  /// The width of a crest that names none, metres.
  private static let usualWidthMetres = 6.0
  /// How far along a dyke its ground is compared, metres.
  private static let besideMetres = 100.0
  /// How far apart ends of dykes are that could belong together, metres.
  private static let gapMetres = 500.0
  /// How far from a dyke water is taken to stand at it, metres.
  private static let waterMetres = 200.0

  mutating func checkDykes() throws {
    let dykes = try features(FloodLayers.embankment).flatMap { layer, feature in
      (feature.geometry?.linePaths ?? []).map {
        Dyke(
          layer: layer, id: feature.id ?? "", path: $0, crest: feature.number("crest_height"),
          design: feature.number("design_level"),
          widthMetres: feature.number("crest_width") ?? Self.usualWidthMetres)
      }
    }
    guard !dykes.isEmpty else {
      return note(zh: "范围内没有堤防", en: "the area has no embankments")
    }
    let gates = try features(FloodLayers.gate).compactMap { _, gate -> (Place, Double)? in
      guard let place = gate.geometry?.ordinates, place.count > 1 else { return nil }
      return (Place(x: place[0], y: place[1]), (gate.number("width") ?? 10) / 2)
    }
    var unseen = 0
    for dyke in dykes {
      let profile = LineProfile(
        dyke.path, over: bed, reach: max(lattice.cellWidth, dyke.widthMetres), pick: .highest)
      if lattice.cellWidth > max(dyke.widthMetres, Self.usualWidthMetres) {
        unseen += 1
      } else {
        checkLowPoints(dyke, profile, gates)
      }
      checkDesign(dyke, profile)
    }
    if unseen > 0 {
      note(
        zh: "\(unseen) 段堤防的堤顶窄于 \(lattice.cellWidth.told) m 的网格，未查找低洼段",
        en: "the crests of \(unseen) lines are narrower than cells of "
          + "\(lattice.cellWidth.told) m: low points are not looked for along them")
    }
    try checkWater(dykes)
    checkEnds(dykes)
  }

  // MARK: Crests

  private mutating func checkLowPoints(
    _ dyke: Dyke, _ profile: LineProfile, _ gates: [(place: Place, half: Double)]
  ) {
    let cell = lattice.cellWidth
    let beside = profile.medians(within: max(Self.besideMetres, 5 * cell))
    let stations = profile.stations
    let stretches = profile.stretches { index in
      let station = stations[index]
      let place = Place(x: station.x, y: station.y)
      return beside[index] - station.height > limits.crestMetres
        && !gates.contains { $0.place.distance(to: place) <= $0.half + 3 * cell }
    }
    for stretch in stretches {
      guard
        let lowest = stretch.max(by: {
          beside[$0] - stations[$0].height < beside[$1] - stations[$1].height
        })
      else { continue }
      let station = stations[lowest]
      let drop = beside[lowest] - station.height
      let length = profile.length(of: stretch, step: cell)
      let recorded = dyke.crest.map { $0 > station.height + limits.crestMetres } ?? false
      add(
        GroundFinding(
          .crestLow, of: dyke.layer, dyke.id, drop,
          [("height_m", station.height), ("length_m", length)],
          at: .point(x: station.x, y: station.y),
          zh: "堤防 \(dyke.id) 在 \(length.toldWhole) m 长度内低于两侧堤顶 \(drop.told) m，"
            + "最低 \(station.height.told) m"
            + (recorded ? "；登记的堤顶高程为 \((dyke.crest ?? 0).told) m，计算采用登记值" : ""),
          en: "the dyke \(dyke.id) dips by \(drop.told) m over \(length.toldWhole) m, down to "
            + "\(station.height.told) m"
            + (recorded
              ? "; a run takes its recorded crest of \((dyke.crest ?? 0).told) m" : "")))
    }
  }

  private mutating func checkDesign(_ dyke: Dyke, _ profile: LineProfile) {
    guard let design = dyke.design else { return }
    if let crest = dyke.crest {
      guard crest < design else { return }
      return add(
        GroundFinding(
          .crestBelowDesign, of: dyke.layer, dyke.id, design - crest, [("height_m", crest)],
          at: dyke.line,
          zh: "堤防 \(dyke.id) 堤顶 \(crest.told) m 低于设计水位 \(design.told) m",
          en: "the crest of the dyke \(dyke.id) at \(crest.told) m lies below its design level of "
            + "\(design.told) m"))
    }
    for stretch in profile.stretches(where: { profile.stations[$0].height < design }) {
      let lowest = profile.stations[stretch].map(\.height).min() ?? design
      let length = profile.length(of: stretch, step: lattice.cellWidth)
      add(
        GroundFinding(
          .crestBelowDesign, of: dyke.layer, dyke.id, design - lowest,
          [("height_m", lowest), ("length_m", length)], at: profile.shape(of: stretch),
          zh: "堤防 \(dyke.id) 有 \(length.toldWhole) m 低于设计水位 \(design.told) m，"
            + "最低 \(lowest.told) m",
          en: "\(length.toldWhole) m of the dyke \(dyke.id) lie below its design level of "
            + "\(design.told) m, down to \(lowest.told) m"))
    }
  }

  /// Crests below the highest level that the scenario gives a water beside them.
  private mutating func checkWater(_ dykes: [Dyke]) throws {
    guard !flood.waterLevels.isEmpty else { return }
    let waters = try features(FloodLayers.water)
    for said in flood.waterLevels {
      guard let surface = waters.first(where: { $0.feature.id == said.id })?.feature.geometry
      else { continue }
      let level = said.level.highest + (said.offsetMetres ?? 0)
      let box = surface.envelope.expanded(by: Self.waterMetres)
      for dyke in dykes {
        guard let crest = dyke.crest, crest < level, dyke.line.intersects(box) else { continue }
        add(
          GroundFinding(
            .crestBelowWater, of: dyke.layer, dyke.id, level - crest, [("height_m", crest)],
            at: dyke.line,
            zh: "情景水位 \(level.told) m（\(said.id)）高出堤防 \(dyke.id) 堤顶 "
              + "\((level - crest).told) m",
            en: "the scenario's level of \(level.told) m of \(said.id) stands "
              + "\((level - crest).told) m above the crest of the dyke \(dyke.id)"))
      }
    }
  }

  // MARK: Ends

  private mutating func checkEnds(_ dykes: [Dyke]) {
    let touching = max(lattice.cellWidth, 10)
    var ends: [End] = []
    for (index, dyke) in dykes.enumerated() {
      guard let first = dyke.path.first, let last = dyke.path.last,
        first.distance(to: last) > 1e-6
      else { continue }
      ends += [End(dyke: index, place: first), End(dyke: index, place: last)]
    }
    var open: [End] = []
    for (index, end) in ends.enumerated() {
      var isJoined = false
      for (other, second) in ends.enumerated()
      where other != index && second.place.distance(to: end.place) <= touching {
        isJoined = true
        if other > index { checkStep(dykes[end.dyke], dykes[second.dyke], end.place) }
      }
      isJoined =
        isJoined
        || dykes.indices.contains {
          $0 != end.dyke && dykes[$0].path.distance(to: end.place) <= touching
        }
      if !isJoined, !isAtSide(end.place), !meetsHighGround(end, dykes[end.dyke]) {
        open.append(end)
      }
    }
    pair(open, dykes)
  }

  private mutating func checkStep(_ a: Dyke, _ b: Dyke, _ place: Place) {
    guard let first = a.crest, let second = b.crest, abs(first - second) > limits.crestMetres
    else { return }
    let low = first < second ? a : b
    add(
      GroundFinding(
        .crestStep, of: low.layer, low.id, abs(first - second),
        [("height_m", min(first, second))], at: .point(x: place.x, y: place.y),
        zh: "堤防 \(a.id) 与 \(b.id) 在相接处堤顶相差 \(abs(first - second).told) m，"
          + "\(low.id) 较低，为 \(min(first, second).told) m",
        en: "where the dykes \(a.id) and \(b.id) meet, their crests differ by "
          + "\(abs(first - second).told) m: that of \(low.id) is at \(min(first, second).told) m"))
  }

  /// Whether an end lies so close to a side of the area that a run takes it there, or beyond it.
  private func isAtSide(_ place: Place) -> Bool {
    let box = lattice.envelope
    let nearest =
      [
        place.x - box.minX, box.maxX - place.x, place.y - box.minY, box.maxY - place.y,
      ].min() ?? 0
    return nearest <= CityEmbankment.reach(on: lattice)
  }

  /// The highest ground around an end, its own crest's left out.
  private func highest(around end: End, _ dyke: Dyke) -> Double? {
    let reach = max(30, 3 * lattice.cellWidth)
    let own = max(dyke.widthMetres, 1.5 * lattice.cellWidth)
    var highest: Double?
    lattice.forEachCell(within: reach, of: end.place) { cell, place in
      guard !bed.values[cell].isNaN, dyke.path.distance(to: place) > own else { return }
      highest = max(highest ?? -.infinity, Double(bed.values[cell]))
    }
    return highest
  }

  private func meetsHighGround(_ end: End, _ dyke: Dyke) -> Bool {
    guard let needed = dyke.needed, let highest = highest(around: end, dyke) else { return true }
    return highest >= needed - limits.crestMetres
  }

  /// Tells open ends: those that lie close to another dyke's as a gap between both.
  private mutating func pair(_ open: [End], _ dykes: [Dyke]) {
    var isTold = [Bool](repeating: false, count: open.count)
    for (index, end) in open.enumerated() where !isTold[index] {
      let partner = open.indices.filter {
        $0 > index && !isTold[$0] && open[$0].dyke != end.dyke
          && open[$0].place.distance(to: end.place) <= Self.gapMetres
      }.min { open[$0].place.distance(to: end.place) < open[$1].place.distance(to: end.place) }
      isTold[index] = true
      if let partner {
        isTold[partner] = true
        addGap(end, open[partner], dykes)
      } else {
        addEnd(end, dykes[end.dyke])
      }
    }
  }

  private mutating func addGap(_ a: End, _ b: End, _ dykes: [Dyke]) {
    let (first, second) = (dykes[a.dyke], dykes[b.dyke])
    let width = a.place.distance(to: b.place)
    add(
      GroundFinding(
        .dykeGap, of: first.layer, first.id, width,
        at: .lineString([a.place.x, a.place.y, b.place.x, b.place.y]),
        zh: "堤防 \(first.id) 与 \(second.id) 之间有 \(width.toldWhole) m 缺口",
        en: "between the dykes \(first.id) and \(second.id) there is a gap of "
          + "\(width.toldWhole) m"))
  }

  private mutating func addEnd(_ end: End, _ dyke: Dyke) {
    let (needed, highest) = (dyke.needed ?? 0, highest(around: end, dyke) ?? 0)
    add(
      GroundFinding(
        .dykeEnd, of: dyke.layer, dyke.id, needed - highest, [("height_m", highest)],
        at: .point(x: end.place.x, y: end.place.y),
        zh: "堤防 \(dyke.id) 的端点未与高地相接：周围地面最高 \(highest.told) m，"
          + "应达 \(needed.told) m",
        en: "the dyke \(dyke.id) ends where no ground is as high: the highest is at "
          + "\(highest.told) m, it should meet \(needed.told) m"))
  }
}

extension [Place] {
  /// How far a place lies from the line, metres.
  fileprivate func distance(to place: Place) -> Double {
    zip(self, dropFirst()).reduce(.infinity) { nearest, piece in
      Swift.min(nearest, place.distance(to: place.nearest(from: piece.0, to: piece.1)))
    }
  }
}

extension FloodScenario.Series {
  /// The highest number; 0 where a file holds them.
  fileprivate var highest: Double {
    switch self {
    case .constant(let number): number
    case .rows(let rows): rows.map { $0[1] }.max() ?? 0
    case .file: 0
    }
  }
}
