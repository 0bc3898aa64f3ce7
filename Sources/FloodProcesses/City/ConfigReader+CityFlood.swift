package import Catalog
import Flood
import Foundation
import SimpleFeatures

extension KeySet {
  static let cityFlood = KeySet(
    owner: "`flood`", required: ["duration"],
    optional: [
      "area", "cell", "start", "rain", "water_levels", "below_bank", "gates", "pumps", "breaches",
      "inlets", "buildings", "roof_rain", "order", "precision", "courant", "dry_depth",
      "time_steps", "threads", "output",
    ])
  fileprivate static let area = KeySet(
    owner: "`area`", required: [], optional: ["box", "polygon", "layer", "id", "catchment"])
  fileprivate static let buildings = KeySet(owner: "`buildings`", required: ["raised"])
  fileprivate static let rainGrids = KeySet(
    owner: "`grids`", required: ["file"], optional: ["variable", "unit", "stamp", "member"])
  fileprivate static let rainForecast = KeySet(
    owner: "`forecast`", required: [], optional: ["variable", "unit", "stamp", "member"])
  fileprivate static let cityRain = KeySet(
    owner: "`rain`", required: [], optional: ["hyetograph", "storm", "grids", "forecast"])
  fileprivate static let waterLevel = KeySet(
    owner: "the water level", required: ["id"],
    optional: ["level", "initial", "datum", "offset"])
  fileprivate static let pump = KeySet(
    owner: "the pump station", required: ["outages"])
  fileprivate static let breach = KeySet(
    owner: "the breach", required: ["at", "width", "sill"], optional: ["id", "from", "growth"])
}

extension CityFlood {
  /// The key of scenarios under which it stands.
  package static let part = ScenarioPart("flood") { reader, tree in
    _ = reader.cityFlood(tree)
  }

  /// What a scenario says of a flood; `nil` where it says nothing.
  ///
  /// - Throws: ``CatalogError`` with every fault.
  package init?(_ scenario: Scenario) throws(CatalogError) {
    guard let part = scenario.parts.first(where: { $0.name == Self.part.name }) else { return nil }
    self = try scenario.value(of: part) { $0.cityFlood($1) }
  }

  /// What a scenario says of a flood.
  ///
  /// - Throws: ``CatalogError`` with every fault, ``PlainError`` where it says nothing.
  package init(of scenario: Scenario) throws {
    guard let flood = try CityFlood(scenario) else {
      throw PlainError(
        message: "the scenario \(scenario.id) says nothing of a flood",
        hint: "give it a part `flood:`, as Models/flood/README.md tells")
    }
    self = flood
  }
}

extension ConfigReader {
  mutating func cityFlood(_ tree: YAMLTree) -> CityFlood? {
    guard let entries = entries(of: tree, keys: .cityFlood) else { return nil }
    let before = diagnostics.count
    let duration = number(entries["duration"], "duration", in: FloodLimits.seconds)
    let cell = number(entries["cell"], "cell", in: FloodLimits.cell)
    var flood = CityFlood(
      file: file, position: tree.position, area: area(entries["area"]), cellMetres: nil,
      durationSeconds: duration ?? 0, start: start(entries["start"]), rain: cityRain(entries),
      waterLevels: items(entries["water_levels"], "water_levels").compactMap { waterLevel($0) },
      belowBankMetres: number(entries["below_bank"], "below_bank", in: 0...FloodLimits.mostDepth),
      gates: controls(entries["gates"], "gates", usual: .open) { $0.gateControl($1) },
      pumps: controls(entries["pumps"], "pumps", usual: .init(outages: [])) { $0.pumpControl($1) },
      breaches: breaches(entries["breaches"]), inlets: inletControls(entries["inlets"]),
      buildings: cityBuildings(entries["buildings"]),
      roofRain: choice(entries["roof_rain"], "roof_rain", CityFlood.RoofRain.self) ?? .ground,
      numerics: numerics(entries, usual: .local),
      output: floodOutput(entries["output"], of: duration))
    if let cell, let place = entries["cell"]?.position { flood.cellMetres = Located(cell, place) }
    if let said = entries["roof_rain"], flood.buildings != .wall {
      note(
        said.position, "`roof_rain` is of buildings that are walls",
        hint: "leave it out: rain on raised buildings runs off")
    }
    return diagnostics.count == before && duration != nil ? flood : nil
  }

