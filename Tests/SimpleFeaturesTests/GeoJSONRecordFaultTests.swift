import Foundation
import SimpleFeatures
import Testing

@Suite("One bad record does not spoil a GeoJSON file")
struct GeoJSONRecordFaultTests {
  private static let deepCollection: String =
    String(repeating: "{\"type\":\"GeometryCollection\",\"geometries\":[", count: 20)
    + String(repeating: "]}", count: 20)

  private static func geometry(_ type: String, _ coordinates: String) -> String {
    feature("bad", geometry: "{\"type\":\"\(type)\",\"coordinates\":\(coordinates)}")
  }

  static let diagnostics: [(String, FormatError.Code)] = {
    var list: [(String, FormatError.Code)] = []
    func add(_ record: String, _ code: FormatError.Code) { list.append((record, code)) }
    add(feature("bad", geometry: openRing), .unclosedRing)
    add(geometry("Polygon", "[[[0,0],[1,0],[0,0]]]"), .tooFewPoints)
    add(
      geometry("MultiPolygon", "[[[[0,0],[1,0],[1,1],[0,0]]],[[[0,0],[1,0],[1,1],[0,1]]]]"),
      .unclosedRing)
    add(geometry("LineString", "[[0,0]]"), .tooFewPoints)
    add(geometry("Point", "[NaN,1]"), .badCoordinate)
    add(geometry("Point", "[nan,1]"), .badCoordinate)
    add(geometry("Point", "[1,Infinity]"), .badCoordinate)
    add(geometry("Point", "[1,-inf]"), .badCoordinate)
    add(geometry("Point", "[1e999,1]"), .badCoordinate)
    add(geometry("Point", "[1]"), .badCoordinate)
    add(geometry("Point", "[\"114.4\",\"30.5\"]"), .badCoordinate)
    add(geometry("Point", "[null,null]"), .badCoordinate)
    add(geometry("Point", "[1,[2]]"), .badCoordinate)
    add(geometry("Point", "[1,{}]"), .badCoordinate)
    add(geometry("LineString", "[[0,0],[1,1,1]]"), .badCoordinate)
    add(geometry("Polygon", "[[]]"), .badCoordinate)
    add(geometry("LineString", "[[0,0],1]"), .notGeoJSON)
    add(geometry("LineString", "[[0,0],[[1,1]]]"), .notGeoJSON)
    add(geometry("Point", "[[1,2]]"), .notGeoJSON)
    add(geometry("Point", "[[[[[1,2]]]]]"), .notGeoJSON)
    add(geometry("Point", "null"), .notGeoJSON)
    add(geometry("Point", "{}"), .notGeoJSON)
    add(geometry("Point", "\"114.4 30.5\""), .notGeoJSON)
    add(geometry("Circle", "[1,2]"), .notGeoJSON)
    add(feature("bad", geometry: "{\"type\":\"Point\"}"), .notGeoJSON)
    add(feature("bad", geometry: "{\"coordinates\":[1,2]}"), .notGeoJSON)
    add(feature("bad", geometry: "{\"type\":7,\"coordinates\":[1,2]}"), .notGeoJSON)
    add(feature("bad", geometry: "{\"rings\":[[[0,0],[1,0],[1,1],[0,0]]]}"), .notGeoJSON)
    add(feature("bad", geometry: "\"POINT (1 2)\""), .notGeoJSON)
    add(feature("bad", geometry: "[]"), .notGeoJSON)
    add(
      feature("bad", geometry: "{\"type\":\"GeometryCollection\",\"geometries\":{}}"), .notGeoJSON)
    add("{\"type\":\"Feature\",\"properties\":[]}", .notGeoJSON)
    add("{\"type\":\"Feature\",\"properties\":{\"name\":\"a\\u0000b\"}}", .nulCharacter)
    add("{\"type\":\"Feature\",\"properties\":{\"name\":\"a\u{0}b\"}}", .nulCharacter)
    add("{\"type\":\"Feature\",\"properties\":{\"name\":[\"a\\u0000b\"]}}", .nulCharacter)
    add("{\"type\":\"Feature\",\"properties\":{\"name\":\"\\ud83d\"}}", .unsupported)
    add("{\"type\":\"Feature\",\"id\":{}}", .notGeoJSON)
    add("{\"type\":\"Building\"}", .notGeoJSON)
    add("{\"type\":5}", .notGeoJSON)
    add("{}", .notGeoJSON)
    add("null", .notGeoJSON)
    add("7", .notGeoJSON)
    add("\"text\"", .notGeoJSON)
    add("[]", .notGeoJSON)
    add(collection([]), .unsupported)
    add(feature("bad", geometry: deepCollection), .unsupported)
    return list
  }()

