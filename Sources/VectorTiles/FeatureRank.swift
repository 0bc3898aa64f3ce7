public import SimpleFeatures

/// How much of the map a feature fills, and so from which level on it is shown.
///
/// Let n be the number of pixels (of tiles with 512 a side) that a polygon covers at level 0, or
/// the square of the number that a line is long, and u a number between 0 and 1 that is drawn from
/// the feature's id. The feature is drawn in full at the levels z with n · 4^z ≥ 1 and stands for
/// others of its kind where n · 4^z ≥ u (the square of u for a line): so the area of polygons and
/// the length of lines stay, on average, what they are, and what is shown at a level is shown at
/// all deeper ones. All points have n = 1: their levels count from the one that a layer's density
/// gives. No feature needs to know of another, so a change concerns none but its own.
public struct FeatureRank: Equatable, Sendable {
  /// n: shown in full where this times 4^z is at least 1.
  public let size: Double
  /// n / u: shown where this times 4^z is at least 1.
  public let weight: Double

  /// The pixel's side in 1/4096 tile.
  static let pixel = 8.0

  /// - Parameters:
  ///   - geometry: Longitudes and latitudes in degrees.
  ///   - id: The feature's permanent id.
  public init(of geometry: Geometry, id: UTF8Span) {
    let chance = Self.chance(id)
    // Pixels along the equator at level 0 for each degree of longitude.
    let pixelsPerDegree = 4096 / Self.pixel / 360
    let measure = Self.measure(of: geometry)
    switch geometry.kind {
    case .point, .multiPoint:
      size = 1
      weight = 1 / chance
    case .lineString, .multiLineString:
      let length = measure * pixelsPerDegree
      size = length * length
      weight = length * length / (chance * chance)
    case .polygon, .multiPolygon, .collection:
      size = measure * pixelsPerDegree * pixelsPerDegree
      weight = size / chance
    }
  }

  /// How much a geometry fills, whose feature's id is at hand as a string.
  public init(of geometry: Geometry, id: String) {
    self.init(of: geometry, id: id.utf8Span)
  }

  /// Whether the feature is at least as large as a pixel at `zoom`.
  public func isWhole(atZoom zoom: Int) -> Bool { size >= Self.threshold(zoom: zoom) }

  /// The least weight that is shown at `zoom`: 4^(base − zoom).
  ///
  /// - Parameter base: The level from which on all points are shown,
  ///   ``base(forPoints:over:)``; 0 for lines and polygons.
  public static func threshold(zoom: Int, base: Int = 0) -> Double {
    let step = zoom - base
    return step >= 0 ? 1 / Double(1 << (2 * min(step, 30))) : Double(1 << (2 * min(-step, 30)))
  }

  /// The level at which `count` points spread over `extent` are this many a tile: 1024.
  ///
  /// Above it three points of four are left out with every level. 0 for layers without density.
  public static func base(forPoints count: Int, over extent: Envelope) -> Int {
    let share = max(extent.width / 360, 1e-7) * max(extent.height / 360, 1e-7)
    var zoom = 0
    var tiles = share
    while zoom < TilePyramid.deepestZoom, Double(count) > 1024 * max(tiles, 1) {
      zoom += 1
      tiles *= 4
    }
    return zoom
  }

  /// A number in (0, 1) that the id alone decides: FNV-1a with a finish that spreads its bits.
  private static func chance(_ id: UTF8Span) -> Double {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let bytes = id.span
    for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
    hash = (hash ^ hash &>> 32) &* 0xd6e8_feb8_6659_fd93
    hash ^= hash &>> 32
    return (Double(hash &>> 11) + 0.5) / 0x1p53
  }

  /// The length of lines or the area of polygons as Mercator shows them, in equatorial degrees;
  /// 0 for points.
  private static func measure(of geometry: Geometry) -> Double {
    guard geometry.vertexCount > 1, !geometry.kind.isPuntal else { return 0 }
    let sine = WebMercator.sine(degrees: geometry.ordinates[1])
    let stretch = 1 / max(1 - sine * sine, 1e-6).squareRoot()
    switch geometry.kind {
    case .lineString, .multiLineString: return length(of: geometry, stretch: stretch)
    case .collection:
      return geometry.members.reduce(0) { $0 + measure(of: $1) }
    default: return abs(area(of: geometry)) * stretch
    }
  }

  private static func length(of geometry: Geometry, stretch: Double) -> Double {
    let (ordinates, step) = (geometry.ordinates.span, geometry.stride)
    var start = 0
    var length = 0.0
    for end in geometry.pathEnds {
      let last = min(end, ordinates.count / step)
      var index = start
      while index + 1 < last {
        let at = index * step
        let east = ordinates[at + step] - ordinates[at]
        let north = (ordinates[at + step + 1] - ordinates[at + 1]) * stretch
        length += (east * east + north * north).squareRoot()
        index += 1
      }
      start = max(start, last)
    }
    return length
  }

  /// The area by the surveyor's formula, in square degrees: shells less holes.
  private static func area(of geometry: Geometry) -> Double {
    let (ordinates, step) = (geometry.ordinates.span, geometry.stride)
    var start = 0
    var path = 0
    var area = 0.0
    for partEnd in geometry.partEnds {
      let first = path
      while path < min(partEnd, geometry.pathEnds.count) {
        let last = min(geometry.pathEnds[path], ordinates.count / step)
        var twice = 0.0
        var index = start + 1
        while index + 1 < last {
          let (origin, at) = (start * step, index * step)
          let (x, y) = (ordinates[origin], ordinates[origin + 1])
          twice +=
            (ordinates[at] - x) * (ordinates[at + step + 1] - y)
            - (ordinates[at + step] - x) * (ordinates[at + 1] - y)
          index += 1
        }
        area += path == first ? abs(twice) / 2 : -abs(twice) / 2
        start = max(start, last)
        path += 1
      }
    }
    return max(area, 0)
  }
}
