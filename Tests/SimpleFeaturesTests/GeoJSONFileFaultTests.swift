import Foundation
import SimpleFeatures
import Testing

@Suite("A damaged or wrong file is refused")
struct GeoJSONFileFaultTests {
  @Test("A feature collection cut short anywhere is refused, and what came before is right")
  func truncatedCollection() {
    let features = "\"features\":[\(point("a")), \(point("b")),\(point("c"))]"
    let text = Array("\u{FEFF}{\"name\":\"武汉\",\(features),\"x\":[1,{\"y\":null}]}".utf8)
    let whole = Reading(text)
    #expect(whole.fault == nil && whole.ids == ["a", "b", "c"])
    for count in text.indices {
      for size in [7, 1 << 18] {
        let reading = Reading(text[..<count], chunkBytes: size)
        #expect(reading.fault != nil, "\(count) bytes")
        #expect(reading.entries == Array(whole.entries.prefix(reading.entries.count)))
        if count > 3 { #expect(reading.fault?.code == .truncated, "\(count) bytes") }
      }
    }
  }

  @Test("Lines cut short give the whole ones, and a fault unless the cut is between two")
  func truncatedLines() {
    let lines = ["a", "b", "c"].map { point($0) }
    let text = Array(lines.joined(separator: "\n").utf8)
    let whole = Reading(text)
    let ends = (1...3).map { lines.prefix($0).joined(separator: "\n").utf8.count }
    for count in text.indices.dropFirst() {
      let reading = Reading(text[..<count])
      let complete = ends.filter { $0 <= count }.count
      #expect(reading.entries == Array(whole.entries.prefix(complete)))
      let isClean = ends.contains(count) || ends.contains(count - 1)
      #expect(reading.fault?.code == (isClean ? nil : .truncated), "\(count) bytes")
    }
  }

  static let wrongFormats: [[UInt8]] = [
    [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10], Array("PK\u{3}\u{4}".utf8), [0],
    Array("SQLite format 3\0".utf8), Array("<kml/>".utf8), Array("[1,2]".utf8),
    Array("id,name\n1,a\n".utf8), [0xFF, 0xFE, 0x7B, 0],
  ]

  @Test("What is no GeoJSON is refused at its first byte", arguments: wrongFormats)
  func wrongFormat(bytes: [UInt8]) {
    let reading = Reading(bytes)
    #expect(reading.entries.isEmpty)
    #expect(reading.fault?.code == .notGeoJSON)
    #expect(reading.fault?.position == TextPosition(line: 1, column: 1))
    #expect(reading.fault?.hint?.contains("ogr2ogr") == true)
  }

  @Test("An empty file says that it is empty", arguments: ["", " \n\t", "\u{FEFF}", "\u{1E}\n"])
  func empty(text: String) {
    #expect(Reading(text).fault?.message == "the file is empty")
  }

  static let noJSON: [(String, String?, FormatError.Code)] = {
    var list: [(String, String?, FormatError.Code)] = []
    func add(_ text: String, _ place: String?, _ code: FormatError.Code) {
      list.append((text, place, code))
    }
    add(collection([point("a")]) + "\nx", "2:1", FormatError.Code.syntax)
    add(collection([point("a")]) + "]", nil, .syntax)
    add(collection([point("a")]) + collection([]), nil, .syntax)
    add(point("a") + "\n]", "2:1", .syntax)
    add(point("a") + "}", nil, .syntax)
    add(collection([point("a"), ""]), nil, .syntax)
    add(collection(["", point("a")]), nil, .notGeoJSON)
    add(collection([point("a") + point("b")]), nil, .syntax)
    add("{\"type\":\"FeatureCollection\" \"features\":[]}", "1:29", .syntax)
    add("{,\"features\":[]}", "1:2", .syntax)
    add("{\"features\":[],}", "1:16", .syntax)
    add("{\"features\":[]]", "1:15", .syntax)
    add("{\"features\":[\n{\"type\" \"Feature\"}]}", "2:9", .syntax)
    add("{\"features\":[\n{\"type\":Feature}]}", nil, .notGeoJSON)
    add("{\"features\":[\n{\"x\":tru}]}", "2:6", .syntax)
    add("{\"features\":[\n{\"x\":\"a\\q\"}]}", nil, .syntax)
    add("{\"features\":[\n{\"x\":{\"y\":\"a\\q\"}}]}", nil, .syntax)
    add("{\"features\":[\n{\"x\":\"a\nb\"}]}", nil, .syntax)
    add("{\"features\":[\n{\"x\":[1,]}]}", "2:9", .syntax)
    return list
  }()

  @Test("A text that is no JSON is refused with the place", arguments: noJSON)
  func notJSON(text: String, place: String?, code: FormatError.Code) throws {
    let reading = Reading(text)
    let fault = try #require(reading.fault ?? reading.recordFaults.compactMap(\.self).first)
    #expect(fault.code == code, "\(fault)")
    if let place { #expect(fault.position?.description == place, "\(fault)") }
    #expect((reading.fault == nil) == (code == .notGeoJSON))
  }

  @Test("GB18030 text is refused at its first strange byte, with the way to convert it")
  func otherEncoding() throws {
    for text in ["{\"properties\":{\"name\":\"x##\"}}", "{\"properties\":{\"name\":[\"x##\"]}}"] {
      let bytes = Array(text.utf8).map { $0 == UInt8(ascii: "#") ? 0xB9 as UInt8 : $0 }
      let fault = try #require(Reading(bytes).fault)
      #expect(fault.code == .badEncoding)
      #expect(fault.hint?.contains("iconv") == true)
      let column = try #require(bytes.firstIndex(of: 0xB9)) + 1
      #expect(fault.position == TextPosition(line: 1, column: column))
    }
  }

  @Test("Deep nesting is refused, not followed", arguments: ["[", "{\"a\":"])
  func deepNesting(opening: String) {
    let depth = 200_000
    let closing = opening == "[" ? "]" : "}"
    let value =
      String(repeating: opening, count: depth) + "1"
      + String(repeating: closing, count: depth)
    #expect(Reading("{\"x\":\(value),\"features\":[]}").fault?.code == .syntax)
    #expect(Reading(collection(["{\"properties\":{\"x\":\(value)}}"])).fault?.code == .syntax)
    #expect(Reading(collection([feature("a", geometry: value)])).entries.count <= 1)
    #expect(Reading(collection([value])).entries.count == (opening == "[" ? 1 : 0))
  }

  @Test("Missing files, folders and unreadable chunks are named with a hint")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for path in [folder.path, folder.path + "/none.geojson"] {
      do throws(FormatError) {
        _ = try FileChunks(path: path)
        Issue.record("\(path) was opened")
      } catch {
        #expect(error.code == .unreadable && error.hint != nil)
        #expect(error.message.contains(path))
      }
    }
  }

  @Test("A file is read to its end, with its size known and counted")
  func chunksOfFile() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let bytes = (0..<100_003).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Data(bytes).write(to: file)
    let chunks = try FileChunks(path: file.path, chunkBytes: 4_096)
    #expect(chunks.byteCount == bytes.count)
    var read: [UInt8] = []
    while case let chunk = try chunks.next(), !chunk.isEmpty {
      #expect(chunk.count <= 4_096)
      read += chunk
      #expect(chunks.readBytes == read.count)
    }
    #expect(read == bytes)
    #expect(try chunks.next().isEmpty)
  }
}
