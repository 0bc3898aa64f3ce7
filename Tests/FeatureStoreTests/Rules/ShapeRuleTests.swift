import CityFile
import FeatureStore
import GRDB
import SimpleFeatures
import TestSupport
import Testing

@Suite("Rules about shapes are checked on commit, in metres on the ellipsoid")
struct ShapeRuleTests {
  private let city: RuleCity

  init() throws { city = try RuleCity() }

  private static let both = "message: {zh: 不对, en: wrong}, severity: warning"

  private func rule(_ id: String, _ keys: String) -> String {
    "  - {id: \(id), check: \(id), \(keys)\(keys.isEmpty ? "" : ", ")\(Self.both)}"
  }

  @Test(
    "pipes that end within half a metre of a manhole pass, others are named, many or few",
    arguments: [40, 3000])
  func ends(_ count: Int) throws {
    let manholes = try RuleCity.layer("manhole", "point", fields: ["code: text"])
    let pipes = try RuleCity.layer(
      "pipe", "line", fields: ["code: text"],
      "rules:\n" + rule("ends-at", "layer: manhole, metres: 0.5"))
    var random = SeededGenerator(seed: 7)
    var nodes: [TestCity.Item] = []
    var lines: [TestCity.Item] = []
    var expected: Set<String> = []
    for i in 0..<count {
      let (x, y) = (114 + Double(i % 60) * 0.0004, 30 + Double(i / 60) * 0.0004)
      let angle = Double.random(in: 0..<6.28, using: &random)
      let metres = Double.random(in: 0...1, using: &random)
      if abs(metres - 0.5) < 1e-4 { continue }
      let end = moved(x, y, metres, angle)
      nodes.append(point("m\(i)", x, y, [.null]))
      lines.append(line("p\(i)", [x, y, x + 0.0001, y + 0.0001, end.x, end.y], [.null]))
      if metres > 0.5 { expected.insert("p\(i)") }
    }
    try city.commit(manholes, nodes)
    let report = try city.commit(pipes, lines)
    #expect(report.breaches.map(\.count) == [expected.count])
    #expect(report.breaches[0].examples.allSatisfy(expected.contains))
    // A single later pipe takes the way through the R-tree.
    let late = try city.commit(pipes, [line("late", [114, 30, 114.5, 30], [.null])])
    #expect(late.broken == ["ends-at: late"])
  }

  /// The point `metres` away, near 30° N.
  private func moved(
    _ x: Double, _ y: Double, _ metres: Double, _ angle: Double
  ) -> (x: Double, y: Double) {
    let (east, north) = (metres * cosine(angle), metres * cosine(angle - .pi / 2))
    // Radii of curvature change by 1e-7 of themselves over the metres of this test's city.
    let shrink = cosine(y * .pi / 180) / cosine(.pi / 6)
    return (x + east / (At30North.eastPerDegree * shrink), y + north / At30North.northPerDegree)
  }

  @Test("lengths and areas are those of the ellipsoid, as SpatiaLite measures them") func measures()
    throws
  {
    let items = [
      line("short", [114, 30, 114.0001, 30.00005], [.null]),
      line("bent", [110, 25, 110.001, 25.002, 110.003, 25.0021], [.null]),
    ]
    let layer = try RuleCity.layer("pipe", "line", fields: ["code: text"])
    try city.commit(layer, items)
    let lengths = try city.city.city.read {
      try Double.fetchAll($0, sql: "SELECT ST_Length(geom, 1) FROM pipe ORDER BY fid")
    }
    for (length, item) in zip(lengths, items) {
      for (factor, isBroken) in [(1 - 1e-6, false), (1 + 1e-6, true)] {
        let ruled = try RuleCity.layer(
          "pipe\(isBroken ? "b" : "a")-\(item.id)", "line", fields: ["code: text"],
          "rules:\n" + rule("minimum-length", "metres: \(length * factor)"))
        #expect(try city.commit(ruled, [item]).broken.isEmpty != isBroken)
      }
    }
    let area = At30North.eastPerDegree * At30North.northPerDegree * 0.001 * 0.001
    for (factor, isBroken) in [(1 - 2e-5, false), (1 + 2e-5, true)] {
      let ruled = try RuleCity.layer(
        "lot-\(isBroken)", "polygon", fields: ["code: text"],
        "rules:\n" + rule("minimum-area", "square_metres: \(area * factor)"))
      let square = TestCity.Item(
        id: "q", geometry: rectangle("q", 113.9995, 29.9995).geometry, values: [.null])
      #expect(try city.commit(ruled, [square]).broken.isEmpty != isBroken)
    }
  }

