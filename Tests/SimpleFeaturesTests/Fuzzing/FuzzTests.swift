import Foundation
import SimpleFeatures
import TestSupport
import Testing

/// What holds for any input of a reader: it is refused in short words or read, what was read takes
/// no more room than its bytes explain, and written out it reads back equal to the last bit.
@Suite("Garbled input")
struct FuzzTests {
  /// Geometries of every kind and layout.
  private static let geometries: [Geometry] = {
    var make = RandomGeometry(seed: 4)
    return (0..<6).flatMap { _ in
      Geometry.Kind.allCases.flatMap { kind in
        WKBTests.layouts.map { make.geometry(kind, $0) }
      }
    } + Geometry.Kind.allCases.map { Geometry(kind: $0) }
  }()

  /// Features as text: every kind of geometry and value, and real ones.
  private static let features: [[UInt8]] = {
    var make = RandomGeometry(seed: 5)
    var texts = (0..<60).map { JSONText.line(make.feature($0)) }
    texts += (0..<10).map { number in
      collection((0...number % 4).map { JSONText.line(make.feature($0)) })
    }
    return texts.map { Array($0.utf8) } + realFeatures
  }()

  /// The heads of the files of `data/osm`, cut anywhere and made whole again.
  private static let realFeatures: [[UInt8]] = {
    let folder = TestData.folder
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/osm")) ?? []
    return names.filter { $0.hasSuffix(".geojson") }.sorted().flatMap { name -> [[UInt8]] in
      guard let file = FileHandle(forReadingAtPath: "\(folder)/osm/\(name)"),
        let head = try? file.read(upToCount: 1 << 16)
      else { return [] }
      let features = Reading(Array(head)).features.prefix(20)
      return features.map { Array(JSONText.line($0).utf8) } + [Array(head.prefix(3000))]
    }
  }()

  // MARK: What holds

  private static func fault(_ error: FormatError) -> String? {
    error.message.utf8.count > 300 ? "a message of \(error.message.utf8.count) bytes" : nil
  }

  /// Numbers, paths, parts and members, of members too.
  private static func size(_ geometry: Geometry) -> Int {
    geometry.ordinates.count + geometry.pathEnds.count + geometry.partEnds.count
      + geometry.members.reduce(geometry.members.count) { $0 + size($1) }
  }

  private static func fault(_ geometry: Geometry, from count: Int) -> String? {
    if let fault = geometry.pathFault { return "it was read in spite of: \(fault.message)" }
    return size(geometry) > count ? "\(size(geometry)) parts of \(count) bytes" : nil
  }

  static func wkbFault(_ bytes: [UInt8]) -> String? {
    do throws(FormatError) {
      let geometry = try WKB.decode(bytes)
      if let fault = fault(geometry, from: bytes.count) { return fault }
      let written = WKB.encode(geometry)
      let again = try WKB.decode(written)
      return again == geometry && WKB.encode(again) == written ? nil : "it does not read back"
    } catch {
      return fault(error)
    }
  }

  static func wktFault(_ bytes: [UInt8]) -> String? {
    do throws(FormatError) {
      let geometry = try WKT.decode(String(decoding: bytes, as: UTF8.self))
      if let fault = fault(geometry, from: bytes.count) { return fault }
      let written = WKT.encode(geometry)
      do throws(FormatError) {
        let again = try WKT.decode(written)
        return WKB.encode(again) == WKB.encode(geometry) ? nil : "\(written) reads back as another"
      } catch {
        return "\(written) does not read back: \(error)"
      }
    } catch {
      return fault(error)
    }
  }

  static func geoJSONFault(_ bytes: [UInt8]) -> String? {
    let reading = Reading(bytes)
    for size in [1, 7, 64] where Reading(bytes, chunkBytes: size) != reading {
      return "in pieces of \(size) bytes it reads otherwise"
    }
    let errors = [reading.fault] + reading.recordFaults
    if let fault = errors.lazy.compactMap(\.self).compactMap(fault).first { return fault }
    for feature in reading.features {
      if let geometry = feature.geometry, let fault = fault(geometry, from: bytes.count) {
        return fault
      }
      let line = JSONText.line(feature)
      guard let again = Reading(line).features.first, again.id == feature.id,
        again.geometry.map({ WKB.encode($0.undirected) })
          == feature.geometry.map({ WKB.encode($0.undirected) }),
        again.properties.map(\.name) == feature.properties.map(\.name),
        zip(again.properties, feature.properties).allSatisfy({ isSame($0.value, $1.value) })
      else { return "\(line) reads back as another" }
    }
    return nil
  }

  /// A whole number may come back without its point.
  private static func isSame(_ a: PropertyValue, _ b: PropertyValue) -> Bool {
    switch (a, b) {
    case (.integer(let a), .real(let b)): Double(a) == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    default: a == b
    }
  }

  // MARK: Tests

  private static let marks = [
    "{", "}", "[", "]", "\"", ":", ",", "\\", "-", "+", ".", "e", "E", " ", "\n", "\r", "\t",
    "\u{0}", "\u{1E}", "\u{FEFF}", "1e309", "-0.0", "NaN", "1e-400", "9007199254740993",
    "18446744073709551616", "0x10",
  ]

  @Test("No GeoJSON can stop the program, and what is read reads back")
  func geoJSON() throws {
    let words =
      Self.marks + Geometry.Kind.allCases.map(\.geoJSONName) + [
        "\"type\"", "\"features\"", "\"Feature\"", "\"FeatureCollection\"", "\"geometry\"",
        "\"coordinates\"", "\"geometries\"", "\"properties\"", "\"id\"", "\"crs\"", "null", "true",
        "false", "\\u0000", "\\ud800", "\\udc00", "[[[[", "]]]]", "{\"a\":", "[1,2]",
      ]
    try FuzzRun(
      format: "geojson", samples: Self.features, words: words, check: Self.geoJSONFault
    ).run()
  }

  @Test("No well-known text can stop the program, and what is read reads back")
  func wkt() throws {
    let words =
      Self.marks + [
        "(", ")", "((", "))", "EMPTY", "Z", "M", "ZM", "SRID=4490;", "inf", "POINT EMPTY",
      ]
      + Geometry.Kind.allCases.map { $0 == .collection ? "GEOMETRYCOLLECTION" : $0.geoJSONName }
    let samples = Self.geometries.map { Array(WKT.encode($0).utf8) }
    try FuzzRun(format: "wkt", samples: samples, words: words, check: Self.wktFault).run()
  }

  @Test("No well-known binary can stop the program, and what is read reads back")
  func wkb() throws {
    let samples = Self.geometries.flatMap { geometry in
      ReferenceWKB.dialects.map { $0.encode(geometry) } + [WKB.encode(geometry)]
    }
    try FuzzRun(format: "wkb", samples: samples, words: ["\u{0}", "\u{1}"], check: Self.wkbFault)
      .run()
  }

  @Test("Inputs that once did harm do none")
  func kept() throws {
    let checks: [(String, ([UInt8]) -> String?)] = [
      ("geojson", Self.geoJSONFault), ("wkt", Self.wktFault), ("wkb", Self.wkbFault),
    ]
    var count = 0
    for (format, check) in checks {
      for input in try FuzzRun.kept(format) {
        count += 1
        #expect(check(input.bytes) == nil, "\(input.name)")
      }
    }
    #expect(count > 10)
  }

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
