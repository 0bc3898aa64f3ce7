package import Catalog
import SimpleFeatures

extension KeySet {
  static let roadProfile = KeySet(
    owner: "the profile",
    required: ["id", "title", "source", "mode", "speeds", "limits", "access", "turns"],
    optional: ["description", "vehicle", "flood"])
  static let roadLimits = KeySet(owner: "`limits`", required: ["share", "maximum", "unpaved"])
  static let roadAccess = KeySet(
    owner: "`access`", required: ["against_oneway", "destination", "private"])
  static let roadVehicle = KeySet(owner: "`vehicle`", required: [], optional: ["height", "weight"])
  static let roadTurns = KeySet(
    owner: "`turns`", required: ["restrictions", "u_turn", "give_way", "signal"])
  static let roadSignal = KeySet(
    owner: "`signal`", required: ["left", "through", "right", "u_turn"])
  static let roadFlood = KeySet(owner: "`flood`", required: ["source", "depths", "speeds"])
}

/// The bounds that numbers of profiles must keep.
private enum RoadLimits {
  static let speed = 0.5...300.0
  static let factor = 0.0...1.0
  static let share = 0.1...2.0
  static let height = 0.0...20.0
  static let weight = 0.0...500.0
  static let seconds = 0.0...3600.0
  static let depth = 0.0...10.0
  static let floodSpeed = 0.0...300.0
}

extension RoadProfile: ConfigFile {
  package static func read(
    _ tree: YAMLTree, text: String, by reader: inout ConfigReader
  ) -> RoadProfile? {
    reader.roadProfile(tree, expectedID: CatalogFile.id(of: reader.file))
  }
}

extension ConfigReader {
  /// The profile that `tree` tells, whose id must be `expectedID`; `nil` if there is any fault.
  mutating func roadProfile(_ tree: YAMLTree, expectedID: String) -> RoadProfile? {
    guard let entries = entries(of: tree, keys: .roadProfile) else { return nil }
    let id = fileID(entries["id"], expected: expectedID, of: "profile")
    let title = localised(entries["title"], "title")
    let description = localised(entries["description"], "description")
    let source = text(entries["source"], "source")
    let mode = choice(entries["mode"], "mode", RoadProfile.TravelMode.self)
    let speeds = roadSpeeds(entries["speeds"])
    let limits = roadLimits(entries["limits"])
    let access = roadAccess(entries["access"])
    let vehicle = roadVehicle(entries["vehicle"])
    let turns = roadTurns(entries["turns"])
    let flood = entries["flood"].flatMap { roadFlood($0) }
    guard let id, let title, let source, let mode, let speeds, let limits, let access, let turns,
      diagnostics.isEmpty
    else { return nil }
    return RoadProfile(
      id: id, title: title, description: description,
      source: source == "unconfirmed" ? nil : source, mode: mode, speedsKilometresPerHour: speeds,
      limits: limits, access: access, vehicle: vehicle, turns: turns, flood: flood, file: file)
  }

  private mutating func roadSpeeds(_ tree: YAMLTree?) -> [String: Double]? {
    guard let tree else { return nil }
    guard case .mapping(let pairs) = tree.content, !pairs.isEmpty else {
      note(
        tree.position, "`speeds` must be a mapping of road classes to km/h, not \(tree.kind)",
        hint: "as in speeds: {primary: 50, residential: 25}; other classes may not be used")
      return nil
    }
    var speeds: [String: Double] = [:]
    for pair in pairs {
      if !RoadClasses.all.contains(pair.key) {
        let near = suggestion(for: pair.key, among: RoadClasses.all)
        note(
          pair.keyPosition, "`\(shown(pair.key))` is no class of road",
          hint: near.map { "did you mean `\($0)`?" } ?? "classes are \(list(RoadClasses.all))")
      } else if let speed = number(pair.value, pair.key, in: RoadLimits.speed) {
        speeds[pair.key] = speed
      }
    }
    return speeds
  }

  private mutating func roadLimits(_ tree: YAMLTree?) -> RoadProfile.Limits? {
    guard let tree, let entries = entries(of: tree, keys: .roadLimits) else { return nil }
    let share = number(entries["share"], "share", in: RoadLimits.share)
    let maximum = number(entries["maximum"], "maximum", in: RoadLimits.speed)
    let unpaved = number(entries["unpaved"], "unpaved", in: RoadLimits.speed)
    guard let share, let maximum, let unpaved else { return nil }
    return RoadProfile.Limits(
      share: share, maximumKilometresPerHour: maximum, unpavedKilometresPerHour: unpaved)
  }

