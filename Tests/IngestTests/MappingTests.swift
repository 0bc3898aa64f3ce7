import Catalog
import Datasets
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@Suite("Which column of a file fills which field")
struct MappingTests {
  let test: TestImport

  init() throws { test = try TestImport() }

  private static let fields = [
    "name: name, type: text, aliases: [\"name:zh\", 名称]", "name: floors, type: integer",
  ]

  @Test(
    "The field's own name comes before its aliases, and they in their order; null does not count")
  func ranks() throws {
    let layer = try TestImport.layer("x", "point", fields: MappingTests.fields)
    try test.text(
      collection([
        pointText("1", "\"名称\":\"c\",\"name:zh\":\"b\",\"name\":\"a\""),
        pointText("2", "\"名称\":\"c\",\"name:zh\":\"b\",\"name\":null"),
        pointText("3", "\"name:zh\":null,\"名称\":\"c\""),
        pointText("4", "\"Name\":\"d\""),
        pointText("5", "\"name\":\"a\",\"名称\":\"c\""),
      ]), into: layer)
    #expect(
      try test.values("x") == [
        "1": .text("a"), "2": .text("b"), "3": .text("c"), "4": .null, "5": .text("a"),
      ])
  }

  @Test("A column that the person names stands alone")
  func named() throws {
    let layer = try TestImport.layer("x", "point", fields: MappingTests.fields)
    let text = collection([
      pointText("1", "\"name\":\"a\",\"JZMC\":\"b\""),
      pointText("2", "\"name\":\"a\",\"JZMC\":null"),
    ])
    let report = try test.text(text, into: layer, map: ["name": "JZMC"])
    #expect(try test.values("x") == ["1": .text("b"), "2": .null])
    #expect(report.ignoredProperties == ["name"])
  }

  @Test("A field that the layer does not have is refused before anything is read")
  func unknownField() throws {
    let layer = try TestImport.layer("x", "point", fields: MappingTests.fields)
    do {
      try test.file("/none.geojson", into: layer, map: ["nmae": "JZMC"])
      Issue.record("the field was accepted")
    } catch {
      #expect(
        error as? ImportError
          == ImportError(
            .unknownField, "layer \"x\" has no field \"nmae\"", hint: "did you mean name?"))
    }
  }

  @Test(
    "A field is called by its name or title, on whichever side it stands",
    arguments: [
      ("diameter", "GJ"), ("管径", "GJ"), ("公称直径", "GJ"), ("GJ", "diameter"),
    ])
  func titles(left: String, right: String) throws {
    let layer = try TestImport.layer(
      "x", "point",
      fields: ["name: diameter, type: real, unit: mm, title: {zh: 管径, en: Bore}, aliases: [公称直径]"])
    try test.text(
      collection([pointText("1", "\"GJ\":100")]), into: layer, map: [left: right])
    #expect(try test.values("x") == ["1": .real(100)])
  }

  @Test("Two columns for one field, by its name and its title, are refused")
  func twice() throws {
    let layer = try TestImport.layer(
      "x", "point", fields: ["name: diameter, type: real, title: {zh: 管径, en: Bore}"])
    let error = #expect(throws: ImportError.self) {
      try self.test.text(
        collection([pointText("1", "\"a\":100,\"b\":1")]), into: layer,
        map: ["diameter": "a", "管径": "b"])
    }
    #expect(error?.message == "the mapping names two columns for the field diameter")
  }

  @Test("A mapping into a code that the field does not have is refused with the nearest one")
  func misspeltCode() throws {
    let layer = try TestImport.layer(
      "x", "point",
      fields: ["name: use, type: text, codes: [{value: retail, zh: 零售, en: Shops}]"])
    let path = try test.folder.write(
      collection([pointText("1", "\"kind\":\"商铺\"")]).utf8, to: "in.geojson")
    for (code, taken) in [("retial", false), ("retail", true), ("零售", true)] {
      var request = Importer.Request(file: path, layer: layer, crs: nil)
      var source = ImportMapping.Source(["kind"])
      source.codes = ["商铺": code]
      request.mapping.fields = ["use": source]
      if taken {
        _ = try Importer(request).run { test.store }
        #expect(try test.values("x") == ["1": .text("retail")])
      } else {
        let error = #expect(throws: ImportError.self) {
          try Importer(request).run { test.store }
        }
        #expect(error?.code == .unknownCode && error?.hint == "did you mean retail?")
      }
    }
  }

  @Test("Columns that no field takes are named in the order of first sight")
  func ignored() throws {
    let layer = try TestImport.layer("x", "point", fields: MappingTests.fields)
    let report = try test.text(
      collection([
        pointText("1", "\"z\":1,\"a\":2"), pointText("2", "\"a\":1,\"name\":\"n\",\"b\":3"),
      ]),
      into: layer)
    #expect(report.ignoredProperties == ["z", "a", "b"])
  }

  @Test("An id comes from the id member, else from the first identifier column that has a value")
  func identifiers() throws {
    let layer = try TestImport.layer(
      "x", "point", fields: MappingTests.fields, identifiers: "[OBJECTID, 编号]")
    let text = collection([
      pointText("m", "\"OBJECTID\":1"), pointText(nil, "\"OBJECTID\":2,\"编号\":\"b\""),
      pointText(nil, "\"OBJECTID\":null,\"编号\":\"c\""),
      pointText(nil, "\"OBJECTID\":\"\",\"编号\":4.0"),
      pointText(nil, "\"编号\":9007199254740993"),
    ])
    let report = try test.text(text, into: layer)
    #expect(Set(try test.features("x").keys) == ["m", "2", "c", "4", "9007199254740993"])
    #expect(report.identifiedByGeometry == 0)
  }

  @Test("An id column that the person names comes before the id member")
  func namedIdentifier() throws {
    let layer = try TestImport.layer("x", "point", fields: MappingTests.fields)
    try test.text(
      collection([pointText("1", "\"code\":\"a\""), pointText("2", "\"code\":\"b\"")]), into: layer,
      map: ["id": "code"])
    #expect(Set(try test.features("x").keys) == ["a", "b"])
  }

  @Test("Without any id the place gives one, the same in every import")
  func geometryIdentifiers() throws {
    let layer = try TestImport.layer("x", "point", fields: MappingTests.fields)
    let points = (0..<50).map { pointText(nil, x: 114 + Double($0) / 100) }
    let first = try test.text(collection(points), into: layer)
    #expect(first.identifiedByGeometry == 50 && first.added == 50)
    let ids = Set(try test.features("x").keys)
    #expect(ids.allSatisfy { $0.wholeMatch(of: /g[0-9a-f]{16}/) != nil })
    let again = try test.text(collection(points.reversed()), into: layer)
    #expect(again.commit == nil && again.unchanged == 50)
    // FNV-1a over the 21 bytes of the WKB, calculated here once more.
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in WKB.encode(.point(x: 114, y: 30.5)) {
      hash ^= UInt64(byte)
      hash = hash &* 1_099_511_628_211
    }
    #expect(ids.contains("g" + String(hash, radix: 16).leftPadded(to: 16)))
  }

  @Test("An id of 256 bytes is taken, one of 257 is rejected with what to do")
  func longIdentifiers() throws {
    let layer = try TestImport.layer("x", "point", fields: MappingTests.fields)
    let (long, tooLong) = (
      String(repeating: "号", count: 85) + "a", String(repeating: "号", count: 85) + "ab"
    )
    let report = try test.text(collection([pointText(long), pointText(tooLong)]), into: layer)
    #expect(Array(try test.features("x").keys) == [long])
    #expect(report.problems.map(\.rule) == ["id"] && report.rejected == 1)
    #expect(report.problems.first?.hint?.contains("--map id=") == true)
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}
