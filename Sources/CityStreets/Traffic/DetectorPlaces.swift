import Foundation

/// Which edges detectors count.
struct DetectorPlaces {
  /// A detector on an edge.
  struct Place: Equatable {
    var edge: Int
    /// The network's lane of the edge, 0 for the outermost; `nil` for all of them.
    var lane: Int?
  }

  private(set) var places: [String: Place] = [:]
  private(set) var offRoad: [String] = []
  private(set) var undirected: [String] = []

  /// How far a detector may be from its street, metres.
  private static let streetMetres = 30.0

  init(_ detectors: [DetectorPoint], of ids: Set<String>, on streets: CityStreets)
    throws(StreetError)
  {
    let graph = streets.draft.graph
    let finder = EdgeIndex(graph.pieces.indices.map { graph.line($0) })
    var edges: [Int: [Int]] = [:]
    for (number, edge) in streets.draft.edges.enumerated() {
      edges[edge.piece, default: []].append(number)
    }
    for detector in detectors where ids.contains(detector.id) {
      guard let point = try streets.plane.place(detector.longitude, detector.latitude) else {
        offRoad.append(detector.id)
        continue
      }
      let near = finder.near(point, within: Self.streetMetres).filter { edges[$0.piece] != nil }
      let own = near.filter { hit in
        detector.road.map { graph.pieces[hit.piece].ways.contains($0) } ?? true
      }
      // The road that the map names, or else what is nearest.
      guard !near.isEmpty else {
        offRoad.append(detector.id)
        continue
      }
      let hits = own.isEmpty ? near : own
      guard let edge = Self.edge(detector, hits, edges, streets) else {
        undirected.append(detector.id)
        continue
      }
      let lanes = streets.draft.edges[edge].street.lanes
      if let lane = detector.lane {
        guard (1...lanes).contains(lane) else {
          offRoad.append(detector.id)
          continue
        }
        places[detector.id] = Place(edge: edge, lane: lanes - lane)
      } else {
        places[detector.id] = Place(edge: edge, lane: nil)
      }
    }
  }

  /// The direction that a detector counts: by its bearing, else the only one, else the side of the
  /// road that it lies on; traffic keeps to the right.
  private static func edge(
    _ detector: DetectorPoint, _ hits: [EdgeIndex.Hit], _ edges: [Int: [Int]],
    _ streets: CityStreets
  ) -> Int? {
    if let bearing = detector.bearing {
      let asked = SIMD2(sin(bearing * .pi / 180), cos(bearing * .pi / 180))
      for hit in hits where hit.apartMetres <= hits[0].apartMetres + 15 {
        for edge in edges[hit.piece]! {
          let line = streets.draft.edges[edge].line
          let along =
            streets.draft.edges[edge].isForward
            ? hit.alongMetres : line.lengthMetres - hit.alongMetres
          let heading =
            line.part(from: max(along - 5, 0), to: min(along + 5, line.lengthMetres))
            .heading(atEnd: true)
          // Within 45 degrees of what the detector says.
          if heading.dot(asked) > 0.707 { return edge }
        }
      }
      return nil
    }
    let own = edges[hits[0].piece]!
    if own.count == 1 { return own[0] }
    guard hits[0].apartMetres > 0.5 else { return nil }
    return own.first { streets.draft.edges[$0].isForward == hits[0].isRight }
  }
}