  private mutating func roadAccess(_ tree: YAMLTree?) -> RoadProfile.Access? {
    guard let tree, let entries = entries(of: tree, keys: .roadAccess) else { return nil }
    let against = number(entries["against_oneway"], "against_oneway", in: RoadLimits.factor)
    let destination = number(entries["destination"], "destination", in: RoadLimits.factor)
    let restricted = number(entries["private"], "private", in: RoadLimits.factor)
    guard let against, let destination, let restricted else { return nil }
    return RoadProfile.Access(
      againstOneway: against, destination: destination, restricted: restricted)
  }

  private mutating func roadVehicle(_ tree: YAMLTree?) -> RoadProfile.Vehicle {
    let entries = tree.flatMap { self.entries(of: $0, keys: .roadVehicle) }
    return RoadProfile.Vehicle(
      heightMetres: number(entries?["height"], "height", in: RoadLimits.height) ?? 0,
      weightTonnes: number(entries?["weight"], "weight", in: RoadLimits.weight) ?? 0)
  }

  private mutating func roadTurns(_ tree: YAMLTree?) -> RoadProfile.Turns? {
    guard let tree, let entries = entries(of: tree, keys: .roadTurns) else { return nil }
    let obeys = boolean(entries["restrictions"], "restrictions")
    let uTurn = number(entries["u_turn"], "u_turn", in: RoadLimits.seconds)
    let giveWay = number(entries["give_way"], "give_way", in: RoadLimits.seconds)
    guard let tree = entries["signal"], let signal = self.entries(of: tree, keys: .roadSignal)
    else { return nil }
    let delays = ["left", "through", "right", "u_turn"].map {
      number(signal[$0], $0, in: RoadLimits.seconds)
    }
    guard let obeys, let uTurn, let giveWay, let left = delays[0], let through = delays[1],
      let right = delays[2], let round = delays[3]
    else { return nil }
    return RoadProfile.Turns(
      obeysRestrictions: obeys, uTurnSeconds: uTurn, giveWaySeconds: giveWay,
      signal: RoadProfile.SignalDelay(
        leftSeconds: left, throughSeconds: through, rightSeconds: right, uTurnSeconds: round))
  }

  private mutating func roadFlood(_ tree: YAMLTree) -> RoadProfile.FloodCurve? {
    guard let entries = entries(of: tree, keys: .roadFlood) else { return nil }
    let source = text(entries["source"], "source")
    let depths = items(entries["depths"], "depths").compactMap {
      number($0, "depths", in: RoadLimits.depth)
    }
    let speeds = items(entries["speeds"], "speeds").compactMap {
      number($0, "speeds", in: RoadLimits.floodSpeed)
    }
    guard let source, let place = entries["depths"]?.position, !depths.isEmpty else { return nil }
    if depths.count != speeds.count {
      note(place, "\(depths.count) depths need as many speeds, not \(speeds.count)")
    }
    if zip(depths, depths.dropFirst()).contains(where: { $0 >= $1 }) {
      note(place, "`depths` must rise", hint: "metres, the least first")
    }
    if zip(speeds, speeds.dropFirst()).contains(where: { $0 < $1 }) {
      note(place, "`speeds` must not rise with the depth")
    }
    return RoadProfile.FloodCurve(
      source: source == "unconfirmed" ? nil : source, depthsMetres: depths,
      speedsKilometresPerHour: speeds)
  }
}

/// The classes of road that a profile may name: the values of `highway` that OpenStreetMap's wiki
/// documents for ways, which are those of the layer `road` too.
public enum RoadClasses {
  /// From the greatest to the least.
  public static let all = [
    "motorway", "motorway_link", "trunk", "trunk_link", "primary", "primary_link", "secondary",
    "secondary_link", "tertiary", "tertiary_link", "unclassified", "residential", "living_street",
    "road", "service", "busway", "track", "pedestrian", "cycleway", "bridleway", "footway", "path",
    "corridor", "steps",
  ]
}
