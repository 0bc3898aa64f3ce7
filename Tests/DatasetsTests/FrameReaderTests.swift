import Catalog
import Testing

@testable import Datasets

@Suite("Files of local frames")
struct FrameReaderTests {
  /// Eleven lines; each test changes one.
  private static let frame = [
    "name: made-up", "source: a test", "accuracy-metres: 0.05",
    "projection: {ellipsoid: CGCS2000, central-meridian-degrees: 114, "
      + "false-easting-metres: 500000}",
    "four-parameters:", "  east-metres: 1.5", "  north-metres: -2", "  rotation-arc-seconds: 35",
    "  scale-ppm: 12", "check-points:",
    "  - {name: A, easting-metres: 1, northing-metres: 2, longitude-degrees: 114, "
      + "latitude-degrees: 30}",
    "  - {name: B, easting-metres: 3, northing-metres: 4, grid: EPSG:4547, "
      + "grid-easting-metres: 5, grid-northing-metres: 6}",
  ]

  private static func diagnostics(line: Int, _ text: String?) -> [String] {
    var lines: [String?] = frame
    lines[line - 1] = text
    let yaml = lines.compactMap { $0 }.joined(separator: "\n") + "\n"
    do {
      _ = try FrameDefinition.parse(yaml: yaml, file: "f.yml")
      return []
    } catch {
      return error.diagnostics.map { "\($0.line):\($0.column): \($0.message)" }
    }
  }

  @Test("A whole file gives its numbers with their units")
  func whole() throws {
    let yaml = Self.frame.joined(separator: "\n")
    let frame = try FrameDefinition.parse(yaml: yaml, file: "f.yml")
    #expect(frame.shift == .four(east: 1.5, north: -2, arcSeconds: 35, scalePPM: 12))
    #expect(frame.projection.scale == 1 && frame.projection.falseNorthingMetres == 0)
    #expect(frame.checkPoints[0].place == .degrees(longitude: 114, latitude: 30))
    #expect(frame.checkPoints[1].place == .grid("EPSG:4547", easting: 5, northing: 6))
    #expect(frame.accuracyMetres == 0.05)
  }

  @Test(
    "Each fault is named with its line and column",
    arguments: [
      (1, nil, "1:1: `name` is missing in the frame"),
      (3, "accuracy-metres: 50", "3:18: `accuracy-metres` must lie between 0.0001 and 5.0"),
      (3, "accuracy-metres: 5 cm", "3:18: `accuracy-metres` must be a number, not `5 cm`"),
      (3, "accuracy-metres: .nan", "3:18: `accuracy-metres` must be a number, not `.nan`"),
      (6, "  east-meters: 1.5", "6:3: unknown key `east-meters` in `four-parameters`"),
      (
        6, "  east-metres: 1e300",
        "6:16: `east-metres` must lie between -100000000.0 and 100000000.0"
      ),
      (9, nil, "6:3: `scale-ppm` is missing in `four-parameters`"),
      (12, nil, "11:3: 1 check points cannot prove four parameters"),
      (
        12, "  - {name: B, easting-metres: 3, northing-metres: 4, longitude-degrees: 114}",
        "12:5: the check point has no one place in CGCS2000"
      ),
      (
        4,
        "projection: {ellipsoid: Krassovsky, central-meridian-degrees: 114, "
          + "false-easting-metres: 0}",
        "6:3: four parameters lead into a plane of CGCS2000, not of Krassovsky"
      ),
      (
        4,
        "projection: {ellipsoid: krasovsky, central-meridian-degrees: 114, "
          + "false-easting-metres: 0}", "4:25: `krasovsky` is not a ellipsoid"
      ),
      (5, "seven-parameters:", "6:3: unknown key `east-metres` in `seven-parameters`"),
      (
        5, "seven-parameters: {}\nfour-parameters:",
        "5:19: the frame has four and seven parameters"
      ),
    ] as [(Int, String?, String)])
  func fault(line: Int, text: String?, expected: String) {
    let diagnostics = Self.diagnostics(line: line, text)
    #expect(diagnostics.contains { $0.hasPrefix(expected) }, "\(diagnostics)")
  }

  @Test("A missing file, an empty one and one without parameters are faults, too")
  func missing() {
    let error = #expect(throws: CatalogError.self) {
      try FrameDefinition.load(file: "/nowhere/frame.yml")
    }
    #expect(error?.diagnostics.first?.message == "there is no such file")
    #expect(throws: CatalogError.self) { try FrameDefinition.parse(yaml: "", file: "f.yml") }
    #expect(throws: CatalogError.self) { try FrameDefinition.parse(yaml: "[1]", file: "f.yml") }
  }
}
