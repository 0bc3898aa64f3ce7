import Catalog
import Flood
import SimpleFeatures

extension ConfigReader {
  /// The flood scenario that `tree` tells; `nil` if there is any fault.
  mutating func flood(_ tree: YAMLTree, text yaml: String) -> FloodScenario? {
    guard let entries = entries(of: tree, keys: .flood) else { return nil }
    if let model = text(entries["model"], "model"), model != "flood",
      let place = entries["model"]?.position
    {
      note(
        place, "`\(shown(model))` is not a model",
        hint: "there is `flood`")
    }
    let duration = number(entries["duration"], "duration", in: FloodLimits.seconds)
    let terrain = path(entries["terrain"], "terrain")
    let cell = number(entries["cell"], "cell", in: FloodLimits.cell)
    let storages = storages(entries["storages"])
    let ids = Set(storages.map(\.id))
    let roughness = roughness(entries["roughness"])
    let numerics = numerics(entries)
    var scenario = FloodScenario(
      file: file, fingerprint: Fingerprint.text(of: yaml.utf8),
      title: text(entries["title"], "title"), crs: floodCRS(entries["crs"]),
      terrain: terrain ?? Located("", tree.position), cellMetres: nil,
      durationSeconds: duration ?? 0, initial: initialWater(entries["initial"]),
      initialVelocity: initialVelocity(entries["initial"]),
      buildings: buildings(entries["buildings"]), roughness: roughness,
      inflows: inflows(entries["inflows"]), rain: rain(entries["rain"]),
      inlets: inlets(entries["inlets"]),
      infiltration: infiltration(entries["infiltration"]),
      boundaries: boundaries(entries["boundaries"]), storages: storages,
      gates: gates(entries["gates"], storages: ids),
      pumps: pumps(entries["pumps"], storages: ids),
      embankments: embankments(entries["embankments"]), gauges: gauges(entries["gauges"]),
      numerics: numerics, output: floodOutput(entries["output"], of: duration))
    if let cell, let place = entries["cell"]?.position {
      scenario.cellMetres = Located(cell, place)
    }
    scenario.hotStart = path(entries["hot_start"], "hot_start")
    return diagnostics.isEmpty ? scenario : nil
  }

  /// How to compute, by what the engine takes by itself where nothing is said.
  ///
  /// - Parameter usual: The time steps of a first-order run that names none.
  mutating func numerics(
    _ entries: Entries, usual: FloodScenario.TimeSteps = .equal
  ) -> Numerics {
    var numerics = Numerics()
    let order = integer(entries["order"], "order", in: 1...2)
    if let order = order.flatMap({ Numerics.Order(rawValue: $0) }) { numerics.order = order }
    let precision = choice(entries["precision"], "precision", Numerics.Precision.self)
    numerics.precision = precision ?? numerics.precision
    let courant = number(entries["courant"], "courant", in: FloodLimits.courant)
    numerics.courant = courant ?? numerics.courant
    let depth = number(entries["dry_depth"], "dry_depth", in: FloodLimits.dryDepth)
    numerics.dryDepthMetres = depth ?? numerics.dryDepthMetres
    let steps = choice(entries["time_steps"], "time_steps", FloodScenario.TimeSteps.self)
    numerics.hasLocalSteps = (steps ?? (numerics.order == .first ? usual : .equal)) == .local
    let threads = integer(entries["threads"], "threads", in: FloodLimits.threads)
    numerics.threads = threads ?? numerics.threads
    if numerics.hasLocalSteps, numerics.order == .second,
      let place = entries["time_steps"]?.position
    {
      note(
        place, "local time steps are of first order, and `order` is 2",
        hint: "leave out one of the two")
    }
    return numerics
  }

  /// `EPSG:n`, or `local` as the empty name.
  private mutating func floodCRS(_ tree: YAMLTree?) -> Located<String>? {
    guard let tree, let text = text(tree, "crs") else { return nil }
    if text == "local" { return Located("", tree.position) }
    guard text.wholeMatch(of: /EPSG:[0-9]+/) != nil else {
      note(
        tree.position, "`\(shown(text))` is not a CRS of a scenario",
        hint: "write EPSG:n as in EPSG:4547, or local")
      return nil
    }
    return Located(text, tree.position)
  }

  private mutating func initialWater(_ tree: YAMLTree?) -> FloodScenario.InitialWater? {
    guard let tree, let entries = entries(of: tree, keys: .floodInitial) else { return nil }
    switch only(["level", "depth"], of: entries, "`initial`") {
    case "level":
      return number(entries["level"], "level", in: FloodLimits.level).map { .level($0) }
    case "depth": return path(entries["depth"], "depth").map { .depth($0) }
    default: return nil
    }
  }

