import Datasets
import FeatureStore
import Foundation
import GeometryCore
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("Bringing a file into a layer")
struct ImporterTests {
  let test: TestImport

  init() throws { test = try TestImport() }

  private static let fields = [
    "name: name, type: text, required: true",
    "name: use, type: text, codes: [{value: school, zh: 学校, en: School}]",
    "name: height, type: real, minimum: 0, maximum: 1000, unit: m",
  ]

  @Test("Each record has one fate, and the report says why with line and column")
  func report() throws {
    let layer = try TestImport.layer("building", "polygon", fields: ImporterTests.fields)
    let text = collection([
      boxText("1", 114, 30, 0.01, "\"name\":\"a\",\"use\":\"school\",\"height\":10"),
      boxText("2", 114, 30, 0.01, "\"use\":\"school\""),
      boxText("3", 114, 30, 0.01, "\"name\":\"c\",\"use\":\"castle\",\"height\":-1"),
      boxText("1", 114, 30, 0.01, "\"name\":\"again\""),
      pointText("5", "\"name\":\"e\""),
      "{\"type\":\"Feature\",\"id\":\"6\",\"properties\":{\"name\":\"f\"},\"geometry\":null}",
      boxText("7", 114, 30, 0.01, "\"name\":\"g\\u0000\""),
      """
      {"type":"Feature","id":"8","properties":{"name":"h"},
       "geometry":{"type":"Polygon","coordinates":[[[114,30],[115,31],[115,30],[114,31],[114,30]]]}}
      """,
      """
      {"type":"Feature","id":"9","properties":{"name":"i"},"geometry":{"type":"Polygon",
       "coordinates":[[[114,30,5],[115,30,5],[115,31,5],[114,30,5]]]}}
      """,
      boxText("10", 114, 30, 0.01, "\"name\":\"j\",\"height\":\"high\""),
    ])
    let report = try test.text(text, into: layer)
    #expect(report.read == 10 && report.added == 5 && report.rejected == 5 && report.addsUp)
    #expect(report.repaired == 1 && report.flattened == 1 && report.commit == 1)
    let rejected = report.problems.filter { $0.severity == .rejected }
    #expect(rejected.map(\.record) == [2, 4, 5, 6, 7])
    #expect(
      rejected.map(\.rule) == [
        "required", "duplicate-id", "geometry-type", "no-geometry", "nul-character",
      ])
    #expect(rejected.map(\.position?.line) == [3, 5, 6, 7, 8])
    #expect(rejected.prefix(4).map(\.featureID) == ["2", "1", "5", "6"])
    let warnings = report.problems.filter { $0.severity == .warning }
    #expect(warnings.map(\.rule) == ["code", "range", "type"])
    #expect(warnings.map(\.record) == [3, 3, 10])
    #expect(report.problems.first { $0.severity == .repaired }?.record == 8)
    #expect(report.countsByRule.reduce(0) { $0 + $1.count } == report.problems.count)
    let features = try test.features("building")
    #expect(features["3"]?.values == [.text("c"), .null, .null])
    #expect(features["1"]?.values == [.text("a"), .text("school"), .real(10)])
    #expect(features["9"]?.geometry.layout == .xy)
  }

  @Test("The report is JSON that another parser reads, odd texts included")
  func reportJSON() throws {
    let layer = try TestImport.layer("building", "polygon", fields: ImporterTests.fields)
    let path = try test.folder.write(
      collection([
        boxText(
          "\\\"\\\\光\\n", 114, 30, 0.01, "\"name\":\"a\",\"列\\\"\":1,\"height\":\"\\t\\u0001\""),
        pointText("p"),
      ]).utf8, to: "奇 \"怪\".geojson")
    let report = try test.file(path, into: layer)
    let object = try report.object()
    #expect(object["source"] as? String == path)
    #expect(object["ignoredProperties"] as? [String] == ["列\""])
    for (name, count) in [("read", 2), ("added", 1), ("rejected", 1), ("united", 0), ("commit", 1)]
    {
      #expect(object[name] as? Int == count, "\(name)")
    }
    let problems = try #require(object["problems"] as? [[String: Any]])
    #expect(problems.count == 2 && problems[0]["id"] as? String == "\"\\光\n")
    #expect(problems[1]["line"] as? Int == 3 && problems[1]["severity"] as? String == "rejected")
    let rules = try #require(object["rules"] as? [[String: Any]])
    #expect(rules.compactMap { $0["count"] as? Int }.reduce(0, +) == 2)
  }

  @Test("Of very many problems the first are kept, all are counted")
  func manyProblems() throws {
    let layer = try TestImport.layer("building", "polygon", fields: ImporterTests.fields)
    let count = ImportReport.keptProblems + 500
    let text = collection(
      [boxText("good", 114, 30, 0.01, "\"name\":\"a\"")] + (0..<count).map { pointText("\($0)") })
    let report = try test.text(text, into: layer)
    #expect(report.problems.count == ImportReport.keptProblems)
    #expect(report.count("geometry-type") == count && report.rejected == count && report.addsUp)
  }

  @Test("Pieces of one id are united, gaps filled from later pieces, the first values win")
  func union() throws {
    let layer = try TestImport.layer(
      "building", "polygon", fields: ["name: name, type: text", "name: height, type: real"],
      duplicates: "union")
    let pieces = [
      boxText("1", 114, 30, 1, "\"name\":null,\"height\":5"),
      boxText("1", 115, 30, 1, "\"name\":\"b\",\"height\":6"),
      boxText("2", 100, 30, 1), boxText("1", 114.5, 30.5, 1, "\"name\":\"c\""),
    ]
    let report = try test.text(collection(pieces), into: layer)
    #expect(report.added == 2 && report.united == 2 && report.addsUp)
    let feature = try #require(try test.features("building")["1"])
    #expect(feature.values == [.text("b"), .real(5)])
    // Two unit squares side by side, and a third that covers a quarter of each.
    #expect(abs(feature.geometry.planarArea - 2.5) < 1e-12)
    let again = try test.text(collection(pieces), into: layer)
    #expect(again.commit == nil && again.unchanged == 2 && again.united == 2 && again.addsUp)
  }

  @Test("A piece that a later file adds to a known building is not lost")
  func laterPiece() throws {
    let layer = try TestImport.layer(
      "building", "polygon", fields: ["name: name, type: text"], duplicates: "union")
    let (a, b) = (boxText("1", 114, 30, 1), boxText("1", 115, 30, 1))
    try test.text(collection([a]), into: layer)
    let report = try test.text(collection([a, b]), into: layer)
    #expect(report.commit == 2 && report.changed == 1 && report.unchanged == 0 && report.addsUp)
    #expect(abs((try test.features("building")["1"]?.geometry.planarArea ?? 0) - 2) < 1e-12)
  }

  @Test("A file in a Gauss-Krüger zone comes to the longitudes and latitudes it was made from")
  func projected() throws {
    let layer = try TestImport.layer("tree", "point", fields: ["name: name, type: text"])
    let zone = try CoordinateReferenceSystem("EPSG:4547")
    let project = try CoordinateTransform(from: .cgcs2000, to: zone)
    var random = SeededGenerator(seed: 4547)
    var sources: [String: Geometry] = [:]
    var records: [String] = []
    for index in 0..<200 {
      let source = Geometry.point(
        x: Double.random(in: 113...115, using: &random),
        y: Double.random(in: 29...31, using: &random))
      let metres = try project.transform(source)
      sources["\(index)"] = source
      records.append(pointText("\(index)", x: metres.ordinates[0], y: metres.ordinates[1]))
    }
    let crs = "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::4547\"}}"
    let declared = "{\(crs),\(collection(records).dropFirst())"
    for (text, name) in [(collection(records), "EPSG:4547" as String?), (declared, nil)] {
      let fresh = try TestImport()
      try fresh.text(text, into: layer, crs: name)
      let features = try fresh.features("tree")
      #expect(features.count == sources.count)
      for (id, source) in sources {
        let stored = try #require(features[id]).geometry.ordinates
        #expect(abs(stored[0] - source.ordinates[0]) < 1e-9)
        #expect(abs(stored[1] - source.ordinates[1]) < 1e-9)
      }
    }
  }

  @Test("Longitude and latitude come in bit for bit")
  func exact() throws {
    let layer = try TestImport.layer("tree", "point", fields: ["name: name, type: text"])
    var random = SeededGenerator(seed: 7)
    let sources = (0..<500).map { _ in
      [Double.random(in: 73...135, using: &random), Double.random(in: 18...53, using: &random)]
    }
    let records = sources.enumerated().map {
      pointText("\($0.offset)", x: $0.element[0], y: $0.element[1])
    }
    try test.text(collection(records), into: layer)
    let features = try test.features("tree")
    for (index, source) in sources.enumerated() {
      #expect(features["\(index)"]?.geometry.ordinates == source)
    }
  }

  @Test(
    "A CRS that cannot be brought to CGCS2000 is refused and the city is unchanged",
    arguments: ["EPSG:4610", "EPSG:4214", "EPSG:2343", "EPSG:999999", "Wuhan local"])
  func refusedCRS(name: String) throws {
    try expectUnchanged(collection([pointText("1")]), crs: name) {
      // Some datums are known not to lead to CGCS2000 at once, others at the first coordinate.
      $0 is GeometryError || "\($0)".contains("no transformation")
    }
  }

  @Test("A file with latitude first is refused and the city is unchanged")
  func swappedAxes() throws {
    try expectUnchanged(collection([pointText("1", x: 30.5, y: 114.4)])) {
      (($0 as? ImportError)?.hint ?? "").contains("swapped") || "\($0)".contains("exchanged")
        || "\($0)".contains("order")
    }
  }

  @Test(
    "A file that is empty, wrong, cut short or useless is refused and the city is unchanged",
    arguments: [
      "", "{}", "x", "{\"type\":\"FeatureCollection\",\"features\":[]}",
      String(collection([pointText("1"), pointText("2")]).dropLast(30)),
      collection([pointText("1")]) + "x", collection([boxText("1", 114, 30)]),
      collection(["{\"type\":\"Feature\",\"geometry\":null,\"properties\":{}}"]),
    ])
  func unusable(text: String) throws {
    try expectUnchanged(text) {
      let code = ($0 as? ImportError)?.code
      return $0 is FormatError || code == .nothingAccepted
        || text.isEmpty && code == .unreadableFile
    }
  }

  @Test("Where nothing can be used, the first reason is told")
  func firstReason() throws {
    let layer = try TestImport.layer("tree", "point", fields: ["name: name, type: text"])
    do {
      try test.text(collection([boxText("1", 114, 30)]), into: layer)
      Issue.record("a polygon was taken for a tree")
    } catch {
      let fault = try #require(error as? ImportError)
      #expect(fault.message.contains("none of the 1 records"))
      #expect(fault.hint?.contains("in.geojson:2:1: rejected: record 1: id 1:") == true)
    }
  }

  @Test("Progress counts up to the last record and byte")
  func progress() throws {
    let layer = try TestImport.layer("tree", "point", fields: ["name: name, type: text"])
    let text = collection((0..<5_000).map { pointText("\($0)") })
    let path = try test.folder.write(text.utf8, to: "in.geojson")
    var steps: [Importer.Progress] = []
    var listener = Importer.Listener()
    listener.progress = { steps.append($0) }
    let importer = Importer(Importer.Request(file: path, layer: layer), listener: listener)
    _ = try importer.run { test.store }
    #expect(steps.map(\.records) == [2_000, 4_000, 5_000])
    #expect(steps.last?.extent.done == text.utf8.count)
    #expect(steps.allSatisfy { $0.extent.total == text.utf8.count })
  }

  /// Imports a file that must be refused into a city with a tree, which must stay as it is.
  private func expectUnchanged(
    _ text: String, crs: String? = nil, _ isExpected: (any Error) -> Bool
  ) throws {
    let layer = try TestImport.layer("tree", "point", fields: ["name: name, type: text"])
    try test.text(collection([pointText("old")]), into: layer)
    let before = try test.features("tree")
    for target in [
      layer, try TestImport.layer("other", "point", fields: ["name: name, type: text"]),
    ] {
      do {
        try test.text(text, into: target, crs: crs)
        Issue.record("the file was imported")
      } catch {
        #expect(isExpected(error), "\(error)")
      }
      #expect(try test.features("tree") == before)
    }
    #expect(throws: StoreError.self) { try test.features("other") }
  }
}
