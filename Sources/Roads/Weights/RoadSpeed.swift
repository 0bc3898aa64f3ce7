extension RoadProfile {
  /// The speed on a way in km/h, along it or against it; 0 where the profile may not go.
  func speed(on way: RoadWay, isAgainst: Bool) -> Float {
    guard let free = speedsKilometresPerHour[RoadClasses.all[Int(way.roadClass)]] else { return 0 }
    let factor = accessFactor(way.access[mode]) * onewayFactor(way.direction, isAgainst)
    guard factor > 0, fits(way) else { return 0 }
    let limit = Double(isAgainst ? way.limitBackward : way.limitForward)
    var speed = mode == .foot || limit == 0 ? free : limit * limits.share
    speed = min(speed, limits.maximumKilometresPerHour)
    if way.traits.contains(.unpaved) { speed = min(speed, limits.unpavedKilometresPerHour) }
    return Float(max(speed * factor, 0.1))
  }

  /// The share of the speed that is left where not everybody may go; 0 closes.
  func accessFactor(_ access: RoadAccess) -> Double {
    switch access {
    case .open: 1
    case .destination: self.access.destination
    case .restricted: self.access.restricted
    case .closed: 0
    }
  }

  private func onewayFactor(_ direction: RoadWay.Direction, _ isAgainst: Bool) -> Double {
    let isWrong = isAgainst ? direction == .forward : direction == .backward
    return isWrong ? access.againstOneway : 1
  }

  private func fits(_ way: RoadWay) -> Bool {
    let (height, weight) = (Double(way.heightMetres), Double(way.weightTonnes))
    return (height == 0 || vehicle.heightMetres <= height)
      && (weight == 0 || vehicle.weightTonnes <= weight)
  }
}

/// What a way costs: milliseconds a centimetre in both directions, `infinity` where it is closed.
struct EdgePace: Sendable {
  var along: Float
  var against: Float

  init(_ profile: RoadProfile, _ way: RoadWay) {
    along = Self.pace(profile.speed(on: way, isAgainst: false))
    against = Self.pace(profile.speed(on: way, isAgainst: true))
  }

  var isClosed: Bool { along == .infinity && against == .infinity }

  /// Milliseconds a centimetre at a speed in km/h.
  static func pace(_ kilometresPerHour: Float) -> Float {
    kilometresPerHour > 0 ? 36 / kilometresPerHour : .infinity
  }
}
