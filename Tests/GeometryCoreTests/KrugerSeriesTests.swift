import Foundation
import GeometryCore
import TestSupport
import Testing

/// Gauss-Krüger on the CGCS2000 ellipsoid by Krüger's series to the fourth order.
///
/// Written from the paper and not from PROJ: L. Krüger, Konforme Abbildung des Erdellipsoids in
/// der Ebene (1912), doi:10.2312/GFZ.b103-krueger28.
private func kruger(longitude: Double, latitude: Double, meridian: Double) -> (Double, Double) {
  let flattening = 1 / 298.257_222_101
  let n = flattening / (2 - flattening)
  let radius = 6_378_137 / (1 + n) * (1 + n * n / 4 + pow(n, 4) / 64)
  let series = [
    n / 2 - 2 * n * n / 3 + 5 * pow(n, 3) / 16 + 41 * pow(n, 4) / 180,
    13 * n * n / 48 - 3 * pow(n, 3) / 5 + 557 * pow(n, 4) / 1440,
    61 * pow(n, 3) / 240 - 103 * pow(n, 4) / 140,
    49561 * pow(n, 4) / 161280,
  ]
  let (phi, lambda) = (latitude * .pi / 180, (longitude - meridian) * .pi / 180)
  let e = 2 * n.squareRoot() / (1 + n)
  let t = sinh(atanh(sin(phi)) - e * atanh(e * sin(phi)))
  let xi = atan2(t, cos(lambda))
  let eta = atanh(sin(lambda) / (1 + t * t).squareRoot())
  var (easting, northing) = (eta, xi)
  for (j, a) in series.enumerated() {
    let k = 2 * Double(j + 1)
    easting += a * cos(k * xi) * sinh(k * eta)
    northing += a * sin(k * xi) * cosh(k * eta)
  }
  return (500_000 + radius * easting, radius * northing)
}

@Suite("Gauss-Krüger against Krüger's own series")
struct KrugerSeriesTests {
  @Test("Two independent formulas agree to 0.01 mm all over the zone and its neighbours")
  func agree() throws {
    let way = try transform(.cgcs2000, 4547)
    var random = SeededGenerator(seed: 13)
    for _ in 0..<1000 {
      let (x, y) = (random.number(110.5...117.5), random.number(18...53))
      let proj = try way.transform(x: x, y: y)
      let (easting, northing) = kruger(longitude: x, latitude: y, meridian: 114)
      #expect(abs(proj.x - easting) < 1e-5 && abs(proj.y - northing) < 1e-5)
    }
  }
}
