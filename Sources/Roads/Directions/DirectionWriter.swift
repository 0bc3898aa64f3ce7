import Foundation

extension RoadNetwork {
  /// What to do along a route, the arrival last.
  public func steps(of route: Route, on metric: RoadMetric) -> [RouteStep] {
    var writer = DirectionWriter(self, metric)
    for piece in route.pieces { writer.add(piece) }
    return writer.finish(at: route.to)
  }
}

/// Makes steps of the pieces of a route, segment by segment.
private struct DirectionWriter {
  private let network: RoadNetwork
  private let metric: RoadMetric
  private let classifier: TurnClassifier
  private var steps: [RouteStep] = []
  private var lastArc: Int?
  private var isOnRoundabout = false
  private var lastBearing = 0.0
  /// What waiting took, and what was driven, before there was a step to count it.
  private var waiting = 0.0
  private var uncountedMetres = 0.0
  private var uncountedSeconds = 0.0
  /// Less than this before the first step says nothing of its direction, metres.
  private static let leastMetres = 0.5

  init(_ network: RoadNetwork, _ metric: RoadMetric) {
    self.network = network
    self.metric = metric
    classifier = TurnClassifier(network.map, network.chains, usesSignals: false)
  }

  mutating func add(_ piece: RoutePiece) {
    var turn: (degrees: Double, isRound: Bool)?
    if let lastArc {
      turn = (classifier.angle(from: lastArc, to: piece.arc), piece.arc == lastArc ^ 1)
    }
    waiting += Double(metric.turnTimes[Int(piece.turn)]) / 1000
    piece.forEachSegment(network.chains) { segment, from, to in
      let share = (to - from).magnitude
      let way = network.chains.segmentWays[segment]
      guard share > 0, way != RoadChains.noWay else { return }
      let isAgainst = piece.arc & 1 == 1
      let metres = share * Double(network.chains.lengthsCentimetres[segment]) / 100
      let seconds = share * Double(metric.times[segment, isAgainst: isAgainst]) / 1000
      if steps.isEmpty, metres < Self.leastMetres {
        uncountedMetres += metres
        uncountedSeconds += seconds
        return
      }
      begin(segment, from, to, way: network.map.ways[Int(way >> 1)], turn, piece)
      turn = nil
      steps[steps.count - 1].lengthMetres += metres + uncountedMetres
      steps[steps.count - 1].durationSeconds += seconds + waiting + uncountedSeconds
      (waiting, uncountedMetres, uncountedSeconds) = (0, 0, 0)
    }
    lastArc = piece.arc
  }

  /// Begins a new step where the road changes, or the way turns.
  private mutating func begin(
    _ segment: Int, _ from: Double, _ to: Double, way: RoadWay,
    _ turn: (degrees: Double, isRound: Bool)?, _ piece: RoutePiece
  ) {
    let name = network.map.names[Int(way.name)]
    let isRound = way.traits.contains(.roundabout)
    let start = network.position(segment, from)
    let end = network.position(segment, to)
    let bearing = Self.bearing(start, end)
    let change = (lastBearing - bearing + 540).truncatingRemainder(dividingBy: 360) - 180
    lastBearing = bearing
    if isOnRoundabout, turn != nil, let last = steps.indices.last {
      steps[last].exit += exits(before: piece.arc, isLeaving: !isRound)
    }
    let manoeuvre: RouteStep.Manoeuvre?
    if steps.isEmpty {
      manoeuvre = .depart
    } else if isRound || isOnRoundabout {
      manoeuvre = isRound && !isOnRoundabout ? .roundabout : nil
      if !isRound, let last = steps.indices.last {
        steps[last].road = name
        steps[last].roadClass = Self.roadClass(way)
      }
    } else {
      let last = steps[steps.count - 1]
      let leaves = way.isLink && !last.roadClass.hasSuffix("_link")
      manoeuvre = self.manoeuvre(
        turn ?? (change, false), isJunction: turn != nil, changesName: name != last.road,
        leaves: leaves)
    }
    isOnRoundabout = isRound
    guard let manoeuvre else { return }
    steps.append(
      RouteStep(
        manoeuvre: manoeuvre, road: name, roadClass: Self.roadClass(way), lengthMetres: 0,
        durationSeconds: 0, longitude: start.longitude, latitude: start.latitude,
        bearing: bearing, exit: 0))
  }

  /// How many ways out there are at the junction before an arc of a roundabout, or after the last.
  private func exits(before arc: Int, isLeaving: Bool) -> Int {
    if isLeaving { return 1 }
    let junction = network.chains.tail(ofArc: arc)
    return network.armsByJunction.outgoing(junction).contains { other in
      guard other != arc, metric.arcTimes[other] < .max / 2 else { return false }
      let way = network.armsByJunction.departureWay(other)
      return way != RoadChains.noWay
        && !network.map.ways[Int(way)].traits.contains(.roundabout)
    } ? 1 : 0
  }

  private func manoeuvre(
    _ turn: (degrees: Double, isRound: Bool), isJunction: Bool, changesName: Bool, leaves: Bool
  ) -> RouteStep.Manoeuvre? {
    if turn.isRound { return .uTurn }
    // A bend of a road that keeps its name is no turn.
    guard isJunction || changesName else { return nil }
    switch turn.degrees {
    case 135...: return .sharpLeft
    case 45...: return .left
    case ..<(-135): return .sharpRight
    case ..<(-45): return .right
    default: break
    }
    if leaves, isJunction { return turn.degrees > 0 ? .slightLeft : .slightRight }
    guard changesName else { return nil }
    return turn.degrees >= 20 ? .slightLeft : turn.degrees <= -20 ? .slightRight : .proceed
  }

  private static func roadClass(_ way: RoadWay) -> String { RoadClassNames.id(way.roadClass) }

  private static func bearing(
    _ from: (longitude: Double, latitude: Double), _ to: (longitude: Double, latitude: Double)
  ) -> Double {
    let east = (to.longitude - from.longitude) * cos(from.latitude * .pi / 180)
    let degrees = atan2(east, to.latitude - from.latitude) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  mutating func finish(at place: RoadPlace) -> [RouteStep] {
    if let last = steps.indices.last { steps[last].durationSeconds += waiting }
    steps.append(
      RouteStep(
        manoeuvre: .arrive, road: steps.last?.road ?? "", roadClass: steps.last?.roadClass ?? "",
        lengthMetres: uncountedMetres, durationSeconds: uncountedSeconds,
        longitude: place.longitude,
        latitude: place.latitude, bearing: lastBearing, exit: 0))
    return steps
  }
}
