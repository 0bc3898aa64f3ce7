import Catalog
import Datasets
import FeatureStore
import Foundation
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("Giving a layer away as a file")
struct ExporterTests {
  let test: TestImport
  let layer: LayerDefinition

  init() throws {
    test = try TestImport()
    layer = try TestImport.layer(
      "place", "polygon",
      fields: [
        "name: name, type: text", "name: floors, type: integer", "name: height, type: real",
        "name: listed, type: boolean", "name: built, type: date", "name: seen, type: datetime",
      ])
    var random = SeededGenerator(seed: 3)
    let records = (0..<3_000).map { index in
      let values: [String] = [
        "\"name\":\"光谷 \\\"\(index)\\\" \\n\\u0001\"", "\"floors\":\(Int64.max - Int64(index))",
        "\"height\":\(index % 2 == 0 ? "\(index)" : "\(Double(index) / 7)")",
        "\"listed\":\(index % 3 == 0)", "\"built\":\"2026-05-31\"",
        "\"seen\":\"2026-05-31T08:00:00.25+08:00\"",
      ]
      return boxText(
        "号 \(index)\\\"", Double.random(in: 113...115, using: &random),
        Double.random(in: 29...31, using: &random), 0.01,
        values.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }.joined(separator: ","))
    }
    try test.text(collection(records), into: layer)
  }

  @Test(
    "What is exported and imported into another city is the same, value for value",
    arguments: ["out.geojson", "out.json", "out.geojsonl", "out.ndjson", "OUT.GeoJSON"])
  func roundTrip(name: String) throws {
    let path = test.folder.file(name)
    var progress: [Int] = []
    let report = try Exporter("place", path).run(from: test.store) {
      progress.append($0)
    }
    #expect(report.losses == [] && report.features == 3_000)
    #expect(progress == progress.sorted() && !progress.isEmpty)
    let other = try TestImport()
    let back = try other.file(path, into: layer)
    #expect(back.added == 3_000 && back.problems.isEmpty && back.ignoredProperties.isEmpty)
    let (before, after) = (try test.features("place"), try other.features("place"))
    #expect(before == after)
    #expect(test.folder.names.allSatisfy { !$0.hasPrefix(".yutu") })
  }

  @Test("What a spreadsheet would run is a text in a CSV, and comes back as it was")
  func formulas() throws {
    let test = try TestImport()
    let names = [
      "=HYPERLINK(1)", "@SUM(A1)", "+cmd|' /C calc'!A0", "-x", "'=x", "''@y", "'a", "-5", "+86",
      "-",
    ]
    let records = names.enumerated().map { index, name in
      boxText("\(index)", 114 + Double(index) / 10, 30, 0.01, "\"name\":\"\(name)\"")
    }
    try test.text(collection(records), into: layer)
    let path = test.folder.file("formulas.csv")
    let report = try Exporter("place", path).run(from: test.store)
    let loss = report.losses.first { $0.rule == .formula }
    #expect(loss?.count == 6 && loss?.column == "name" && loss?.firstID == "0")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("\n0,'=HYPERLINK(1),") && text.contains("\n7,-5,"))
    let other = try TestImport()
    let back = try other.file(path, into: layer, crs: "EPSG:4490", map: ["id": "id"])
    #expect(back.added == names.count)
    #expect(try other.values("place") == test.values("place"))
  }

  @Test("Lines are one feature each; a collection is one JSON document")
  func framing() throws {
    let (lines, whole) = (test.folder.file("a.geojsonl"), test.folder.file("a.geojson"))
    _ = try Exporter("place", lines).run(from: test.store)
    _ = try Exporter("place", whole).run(from: test.store)
    let text = String(decoding: try test.folder.bytes(of: "a.geojsonl"), as: UTF8.self)
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows.count == 3_001 && rows.last == "")
    for row in rows.dropLast(2_900) {
      #expect(try JSONSerialization.jsonObject(with: Data(row.utf8)) is [String: Any])
    }
    let object = try JSONSerialization.jsonObject(with: try test.folder.bytes(of: "a.geojson"))
    #expect(((object as? [String: Any])?["features"] as? [Any])?.count == 3_000)
  }

  @Test("When the export fails, no part of a file is left and the old file stays")
  func failure() throws {
    let path = test.folder.file("out.geojson")
    try Data("old".utf8).write(to: URL(filePath: path))
    let before = test.folder.names
    do {
      _ = try Exporter("none", path).run(from: test.store)
      Issue.record("a layer that is not there was exported")
    } catch {
      #expect((error as? StoreError)?.code == .unknownLayer)
    }
    #expect(test.folder.names == before)
    #expect(try test.folder.bytes(of: "out.geojson") == Data("old".utf8))
    #expect(try Exporter("place", path).run(from: test.store).features == 3_000)
    #expect(test.folder.names == before)
  }

  @Test("A format that is not known and a folder that is not there are refused with what to do")
  func refused() throws {
    for name in ["out.dxf", "out", "out.geojson.zip"] {
      do {
        _ = try Exporter("place", name)
        Issue.record("\(name) was accepted")
      } catch {
        #expect((error as? ImportError)?.code == .unknownFormat)
        #expect((error as? ImportError)?.hint?.contains(".geojson") == true)
      }
    }
    let folder = test.folder.file("folder.geojson")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    do {
      _ = try Exporter("place", folder).run(from: test.store)
      Issue.record("a folder was replaced")
    } catch {
      #expect((error as? ImportError)?.code == .unwritableFile)
      #expect(!test.folder.names.contains { $0.hasPrefix(".yutu") })
    }
    do {
      _ = try Exporter("place", test.folder.file("none/out.geojson")).run(
        from: test.store)
      Issue.record("a file was written into a folder that is not there")
    } catch {
      #expect((error as? ImportError)?.code == .unwritableFile)
    }
  }
}