  @Test("lines that cross, touch or run back over themselves are named; rings and bends are not")
  func crossing() throws {
    let layer = try RuleCity.layer(
      "pipe", "line", fields: ["code: text"], "rules:\n" + rule("no-self-crossing", ""))
    let shapes: [(String, [Double])] = [
      ("straight", [0, 0, 1, 0, 2, 0]), ("bend", [0, 0, 1, 0, 1, 1]),
      ("ring", [0, 0, 1, 0, 1, 1, 0, 0]), ("doubled-point", [0, 0, 1, 0, 1, 0, 2, 1]),
      ("zigzag", [0, 0, 1, 1, 2, 0, 3, 1, 4, 0]),
      ("eight", [0, 0, 1, 1, 1, 0, 0, 1]), ("touch", [0, 0, 2, 0, 2, 1, 1, 0]),
      ("back", [0, 0, 2, 0, 1, 0]), ("ring-with-tail", [0, 0, 1, 0, 1, 1, 0, 0, -1, 0.5]),
      ("overlap", [0, 0, 3, 0, 3, 1, 2, 0, 1, 0]),
    ]
    let items = shapes.map { id, ordinates in
      line(
        id, ordinates.enumerated().map { ($0 % 2 == 0 ? 114 : 30) + $1 * 0.001 }, [.null])
    }
    let report = try city.commit(layer, items)
    let broken = Set(report.breaches.first?.examples ?? [])
    #expect(broken == ["eight", "touch", "back", "ring-with-tail", "overlap"])
    // GEOS calls the same lines not simple, but for the one that only repeats a point.
    let simple = try city.city.city.read {
      try String.fetchAll($0, sql: "SELECT id FROM pipe WHERE NOT ST_IsSimple(geom)")
    }
    #expect(Set(simple) == broken)
  }

  @Test("a bay outside every lot is named, one on a border or across two lots is not")
  func within() throws {
    let lots = try RuleCity.layer("lot", "polygon", fields: ["code: text"])
    let bays = try RuleCity.layer(
      "bay", "polygon", fields: ["code: text"], "rules:\n" + rule("within", "layer: lot"))
    func square(_ id: String, _ x: Double, _ width: Double) -> TestCity.Item {
      TestCity.Item(id: id, geometry: rectangle(id, x, 30, width).geometry, values: [.null])
    }
    try city.commit(lots, [square("l1", 114, 0.001), square("l2", 114.001, 0.001)])
    let report = try city.commit(
      bays,
      [
        square("inside", 114.0002, 0.0001), square("border", 114, 0.0005),
        square("across", 114.0008, 0.0004), square("sticking-out", 114.0018, 0.0004),
        square("far", 115, 0.0004),
      ])
    #expect(report.broken == ["within: sticking-out far"])
  }
}

/// The cosine, from its series after a turn into −π…π.
private func cosine(_ angle: Double) -> Double {
  let turned = angle.remainder(dividingBy: 2 * .pi)
  var (term, sum) = (1.0, 1.0)
  for n in stride(from: 2.0, through: 30, by: 2) {
    term *= -turned * turned / (n * (n - 1))
    sum += term
  }
  return sum
}
