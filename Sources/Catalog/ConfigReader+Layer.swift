import SimpleFeatures

extension ConfigReader {
  /// The layer that `tree` declares, whose id must be `expectedID`; `nil` if there is any fault.
  ///
  /// - Parameter roles: The roles that it may have; `nil` for any.
  mutating func layer(
    _ tree: YAMLTree, expectedID: String, roles: Set<LayerRole>?, text: String
  ) -> LayerDefinition? {
    let kind = word(of: "kind", in: tree).flatMap { LayerKind(rawValue: $0) }
    guard let entries = entries(of: tree, keys: .layer(kind ?? LayerDefaults.kind)) else {
      return nil
    }
    _ = choice(entries["kind"], "kind", LayerKind.self)
    let id = layerID(entries["id"], expected: expectedID)
    let role = role(entries["role"], among: roles)
    let title = localised(entries["title"], "title")
    let aliases = names(entries["aliases"], "aliases")
    let description = localised(entries["description"], "description")
    let theme = choice(entries["theme"], "theme", Theme.self)
    let level = choice(entries["level"], "level", CIMLevel.self)
    let content = content(entries)
    let identifiers = names(entries["identifiers"], "identifiers")
    let duplicates = choice(entries["duplicates"], "duplicates", DuplicateRule.self)
    let fields = fields(entries["fields"])
    let openStreetMap = openStreetMapRule(entries["openstreetmap"], fields: fields)
    let key = layerKey(entries["key"], fields: fields, layer: expectedID)
    var ids: [String: TextPosition] = [:]
    let relations = relations(entries["relations"], fields: fields, ids: &ids)
    let rules = rules(
      entries["rules"], fields: fields, geometry: content?.geometryType, ids: &ids)
    let tiles = tileRule(entries["tiles"])
    let style = layerStyle(entries["style"], fields: fields, kind: kind ?? LayerDefaults.kind)
    let provenance = provenance(entries["provenance"])
    guard let id, let title, let description, let theme, let content, let tiles, let style,
      let provenance, diagnostics.isEmpty
    else { return nil }
    return LayerDefinition(
      id: id, role: role, title: title, aliases: aliases, description: description, theme: theme,
      level: level,
      content: content, fields: fields.compactMap(\.field), identifiers: identifiers,
      duplicates: duplicates ?? LayerDefaults.duplicates, openStreetMap: openStreetMap,
      key: key ?? .none,
      relations: relations, rules: rules, tiles: tiles, style: style, provenance: provenance,
      text: text)
  }

  private mutating func role(_ tree: YAMLTree?, among roles: Set<LayerRole>?) -> LayerRole? {
    guard let name = text(tree, "role"), let tree else { return nil }
    guard NameRules.isLayerID(name) else {
      note(
        tree.position, "`\(shown(name))` is not a role",
        hint: "lower-case letters and digits, words joined by `-`, a letter first; "
          + "Layers/README.md lists the roles")
      return nil
    }
    if let roles, !roles.contains(LayerRole(name)) {
      let known = roles.map(\.rawValue).sorted()
      let near = suggestion(for: name, among: known).map { "did you mean `\($0)`? " } ?? ""
      note(
        tree.position, "no model reads layers of role `\(shown(name))`",
        hint: near + "roles are \(list(known))")
      return nil
    }
    return LayerRole(name)
  }

  private mutating func content(_ entries: Entries) -> LayerContent? {
    if let tree = entries["raster"] { return rasterRule(tree).map { .raster($0) } }
    if let tree = entries["remote"] { return remoteMap(tree).map { .remoteMap($0) } }
    return choice(entries["geometry"], "geometry", GeometryType.self).map { .features($0) }
  }

  private mutating func layerID(_ tree: YAMLTree?, expected: String) -> String? {
    guard let id = text(tree, "id"), let tree else { return nil }
    guard NameRules.isLayerID(id) else {
      note(
        tree.position, "`\(shown(id))` is not a layer id",
        hint: "lower-case letters and digits, words joined by `-`, at most "
          + "\(LayerLimits.nameLength) characters, a letter first")
      return nil
    }
    guard !NameRules.isReservedID(id) else {
      note(
        tree.position, "the layer id `\(id)` is reserved: a city file has tables of such names",
        hint: "choose another; reserved beginnings are \(list(NameRules.reservedIDs))")
      return nil
    }
    guard id == expected else {
      note(
        tree.position, "the id `\(id)` differs from the file's name `\(shown(expected)).yml`",
        hint: "rename one of them")
      return nil
    }
    return id
  }

  /// Names of properties in files: any text, none of them twice.
  mutating func names(_ tree: YAMLTree?, _ key: String) -> [String] {
    var names: [String] = []
    for item in items(tree, key) {
      guard let name = text(item, key) else { continue }
      if names.contains(name) {
        note(item.position, "`\(shown(name))` stands twice in `\(key)`", hint: "keep one of them")
      } else {
        names.append(name)
      }
    }
    return names
  }

  private mutating func tileRule(_ tree: YAMLTree?) -> TileRule? {
    guard let tree, let entries = entries(of: tree, keys: .tiles) else { return nil }
    let minimum = integer(entries["minzoom"], "minzoom", in: LayerLimits.zoom)
    let maximum = integer(entries["maxzoom"], "maxzoom", in: LayerLimits.zoom)
    let buffer = integer(entries["buffer"], "buffer", in: LayerLimits.buffer)
    let simplification = number(
      entries["simplification"], "simplification", in: LayerLimits.simplification)
    guard let minimum, let maximum else { return nil }
    if minimum > maximum, let place = entries["minzoom"]?.position {
      note(place, "`minzoom` \(minimum) is deeper than `maxzoom` \(maximum)")
    }
    return TileRule(
      minimumZoom: minimum, maximumZoom: maximum, buffer: buffer ?? LayerDefaults.buffer,
      simplification: simplification ?? LayerDefaults.simplification)
  }

  private mutating func provenance(_ tree: YAMLTree?) -> Provenance? {
    guard let tree, let entries = entries(of: tree, keys: .provenance) else { return nil }
    let owner = localised(entries["owner"], "owner")
    let source = localised(entries["source"], "source")
    let licence = text(entries["licence"], "licence")
    let grade = choice(entries["grade"], "grade", Grade.self)
    guard let owner, let source, let licence, let grade else { return nil }
    return Provenance(owner: owner, source: source, licence: licence, grade: grade)
  }
}

extension LayerContent {
  /// The shape of the features; `nil` where there are none.
  fileprivate var geometryType: GeometryType? {
    if case .features(let type) = self { type } else { nil }
  }
}
