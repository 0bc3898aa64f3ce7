/// What the tags of OpenStreetMap say of roads.
///
/// Source: OpenStreetMap's wiki, "Key:lanes", "Key:oneway", "Key:maxspeed", "Key:maxheight",
/// "Key:maxweight".
enum RoadTags {
  /// Place of each class in `RoadClasses.all`.
  static let classes: [String: UInt8] = Dictionary(
    uniqueKeysWithValues: RoadClasses.all.enumerated().map { ($1, UInt8($0)) })

  /// A way as its tags tell it, without nodes and name; `nil` where it is no road.
  static func way(id: Int64, _ tag: (String) -> String?) -> RoadWay? {
    guard let value = tag("highway"), let roadClass = classes[value] else { return nil }
    var way = RoadWay(id: id, roadClass: roadClass)
    let isBusway = value == "busway"
    way.access = ModeAccess(default: .open, tag)
    if isBusway, tag("motor_vehicle") == nil, tag("motorcar") == nil, tag("access") == nil {
      way.access[.car] = .closed
      way.access[.truck] = .closed
    }
    way.direction = direction(value, tag)
    if tag("oneway") == "reversible" {
      // Only a timetable knows its direction.
      way.access[.car] = .closed
      way.access[.truck] = .closed
    }
    let junction = tag("junction")
    if junction == "roundabout" || junction == "circular" { way.traits.insert(.roundabout) }
    if let bridge = tag("bridge"), bridge != "no" { way.traits.insert(.bridge) }
    if let tunnel = tag("tunnel"), tunnel != "no", tunnel != "building_passage" {
      way.traits.insert(.tunnel)
    }
    if let surface = tag("surface"), unpaved.contains(surface) { way.traits.insert(.unpaved) }
    let limit = speed(tag("maxspeed"))
    way.limitForward = speed(tag("maxspeed:forward")) ?? limit ?? 0
    way.limitBackward = speed(tag("maxspeed:backward")) ?? limit ?? 0
    way.heightMetres = quantity(tag("maxheight"), units: ["m": 1, "": 1, "ft": 0.3048]) ?? 0
    way.weightTonnes =
      quantity(
        tag("maxweight"),
        units: ["t": 1, "": 1, "kg": 0.001, "lbs": 0.000_453_6, "st": 0.907_2]) ?? 0
    way.lanes = lanes(tag("lanes"))
    way.lanesForward = lanes(tag("lanes:forward"))
    way.lanesBackward = lanes(tag("lanes:backward"))
    return way
  }

  /// A number of lanes, 1 to 20; 0 for what is none.
  static func lanes(_ value: String?) -> UInt8 {
    guard let value, let number = Double(value), number >= 1, number <= 20 else { return 0 }
    return UInt8(number)
  }

  private static let unpaved: Set<String> = [
    "unpaved", "gravel", "fine_gravel", "compacted", "dirt", "earth", "ground", "grass", "mud",
    "sand", "pebblestone", "rock", "woodchips",
  ]

  private static func direction(_ value: String, _ tag: (String) -> String?) -> RoadWay.Direction {
    switch tag("oneway") {
    case "yes", "1", "true": .forward
    case "-1", "reverse": .backward
    case "no", "0", "false": .both
    default:
      value == "motorway" || ["roundabout", "circular"].contains(tag("junction") ?? "")
        ? .forward : .both
    }
  }

  /// A speed in km/h: `50`, `30 mph`, `walk`; `nil` for what names none.
  static func speed(_ value: String?) -> Float? {
    if value == "walk" { return 7 }
    let found = quantity(
      value, units: ["": 1, "km/h": 1, "kmh": 1, "kph": 1, "mph": 1.609_344, "knots": 1.852])
    return found.flatMap { $0 >= 1 && $0 <= 300 ? $0 : nil }
  }

  /// A number with a unit that may be left out.
  static func quantity(_ value: String?, units: [String: Float]) -> Float? {
    guard let value = value?.replacing(",", with: ".") else { return nil }
    if units["ft"] != nil, let match = value.wholeMatch(of: #/(\d+)'\s*(?:(\d+)")?/#) {
      return (Float(match.1) ?? 0) * 0.3048 + (match.2.flatMap { Float($0) } ?? 0) * 0.0254
    }
    let number = value.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = value.dropFirst(number.count).drop { $0 == " " }
    guard let amount = Float(number), amount > 0, let factor = units[String(unit)] else {
      return nil
    }
    return amount * factor
  }

  /// What the tags of a node say; `nil` where nothing concerns roads.
  static func node(_ tag: (String) -> String?) -> RoadNodeTags? {
    var tags = RoadNodeTags()
    let highway = tag("highway")
    if highway == "traffic_signals" {
      tags.signal = side(tag("traffic_signals:direction"))
    }
    if highway == "stop" || highway == "give_way" { tags.giveWay = side(tag("direction")) }
    if let barrier = tag("barrier") { tags.barrier = self.barrier(barrier, tag) }
    let says = tags.signal != .none || tags.giveWay != .none || tags.barrier != nil
    return says ? tags : nil
  }

  private static func side(_ value: String?) -> RoadNodeTags.Side {
    switch value {
    case "forward": .forward
    case "backward": .backward
    default: .both
    }
  }

  /// Who passes a barrier; `nil` where all do.
  private static func barrier(_ value: String, _ tag: (String) -> String?) -> ModeAccess? {
    var access: ModeAccess
    switch value {
    case "gate", "lift_gate", "swing_gate", "toll_booth", "border_control", "cattle_grid",
      "entrance", "sally_port", "hampshire_gate", "bump_gate", "height_restrictor",
      "sliding_gate", "yes", "no":
      access = ModeAccess(default: .open, tag)
    case "kerb", "rope", "debris":
      access = ModeAccess(default: .open, tag)
    default:
      // Bollards, blocks, stiles: people pass, vehicles only where it is said.
      access = ModeAccess(default: .closed, tag)
      if tag("foot") == nil, tag("access") == nil { access[.foot] = .open }
      if value != "bollard", value != "rising_bollard", tag("emergency") == nil {
        access[.emergency] = access[.car]
      }
    }
    let isOpen = RoadProfile.TravelMode.allCases.allSatisfy { access[$0] == .open }
    return isOpen ? nil : access
  }
}
