import SimpleFeatures

extension ConfigReader {
  /// What the cells of a raster hold; classes go with whole numbers and are never averaged.
  mutating func rasterRule(_ tree: YAMLTree) -> RasterRule? {
    guard let entries = entries(of: tree, keys: .raster) else { return nil }
    let title = localised(entries["title"], "title")
    let type = choice(entries["type"], "type", RasterRule.CellType.self)
    let unit = text(entries["unit"], "unit")
    let datum = choice(entries["datum"], "datum", VerticalDatum.self)
    let minimum = number(entries["minimum"], "minimum")
    let maximum = number(entries["maximum"], "maximum")
    if let minimum, let maximum, minimum > maximum, let place = entries["minimum"]?.position {
      note(place, "`minimum` is greater than `maximum`")
    }
    let precision = number(entries["precision"], "precision")
    if let precision, precision <= 0, let place = entries["precision"]?.position {
      note(place, "`precision` must be positive", hint: "write the step, as in precision: 0.001")
    }
    let resampling = choice(entries["resampling"], "resampling", RasterRule.Resampling.self)
    let classes = cellClasses(entries["codes"], type: type)
    if entries["codes"] != nil, resampling == .bilinear, let place = entries["resampling"]?.position
    {
      note(place, "codes cannot be averaged", hint: "write `resampling: nearest`")
    }
    let ramp = colourStops(entries["ramp"])
    if let place = entries["ramp"]?.position, entries["codes"] != nil {
      note(place, "`ramp` is for values without codes", hint: "give each code its colour instead")
    }
    guard let title, let type else { return nil }
    return RasterRule(
      title: title, type: type, unit: unit, datum: datum, minimum: minimum, maximum: maximum,
      precision: precision, resampling: resampling ?? LayerDefaults.resampling, classes: classes,
      ramp: ramp)
  }

  private mutating func cellClasses(
    _ tree: YAMLTree?, type: RasterRule.CellType?
  ) -> [RasterRule.CellClass] {
    guard let tree else { return [] }
    let range = type?.wholeNumbers
    if type != nil && range == nil {
      note(tree.position, "`codes` go with whole numbers", hint: "write `type: uint8`")
    }
    var classes: [RasterRule.CellClass] = []
    for item in items(tree, "codes") {
      guard let entries = entries(of: item, keys: .cellClass) else { continue }
      let zh = text(entries["zh"], "zh")
      let en = text(entries["en"], "en")
      let colour = colour(entries["colour"])
      guard let value = integer(entries["value"], "value", in: range ?? -32768...32767),
        let place = entries["value"]?.position
      else { continue }
      if classes.contains(where: { $0.value == value }) {
        note(place, "the code `\(value)` stands twice", hint: "keep one of them")
      }
      let title = LocalisedText(zh: zh ?? "", en: en ?? "")
      classes.append(RasterRule.CellClass(value: value, title: title, colour: colour ?? ""))
    }
    if classes.isEmpty, case .list(let items) = tree.content, items.isEmpty {
      note(tree.position, "`codes` is empty", hint: "list codes, or remove the line")
    }
    return classes
  }

  private mutating func colourStops(_ tree: YAMLTree?) -> [RasterRule.ColourStop] {
    var stops: [RasterRule.ColourStop] = []
    for item in items(tree, "ramp") {
      guard let entries = entries(of: item, keys: .colourStop) else { continue }
      let colour = colour(entries["colour"])
      guard let value = number(entries["value"], "value"), let place = entries["value"]?.position
      else { continue }
      if let last = stops.last, value <= last.value {
        note(place, "the values of `ramp` must rise", hint: "order them from low to high")
      }
      stops.append(RasterRule.ColourStop(value: value, colour: colour ?? ""))
    }
    if let tree, case .list(let items) = tree.content, items.count < 2 {
      note(tree.position, "`ramp` needs two colours or more", hint: "or remove the line")
    }
    return stops
  }

  // MARK: Remote maps

  /// A map of another server; its address must name the tile and never hold a token.
  mutating func remoteMap(_ tree: YAMLTree) -> RemoteMap? {
    guard let entries = entries(of: tree, keys: .remote) else { return nil }
    let url = text(entries["url"], "url")
    let layer = text(entries["layer"], "layer")
    let style = text(entries["style"], "style")
    let matrixSet = text(entries["matrixset"], "matrixset")
    let grid = choice(entries["grid"], "grid", RemoteMap.Grid.self)
    let offset = integer(entries["offset"], "offset", in: LayerLimits.levelOffset)
    let format = text(entries["format"], "format")
    let token = tokenVariable(entries["token"])
    let attribution = localised(entries["attribution"], "attribution")
    let isEnabled = boolean(entries["enabled"], "enabled")
    if let url, let place = entries["url"]?.position {
      checkAddress(url, at: place, hasToken: entries["token"] != nil)
    }
    guard let url, let layer, let matrixSet, let grid, let format, let attribution else {
      return nil
    }
    return RemoteMap(
      url: url, layer: layer, style: style ?? LayerDefaults.remoteStyle, matrixSet: matrixSet,
      grid: grid, levelOffset: offset ?? LayerDefaults.levelOffset, format: format,
      tokenVariable: token, attribution: attribution, isEnabled: isEnabled ?? false)
  }

  private mutating func tokenVariable(_ tree: YAMLTree?) -> String? {
    guard let name = text(tree, "token"), let tree else { return nil }
    guard NameRules.isVariable(name) else {
      note(
        tree.position, "`token` must name an environment variable, such as `YUTU_TIANDITU_TOKEN`",
        hint: "a token itself never stands in a layer file")
      return nil
    }
    return name
  }

  private mutating func checkAddress(_ url: String, at place: TextPosition, hasToken: Bool) {
    let known = RemoteMap.Placeholder.allCases.map(\.rawValue)
    if !url.hasPrefix("https://") && !url.hasPrefix("http://") {
      note(place, "`url` must begin with `https://` or `http://`")
    }
    let pieces = url.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
    let used = pieces.map { String($0.prefix { $0 != "}" }) }
    for name in used where !known.contains(name) {
      let near = suggestion(for: name, among: known).map { "did you mean `{\($0)}`? " } ?? ""
      note(
        place, "`url` has an unknown placeholder `{\(shown(name))}`",
        hint: near + "they are \(list(known.map { "{\($0)}" }))")
    }
    for name in ["matrix", "row", "column"] where !used.contains(name) {
      note(place, "`url` lacks the placeholder `{\(name)}`")
    }
    if used.contains("token") != hasToken {
      note(
        place, hasToken ? "`url` has no place for the token" : "`url` wants a token",
        hint: hasToken ? "write `{token}` where it belongs" : "name its variable: `token: NAME`")
    }
  }
}
