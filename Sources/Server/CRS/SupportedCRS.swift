import GeometryCore
import HTTPTypes
import SimpleFeatures

/// A system in which geometries go out and boxes come in, with the axes in the registry's order.
struct SupportedCRS: Sendable {
  let crs: CoordinateReferenceSystem
  private let outward: CoordinateTransform
  private let inward: CoordinateTransform

  /// - Throws: `GeometryError` where no safe way leads there from what is stored.
  init(_ crs: CoordinateReferenceSystem) throws(GeometryError) {
    self.crs = crs
    outward = try CoordinateTransform(from: SupportedCRSList.storage, to: crs)
    inward = try CoordinateTransform(from: crs, to: SupportedCRSList.storage)
  }

  /// Whether it is the system that answers are in when none is asked for.
  var isDefault: Bool { crs == .crs84 }

  /// Whether a rectangle of the system is one of longitude and latitude too.
  var keepsRectangles: Bool { crs.isGeographic || crs == .webMercator }

  /// `Content-Crs`, as answers in this system carry it.
  var headers: HTTPFields { [HTTPField.Name("Content-Crs")!: "<\(crs.uri)>"] }

  /// A stored geometry in this system.
  ///
  /// - Throws: ``HTTPProblem`` 400 where the geometry lies too far from where the system holds.
  func geometry(_ geometry: Geometry) throws(HTTPProblem) -> Geometry {
    if isDefault { return geometry }
    var result: Geometry
    do throws(GeometryError) {
      result = try outward.transform(geometry)
    } catch {
      throw problem(error)
    }
    if crs.hasNorthFirst { result.swapAxes() }
    return result
  }

  /// Whether places in `extent`, in longitude and latitude, can be told in this system, and back.
  func holds(_ extent: Envelope?) -> Bool {
    guard let extent, !isDefault else { return true }
    let corners = [extent.minX, extent.minY, extent.maxX, extent.maxY]
    guard let told = try? outward.transform(.lineString(corners)) else { return false }
    return (try? inward.transform(told)) != nil
  }

  /// Longitude and latitude of a geometry of this system, easting first.
  ///
  /// - Throws: ``HTTPProblem`` 400 for places that the system does not hold.
  func stored(_ geometry: Geometry) throws(HTTPProblem) -> Geometry {
    do throws(GeometryError) {
      return try inward.transform(geometry)
    } catch {
      throw problem(error)
    }
  }

  private func problem(_ error: GeometryError) -> HTTPProblem {
    HTTPProblem(
      .badRequest, "crs-does-not-fit", "\(crs.identifier): \(error.message)", hint: error.hint)
  }
}

extension Geometry {
  /// Exchanges the first two ordinates of every vertex.
  fileprivate mutating func swapAxes() {
    for start in Swift.stride(from: 0, to: ordinates.count, by: stride) {
      ordinates.swapAt(start, start + 1)
    }
    for index in members.indices { members[index].swapAxes() }
  }
}
