import Foundation
import SimpleFeatures
import Testing

@Suite("GeoJSON in all its forms")
struct GeoJSONFormTests {
  private static let texts: [String] = {
    let (a, b) = (point("a"), point("b"))
    let mark = "\u{FEFF}"
    let separator = "\u{1E}"
    var forms = [collection([a, b]), mark + collection([a, b])]
    forms.append("{\"features\":[\(a),\(b)],\"type\":\"FeatureCollection\"}")
    forms.append("{\"name\":\"x\",\"bbox\":[1,2,3,4],\"features\" : [ \(a) , \(b) ] }\n")
    forms.append("{\"features\":[\(a),\(b)],\"x\":{\"features\":[]}}")
    forms += ["\(a)\n\(b)", "\(a)\r\n\(b)\r\n", "\n\n\(a)\n\n\(b)", "\(a)\(b)"]
    forms += ["\(mark)\(a)\n\(b)", "\(separator)\(a)\n\(separator)\(b)\n"]
    return forms
  }()

  @Test("A file with two features gives both, whatever its form", arguments: texts)
  func forms(text: String) throws {
    let reading = Reading(text)
    #expect(reading.fault == nil)
    #expect(reading.ids == ["a", "b"])
    #expect(reading.features.allSatisfy { $0.geometry == .point(x: 114.4, y: 30.5) })
    #expect(reading.features.allSatisfy { $0["名称"] == .text("光谷") })
    #expect(reading.entries.map(\.number) == [1, 2])
  }

  @Test("However the bytes arrive, the same records come out", arguments: 0..<6)
  func chunks(seed: UInt64) {
    var make = RandomGeometry(seed: seed)
    var features = (1...12).map { JSONText.line(make.feature($0)) }
    features.insert(feature("open", geometry: openRing), at: 4)
    features.insert(feature("nan", geometry: "{\"type\":\"Point\",\"coordinates\":[NaN,1]}"), at: 7)
    let crs = "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::4547\"}}"
    let texts: [String] = [
      "{\(crs),\(collection(features).dropFirst())",
      "\u{FEFF} {\"name\":\"武汉\",\(crs),\r\n\"features\":[\(features.joined(separator: ",\r\n"))]}",
      features.joined(separator: "\n"),
      "\u{FEFF}" + features.map { "\u{1E}\($0)\n" }.joined(),
      features[0],
      collection(features) + "x",
    ]
    for text in texts {
      let whole = Reading(text)
      for size in 1...64 { #expect(Reading(text, chunkBytes: size) == whole, "\(size) bytes") }
    }
  }

  @Test("The old crs member is known, before the features and not behind them")
  func crsMember() {
    let name = "urn:ogc:def:crs:EPSG::4547"
    let crs = "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"\(name)\"}}"
    let features = "\"features\":[\(point("a"))]"
    #expect(Reading("{\(crs),\(features)}").declaredCRS == name)
    let late = Reading("{\(features),\(crs)}")
    #expect(late.fault?.code == .unsupported)
    #expect(late.fault?.hint?.contains("--crs") == true)
    #expect(Reading("{\(crs),\(features),\(crs)}").fault == nil)
    var bytes = Array("{\(features),\(crs)}".utf8)
    var reader = GeoJSONReader(takesLateCRS: true) {
      defer { bytes = [] }
      return bytes
    }
    #expect(throws: Never.self) { while try reader.next() != nil {} }
    #expect(reader.lateCRS == name && reader.declaredCRS == nil)
    #expect(Reading("{\(features),\"crs\":null}").fault == nil)
    #expect(Reading("{\"crs\":null,\(features)}").ids == ["a"])
    #expect(Reading("{\"crs\":{\"type\":\"link\",\"properties\":{}},\(features)}").ids == ["a"])
  }

  @Test("A bare geometry is a feature without properties")
  func bareGeometry() {
    let text = """
      {"type":"LineString","coordinates":[[1,2],[3,4]]}
      {"coordinates":[5,6],"type":"Point"}
      {"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[7,8]}]}
      """
    #expect(
      Reading(text).features == [
        Feature(geometry: .lineString([1, 2, 3, 4])), Feature(geometry: .point(x: 5, y: 6)),
        Feature(geometry: Geometry(kind: .collection, members: [.point(x: 7, y: 8)])),
      ])
  }

  @Test("Ids may be texts or numbers; null is no id")
  func identifiers() {
    let ids = ["\"7\"", "7", "7.5", "null", "-9223372036854775808", "\"\""]
    let text = collection(ids.map { "{\"id\":\($0),\"type\":\"Feature\"}" })
    #expect(Reading(text).features.map(\.id) == ["7", "7", "7.5", nil, "-9223372036854775808", ""])
  }

  @Test("Properties keep their order, their types and their escapes")
  func properties() throws {
    let text = """
      {"type":"Feature","geometry":null,"properties":{"z":1,"a":1.0,"b":true,"c":null,"d":false,
      "e":"\\u5149\\u8c37 \\ud83d\\uddfa \\"\\\\\\/\\b\\f\\n\\r\\t",
      "f":[1, {"x" : "]"}],"g":{},"z":2}}
      """
    let feature = try #require(Reading(text).features.first)
    #expect(
      feature.properties == [
        Property("z", .integer(1)), Property("a", .real(1)), Property("b", .boolean(true)),
        Property("c", .null), Property("d", .boolean(false)),
        Property("e", .text("光谷 🗺 \"\\/\u{8}\u{C}\n\r\t")),
        Property("f", .json("[1, {\"x\" : \"]\"}]")), Property("g", .json("{}")),
        Property("z", .integer(2)),
      ])
    #expect(feature["z"] == .integer(1))
  }

  @Test(
    "Features that were written read back the same but for the way of rings, in both framings",
    arguments: 0..<20)
  func roundTrip(seed: UInt64) {
    var make = RandomGeometry(seed: seed)
    let features = (1...20).map { make.feature($0) }
    for framing in [GeoJSONFraming.collection, .lines] {
      let marks = framing.marks
      let text =
        marks.open + features.map(JSONText.line).joined(separator: marks.between)
        + marks.close
      let reading = Reading(text)
      #expect(reading.fault == nil)
      #expect(reading.features.map(\.undirected) == features.map(\.undirected))
    }
  }

  @Test("Foundation's JSON parser accepts every feature that is written", arguments: 0..<10)
  func otherParser(seed: UInt64) throws {
    var make = RandomGeometry(seed: seed)
    for number in 1...20 {
      let feature = make.feature(number)
      let data = Data(JSONText.line(feature).utf8)
      let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(object["id"] as? String == feature.id)
      #expect((object["properties"] as? [String: Any])?.count == feature.properties.count)
    }
  }
}

let openRing = "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,1]]]}"

extension JSONText {
  static func line(_ feature: Feature) -> String {
    var text = JSONText()
    text.feature(id: feature.id, geometry: feature.geometry, properties: feature.properties)
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
