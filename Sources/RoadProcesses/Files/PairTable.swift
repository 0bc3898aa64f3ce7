import Datasets
import Foundation
package import Roads

/// A table of where routes begin and end.
package struct PairTable {
  package private(set) var ids: [String] = []
  /// `nil` for rows that hold no numbers.
  package private(set) var pairs: [(from: RouteEnd, to: RouteEnd)?] = []

  /// Reads the table.
  ///
  /// - Parameter warn: Gets a line about each row that holds no numbers.
  package init(_ path: String, warn: (String) -> Void) throws {
    let ids = ["id", "编号"]
    let places = [
      ["from_lon", "起点经度"], ["from_lat", "起点纬度"], ["to_lon", "终点经度"], ["to_lat", "终点纬度"],
    ]
    let table = try NumberTable(
      path, anyOf: [[ids] + places, [ids, ["from_node", "起点节点"], ["to_node", "终点节点"]]])
    for row in table.rows {
      self.ids.append(row.words[0])
      pairs.append(
        table.headerNumber == 0 ? Self.places(row.words) : Self.nodes(row.words))
      if pairs[pairs.count - 1] == nil {
        let words = row.words.dropFirst().joined(separator: ",")
        warn(
          table.headerNumber == 0
            ? "\(path):\(row.line): `\(words)` is not two places in degrees, longitude first"
            : "\(path):\(row.line): `\(words)` is not two node ids, whole numbers")
      }
    }
  }

  private static func places(_ words: [String]) -> (from: RouteEnd, to: RouteEnd)? {
    let numbers = words.dropFirst().compactMap(Double.init)
    guard numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[0].magnitude <= 180,
      numbers[1].magnitude <= 90, numbers[2].magnitude <= 180, numbers[3].magnitude <= 90
    else { return nil }
    return (.place(numbers[0], numbers[1]), .place(numbers[2], numbers[3]))
  }

  private static func nodes(_ words: [String]) -> (from: RouteEnd, to: RouteEnd)? {
    guard let from = Int64(words[1]), let to = Int64(words[2]) else { return nil }
    return (.node(from), .node(to))
  }
}

/// What came of a pair.
package struct PairAnswer: Sendable {
  package private(set) var status = "invalid"
  package private(set) var route: Roads.Route?
  private var failure: RouteError?

  /// Finds the route of a pair, with ends at most `limit` metres from a road.
  package init(_ pair: (from: RouteEnd, to: RouteEnd)?, _ router: Router, _ limit: Double) {
    guard let pair else { return }
    do throws(RouteError) {
      route = try router.route(from: pair.from, to: pair.to, withinMetres: limit)
      status = "ok"
    } catch {
      failure = error
      status = error.status
    }
  }

  /// A line of the table of results.
  package func row(_ id: String) -> String {
    let name = CSVCell.text(id)
    var cells = ["", "", "", ""]
    if let route {
      cells = [
        Self.text(route.durationSeconds, 3), Self.text(route.lengthMetres, 2),
        Self.text(route.from.snapMetres, 2), Self.text(route.to.snapMetres, 2),
      ]
    }
    switch failure {
    case .startOffRoad(let metres): cells[2] = metres.map { Self.text($0, 2) } ?? ""
    case .goalOffRoad(let metres): cells[3] = metres.map { Self.text($0, 2) } ?? ""
    case .unreachable(let from, let to, _):
      (cells[2], cells[3]) = (Self.text(from, 2), Self.text(to, 2))
    case .unknownStart, .unknownGoal, nil: break
    }
    return "\(name),\(status),\(cells.joined(separator: ","))\n"
  }

  private static func text(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
