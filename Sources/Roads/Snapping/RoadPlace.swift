import Networks

/// A place on the roads: at a junction, or between two points of a chain.
public struct RoadPlace: Sendable {
  enum Spot: Equatable, Sendable {
    case junctions([Int])
    /// Segment, and how far along it, 0 to 1.
    case segment(Int, Double)
  }

  var spot: Spot
  /// How far the asked place is from here, metres.
  public var snapMetres: Double
  /// Longitude, degrees.
  public var longitude: Double
  /// Latitude, degrees.
  public var latitude: Double
}

extension RoadNetwork {
  /// The nearest place on a road that the profile may use, not farther than `limitMetres`; `nil`
  /// where there is none.
  ///
  /// What is closed for now counts as a road: who starts in the water is not put beyond it.
  /// `onMainland` takes only roads from which most of the others can be reached.
  public func place(
    longitude: Double, latitude: Double, profile: Int, withinMetres limitMetres: Double,
    onMainland: Bool = false
  ) -> RoadPlace? {
    let free = metric(profile: profile, .time)
    let mainland = onMainland ? self.mainland(profile: profile) : nil
    let hit = index.nearest(
      longitude: longitude, latitude: latitude, within: limitMetres
    ) { segment in
      guard
        free.times.along[segment] < Weight.unreachable
          || free.times.against[segment] < Weight.unreachable
      else { return false }
      return mainland?.holds(chain: chains.chain(ofSegment: segment)) ?? true
    }
    guard var hit else { return nil }
    // Who stands within 10 cm of a node stands on it, and may go any way from there.
    let centimetres = Double(chains.lengthsCentimetres[hit.segment])
    if hit.fraction * centimetres < 10 {
      hit.fraction = 0
    } else if (1 - hit.fraction) * centimetres < 10 {
      hit.fraction = 1
    }
    let place = position(hit.segment, hit.fraction)
    // A place at the end of a chain is at the junction, whichever chain was found first.
    let chain = chains.chain(ofSegment: hit.segment)
    let segments = chains.segmentRange(chain)
    let spot: RoadPlace.Spot =
      hit.fraction == 0 && hit.segment == segments.lowerBound
      ? .junctions([Int(chains.tails[chain])])
      : hit.fraction == 1 && hit.segment == segments.upperBound - 1
        ? .junctions([Int(chains.heads[chain])]) : .segment(hit.segment, hit.fraction)
    return RoadPlace(
      spot: spot, snapMetres: hit.metres,
      longitude: place.longitude, latitude: place.latitude)
  }

  /// The place of a node of the map; `nil` where it is on no road of this network.
  public func place(ofNode id: Int64) -> RoadPlace? {
    guard let node = map.index(ofNode: id), let spot = nodeSpots.spot(node) else { return nil }
    return RoadPlace(
      spot: spot, snapMetres: 0, longitude: Double(map.longitudes[Int(node)]) / 1e7,
      latitude: Double(map.latitudes[Int(node)]) / 1e7)
  }
}

/// Where on the chains each node of the map is.
struct NodeSpots: Sendable {
  private let firstPoint: [UInt32]
  private let junctions: [UInt32: [Int]]

  init(_ map: RoadMap, _ chains: RoadChains) {
    var firstPoint = [UInt32](repeating: .max, count: map.nodeIDs.count)
    var junctions: [UInt32: [Int]] = [:]
    for (junction, node) in chains.junctionNodes.enumerated() {
      junctions[node, default: []].append(junction)
    }
    for chain in 0..<chains.count {
      for place in chains.segmentRange(chain).dropFirst() {
        firstPoint[Int(chains.points[place])] = UInt32(place)
      }
    }
    self.firstPoint = firstPoint
    self.junctions = junctions
  }

  func spot(_ node: UInt32) -> RoadPlace.Spot? {
    if let found = junctions[node] { return .junctions(found) }
    let place = firstPoint[Int(node)]
    return place == .max ? nil : .segment(Int(place), 0)
  }
}
