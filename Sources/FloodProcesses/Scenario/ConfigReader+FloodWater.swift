import Catalog
import Flood
import SimpleFeatures

/// Inflows, rain and boundaries.
extension ConfigReader {
  mutating func inflows(_ tree: YAMLTree?) -> [FloodScenario.Inflow] {
    var ids: [String: TextPosition] = [:]
    return items(tree, "inflows").enumerated().compactMap { index, item in
      guard let entries = entries(of: item, keys: .floodInflow) else { return nil }
      let isNamed = entries["id"] != nil
      let id = isNamed ? floodID(entries["id"], "inflow", taken: &ids) : "inflow-\(index + 1)"
      let place = place(entries, "the inflow")
      var flow: FloodScenario.Series?
      switch only(["hydrograph", "constant"], of: entries, "the inflow") {
      case "constant": flow = series(entries["constant"], "constant", .inflow)
      case "hydrograph": flow = series(entries["hydrograph"], "hydrograph", .inflow)
      default: break
      }
      guard let id, let place, let flow else { return nil }
      return FloodScenario.Inflow(id: id, place: place, flow: flow, position: item.position)
    }
  }

  // MARK: Rain

  mutating func rain(_ tree: YAMLTree?) -> FloodScenario.Rain? {
    guard let tree, let entries = entries(of: tree, keys: .floodRain) else { return nil }
    switch only(["hyetograph", "storm", "zones"], of: entries, "`rain`") {
    case "hyetograph": return hyetograph(entries["hyetograph"]).map { .hyetograph($0) }
    case "storm": return storm(entries["storm"]).map { .storm($0) }
    case "zones": return zones(entries["zones"]).map { .zones($0) }
    default: return nil
    }
  }

  private mutating func hyetograph(_ tree: YAMLTree?) -> FloodScenario.Series? {
    series(tree, "hyetograph", .rain)
  }

  private mutating func storm(_ tree: YAMLTree?) -> FloodScenario.Storm? {
    guard let tree, let entries = entries(of: tree, keys: .floodStorm) else { return nil }
    let key = only(["file", "name"], of: entries, "`storm`")
    let words = key.flatMap { path(entries[$0], $0) }
    let years = number(entries["return_period"], "return_period", in: FloodLimits.years)
    let duration = number(
      entries["duration_minutes"], "duration_minutes", in: FloodLimits.minutes)
    let interval = number(
      entries["interval_minutes"], "interval_minutes", in: FloodLimits.minutes)
    let depth = number(entries["depth"], "depth", in: FloodLimits.millimetres)
    guard let words else { return nil }
    return FloodScenario.Storm(
      origin: key == "name" ? .installed(words) : .file(words), returnPeriodYears: years,
      durationMinutes: duration, depthMillimetres: depth,
      intervalMinutes: interval ?? FloodScenario.usualStormIntervalMinutes)
  }

  private mutating func zones(_ tree: YAMLTree?) -> FloodScenario.Zones? {
    guard let tree, let entries = entries(of: tree, keys: .floodZones) else { return nil }
    let file = path(entries["file"], "file")
    let field = text(entries["field"], "field")
    let elsewhere = entries["default"].flatMap { hyetograph($0) }
    var table: Located<String>?
    var named: [FloodScenario.Named<FloodScenario.Series>] = []
    if case .scalar = entries["hyetographs"]?.content {
      table = path(entries["hyetographs"], "hyetographs")
    } else {
      named = self.named(entries["hyetographs"], "hyetographs") { reader, value in
        reader.hyetograph(value)
      }
    }
    guard let file else { return nil }
    return FloodScenario.Zones(
      file: file, field: field, hyetographs: named, table: table, elsewhere: elsewhere)
  }

  /// The entries of a mapping whose keys are names that a file uses; at most 255.
  mutating func named<Value: Equatable & Sendable>(
    _ tree: YAMLTree?, _ key: String,
    _ read: (inout ConfigReader, YAMLTree) -> Value?
  ) -> [FloodScenario.Named<Value>] {
    guard let tree else { return [] }
    guard case .mapping(let pairs) = tree.content, !pairs.isEmpty, pairs.count <= 255 else {
      note(
        tree.position,
        "`\(key)` must be a mapping of 1 to 255 names to what they mean, not \(tree.kind)",
        hint: "the names are those that the file uses")
      return []
    }
    return pairs.compactMap { pair in
      guard let value = read(&self, pair.value) else { return nil }
      return FloodScenario.Named(name: pair.key, value: value, position: pair.keyPosition)
    }
  }

  // MARK: Boundaries

  mutating func boundaries(_ tree: YAMLTree?) -> [FloodScenario.Boundary] {
    guard let tree, let entries = entries(of: tree, keys: .floodBoundaries) else { return [] }
    return BoundaryCondition.Side.allCases.flatMap { side -> [FloodScenario.Boundary] in
      guard let tree = entries[side.rawValue] else { return [] }
      guard case .list(let parts) = tree.content else {
        return boundary(tree, side).map { [$0] } ?? []
      }
      return parts.compactMap { boundary($0, side) }
    }
  }

  private mutating func boundary(
    _ tree: YAMLTree, _ side: BoundaryCondition.Side
  ) -> FloodScenario.Boundary? {
    if case .scalar(let word, _) = tree.content {
      guard word == "closed" || word == "free" else {
        note(
          tree.position, "`\(shown(word))` is not a boundary",
          hint: "write closed, free, {free: SLOPE}, {level: …} or {hydrograph: …}")
        return nil
      }
      return FloodScenario.Boundary(
        side: side, range: nil, kind: word == "free" ? .free(slope: nil) : .closed,
        position: tree.position)
    }
    guard let entries = entries(of: tree, keys: .floodBoundary),
      let kind = boundaryKind(entries)
    else { return nil }
    let from = number(entries["from"], "from")
    let to = number(entries["to"], "to")
    var range: ClosedRange<Double>?
    switch (from, to) {
    case (nil, nil): break
    case (let from?, let to?) where from < to: range = from...to
    default:
      note(
        tree.position, "a part of a side runs from a smaller coordinate to a larger one",
        hint: "give `from` and `to`: y along west and east, x along south and north")
    }
    return FloodScenario.Boundary(
      side: side, range: range, kind: kind, position: tree.position)
  }

  private mutating func boundaryKind(_ entries: Entries) -> FloodScenario.BoundaryKind? {
    switch only(["closed", "free", "level", "hydrograph"], of: entries, "the boundary") {
    case "closed":
      return boolean(entries["closed"], "closed").map { $0 ? .closed : .free(slope: nil) }
    case "free":
      if let tree = entries["free"], !isNumber(tree) {
        return boolean(tree, "free").map { $0 ? .free(slope: nil) : .closed }
      }
      return number(entries["free"], "free", in: FloodLimits.slope).map { .free(slope: $0) }
    case "level": return series(entries["level"], "level", .level).map { .level($0) }
    case "hydrograph":
      return series(entries["hydrograph"], "hydrograph", .discharge)
        .map { .hydrograph($0) }
    default: return nil
    }
  }
}

extension FloodScenario {
  /// Minutes between the numbers of a design storm where the scenario does not say.
  static let usualStormIntervalMinutes = 5.0
}
