import CGDAL
import Catalog

/// What shapes a layer of a file has.
enum OGRShape: String {
  /// A table without shapes.
  case none = "table"
  case point = "points"
  case line = "lines"
  case polygon = "polygons"
  /// Any shapes, or shapes that the file does not tell beforehand.
  case any = "shapes of any type"

  init(_ type: OGRwkbGeometryType) {
    switch OGR_GT_Flatten(type) {
    case wkbNone: self = .none
    case wkbPoint, wkbMultiPoint: self = .point
    case wkbLineString, wkbMultiLineString, wkbCircularString, wkbCompoundCurve, wkbMultiCurve,
      wkbCurve:
      self = .line
    case wkbPolygon, wkbMultiPolygon, wkbCurvePolygon, wkbMultiSurface, wkbSurface,
      wkbPolyhedralSurface, wkbTIN, wkbTriangle:
      self = .polygon
    default: self = .any
    }
  }

  /// Whether such a layer may hold features for a layer of `type`.
  func fits(_ type: GeometryType) -> Bool {
    switch self {
    // A table may have coordinates or whole shapes in its columns.
    case .any, .none: true
    case .point: type == .point
    case .line: type == .line
    case .polygon: type == .polygon
    }
  }
}
