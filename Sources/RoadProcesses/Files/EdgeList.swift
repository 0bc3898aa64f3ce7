import Datasets
package import Roads
import SimpleFeatures

/// A CSV of roads between neighbouring nodes and their speeds: `from_node,to_node[,speed_kmh]`.
package struct EdgeList {
  private let table: NumberTable

  /// Reads the table.
  package init(_ path: String) throws {
    let ends = [["from_node", "from", "起点节点"], ["to_node", "to", "终点节点"]]
    table = try NumberTable(path, anyOf: [ends + [["speed_kmh", "speed", "速度"]], ends])
  }

  /// The changes on a network.
  ///
  /// - Parameter warn: Gets a line about the rows whose nodes no road joins.
  /// - Throws: ``PlainError`` that names the line of what is no edge, and where no row is one.
  package func changes(
    on network: RoadNetwork, warn: (String) -> Void
  ) throws -> [SegmentChange] {
    var changes: [SegmentChange] = []
    var unknown: [String] = []
    for row in table.rows {
      guard let from = Int64(row.words[0]), let to = Int64(row.words[1]) else {
        throw PlainError(
          message:
            "\(table.path):\(row.line): `\(row.words[0]),\(row.words[1])` are not two node ids",
          hint: "ids of OpenStreetMap's nodes, whole numbers")
      }
      let word = row.words.count > 2 ? row.words[2] : "0"
      guard let speed = Double(word), (0...300).contains(speed) else {
        throw PlainError(
          message: "\(table.path):\(row.line): `\(word)` is no speed between 0 and 300 km/h",
          hint: "0 closes the road")
      }
      let segments = network.segments(fromNode: from, toNode: to)
      if segments.isEmpty { unknown.append("\(row.line): \(from) to \(to)") }
      for found in segments {
        changes.append(
          SegmentChange(
            segment: found.segment, isAgainst: found.isAgainst,
            speedKilometresPerHour: Float(speed)))
      }
    }
    if !unknown.isEmpty { try report(unknown, warn) }
    return changes
  }

  /// Says which rows name no road; when none does, that is an error.
  private func report(_ unknown: [String], _ warn: (String) -> Void) throws {
    let some = unknown.prefix(5).joined(separator: "; ") + (unknown.count > 5 ? "; …" : "")
    let message =
      "\(table.path): \(unknown.count) of \(table.rows.count) rows name nodes that no road of this "
      + "profile joins directly: line \(some)"
    let hint = "from_node and to_node are neighbours on one road"
    guard unknown.count < table.rows.count else { throw PlainError(message: message, hint: hint) }
    warn("\(message); \(hint)")
  }
}
