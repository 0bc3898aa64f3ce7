import Catalog
import SimpleFeatures

/// Storages, gates and pumps.
extension ConfigReader {
  mutating func storages(_ tree: YAMLTree?) -> [FloodScenario.Storage] {
    var ids: [String: TextPosition] = [:]
    return items(tree, "storages").compactMap { item in
      guard let entries = entries(of: item, keys: .floodStorage) else { return nil }
      let id = floodID(entries["id"], "storage", taken: &ids)
      let table = table(entries["table"], "table", width: 3)
      let level = number(entries["initial_level"], "initial_level", in: FloodLimits.level)
      let inflow = series(entries["inflow"], "inflow", .inflow)
      guard let id, let table, let level else { return nil }
      return FloodScenario.Storage(
        id: id, table: table, initialLevelMetres: level, inflow: inflow,
        position: item.position)
    }
  }

  mutating func gates(_ tree: YAMLTree?, storages: Set<String>) -> [FloodScenario.Gate] {
    var ids: [String: TextPosition] = [:]
    return items(tree, "gates").compactMap { item in
      guard let entries = entries(of: item, keys: .floodGate) else { return nil }
      let id = floodID(entries["id"], "gate", taken: &ids)
      let from = body(entries["from"], "from", storages)
      let to = body(entries["to"], "to", storages)
      let width = number(entries["width"], "width", in: FloodLimits.width)
      let sill = number(entries["sill"], "sill", in: FloodLimits.level)
      let opening = series(entries["opening"], "opening", .opening)
      let orifice = number(
        entries["orifice_coefficient"], "orifice_coefficient", in: FloodLimits.coefficient)
      let weir = number(
        entries["weir_coefficient"], "weir_coefficient", in: FloodLimits.coefficient)
      let closes = boolean(entries["closes_against_outside"], "closes_against_outside")
      guard let id, let from, let to, let width, let sill else { return nil }
      return FloodScenario.Gate(
        id: id, from: from, to: to, widthMetres: width, sillMetres: sill, opening: opening,
        orificeCoefficient: orifice, weirCoefficient: weir, closesAgainstOutside: closes,
        position: item.position)
    }
  }

  mutating func pumps(_ tree: YAMLTree?, storages: Set<String>) -> [FloodScenario.Pump] {
    var ids: [String: TextPosition] = [:]
    return items(tree, "pumps").compactMap { item in
      guard let entries = entries(of: item, keys: .floodPump) else { return nil }
      let id = floodID(entries["id"], "pump", taken: &ids)
      let from = body(entries["from"], "from", storages)
      let to = body(entries["to"], "to", storages)
      let curve = table(entries["curve"], "curve", width: 2)
      let start = number(entries["start_level"], "start_level", in: FloodLimits.level)
      let stop = number(entries["stop_level"], "stop_level", in: FloodLimits.level)
      if let start, let stop, stop >= start, let place = entries["stop_level"]?.position {
        note(
          place, "`stop_level` \(stop) is not below `start_level` \(start)",
          hint: "a pump starts when water is high and stops when it is low")
      }
      let cuts = powerCuts(entries["power_cuts"])
      guard let id, let from, let to, let curve, let start, let stop else { return nil }
      return FloodScenario.Pump(
        id: id, from: from, to: to, curve: curve, startLevelMetres: start,
        stopLevelMetres: stop, powerCuts: cuts, position: item.position)
    }
  }

  private mutating func powerCuts(_ tree: YAMLTree?) -> [Range<Double>] {
    guard let tree, let rows = rows(tree, "power_cuts", width: 2) else { return [] }
    guard rows.allSatisfy({ $0[0] < $0[1] }) else {
      note(tree.position, "a power cut ends after it begins", hint: "write [from, to] in seconds")
      return []
    }
    return rows.map { $0[0]..<$0[1] }
  }

  /// Cells, a storage or the outside.
  private mutating func body(
    _ tree: YAMLTree?, _ key: String, _ storages: Set<String>
  ) -> FloodScenario.WaterBody? {
    guard let tree else { return nil }
    if case .scalar("outside", _) = tree.content { return .outside(level: nil) }
    var keys = KeySet.floodBody
    keys.owner = "`\(key)`"
    guard let entries = entries(of: tree, keys: keys) else { return nil }
    let choices = ["at", "along", "polygon", "storage", "outside"]
    switch only(choices, of: entries, keys.owner) {
    case "storage":
      guard let name = path(entries["storage"], "storage") else { return nil }
      guard storages.contains(name.value) else {
        let near = suggestion(for: name.value, among: storages.sorted())
        note(
          name.position, "there is no storage `\(shown(name.value))`",
          hint: near.map { "did you mean `\($0)`?" }
            ?? (storages.isEmpty
              ? "list it under `storages`" : "there are \(list(storages.sorted()))"))
        return nil
      }
      return .storage(name)
    case "outside":
      return series(entries["outside"], "outside", .level).map { .outside(level: $0) }
    case nil: return nil
    default: return place(entries, keys.owner).map { .cells($0) }
    }
  }
}
