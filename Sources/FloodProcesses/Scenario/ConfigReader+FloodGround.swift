import Catalog
import Flood
import SimpleFeatures

/// Buildings, roughness, infiltration and embankments.
extension ConfigReader {
  mutating func buildings(_ tree: YAMLTree?) -> FloodScenario.Buildings? {
    guard let tree, let entries = entries(of: tree, keys: .floodBuildings) else { return nil }
    let file = path(entries["file"], "file")
    let mode =
      choice(entries["mode"], "mode", FloodScenario.Buildings.Mode.self) ?? .wall
    let height = shapeValue(entries["height"], "height", in: FloodLimits.height)
    if mode == .raised, entries["height"] == nil {
      note(
        tree.position, "raised buildings need a `height`",
        hint: "a number of metres, or the name of the attribute that holds it")
    }
    let roofs = roofRain(entries["roof_rain"])
    if mode == .raised, let said = entries["roof_rain"] {
      note(
        said.position, "`roof_rain` is of buildings that are walls",
        hint: "leave it out: rain on raised buildings runs off")
    }
    guard let file else { return nil }
    return FloodScenario.Buildings(
      file: file, mode: mode, height: height, roofRain: roofs ?? .ground)
  }

  /// What `roof_rain` says in a word.
  private enum RoofWord: String, CaseIterable {
    case ground, none, inlets
  }

  private mutating func roofRain(_ tree: YAMLTree?) -> FloodScenario.Buildings.RoofRain? {
    guard let tree else { return nil }
    if case .mapping = tree.content {
      guard let entries = entries(of: tree, keys: .floodRoofRain) else { return nil }
      return path(entries["nearest"], "nearest").map { .nearest($0) }
    }
    switch choice(tree, "roof_rain", RoofWord.self) {
    case .ground: return .ground
    case .some(.none): return FloodScenario.Buildings.RoofRain.none
    case .inlets: return .inlets
    case nil: return nil
    }
  }

  mutating func roughness(_ tree: YAMLTree?) -> FloodScenario.Roughness {
    let nothing = FloodScenario.Roughness(everywhere: nil, areas: nil, value: nil)
    guard let tree else { return nothing }
    if isNumber(tree) {
      // Nothing but a plain 0 is smooth; a number below that of glass is a slip.
      let isSmooth = tree.content == .scalar("0", isPlain: true)
      let n = isSmooth ? 0 : number(tree, "roughness", in: FloodLimits.roughness)
      return FloodScenario.Roughness(everywhere: n, areas: nil, value: nil)
    }
    guard let entries = entries(of: tree, keys: .floodRoughness) else { return nothing }
    let everywhere = number(entries["default"], "default", in: FloodLimits.roughness)
    let areas = path(entries["file"], "file")
    var value: FloodScenario.ShapeValue?
    if entries["field"] != nil || entries["value"] != nil {
      switch only(["field", "value"], of: entries, "`roughness`") {
      case "field": value = path(entries["field"], "field").map { .field($0) }
      case "value":
        value = number(entries["value"], "value", in: FloodLimits.roughness)
          .map { .number($0) }
      default: break
      }
      if areas == nil, entries["file"] == nil {
        note(tree.position, "`roughness` says what areas have but names no `file` of them")
      }
    }
    return FloodScenario.Roughness(everywhere: everywhere, areas: areas, value: value)
  }

  // MARK: Infiltration

  mutating func infiltration(_ tree: YAMLTree?) -> FloodScenario.Infiltration? {
    guard let tree, let entries = entries(of: tree, keys: .floodInfiltration) else { return nil }
    let classes = named(entries["classes"], "classes") { reader, value in
      reader.groundClass(value)
    }
    let file = path(entries["file"], "file")
    let field = text(entries["field"], "field")
    let elsewhere = text(entries["default"], "default")
    var names: [String] = []
    if case .mapping(let pairs) = entries["classes"]?.content { names = pairs.map(\.key) }
    if let elsewhere, let place = entries["default"]?.position, !names.contains(elsewhere) {
      let near = suggestion(for: elsewhere, among: names)
      note(
        place, "`\(shown(elsewhere))` is not one of the classes",
        hint: near.map { "did you mean `\($0)`?" } ?? "they are \(list(names))")
    }
    if file == nil, elsewhere == nil, names.count > 1 {
      note(
        tree.position, "several classes, and nothing says where each lies",
        hint: "name a `file` of polygons or a raster of classes, or a `default`")
    }
    return FloodScenario.Infiltration(
      classes: classes, file: file, field: field, elsewhere: elsewhere)
  }

