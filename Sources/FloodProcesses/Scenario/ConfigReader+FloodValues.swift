import Catalog

/// Numbers over time, places and shapes, as keys of flood scenarios share them.
extension ConfigReader {
  /// The path that stands under `key`.
  mutating func path(_ tree: YAMLTree?, _ key: String) -> Located<String>? {
    guard let tree, let text = text(tree, key) else { return nil }
    return Located(text, tree.position)
  }

  /// The one of `keys` that is there; none and several are faults.
  mutating func only(_ keys: [String], of entries: Entries, _ owner: String) -> String? {
    let found = keys.filter { entries[$0] != nil }
    if found.count == 1 { return found[0] }
    if found.count > 1 {
      note(
        entries[found[1]]?.position ?? entries.position,
        "\(owner) has `\(found[0])` and `\(found[1])`", hint: "keep one of them")
    } else {
      note(entries.position, "\(owner) has none of \(list(keys))", hint: "give one")
    }
    return nil
  }

  // MARK: Numbers

  /// A number, a path or rows of seconds and numbers.
  mutating func series(
    _ tree: YAMLTree?, _ key: String, _ quantity: FloodScenario.Quantity
  ) -> FloodScenario.Series? {
    guard let tree else { return nil }
    if case .list = tree.content {
      guard let rows = rows(tree, key, width: 2) else { return nil }
      guard case .list(let items) = tree.content else { return nil }
      for i in rows.indices where i > 0 && rows[i][0] <= rows[i - 1][0] {
        note(
          items[i].position,
          "`\(key)` goes back in time: \(rows[i][0]) s after \(rows[i - 1][0]) s",
          hint: "sort the rows by time and give each time once")
        return nil
      }
      for (item, row) in zip(items, rows) {
        guard let refusal = quantity.refusal(of: row[1]) else { continue }
        note(item.position, "`\(key)` \(refusal)")
        return nil
      }
      return .rows(rows)
    }
    guard isNumber(tree) else { return path(tree, key).map { .file($0) } }
    guard let number = number(tree, key) else { return nil }
    if let refusal = quantity.refusal(of: number) {
      note(tree.position, "`\(key)` \(refusal)")
      return nil
    }
    return .constant(number)
  }

  /// Rows of `width` numbers, at least one row.
  mutating func rows(_ tree: YAMLTree?, _ key: String, width: Int) -> [[Double]]? {
    guard let tree else { return nil }
    let count = diagnostics.count
    let items = items(tree, key)
    if items.isEmpty, diagnostics.count == count { note(tree.position, "`\(key)` has no rows") }
    let rows = items.map { item -> [Double] in
      guard case .list(let parts) = item.content, parts.count == width else {
        note(
          item.position, "a row of `\(key)` has \(width) numbers",
          hint: "as in [" + (0..<width).map { "\($0 * 10)" }.joined(separator: ", ") + "]")
        return []
      }
      return parts.compactMap { number($0, key) }
    }
    return diagnostics.count == count ? rows : nil
  }

  /// Rows of numbers, or the path of a table.
  mutating func table(_ tree: YAMLTree?, _ key: String, width: Int) -> FloodScenario.Table? {
    guard let tree else { return nil }
    if case .list = tree.content { return rows(tree, key, width: width).map { .rows($0) } }
    return path(tree, key).map { .file($0) }
  }

  /// Whether a value is a number without quotes.
  func isNumber(_ tree: YAMLTree) -> Bool {
    guard case .scalar(let text, isPlain: true) = tree.content else { return false }
    return Double(text) != nil
  }

  /// A number for all shapes, or the attribute that holds each one's.
  mutating func shapeValue(
    _ tree: YAMLTree?, _ key: String, in range: ClosedRange<Double>
  ) -> FloodScenario.ShapeValue? {
    guard let tree else { return nil }
    if isNumber(tree) { return number(tree, key, in: range).map { .number($0) } }
    return path(tree, key).map { .field($0) }
  }

  // MARK: Places

  /// `[x, y]`.
  mutating func point(_ tree: YAMLTree?, _ key: String) -> (x: Double, y: Double)? {
    guard let tree else { return nil }
    guard case .list(let parts) = tree.content, parts.count == 2 else {
      note(
        tree.position, "`\(key)` must be two coordinates, not \(tree.kind)",
        hint: "write [x, y] in the terrain's CRS, as in [529100, 3384250]")
      return nil
    }
    guard let x = number(parts[0], key), let y = number(parts[1], key) else { return nil }
    return (x, y)
  }

  /// A path, or coordinates of at least `least` points.
  mutating func shape(
    _ tree: YAMLTree?, _ key: String, least: Int
  ) -> FloodScenario.Shape? {
    guard let tree else { return nil }
    guard case .list = tree.content else { return path(tree, key).map { .file($0) } }
    guard let rows = rows(tree, key, width: 2) else { return nil }
    guard rows.count >= least else {
      note(tree.position, "`\(key)` needs at least \(least) points")
      return nil
    }
    return .coordinates(rows.flatMap { $0 })
  }

  /// `at` (with `radius`), `along` or `polygon`.
  mutating func place(_ entries: Entries, _ owner: String) -> FloodScenario.Place? {
    let radius = number(entries["radius"], "radius", in: FloodLimits.radius)
    if let tree = entries["radius"], entries["at"] == nil {
      note(tree.position, "`radius` belongs to `at`")
    }
    switch only(["at", "along", "polygon"], of: entries, owner) {
    case "at":
      guard let point = point(entries["at"], "at") else { return nil }
      return .point(x: point.x, y: point.y, radiusMetres: radius)
    case "along": return shape(entries["along"], "along", least: 2).map { .along($0) }
    case "polygon": return shape(entries["polygon"], "polygon", least: 3).map { .polygon($0) }
    default: return nil
    }
  }
}
