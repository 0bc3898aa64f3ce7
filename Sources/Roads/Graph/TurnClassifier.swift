import Foundation

/// Says what a turn at a junction is: straight on, left, right or round, with or without lights.
struct TurnClassifier {
  private let map: RoadMap
  private let chains: RoadChains
  /// For each junction whether traffic lights stand at it.
  private let signals: Set<Int>

  /// Lights nearer than this to the last ones are of one controller and cost once.
  static let oneControllerCentimetres = 4000

  /// Which turns are told apart: with `usesSignals` false none are.
  init(_ map: RoadMap, _ chains: RoadChains, usesSignals: Bool) {
    self.map = map
    self.chains = chains
    var signals: Set<Int> = []
    if usesSignals {
      for (junction, node) in chains.junctionNodes.enumerated()
      where map.nodeTags[node].map({ $0.signal != .none && $0.barrier == nil }) ?? false {
        signals.insert(junction)
      }
    }
    self.signals = signals
  }

  func hasSignal(_ junction: Int) -> Bool { signals.contains(junction) }

  /// The turn from an arc that arrives to one that leaves there.
  func turn(from arc: Int, to next: Int) -> TurnCode {
    let junction = chains.head(ofArc: arc)
    let isRound = next == arc ^ 1
    guard hasSignal(junction) else { return TurnCode(isRound ? .uTurn : .free) }
    let isInner =
      hasSignal(chains.tail(ofArc: arc))
      && length(arc) < Self.oneControllerCentimetres
    if isRound { return TurnCode(isInner ? .innerUTurn : .uTurnAtSignal) }
    let angle = self.angle(from: arc, to: next)
    if angle > 45 { return TurnCode(isInner ? .innerLeft : .left) }
    if isInner { return TurnCode(.free) }
    return TurnCode(angle < -45 ? .right : .through)
  }

  private func length(_ arc: Int) -> Int {
    chains.segmentRange(arc >> 1).reduce(0) { $0 + Int(chains.lengthsCentimetres[$1]) }
  }

  /// The change of direction in degrees, −180 to 180, positive to the left.
  func angle(from arc: Int, to next: Int) -> Double {
    let one = heading(atEndOf: arc)
    let other = heading(atEndOf: next ^ 1) + 180
    let change = (other - one).truncatingRemainder(dividingBy: 360)
    return change > 180 ? change - 360 : change <= -180 ? change + 360 : change
  }

  /// Direction of the last metres of an arc, degrees against the clock from the east.
  func heading(atEndOf arc: Int) -> Double {
    let range = chains.pointRange(arc >> 1)
    let isForward = arc & 1 == 0
    let end = isForward ? range.upperBound - 1 : range.lowerBound
    var place = end
    var metres = 0
    // Ways are often drawn with a small hook at a junction.
    while metres < 1000 {
      let next = isForward ? place - 1 : place + 1
      guard range.contains(next) else { break }
      metres += Int(chains.lengthsCentimetres[min(place, next)])
      place = next
    }
    let (a, b) = (Int(chains.points[place]), Int(chains.points[end]))
    let north = Double(Int(map.latitudes[b]) - Int(map.latitudes[a]))
    let east =
      Double(Int(map.longitudes[b]) - Int(map.longitudes[a]))
      * cos(Double(map.latitudes[b]) * 1e-7 * .pi / 180)
    return atan2(north, east) * 180 / .pi
  }
}
