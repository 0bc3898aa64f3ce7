import Catalog
import FeatureStore
import Foundation
import Ingest
import SimpleFeatures
import TestSupport
import Testing

extension Exporter {
  /// `layer` into `path`.
  init(_ layer: String, _ path: String, crs: String? = nil, encoding: OutputEncoding = .utf8) throws
  {
    var request = Request(layer: layer, path: path)
    (request.crs, request.encoding) = (crs, encoding)
    try self.init(request)
  }
}

/// A city whose layers hold what is hard to carry: every type at its ends, and nothing at all.
final class ExportCity {
  let test: TestImport
  var folder: TemporaryFolder { test.folder }
  var store: SpatiaLiteStore { test.store }

  static let fields = [
    "name: name, type: text", "name: floors, type: integer", "name: height, type: real",
    "name: listed, type: boolean", "name: built, type: date", "name: seen, type: datetime",
  ]

  struct Item {
    var id: String
    var geometry: Geometry
    var values: [PropertyValue]
  }

  init() throws { test = try TestImport() }

  static func layer(_ shape: String) throws -> LayerDefinition {
    try TestImport.layer("hard-\(shape)", shape, fields: fields)
  }

  /// Writes items as they are, as one commit.
  @discardableResult
  func write(
    _ items: [Item], to layer: LayerDefinition, replacing: Bool = false
  ) throws -> Commit? {
    var draft = CommitDraft(author: "planner", message: "test", source: "test")
    draft.acceptsBreaches = true
    return try store.commit(draft, to: layer) { writer in
      var counts = CommitCounts()
      for item in items {
        let outcome = try writer.write(
          id: item.id, geometry: item.geometry, values: item.values)
        switch outcome {
        case .added: counts.added += 1
        case .changed: counts.changed += 1
        case .unchanged, .duplicate: counts.unchanged += 1
        }
      }
      if replacing { counts.removed = try writer.removeUntouched() }
      return counts
    }
  }

  /// The features that an export is to hold, in the order of rows.
  func features(_ layer: String, _ mapVersion: MapVersion = .latest) throws -> [StoredFeature] {
    try store.readNow(mapVersion) { snapshot in
      var all: [StoredFeature] = []
      try snapshot.forEachFeature(of: try snapshot.layer(layer)) { all.append(try $0.feature()) }
      return all
    }
  }

  /// Values at the ends of their types, rows with some and rows with none.
  static func values(_ number: Int) -> [PropertyValue] {
    let long = String(repeating: "武汉市江岸区金桥大道", count: 5_000)
    let rows: [[PropertyValue]] = [
      [
        .text("光谷广场"), .integer(9_007_199_254_740_993), .real(0.1), .boolean(true),
        .text("2026-05-31"), .text("2026-05-31T00:00:00.25Z"),
      ],
      [.null, .null, .null, .null, .null, .null],
      [
        .text(""), .integer(.min), .real(1.0 / 3), .boolean(false), .text("0099-12-31"),
        .text("0099-12-31T23:59:59.999Z"),
      ],
      [
        .text("a\"b,c\r\nd\te;' \"\u{301}"), .integer(.max), .real(123_456.789_012_345),
        .boolean(true), .text("2024-02-29"), .text("2024-02-29T12:00:00Z"),
      ],
      [
        .text(long), .integer(0), .real(.leastNonzeroMagnitude), .boolean(false),
        .text("9998-01-01"),
        .text("9998-01-01T00:00:00.123Z"),
      ],
      [
        .text(" 囍𠀀🗺️ "), .integer(-42), .real(.greatestFiniteMagnitude), .null, .null,
        .text("1969-12-31T23:59:59.001Z"),
      ],
      [.text("null"), .null, .real(-1e22), .boolean(true), .null, .null],
      [.text("=1+1"), .integer(1), .real(5), .null, .text("1900-01-01"), .null],
    ]
    return rows[number % rows.count]
  }

  /// Shapes whose ordinates need all their digits.
  static func geometry(_ shape: String, _ number: Int) -> Geometry {
    let (x, y) = (114 + Double(number) / 7, 30 + Double(number) / 11)
    let box = Geometry.rectangle(Envelope(minX: x, minY: y, maxX: x + 0.01, maxY: y + 0.01 / 3))
    switch (shape, number % 3) {
    case ("point", _): return .point(x: number == 0 ? -0.0 : x, y: number == 1 ? 1e-300 : y)
    case ("line", 0): return .lineString([x, y, x + 1e-9, y, x + 0.1, y + 0.1 / 3])
    case ("line", _):
      return Geometry(
        kind: .multiLineString, ordinates: [x, y, x + 1, y, x, y + 1, x + 0.3, y + 0.7],
        pathEnds: [2, 4])
    case (_, 0): return box
    case (_, 1):
      let hole = [x + 0.001, y + 0.001, x + 0.001, y + 0.002, x + 0.002, y + 0.002]
      return .polygon([box.ordinates, hole + hole.prefix(2)])
    default:
      let other = Geometry.rectangle(Envelope(minX: x + 1, minY: y, maxX: x + 1.1, maxY: y + 0.1))
      return Geometry(
        kind: .multiPolygon, ordinates: box.ordinates + other.ordinates, pathEnds: [5, 10],
        partEnds: [1, 2])
    }
  }

  static func items(_ shape: String, _ numbers: Range<Int>) -> [Item] {
    numbers.map { number in
      Item(
        id: number == 3 ? "号 \"\(number)\", '" : "9007199254740993\(number)",
        geometry: geometry(shape, number), values: values(number))
    }
  }
}
