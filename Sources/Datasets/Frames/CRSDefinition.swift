import Catalog
package import GeometryCore
import SimpleFeatures

/// The systems that `--crs` names: identifiers, and files of a city's own frame.
package enum CRSDefinition {
  /// The system of an identifier, or of a frame's file when the name ends in `.yml` or `.yaml`.
  ///
  /// - Throws: ``CatalogError`` for diagnostics of the file, ``GeometryError`` for an unknown name
  ///   and for check points that do not fit, with the file's name and place.
  package static func read(_ name: String) throws -> CoordinateReferenceSystem {
    guard name.hasSuffix(".yml") || name.hasSuffix(".yaml") else {
      return try CoordinateReferenceSystem(name)
    }
    let definition = try FrameDefinition.load(file: name)
    do throws(GeometryError) {
      return try CoordinateReferenceSystem(frame: try LocalFrame(definition, file: name))
    } catch {
      throw error.placed(name, definition.checkPointsPosition)
    }
  }
}

extension GeometryError {
  /// The error with the place in a file that it is about, unless it has one.
  fileprivate func placed(_ file: String, _ position: TextPosition) -> GeometryError {
    message.hasPrefix("\(file):")
      ? self : GeometryError(code, "\(file):\(position): \(message)", hint: hint)
  }
}

extension LocalFrame {
  /// The frame of a file, its check points brought to CGCS2000.
  fileprivate init(_ definition: FrameDefinition, file: String) throws(GeometryError) {
    var points: [GeometryCore.CheckPoint] = []
    for point in definition.checkPoints {
      do throws(GeometryError) {
        points.append(try CheckPoint(point))
      } catch {
        throw error.placed(file, point.position)
      }
    }
    try self.init(
      name: definition.name, source: definition.source,
      projection: FrameProjection(definition.projection), shift: FrameShift(definition.shift),
      accuracyMetres: definition.accuracyMetres, checkPoints: points)
  }
}

extension GeometryCore.CheckPoint {
  fileprivate init(_ point: FrameDefinition.CheckPoint) throws(GeometryError) {
    switch point.place {
    case .degrees(let longitude, let latitude):
      self.init(
        name: point.name, easting: point.eastingMetres, northing: point.northingMetres,
        longitude: longitude, latitude: latitude)
    case .grid(let grid, let easting, let northing):
      try self.init(
        name: point.name, easting: point.eastingMetres, northing: point.northingMetres,
        grid: try CoordinateReferenceSystem(grid), gridEasting: easting, gridNorthing: northing)
    }
  }
}

extension FrameProjection {
  fileprivate init(_ projection: FrameDefinition.Projection) {
    let ellipsoid: Ellipsoid =
      switch projection.ellipsoid {
      case .cgcs2000: .cgcs2000
      case .krassovsky: .krassovsky
      case .iag75: .iag75
      }
    self.init(
      ellipsoid: ellipsoid, centralMeridianDegrees: projection.centralMeridianDegrees,
      falseEastingMetres: projection.falseEastingMetres,
      falseNorthingMetres: projection.falseNorthingMetres, scale: projection.scale)
  }
}

extension FrameShift {
  fileprivate init(_ shift: FrameDefinition.Shift) {
    switch shift {
    case .four(let east, let north, let arcSeconds, let scale):
      self = .plane(
        PlaneShift(
          eastMetres: east, northMetres: north, rotationArcSeconds: arcSeconds, scalePPM: scale))
    case .seven(let convention, let metres, let arcSeconds, let scale):
      self = .spatial(
        SpatialShift(
          convention: convention == .positionVector ? .positionVector : .coordinateFrame,
          metres: metres, arcSeconds: arcSeconds, scalePPM: scale))
    }
  }
}