  mutating func groundClass(_ tree: YAMLTree) -> Flood.Infiltration.Model? {
    if case .scalar("none", _) = tree.content { return Flood.Infiltration.Model.none }
    guard let entries = entries(of: tree, keys: .floodClass) else { return nil }
    switch only(["greenampt", "horton", "curve_number"], of: entries, "the class") {
    case "greenampt": return greenAmpt(entries["greenampt"])
    case "horton": return horton(entries["horton"])
    case "curve_number": return curveNumber(entries["curve_number"])
    default: return nil
    }
  }

  private mutating func greenAmpt(_ tree: YAMLTree?) -> Flood.Infiltration.Model? {
    guard let tree, let entries = entries(of: tree, keys: .floodGreenAmpt) else { return nil }
    let k = number(entries["conductivity"], "conductivity", in: FloodLimits.rate)
    let suction = number(entries["suction"], "suction", in: FloodLimits.rate)
    let deficit = number(
      entries["moisture_deficit"], "moisture_deficit", in: FloodLimits.share)
    guard let k, let suction, let deficit else { return nil }
    return .greenAmpt(
      conductivityMillimetresPerHour: k, suctionMillimetres: suction, moistureDeficit: deficit)
  }

  private mutating func horton(_ tree: YAMLTree?) -> Flood.Infiltration.Model? {
    guard let tree, let entries = entries(of: tree, keys: .floodHorton) else { return nil }
    let first = number(entries["initial"], "initial", in: FloodLimits.rate)
    let last = number(entries["final"], "final", in: FloodLimits.rate)
    let decay = number(entries["decay"], "decay", in: FloodLimits.rate)
    guard let first, let last, let decay else { return nil }
    if last > first, let place = entries["final"]?.position {
      note(place, "`final` \(last) is above `initial` \(first)", hint: "exchange them")
    }
    return .horton(
      initialMillimetresPerHour: first, finalMillimetresPerHour: last, decayPerHour: decay)
  }

  private mutating func curveNumber(_ tree: YAMLTree?) -> Flood.Infiltration.Model? {
    guard let tree else { return nil }
    if isNumber(tree) {
      return number(tree, "curve_number", in: FloodLimits.curveNumber)
        .map { .curveNumber($0, initialAbstractionRatio: 0.2) }
    }
    guard let entries = entries(of: tree, keys: .floodCurveNumber) else { return nil }
    let abstraction = number(entries["abstraction"], "abstraction", in: FloodLimits.share)
    return number(entries["number"], "number", in: FloodLimits.curveNumber)
      .map { .curveNumber($0, initialAbstractionRatio: abstraction ?? 0.2) }
  }

  // MARK: Embankments

  mutating func embankments(_ tree: YAMLTree?) -> [FloodScenario.Embankment] {
    items(tree, "embankments").compactMap { item in
      guard let entries = entries(of: item, keys: .floodEmbankment) else { return nil }
      var line: FloodScenario.Shape?
      switch only(["file", "line"], of: entries, "the embankment") {
      case "file": line = path(entries["file"], "file").map { .file($0) }
      case "line": line = shape(entries["line"], "line", least: 2)
      default: break
      }
      var crest: FloodScenario.ShapeValue?
      switch only(["height", "field"], of: entries, "the embankment") {
      case "height":
        crest = number(entries["height"], "height", in: FloodLimits.level).map { .number($0) }
      case "field":
        crest = path(entries["field"], "field").map { .field($0) }
        if let place = entries["field"]?.position, entries["line"] != nil {
          note(place, "`field` belongs to a `file` of lines", hint: "give a `height` in metres")
        }
      default: break
      }
      guard let line, let crest else { return nil }
      return FloodScenario.Embankment(line: line, crest: crest, position: item.position)
    }
  }
}
