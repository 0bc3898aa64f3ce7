import Foundation
import SimpleFeatures
import TestSupport
import Testing

/// What a program of the system said.
struct Ended {
  var code: Int32
  var output: Data
  var errors: String
  var text: String { String(decoding: output, as: UTF8.self) }
}

/// Runs a program of the system to its end.
func run(_ name: String, _ arguments: [String], in folder: TemporaryFolder) throws -> Ended {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [name] + arguments
  process.standardInput = FileHandle.nullDevice
  let marks = ["out", "err"].map { folder.file(".\($0)-\(UUID().uuidString)") }
  let handles = try marks.map { path in
    try Data().write(to: URL(filePath: path))
    return try FileHandle(forWritingTo: URL(filePath: path))
  }
  process.standardOutput = handles[0]
  process.standardError = handles[1]
  try process.run()
  process.waitUntilExit()
  let texts = try marks.map { try Data(contentsOf: URL(filePath: $0)) }
  for mark in marks { try FileManager.default.removeItem(atPath: mark) }
  return Ended(
    code: process.terminationStatus, output: texts[0],
    errors: String(decoding: texts[1], as: UTF8.self))
}

extension Trait where Self == ConditionTrait {
  /// GDAL's programs.
  static var needsGDAL: Self {
    .enabled(
      if: TestData.isCI || FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr"),
      "no ogr2ogr; run scripts/setup --test")
  }
}

extension TestData {
  static var isCI: Bool { ProcessInfo.processInfo.environment["CI"] == "true" }
}

/// A JSON value with every bit of its numbers, which `JSONSerialization` takes for decimals.
enum ReadValue: Decodable, Equatable {
  case null
  case boolean(Bool)
  case number(Double, whole: Int64?)
  case text(String)
  case list([ReadValue])
  case object([String: ReadValue])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let number = try? value.decode(Double.self) {
      self = .number(number, whole: try? value.decode(Int64.self))
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let flag = try? value.decode(Bool.self) {
      self = .boolean(flag)
    } else if let list = try? value.decode([ReadValue].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: ReadValue].self))
    }
  }

  subscript(name: String) -> ReadValue {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  var list: [ReadValue] { if case .list(let list) = self { list } else { [] } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }
  var real: Double? { if case .number(let number, _) = self { number } else { nil } }
  var whole: Int64? { if case .number(_, let whole) = self { whole } else { nil } }
}

/// A feature as another program reads it from a file, every digit kept.
struct ReadFeature {
  var kind: String
  var ordinates: [Double] = []
  /// Vertices in each path.
  var pathCounts: [Int] = []
  /// Null where there is none.
  var values: ReadValue

  subscript(name: String) -> ReadValue { values[name] }
}

/// All features of a file, as `ogr2ogr` writes them out as GeoJSON of 17 digits.
func readBack(
  _ path: String, in folder: TemporaryFolder, options: [String] = []
) throws -> [ReadFeature] {
  let arguments = [
    "-f", "GeoJSON", "-lco", "SIGNIFICANT_FIGURES=17", "-lco", "WRITE_NAME=NO",
    "/vsistdout/", path,
  ]
  let ended = try run("ogr2ogr", options + arguments, in: folder)
  #expect(ended.code == 0 && ended.errors.isEmpty, "\(path): \(ended.errors)")
  return try readFeatures(ended.output)
}

/// All features of a GeoJSON collection.
func readFeatures(_ json: Data) throws -> [ReadFeature] {
  try JSONDecoder().decode(ReadValue.self, from: json)["features"].list.map { feature in
    let geometry = feature["geometry"]
    var read = ReadFeature(
      kind: try #require(geometry["type"].text), values: feature["properties"])
    read.add(geometry["coordinates"])
    return read
  }
}

extension ReadFeature {
  /// Adds coordinates of any depth.
  fileprivate mutating func add(_ tree: ReadValue) {
    let inner = tree.list
    if inner.first?.real != nil {
      ordinates += inner.compactMap(\.real)
    } else {
      if inner.first?.list.first?.real != nil { pathCounts.append(inner.count) }
      for part in inner { add(part) }
    }
  }

  /// Whether the shape is `geometry` to the last bit; `reversed` allows rings run the other way.
  func holds(_ geometry: Geometry, reversed: Bool = false) -> Bool {
    guard geometry.kind != .point else {
      return kind == "Point" && Self.bits(ordinates) == Self.bits(geometry.ordinates)
    }
    let paths: [[Double]] = geometry.pathEnds.indices.map { index in
      let range = geometry.vertexRange(ofPath: index)
      return Array(geometry.ordinates[range.lowerBound * 2..<range.upperBound * 2])
    }
    guard pathCounts == paths.map({ $0.count / 2 }) else { return false }
    var start = 0
    for path in paths {
      let own = Array(ordinates[start..<start + path.count])
      let turned = Swift.stride(from: own.count - 2, through: 0, by: -2)
        .flatMap { [own[$0], own[$0 + 1]] }
      guard Self.bits(own) == Self.bits(path) || (reversed && Self.bits(turned) == Self.bits(path))
      else { return false }
      start += path.count
    }
    return start == ordinates.count
  }

  private static func bits(_ numbers: [Double]) -> [UInt64] { numbers.map(\.bitPattern) }
}

/// All features of a CSV file as Python reads them: every value is text, shapes come from `WKT`.
func readCSV(
  _ path: String, in folder: TemporaryFolder, encoding: String = "utf-8"
) throws -> [ReadFeature] {
  let script = """
    import csv, json, re, sys
    csv.field_size_limit(1 << 30)
    features = []
    for row in csv.DictReader(open(sys.argv[1], encoding=sys.argv[2], newline="")):
        wkt = row["WKT"]
        kind = wkt.split(" ")[0]
        paths = [[[float(n) for n in pair.split()] for pair in path.split(",")]
                 for path in re.findall(r"\\(([^()]+)\\)", wkt)]
        if kind == "POINT":
            paths = paths[0][0]
        features.append({"geometry": {"type": kind.capitalize(), "coordinates": paths},
                         "properties": row})
    print(json.dumps({"features": features}))
    """
  let ended = try run("python3", ["-c", script, path, encoding], in: folder)
  #expect(ended.code == 0, "\(ended.errors)")
  return try readFeatures(ended.output)
}
