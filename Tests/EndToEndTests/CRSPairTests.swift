import Foundation
import GeometryCore
import SimpleFeatures
import Testing

extension ClientEndToEndTests {
  @Suite("Transformations against pyproj", .needsPythonClients)
  struct CRSPairTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Forty systems that Chinese data comes in: degrees, 3- and 6-degree zones with and without
    /// zone number on three datums, UTM, Web Mercator, Hong Kong, Macao and Taiwan.
    static let systems = [
      4490, 4326, 4610, 4214, 4555, 4611, 3857, 3395, 4513, 4524, 4525, 4526, 4527, 4528, 4533,
      4534, 4546, 4547, 4548, 4549, 4554, 4491, 4497, 4498, 4499, 4502, 4508, 4509, 4510, 2343,
      2344, 2362, 2382, 2383, 2411, 2434, 2435, 32649, 32650, 2326,
    ].map { "EPSG:\($0)" }

    @Test("10,000 random places between 40 systems are accepted, refused and placed as by pyproj")
    func pairs() async throws {
      #expect(Set(Self.systems).count == 40)
      var random = SplitMix(state: 81)
      var lines: [String] = []
      for _ in 0..<10_000 {
        let from = try CoordinateReferenceSystem(Self.systems.randomElement(using: &random)!)
        let to = try CoordinateReferenceSystem(Self.systems.randomElement(using: &random)!)
        let (x, y) = try place(in: from, &random)
        lines.append("\(from.identifier),\(to.identifier),\(x),\(y),\(answer(from, to, x, y))")
      }
      let file = folder.path + "/pairs.csv"
      try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
      try await runClient("crs_pairs", [file], in: folder)
    }

    private func answer(
      _ from: CoordinateReferenceSystem, _ to: CoordinateReferenceSystem, _ x: Double, _ y: Double
    ) -> String {
      do throws(GeometryError) {
        let out = try CoordinateTransform(from: from, to: to).transform(x: x, y: y)
        return ",\(out.x),\(out.y)"
      } catch {
        return "\(error.code.rawValue),,"
      }
    }

    /// A place in China or near it, written in `crs` by its own formulas.
    private func place(
      in crs: CoordinateReferenceSystem, _ random: inout SplitMix
    ) throws -> (x: Double, y: Double) {
      let inArea = Bool.random(using: &random)
      let area = crs.areaOfUse
      let longitude =
        inArea
        ? max(area.minX, 73)...min(area.maxX, 135) : 70.0...137.0
      let latitude = inArea ? max(area.minY, 10)...min(area.maxY, 54) : 10.0...54.0
      let x = Double.random(in: longitude, using: &random)
      let y = Double.random(in: latitude, using: &random)
      guard !crs.isGeographic else { return (x, y) }
      let degrees = try CoordinateReferenceSystem(crs.geographicIdentifier)
      do throws(GeometryError) {
        return try CoordinateTransform(from: degrees, to: crs).transform(x: x, y: y)
      } catch {
        // Too far from the zone to be written in it: numbers of another one, to be refused.
        return (Double.random(in: 0...46e6, using: &random), 1e5 * y)
      }
    }
  }
}

/// The same numbers on every machine: SplitMix64.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
