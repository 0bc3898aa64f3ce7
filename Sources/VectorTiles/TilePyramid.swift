/// The two ways in which the world is cut into tiles here.
///
/// Both halve their tiles from level to level. A tile carries its pyramid, so that all code that
/// holds one knows where it lies.
public enum TilePyramid: Hashable, Sendable, CaseIterable {
  /// The square of Web Mercator (EPSG:3857): 2^zoom columns and rows.
  case webMercator
  /// Latitude and longitude of CGCS2000 (EPSG:4490): 2^(zoom + 1) columns, 2^zoom rows.
  case geographic

  /// The deepest level of both pyramids.
  public static let deepestZoom = 24

  /// How many levels of Web Mercator have coarser pixels than level 0 here, at the equator.
  ///
  /// Layer files give levels of Web Mercator; level z here shows what level z + offset shows there.
  public var levelOffset: Int {
    switch self {
    case .webMercator: 0
    case .geographic: 1
    }
  }

  /// The levels here that are as fine as the levels `zooms` of Web Mercator.
  public func levels(asFineAs zooms: ClosedRange<Int>) -> ClosedRange<Int> {
    max(zooms.lowerBound - levelOffset, 0)...max(zooms.upperBound - levelOffset, 0)
  }

  /// The number of columns of level `zoom`, which lies in 0...``deepestZoom``.
  public func columnCount(zoom: Int) -> Int {
    switch self {
    case .webMercator: 1 << zoom
    case .geographic: 2 << zoom
    }
  }

  /// The number of rows of level `zoom`, which lies in 0...``deepestZoom``.
  public func rowCount(zoom: Int) -> Int { 1 << zoom }

  // MARK: Degrees and shares of the world

  /// The distance from the antimeridian eastwards, in world widths.
  func u(longitude: Double) -> Double { WebMercator.u(longitude: longitude) }

  /// The longitude in degrees at the distance `u`.
  func longitude(u: Double) -> Double { WebMercator.longitude(u: u) }

  /// The distance from the northern edge southwards, in world heights.
  func v(latitude: Double) -> Double {
    switch self {
    case .webMercator: WebMercator.v(latitude: latitude)
    case .geographic: 0.5 - min(max(latitude, -90), 90) / 180
    }
  }

  /// The latitude in degrees at the distance `v`; beyond ±90° outside the geographic pyramid.
  func latitude(v: Double) -> Double {
    switch self {
    case .webMercator: WebMercator.latitude(v: v)
    case .geographic: 90 - v * 180
    }
  }
}
