import Foundation
import SimpleFeatures

/// The two shifted systems of Chinese web maps, by their public algorithm.
///
/// The official form is not published; the algorithm here is the one that all open programs share
/// (a = 6378245 m, e² = 0.00669342162296594323; BD-09 adds 0.0065 and 0.006 degrees and a ripple).
/// GCJ-02 is defined on WGS 84 and leaves places outside a box around China as they are; BD-09 is
/// GCJ-02 with a further step that it takes everywhere. For import and export only, never a store.
enum MapShift: String, Hashable, Sendable, CaseIterable {
  case gcj02 = "GCJ-02"
  case bd09 = "BD-09"

  /// A longitude and a latitude in degrees.
  typealias Place = (x: Double, y: Double)

  /// The box in degrees within which GCJ-02 shifts; outside places stay as they are.
  static func isShifted(_ place: Place) -> Bool {
    !(place.x < 72.004 || place.x > 137.8347 || place.y < 0.8293 || place.y > 55.8271)
  }

  /// From WGS 84 into this system.
  func shifted(_ place: Place) -> Place {
    let gcj = Self.isShifted(place) ? Self.gcjShifted(place) : place
    return self == .gcj02 ? gcj : Self.bdShifted(gcj)
  }

  /// From this system back to WGS 84, to 1e-9 degrees; `nil` where there is no one answer.
  ///
  /// Fixed-point iteration p ← p + (q − shift(p)). On the edge of the algorithm's box a place has
  /// none or two origins: that strip, a few hundred metres wide and outside China, gives `nil`.
  func unshifted(_ place: Place) -> Place? {
    let gcj: Place
    if self == .gcj02 {
      gcj = place
    } else {
      guard let found = Self.inverse(of: Self.bdShifted, at: place) else { return nil }
      gcj = found
    }
    guard let origin = Self.inverse(of: Self.gcjShifted, at: gcj) else {
      return Self.isShifted(gcj) ? nil : gcj
    }
    switch (Self.isShifted(origin), Self.isShifted(gcj)) {
    case (true, true): return origin
    case (false, false): return gcj
    default: return nil
    }
  }

  /// From one shifted system to the other without the way over WGS 84.
  func converted(_ place: Place, to other: MapShift) -> Place? {
    switch (self, other) {
    case (.gcj02, .bd09): Self.bdShifted(place)
    case (.bd09, .gcj02): Self.inverse(of: Self.bdShifted, at: place)
    default: place
    }
  }

  private static func inverse(of shift: (Place) -> Place, at target: Place) -> Place? {
    var place = target
    for _ in 0..<30 {
      let image = shift(place)
      let (dx, dy) = (target.x - image.x, target.y - image.y)
      place = (place.x + dx, place.y + dy)
      if abs(dx) < 1e-13 * max(1, abs(place.x)), abs(dy) < 1e-13 * max(1, abs(place.y)) {
        return place
      }
    }
    let image = shift(place)
    return abs(target.x - image.x) < 1e-10 && abs(target.y - image.y) < 1e-10 ? place : nil
  }

  private static func gcjShifted(_ place: Place) -> Place {
    let (x, y) = (place.x - 105, place.y - 35)
    let root = abs(x).squareRoot()
    let waves = (20 * sin(6 * x * .pi) + 20 * sin(2 * x * .pi)) * 2 / 3
    var north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + waves
    north += (20 * sin(y * .pi) + 40 * sin(y / 3 * .pi)) * 2 / 3
    north += (160 * sin(y / 12 * .pi) + 320 * sin(y * .pi / 30)) * 2 / 3
    var east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + waves
    east += (20 * sin(x * .pi) + 40 * sin(x / 3 * .pi)) * 2 / 3
    east += (150 * sin(x / 12 * .pi) + 300 * sin(x / 30 * .pi)) * 2 / 3
    let (axis, eccentricity) = (6_378_245.0, 0.006_693_421_622_965_943_23)
    let phi = place.y / 180 * .pi
    let magic = 1 - eccentricity * sin(phi) * sin(phi)
    let meridian = axis * (1 - eccentricity) / (magic * magic.squareRoot())
    let parallel = axis / magic.squareRoot() * cos(phi)
    return (place.x + east * 180 / (parallel * .pi), place.y + north * 180 / (meridian * .pi))
  }

  private static func bdShifted(_ place: Place) -> Place {
    let turn = Double.pi * 3000 / 180
    let radius = (place.x * place.x + place.y * place.y).squareRoot() + 2e-5 * sin(place.y * turn)
    let angle = atan2(place.y, place.x) + 3e-6 * cos(place.x * turn)
    return (radius * cos(angle) + 0.0065, radius * sin(angle) + 0.006)
  }
}

extension CoordinateReferenceSystem {
  /// GCJ-02, the shifted degrees of AMap and Tencent maps; see the public algorithm's limits in
  /// docs/coordinates.md.
  public static let gcj02 = shifted(.gcj02, name: "GCJ-02 (public algorithm)")
  /// BD-09, the shifted degrees of Baidu maps.
  public static let bd09 = shifted(.bd09, name: "BD-09 (public algorithm)")

  /// The other names that `--crs` takes for the shifted systems, in lower case.
  static let shiftedNames: [String: CoordinateReferenceSystem] = [
    "gcj-02": .gcj02, "gcj02": .gcj02, "gcj": .gcj02, "火星坐标": .gcj02, "火星坐标系": .gcj02,
    "mars": .gcj02, "amap": .gcj02,
    "bd-09": .bd09, "bd09": .bd09, "bd09ll": .bd09, "bd-09ll": .bd09, "百度坐标": .bd09,
    "百度坐标系": .bd09, "baidu": .bd09,
  ]

  private static func shifted(_ shift: MapShift, name: String) -> CoordinateReferenceSystem {
    CoordinateReferenceSystem(
      authority: "", code: shift.rawValue, name: name, isGeographic: true, hasNorthFirst: false,
      areaOfUse: Envelope(minX: 72.004, minY: 0.8293, maxX: 137.8347, maxY: 55.8271),
      base: CoordinateReferenceSystem.wgs84.identifier, realm: .shifted(shift), zone: nil)
  }
}