  private mutating func area(_ tree: YAMLTree?) -> Located<CityFlood.Area>? {
    guard let tree, let entries = entries(of: tree, keys: .area) else { return nil }
    switch only(["box", "polygon", "layer", "catchment"], of: entries, "`area`") {
    case "box":
      let sides = items(entries["box"], "box").compactMap { number($0, "box", in: -180...180) }
      guard sides.count == 4, sides[0] < sides[2], sides[1] < sides[3] else {
        note(
          tree.position, "`box` must be four numbers: west, south, east, north",
          hint: "write box: [114.30, 30.51, 114.34, 30.54]")
        return nil
      }
      return Located(
        .box(Envelope(minX: sides[0], minY: sides[1], maxX: sides[2], maxY: sides[3])),
        tree.position)
    case "polygon":
      return geometry(entries["polygon"]).map { Located(.polygon($0), tree.position) }
    case "layer":
      let layer = text(entries["layer"], "layer")
      guard let id = text(entries["id"], "id") else {
        if entries["id"] == nil { note(tree.position, "`id` of a feature of the layer is missing") }
        return nil
      }
      return layer.map { Located(.feature(layer: $0, id: id), tree.position) }
    case "catchment":
      guard let point = point(entries["catchment"], "catchment") else { return nil }
      guard point.x.magnitude <= 180, point.y.magnitude <= 90 else {
        note(
          tree.position, "`catchment` must be longitude and latitude in degrees",
          hint: "write catchment: [114.32, 30.53]")
        return nil
      }
      return Located(.catchment(x: point.x, y: point.y), tree.position)
    default: return nil
    }
  }

  private mutating func start(_ tree: YAMLTree?) -> Date? {
    guard let tree, let text = text(tree, "start") else { return nil }
    if let moment = Moment(text), let date = try? Date(moment.instant, strategy: .iso8601) {
      return date
    }
    note(
      tree.position, "`\(shown(text))` is no time",
      hint: "write it as in 2026-07-05T02:00:00+08:00")
    return nil
  }

  /// Rain without files but those of rasters.
  private mutating func cityRain(_ entries: Entries) -> CityFlood.Rain? {
    guard let tree = entries["rain"] else { return nil }
    if case .scalar("forecast", _) = tree.content {
      return .grids(CityFlood.RainGrids(isStampedAtEnd: false, position: tree.position))
    }
    guard let keys = self.entries(of: tree, keys: .cityRain) else { return nil }
    let kinds = ["hyetograph", "storm", "grids", "forecast"]
    guard let kind = only(kinds, of: keys, "`rain`"), let said = keys[kind] else { return nil }
    if kind == "grids" || kind == "forecast" { return rainGrids(said, kind).map { .grids($0) } }
    guard let rain = rain(tree) else { return nil }
    let isOwn =
      switch rain {
      case .hyetograph(.file), .zones: false
      case .storm(let storm): if case .file = storm.origin { false } else { true }
      case .hyetograph: true
      }
    if !isOwn {
      note(
        tree.position, "the rain of a flood of the city names a file",
        hint: "give `hyetograph` as rows of seconds and mm/h, `storm` by its `name`, or rasters: "
          + "`grids`")
    }
    return .said(rain)
  }

  private mutating func rainGrids(_ tree: YAMLTree, _ kind: String) -> CityFlood.RainGrids? {
    let isForecast = kind == "forecast"
    guard let entries = entries(of: tree, keys: isForecast ? .rainForecast : .rainGrids) else {
      return nil
    }
    let file = path(entries["file"], "file")
    guard isForecast || file != nil else { return nil }
    let stamp = choice(entries["stamp"], "stamp", RasterStamp.self) ?? .begin
    let member = number(entries["member"], "member", in: 1...1000)
    return CityFlood.RainGrids(
      file: file, variable: text(entries["variable"], "variable"),
      unit: path(entries["unit"], "unit"), isStampedAtEnd: stamp == .end,
      member: member.map { Int($0) }, position: tree.position)
  }

  /// What the time of a raster of rain is.
  private enum RasterStamp: String, CaseIterable {
    case begin, end
  }

  private mutating func waterLevel(_ tree: YAMLTree) -> CityFlood.WaterLevel? {
    guard let entries = entries(of: tree, keys: .waterLevel) else { return nil }
    let key = only(["level", "initial"], of: entries, "the water level")
    let level = key.flatMap { ownSeries(entries[$0], $0, .level) }
    let offset = number(entries["offset"], "offset", in: FloodLimits.level)
    let datum = text(entries["datum"], "datum")
    guard let id = text(entries["id"], "id"), let level else { return nil }
    return CityFlood.WaterLevel(
      id: id, level: level,
      datum: datum.flatMap { name in entries["datum"].map { Located(name, $0.position) } },
      offsetMetres: offset, isHeld: key == "level", position: tree.position)
  }

  /// Numbers over time that stand in the scenario itself.
  private mutating func ownSeries(
    _ tree: YAMLTree?, _ key: String, _ quantity: FloodScenario.Quantity
  ) -> FloodScenario.Series? {
    guard let tree, let series = series(tree, key, quantity) else { return nil }
    guard case .file = series else { return series }
    note(
      tree.position, "`\(key)` must be a number or rows of seconds and numbers",
      hint: "a flood of the city names no files: write [[0, 24.5], [3600, 25.1]]")
    return nil
  }

