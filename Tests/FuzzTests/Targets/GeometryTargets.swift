import CityFile
import SimpleFeatures

/// Geometries and JSON: what was read takes no more room than its bytes explain, and written out it
/// reads back equal to the last bit.
extension FuzzTarget {
  private static let marks = [
    "{", "}", "[", "]", "\"", ":", ",", "\\", "-", "+", ".", "e", "E", " ", "\n", "\r", "\t",
    "\u{0}", "\u{1E}", "\u{FEFF}", "1e309", "-0.0", "NaN", "1e-400", "9007199254740993",
    "18446744073709551616", "0x10",
  ]

  private static let geoJSONWords =
    marks + Geometry.Kind.allCases.map(\.geoJSONName) + [
      "\"type\"", "\"features\"", "\"Feature\"", "\"FeatureCollection\"", "\"geometry\"",
      "\"coordinates\"", "\"geometries\"", "\"properties\"", "\"id\"", "\"crs\"", "null", "true",
      "false", "\\u0000", "\\ud800", "\\udc00", "[[[[", "]]]]", "{\"a\":", "[1,2]",
    ]

  static let geoJSON = FuzzTarget("geojson", words: geoJSONWords) { { geoJSONFault($0) } }

  static let json = FuzzTarget("json", words: geoJSONWords) {
    { bytes in
      do throws(FormatError) {
        let value = try JSONValue(parsing: bytes)
        let written = value.text
        let again = try JSONValue(parsing: Array(written.utf8))
        return again.text == written ? nil : "\(written) reads back as another"
      } catch {
        return fault(error, mostBytes: 400)
      }
    }
  }

  static let wkt = FuzzTarget(
    "wkt",
    words: marks
      + ["(", ")", "((", "))", "EMPTY", "Z", "M", "ZM", "SRID=4490;", "inf", "POINT EMPTY"]
      + Geometry.Kind.allCases.map { $0 == .collection ? "GEOMETRYCOLLECTION" : $0.geoJSONName }
  ) { { wktFault($0) } }

  static let wkb = FuzzTarget("wkb", words: ["\u{0}", "\u{1}"]) { { wkbFault($0) } }

  static let blob = FuzzTarget(
    "blob", words: [[0], [1], [0xFE], [0x7C], [0x69], [0xFF, 0xFF, 0xFF, 0x7F]],
    samples: blobSamples
  ) { { blobFault($0) } }

  /// Cities hold neither heights nor shapes without vertices.
  @Sendable
  private static func blobSamples() throws -> [[UInt8]] {
    try FuzzInputs.of(wkb).compactMap { try? WKB.decode($0.bytes) }
      .filter { $0.layout == .xy && !$0.ordinates.isEmpty }.map { SpatiaLiteBlob.encode($0) }
  }

  private static func blobFault(_ bytes: [UInt8]) -> String? {
    do {
      let geometry = try unsafe bytes.withUnsafeBytes { try unsafe SpatiaLiteBlob.decode($0) }
      // What another program has stored may be no shape that a file could bring.
      guard geometry.pathFault == nil else { return nil }
      if let fault = sizeFault(geometry, bytes.count) { return fault }
      let text = WKT.encode(geometry)
      return WKB.encode(try WKT.decode(text)) == WKB.encode(geometry)
        ? nil : "\(text) reads back as another"
    } catch {
      return fault(error, mostBytes: 400)
    }
  }

  /// Numbers, paths, parts and members, of members too.
  private static func size(_ geometry: Geometry) -> Int {
    geometry.ordinates.count + geometry.pathEnds.count + geometry.partEnds.count
      + geometry.members.reduce(geometry.members.count) { $0 + size($1) }
  }

  private static func sizeFault(_ geometry: Geometry, _ count: Int) -> String? {
    if let fault = geometry.pathFault { return "it was read in spite of: \(fault.message)" }
    return size(geometry) > count ? "\(size(geometry)) parts of \(count) bytes" : nil
  }

  private static func wkbFault(_ bytes: [UInt8]) -> String? {
    do throws(FormatError) {
      let geometry = try WKB.decode(bytes)
      if let fault = sizeFault(geometry, bytes.count) { return fault }
      let written = WKB.encode(geometry)
      let again = try WKB.decode(written)
      return again == geometry && WKB.encode(again) == written ? nil : "it does not read back"
    } catch {
      return fault(error, mostBytes: 400)
    }
  }

  private static func wktFault(_ bytes: [UInt8]) -> String? {
    do throws(FormatError) {
      let geometry = try WKT.decode(String(decoding: bytes, as: UTF8.self))
      if let fault = sizeFault(geometry, bytes.count) { return fault }
      let written = WKT.encode(geometry)
      do throws(FormatError) {
        let again = try WKT.decode(written)
        return WKB.encode(again) == WKB.encode(geometry) ? nil : "\(written) reads back as another"
      } catch {
        return "\(written) does not read back: \(error)"
      }
    } catch {
      return fault(error, mostBytes: 400)
    }
  }

  private static func geoJSONFault(_ bytes: [UInt8]) -> String? {
    let reading = Reading(bytes)
    // Each would do; all three take three times as long.
    let size = [1, 7, 64][bytes.count % 3]
    if Reading(bytes, chunkBytes: size) != reading {
      return "in pieces of \(size) bytes it reads otherwise"
    }
    for error in reading.errors {
      if let fault = fault(error, mostBytes: 400) { return fault }
    }
    for feature in reading.features {
      if let geometry = feature.geometry, let fault = sizeFault(geometry, bytes.count) {
        return fault
      }
      let line = JSONText.line(feature)
      guard let again = Reading(Array(line.utf8)).features.first, again.id == feature.id,
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
}

extension JSONText {
  fileprivate static func line(_ feature: Feature) -> String {
    var text = JSONText()
    text.feature(id: feature.id, geometry: feature.geometry, properties: feature.properties)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
