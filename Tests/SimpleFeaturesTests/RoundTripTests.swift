import SimpleFeatures
import Testing

@Suite("Geometries written and read")
struct RoundTripTests {
  /// Geometries of every kind and layout.
  private static let geometries: [Geometry] = {
    var make = RandomGeometry(seed: 4)
    return (0..<6).flatMap { _ in
      Geometry.Kind.allCases.flatMap { kind in
        WKBTests.layouts.map { make.geometry(kind, $0) }
      }
    } + Geometry.Kind.allCases.map { Geometry(kind: $0) }
  }()

  @Test("What is written reads back equal, negative zeros and empty parts included")
  func roundTrip() throws {
    var all = Self.geometries
    all.append(
      Geometry(kind: .collection, members: [Geometry(kind: .point), .point(x: -0.0, y: 1)]))
    all.append(Geometry(kind: .collection, members: [Geometry(kind: .collection)]))
    for geometry in all {
      let bytes = WKB.encode(geometry)
      #expect(try WKB.encode(WKB.decode(bytes)) == bytes)
      #expect(try WKB.encode(WKT.decode(WKT.encode(geometry))) == bytes, "\(WKT.encode(geometry))")
      // GeoJSON has no measures, and a collection of its own has no layout.
      let text = WKT.encode(geometry)
      guard !text.contains(/Z?M [(E]/), !text.contains(" Z EMPTY") else { continue }
      let line = JSONText.line(Feature(id: "a", geometry: geometry))
      let read = Reading(line).features.first?.geometry
      let undirected = WKT.encode(geometry.undirected)
      #expect(read.map { WKT.encode($0.undirected) } == undirected, "\(line)")
    }
  }
}