  // MARK: Structures

  fileprivate mutating func controls<Control>(
    _ tree: YAMLTree?, _ key: String, usual: Control,
    _ read: (inout ConfigReader, YAMLTree) -> Control?
  ) -> CityFlood.Controls<Control> {
    var controls = CityFlood.Controls(usual: usual, named: [])
    guard let tree else { return controls }
    guard case .mapping(let pairs) = tree.content else {
      note(
        tree.position, "`\(key)` must be a mapping of ids to how they stand, not \(tree.kind)",
        hint: "`default` stands for all that are not named")
      return controls
    }
    for pair in pairs {
      guard let control = read(&self, pair.value) else { continue }
      if pair.key == "default" {
        controls.usual = control
      } else {
        controls.named.append(
          FloodScenario.Named(name: pair.key, value: control, position: pair.keyPosition))
      }
    }
    return controls
  }

  private mutating func gateControl(_ tree: YAMLTree) -> CityFlood.GateControl? {
    switch tree.content {
    case .scalar("open", _): return .open
    case .scalar("closed", _): return .opening(.constant(0))
    default: return ownSeries(tree, "gates", .opening).map { .opening($0) }
    }
  }

  private mutating func pumpControl(_ tree: YAMLTree) -> CityFlood.PumpControl? {
    switch tree.content {
    // YAML reads `on` and `off` as words here.
    case .scalar("on", _): return CityFlood.PumpControl(outages: [])
    case .scalar("off", _): return CityFlood.PumpControl(outages: nil)
    default:
      guard let entries = entries(of: tree, keys: .pump),
        let rows = rows(entries["outages"], "outages", width: 2)
      else { return nil }
      guard rows.allSatisfy({ $0[0] >= 0 && $0[0] < $0[1] }) else {
        note(tree.position, "an outage ends before it begins", hint: "write [[0, 3600]] in seconds")
        return nil
      }
      return CityFlood.PumpControl(outages: rows.map { $0[0]..<$0[1] })
    }
  }

  private mutating func breaches(_ tree: YAMLTree?) -> [CityFlood.Breach] {
    var ids: [String: TextPosition] = [:]
    return items(tree, "breaches").enumerated().compactMap { index, item in
      guard let entries = entries(of: item, keys: .breach) else { return nil }
      let id =
        entries["id"] == nil
        ? "breach-\(index + 1)" : floodID(entries["id"], "breach", taken: &ids)
      let point = point(entries["at"], "at")
      let width = number(entries["width"], "width", in: FloodLimits.breachWidth)
      let sill = number(entries["sill"], "sill", in: FloodLimits.level)
      let from = number(entries["from"], "from", in: 0...FloodLimits.seconds.upperBound)
      let growth = number(entries["growth"], "growth", in: 0...FloodLimits.seconds.upperBound)
      guard let id, let point, let width, let sill else { return nil }
      return CityFlood.Breach(
        id: id, x: point.x, y: point.y, widthMetres: width, sillMetres: sill,
        fromSeconds: from ?? 0, growthSeconds: growth ?? 0, position: item.position)
    }
  }
}

// MARK: Buildings and inlets

extension ConfigReader {
  /// What `buildings` says in a word.
  private enum BuildingWord: String, CaseIterable {
    case wall, raised, none
  }

  fileprivate mutating func cityBuildings(_ tree: YAMLTree?) -> CityFlood.Buildings {
    guard let tree else { return .wall }
    if case .mapping = tree.content {
      guard let entries = entries(of: tree, keys: .buildings) else { return .wall }
      return .raised(metres: number(entries["raised"], "raised", in: FloodLimits.height))
    }
    switch choice(tree, "buildings", BuildingWord.self) {
    case .raised: return .raised(metres: nil)
    case .some(.none): return CityFlood.Buildings.none
    case .wall, nil: return .wall
    }
  }

  fileprivate mutating func inletControls(
    _ tree: YAMLTree?
  ) -> CityFlood.Controls<CityFlood.InletControl>? {
    guard let tree else { return nil }
    let usual = CityFlood.InletControl(capacity: nil)
    switch tree.content {
    case .scalar("on", _): return CityFlood.Controls(usual: usual, named: [])
    case .scalar("off", _): return nil
    default: return controls(tree, "inlets", usual: usual) { $0.inletControl($1) }
    }
  }

  private mutating func inletControl(_ tree: YAMLTree) -> CityFlood.InletControl? {
    switch tree.content {
    case .scalar("on", _): return CityFlood.InletControl(capacity: nil)
    case .scalar("off", _): return CityFlood.InletControl(capacity: 0)
    default:
      return number(tree, "inlets", in: FloodLimits.capacity).map {
        CityFlood.InletControl(capacity: $0)
      }
    }
  }
}
