/// A geometry over flat buffers: one array of ordinates, cut into paths, cut into parts.
///
/// | kind | paths | parts |
/// |---|---|---|
/// | point, multiPoint | one path with all the points | – |
/// | lineString, multiLineString | one path a line | – |
/// | polygon, multiPolygon | one path a ring, closed | one part a polygon, outer ring first |
/// | collection | – (see ``members``) | – |
///
/// Ordinates are x then y (then z, m as ``layout`` says): longitude before latitude, easting before
/// northing, whatever order the CRS registry gives its axes. The CRS itself is the owner's to know.
public struct Geometry: Equatable, Hashable, Sendable {
  /// The seven geometry types of OGC 06-103r4 that Yutu handles; raw values are the WKB codes.
  public enum Kind: UInt32, Sendable, CaseIterable {
    case point = 1
    case lineString = 2
    case polygon = 3
    case multiPoint = 4
    case multiLineString = 5
    case multiPolygon = 6
    case collection = 7
  }

  /// Which ordinates each vertex has.
  public enum Layout: Sendable {
    case xy, xyz, xym, xyzm

    /// Ordinates per vertex.
    @inlinable
    public var stride: Int {
      switch self {
      case .xy: 2
      case .xyz, .xym: 3
      case .xyzm: 4
      }
    }
  }

  /// Which of the seven geometry types it is.
  public var kind: Kind
  /// Which ordinates each vertex has.
  public var layout: Layout
  /// All vertices one after another, ``Layout/stride`` numbers each.
  public var ordinates: [Double]
  /// For each path the index of the vertex one past its end.
  public var pathEnds: [Int]
  /// For each polygon the index of the path one past its last ring; empty for other kinds.
  public var partEnds: [Int]
  /// The geometries of a collection; empty for other kinds.
  public var members: [Geometry]

  /// A geometry of buffers that the caller has filled consistently.
  @inlinable
  public init(
    kind: Kind, layout: Layout = .xy, ordinates: [Double] = [], pathEnds: [Int] = [],
    partEnds: [Int] = [], members: [Geometry] = []
  ) {
    self.kind = kind
    self.layout = layout
    self.ordinates = ordinates
    self.pathEnds = pathEnds
    self.partEnds = partEnds
    self.members = members
  }
}

extension Geometry {
  /// The point (`x`, `y`).
  public static func point(x: Double, y: Double) -> Geometry {
    Geometry(kind: .point, ordinates: [x, y], pathEnds: [1])
  }

  /// A line through `ordinates` (x, y, x, y, …).
  public static func lineString(_ ordinates: [Double]) -> Geometry {
    Geometry(kind: .lineString, ordinates: ordinates, pathEnds: [ordinates.count / 2])
  }

  /// A polygon of closed rings (x, y, x, y, …), the outer one first.
  public static func polygon(_ rings: [[Double]]) -> Geometry {
    var polygon = Geometry(kind: .polygon, partEnds: [rings.count])
    for ring in rings {
      polygon.ordinates += ring
      polygon.pathEnds.append(polygon.ordinates.count / 2)
    }
    return polygon
  }

  /// The rectangle of `envelope` as a polygon, counter-clockwise.
  public static func rectangle(_ envelope: Envelope) -> Geometry {
    let (a, b, c, d) = (envelope.minX, envelope.minY, envelope.maxX, envelope.maxY)
    return .polygon([[a, b, c, b, c, d, a, d, a, b]])
  }

  /// Ordinates per vertex.
  @inlinable public var stride: Int { layout.stride }
  /// Number of vertices, those of a collection's members not counted.
  @inlinable public var vertexCount: Int { ordinates.count / layout.stride }
  /// Whether there is no vertex at all.
  @inlinable public var isEmpty: Bool { ordinates.isEmpty && members.allSatisfy(\.isEmpty) }

  /// The vertices of path `index`, as indices into the vertex list.
  @inlinable
  public func vertexRange(ofPath index: Int) -> Range<Int> {
    (index == 0 ? 0 : pathEnds[index - 1])..<pathEnds[index]
  }

  /// The rings of polygon `index`, as indices into ``pathEnds``.
  @inlinable
  public func pathRange(ofPart index: Int) -> Range<Int> {
    (index == 0 ? 0 : partEnds[index - 1])..<partEnds[index]
  }

  /// The box that bounds every vertex; ``Envelope/empty`` for an empty geometry.
  @inlinable
  public var envelope: Envelope {
    var box = Envelope.empty
    let step = stride
    var i = 0
    while i + 1 < ordinates.count {
      box.extend(x: ordinates[i], y: ordinates[i + 1])
      i += step
    }
    for member in members { box.formUnion(member.envelope) }
    return box
  }

  /// The geometry with x and y only.
  public var flattened: Geometry {
    guard layout != .xy || kind == .collection else { return self }
    var flat = self
    flat.layout = .xy
    flat.members = members.map(\.flattened)
    guard stride > 2 else { return flat }
    flat.ordinates.removeAll(keepingCapacity: true)
    for i in Swift.stride(from: 0, to: ordinates.count, by: stride) {
      flat.ordinates.append(ordinates[i])
      flat.ordinates.append(ordinates[i + 1])
    }
    return flat
  }

  /// A line or polygon as the multi-geometry with that one part; others unchanged.
  public var promotedToMulti: Geometry {
    var multi = self
    switch kind {
    case .point: multi.kind = .multiPoint
    case .lineString: multi.kind = .multiLineString
    case .polygon: multi.kind = .multiPolygon
    default: break
    }
    return multi
  }

  /// A multi-geometry of exactly one part as that part; others unchanged.
  public var demotedFromMulti: Geometry {
    var single = self
    single.demoteFromMulti()
    return single
  }

  /// Makes a multi-geometry of exactly one part that part; others stay what they are.
  public mutating func demoteFromMulti() {
    switch kind {
    case .multiPoint where vertexCount == 1: kind = .point
    case .multiLineString where pathEnds.count == 1: kind = .lineString
    case .multiPolygon where partEnds.count == 1: kind = .polygon
    default: break
    }
  }

  /// Makes it an empty geometry of longitudes and latitudes that keeps the room of its buffers.
  public mutating func removeAll(becoming kind: Kind) {
    self.kind = kind
    layout = .xy
    ordinates.removeLast(ordinates.count)
    pathEnds.removeLast(pathEnds.count)
    partEnds.removeLast(partEnds.count)
    members.removeAll()
  }
}
