import Foundation
import SUMOFiles

extension SignalRoads {
  /// The most that a road may bend at a junction and still go straight on, in degrees.
  static let mostTurnDegrees = 45.0

  /// The direction of an edge over its first or last metres, in degrees; `nil` where the network
  /// does not draw it.
  func bearingDegrees(_ edge: Int, atEnd: Bool) -> Double? {
    let shape = network.lanes[network.edges[edge].lanes.lowerBound].shape
    let points = atEnd ? Array(shape.reversed()) : shape
    guard let origin = points.first else { return nil }
    func way(_ point: SIMD2<Double>) -> SIMD2<Double> { atEnd ? origin - point : point - origin }
    // A kink right at the junction says nothing of the road.
    guard
      let far = points.first(where: { length(way($0)) >= 20 })
        ?? points.max(by: { length(way($0)) < length(way($1)) }),
      length(way(far)) > 0
    else { return nil }
    return atan2(way(far).y, way(far).x) * 180 / .pi
  }

  private func length(_ way: SIMD2<Double>) -> Double { (way * way).sum().squareRoot() }

  /// The edge that goes on straight from another, by a connection that may be green; the one that
  /// bends least where there are several.
  func straightOn(from edge: Int) -> Int? {
    var best: (turnDegrees: Double, edge: Int)?
    for number in leaving[edge] {
      let connection = network.connections[number]
      let next = self.edge(of: connection.to)
      guard network.edges[next].to != network.edges[edge].from, mayBeGreen(connection) else {
        continue
      }
      var turnDegrees = connection.direction == "s" ? 0.0 : 180
      if let before = bearingDegrees(edge, atEnd: true),
        let after = bearingDegrees(next, atEnd: false)
      {
        turnDegrees = abs((after - before).remainder(dividingBy: 360))
      }
      guard turnDegrees <= Self.mostTurnDegrees else { continue }
      if best == nil || (turnDegrees, next) < (best!.turnDegrees, best!.edge) {
        best = (turnDegrees, next)
      }
    }
    return best?.edge
  }

  /// Whether a connection is green in a stage of its signal's programmes, or has no signal.
  private func mayBeGreen(_ connection: SUMONetwork.Connection) -> Bool {
    guard let signal = connection.signal, let link = connection.linkIndex else { return true }
    return network.programs.contains { program in
      program.signal == signal
        && program.stages.contains { stage in
          let letters = Array(stage.state.utf8)
          return link < letters.count && SignalAspect(letters[link]) == .green
        }
    }
  }

  /// The way straight on from an edge behind a signal to the next signal.
  ///
  /// A signal may govern several junctions one after the other.
  ///
  /// - Returns: `nil` where there is none, where it bends by more than 45° in all, or where nobody
  ///   drives on all of it.
  func straightWay(from signal: String, along first: Int) -> (signal: String, way: Way)? {
    var edges = [first]
    while true {
      if let end = self.signal(endOf: edges[edges.count - 1]), end != signal { break }
      guard let next = straightOn(from: edges[edges.count - 1]), !edges.contains(next) else {
        return nil
      }
      edges.append(next)
    }
    let way = way(over: edges)
    if let start = bearingDegrees(first, atEnd: false),
      let last = bearingDegrees(edges[edges.count - 1], atEnd: true),
      abs((last - start).remainder(dividingBy: 360)) > Self.mostTurnDegrees
    {
      return nil
    }
    guard way.flow > 0, let end = self.signal(endOf: edges[edges.count - 1]) else { return nil }
    return (end, way)
  }

  /// All ways straight on from a signal to another, by the edge with which they begin.
  func straightWays() -> [Int: (from: String, to: String, way: Way)] {
    var ways: [Int: (from: String, to: String, way: Way)] = [:]
    for connection in network.connections {
      let first = edge(of: connection.to)
      guard let signal = connection.signal, ways[first] == nil,
        let (end, way) = straightWay(from: signal, along: first)
      else { continue }
      ways[first] = (signal, end, way)
    }
    return ways
  }
}