  private mutating func initialVelocity(
    _ initial: YAMLTree?
  ) -> FloodScenario.InitialVelocity? {
    guard case .mapping(let pairs) = initial?.content,
      let tree = pairs.first(where: { $0.key == "velocity" })?.value,
      let entries = entries(of: tree, keys: .floodVelocity)
    else { return nil }
    let east = velocity(entries["east"], "east")
    let north = velocity(entries["north"], "north")
    guard let east, let north else { return nil }
    return FloodScenario.InitialVelocity(east: east, north: north)
  }

  private mutating func velocity(
    _ tree: YAMLTree?, _ key: String
  ) -> FloodScenario.InitialVelocity.Component? {
    guard let tree else { return nil }
    guard isNumber(tree) else { return path(tree, key).map { .raster($0) } }
    return number(tree, key, in: FloodLimits.velocity).map { .number($0) }
  }

  private mutating func gauges(_ tree: YAMLTree?) -> FloodScenario.Gauges {
    guard let tree else { return .listed([]) }
    guard case .list(let items) = tree.content else {
      return path(tree, "gauges").map { .file($0) } ?? .listed([])
    }
    var ids: [String: TextPosition] = [:]
    return .listed(
      items.compactMap { item in
        guard let entries = entries(of: item, keys: .floodGauge) else { return nil }
        let id = floodID(entries["id"], "gauge", taken: &ids)
        guard let point = point(entries["at"], "at"), let id else { return nil }
        return FloodScenario.Gauge(id: id, x: point.x, y: point.y, position: item.position)
      })
  }

  private mutating func inlets(_ tree: YAMLTree?) -> FloodScenario.Inlets {
    guard let tree else { return .listed([]) }
    guard case .list(let items) = tree.content else {
      return path(tree, "inlets").map { .file($0) } ?? .listed([])
    }
    var ids: [String: TextPosition] = [:]
    return .listed(
      items.compactMap { item in
        guard let entries = entries(of: item, keys: .floodInlet) else { return nil }
        let id = floodID(entries["id"], "inlet", taken: &ids)
        let capacity = number(entries["capacity"], "capacity", in: FloodLimits.capacity)
        guard let point = point(entries["at"], "at"), let id, let capacity else { return nil }
        return FloodScenario.Inlet(
          id: id, x: point.x, y: point.y, cubicMetresPerSecond: capacity, position: item.position)
      })
  }

  /// The name of an inflow, gauge or structure; none stands twice among its like.
  mutating func floodID(
    _ tree: YAMLTree?, _ owner: String, taken: inout [String: TextPosition]
  ) -> String? {
    guard let tree, let id = text(tree, "id") else { return nil }
    if id.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) {
      note(tree.position, "the id of a \(owner) holds no commas and quotes")
      return nil
    }
    if let first = taken.updateValue(tree.position, forKey: id) {
      note(
        tree.position, "two of them have the id `\(shown(id))`: the first is at \(first)",
        hint: "rename one of them")
      return nil
    }
    return id
  }

  /// - Parameter duration: Seconds that are simulated; `nil` where they are not known.
  mutating func floodOutput(_ tree: YAMLTree?, of duration: Double?) -> FloodScenario.Output {
    var output = FloodScenario.Output(
      everySeconds: nil, gaugesEverySeconds: nil, hasVelocity: false, envelopes: [])
    guard let tree, let entries = entries(of: tree, keys: .floodOutput) else { return output }
    output.everySeconds = number(entries["every"], "every", in: FloodLimits.seconds)
    output.gaugesEverySeconds = number(
      entries["gauges_every"], "gauges_every", in: FloodLimits.seconds)
    checkCount(entries["every"], output.everySeconds, duration, most: FloodLimits.frames)
    checkCount(
      entries["gauges_every"], output.gaugesEverySeconds, duration, most: FloodLimits.gaugeRows)
    output.hasVelocity = boolean(entries["velocity"], "velocity") ?? false
    output.envelopes = items(entries["envelopes"], "envelopes").compactMap {
      choice($0, "value of envelopes", FloodScenario.Envelope.self)
    }
    return output
  }

  /// Notes where a run would write more often than it may.
  private mutating func checkCount(
    _ tree: YAMLTree?, _ every: Double?, _ duration: Double?, most: Int
  ) {
    guard let tree, let every, let duration, duration / every > Double(most) else { return }
    let fitting = (duration / Double(most)).rounded(.up)
    note(
      tree.position, "\(every) s are too short: a run may write \(most) times",
      hint: "of \(duration) s write every \(fitting) s or less often")
  }
}