  @Test(
    "The record is reported with its place, and its neighbours are read", arguments: diagnostics)
  func inCollection(record: String, code: FormatError.Code) throws {
    let reading = Reading(collection([point("before"), "\n  " + record, point("after")]))
    #expect(reading.fault == nil)
    #expect(reading.ids == ["before", "after"])
    #expect(reading.recordFaults.map { $0?.code } == [nil, code, nil])
    #expect(reading.entries.map(\.number) == [1, 2, 3])
    #expect(reading.entries[1].position == TextPosition(line: 2, column: 3))
    let fault = try #require(reading.recordFaults[1])
    #expect(fault.position?.line == 2 && (fault.position?.column ?? 0) >= 3)
    #expect(!fault.message.isEmpty && !fault.message.hasSuffix("."))
  }

  @Test("The same holds in a file with one feature a line", arguments: diagnostics)
  func inLines(record: String, code: FormatError.Code) {
    let reading = Reading([point("before"), record, point("after")].joined(separator: "\n"))
    #expect(reading.fault == nil)
    #expect(reading.ids == ["before", "after"])
    #expect(reading.recordFaults.map { $0?.code } == [nil, code, nil])
    #expect(reading.positions == ["1:1", "2:1", "3:1"])
  }

  @Test("A feature without a place is a feature, and empty geometries are empty")
  func nothing() {
    let texts = [
      "null", "{\"type\":\"Point\",\"coordinates\":[]}",
      "{\"type\":\"MultiPolygon\",\"coordinates\":[]}",
      "{\"type\":\"GeometryCollection\",\"geometries\":[]}",
    ]
    let reading = Reading(collection(texts.map { feature("x", geometry: $0) }))
    #expect(
      reading.features.map(\.geometry) == [
        nil, Geometry(kind: .point), Geometry(kind: .multiPolygon), Geometry(kind: .collection),
      ])
  }

  @Test("Faults point at line and column, counted in characters as an editor counts them")
  func places() throws {
    let text =
      "{\"名称\":\"光谷\",\"features\":[\r\n\(point("a")),\r\n  "
      + "{\"说明\":\"开口\",\"type\":\"Feature\",\"geometry\":"
      + "{\"type\":\"Point\",\"coordinates\":[1,NaN]}}"
      + "\r\n, \(point("b"))]}"
    let reading = Reading(text)
    #expect(reading.positions == ["2:1", "3:3", "4:3"])
    let fault = try #require(reading.recordFaults[1]?.position)
    let line = text.split(separator: "\r\n")[2].unicodeScalars.map(String.init).joined()
    let column = try #require(line.range(of: "NaN")).lowerBound
    #expect(
      fault == TextPosition(line: 3, column: line.distance(from: line.startIndex, to: column) + 1))
  }

  @Test("In a file of one line and two million characters, the column is right")
  func oneLine() {
    let name = String(repeating: "路", count: 40_000)
    let record = "{\"type\":\"Feature\",\"properties\":{\"n\":\"\(name)\"}}"
    let reading = Reading(collection(Array(repeating: record, count: 50)), chunkBytes: 9_973)
    let head = "{\"type\":\"FeatureCollection\",\"features\":[".count
    #expect(reading.fault == nil)
    #expect(
      reading.entries.map(\.position)
        == (0..<50).map {
          TextPosition(line: 1, column: head + 1 + $0 * (record.count + 1))
        })
  }
}
