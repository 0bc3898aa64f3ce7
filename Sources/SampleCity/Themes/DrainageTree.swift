/// By which street each junction drains: the shortest paths to the outfalls, where climbing counts
/// as a long detour.
struct DrainageTree {
  /// The street by which a junction drains; none for those at an outfall.
  private(set) var parent: [Junction: StreetSegment] = [:]
  /// The junctions with a way to an outfall, and the street under which their manhole lies, in the
  /// order of their distance.
  private(set) var reached: [(junction: Junction, road: String)] = []
  private var cost: [Junction: Double] = [:]
  private var streets: [Junction: [StreetSegment]] = [:]
  private var open: [Junction: String] = [:]
  private let ground: Ground
  private var heights: [Junction: Double] = [:]

  /// - Parameter roots: The streets that cross the canal: their ends are where drains end.
  init(
    _ segments: [StreetSegment], roots: [StreetSegment], _ ground: Ground,
    owns: (Junction) -> Bool
  ) {
    self.ground = ground
    for segment in segments where owns(segment.from) && owns(segment.to) {
      streets[segment.from, default: []].append(segment)
      streets[segment.to, default: []].append(segment)
    }
    for root in roots {
      for junction in [root.from, root.to] where owns(junction) {
        cost[junction] = 0
        open[junction] = root.id
      }
    }
  }

  private mutating func height(_ junction: Junction) -> Double {
    if let known = heights[junction] { return known }
    let height = ground.land(junction.place)
    heights[junction] = height
    return height
  }

  /// Settles all junctions that have a way.
  mutating func grow() {
    while let next = open.keys.min(by: { (cost[$0] ?? 0, $0) < (cost[$1] ?? 0, $1) }) {
      let road = open.removeValue(forKey: next) ?? ""
      reached.append((next, road))
      let low = height(next)
      for street in streets[next] ?? [] {
        let other = street.from == next ? street.to : street.from
        let climb = max(0, low - height(other))
        let way = (cost[next] ?? 0) + street.length + 400 * climb
        if way < cost[other] ?? .infinity {
          cost[other] = way
          parent[other] = street
          open[other] = street.id
        }
      }
    }
  }

  /// The end of a street to which it drains; `nil` where neither end has a way to an outfall.
  func lowerEnd(of street: StreetSegment) -> Junction? {
    if parent[street.from]?.id == street.id { return street.to }
    if parent[street.to]?.id == street.id { return street.from }
    let (from, to) = (cost[street.from], cost[street.to])
    guard from != nil || to != nil else { return nil }
    return (from ?? .infinity) < (to ?? .infinity) ? street.from : street.to
  }
}
