import Foundation
import GeometryCore

@testable import Catalog
@testable import Roads

/// A town for tests, drawn as a text: letters are nodes 100 m apart, `-` and `|` streets between
/// neighbours, `>` `<` `^` `v` one-way streets.
struct Town {
  private(set) var map = RoadMap()
  /// The id of the node of each letter.
  private(set) var nodes: [Character: Int64] = [:]
  private var grid: [[Character]]
  private var edges: [(Character, Character, RoadWay.Direction)] = []
  var restrictions: [TurnRestriction] = []
  /// Classes of single streets, by their two letters in the order of the text.
  var classes: [String: String] = [:]
  var tags: [String: [String: String]] = [:]
  var nodeTags: [Character: RoadNodeTags] = [:]

  /// Degrees between neighbouring letters at the equator: 100 m.
  static let step = 100 / MetresPerDegree(latitude: 0).east
  /// The same to the north.
  static let northStep = 100 / MetresPerDegree(latitude: 0).north

  init(_ text: String) {
    grid = text.split(separator: "\n").map { Array($0) }
    let rows = grid.count
    for (row, line) in grid.enumerated() {
      for (column, letter) in line.enumerated() where letter.isLetter && letter != "v" {
        nodes[letter] = Int64(map.nodeIDs.count + 1)
        map.nodeIDs.append(Int64(map.nodeIDs.count + 1))
        map.longitudes.append(Int32((Double(column) / 2 * Self.step * 1e7).rounded()))
        map.latitudes.append(
          Int32((Double(rows - 1 - row) / 2 * Self.northStep * 1e7).rounded()))
      }
    }
    for (row, line) in grid.enumerated() {
      for (column, sign) in line.enumerated() {
        switch sign {
        case "-", ">", "<":
          edges.append(
            (
              line[column - 1], line[column + 1],
              sign == "-" ? .both : sign == ">" ? .forward : .backward
            ))
        case "|", "^", "v":
          edges.append(
            (
              grid[row - 1][column], grid[row + 1][column],
              sign == "|" ? .both : sign == "v" ? .forward : .backward
            ))
        default: break
        }
      }
    }
  }

  /// The id of the way between two letters, in the order of the text.
  func way(_ name: String) -> Int64 {
    Int64(100 + edges.firstIndex { "\($0.0)\($0.1)" == name }!)
  }

  func node(_ letter: Character) -> Int64 { nodes[letter]! }

  /// The map of the town.
  func made() -> RoadMap {
    var map = map
    for (number, edge) in edges.enumerated() {
      let name = "\(edge.0)\(edge.1)"
      var tags = tags[name] ?? [:]
      tags["highway"] = classes[name] ?? "residential"
      guard var way = RoadTags.way(id: Int64(100 + number), { tags[$0] }) else { continue }
      way.direction = edge.2
      way.firstNode = UInt32(map.wayNodes.count)
      way.nodeCount = 2
      way.name = UInt32(map.names.count)
      map.names.append(tags["name"] ?? "\(name) Street")
      for letter in [edge.0, edge.1] {
        map.wayNodes.append(map.index(ofNode: nodes[letter]!)!)
      }
      map.ways.append(way)
    }
    for (letter, tags) in nodeTags { map.nodeTags[map.index(ofNode: nodes[letter]!)!] = tags }
    map.restrictions = restrictions
    return map
  }

  /// The roads of the town for a profile.
  func network(_ profile: RoadProfile = .test, turns: Bool = true) throws -> RoadNetwork {
    try RoadNetwork(made(), profiles: [profile], usesTurns: turns, threads: 1)
  }
}

extension RoadProfile {
  /// A car that drives 36 km/h, 10 m/s, everywhere, and waits nowhere.
  static var test: RoadProfile {
    RoadProfile(
      id: "test", title: LocalisedText(zh: "测试", en: "Test"), mode: .car,
      speedsKilometresPerHour: ["primary": 36, "residential": 36, "footway": 36, "service": 36],
      limits: Limits(
        share: 1, maximumKilometresPerHour: 100, unpavedKilometresPerHour: 18),
      access: Access(againstOneway: 0, destination: 0.5, restricted: 0),
      vehicle: Vehicle(heightMetres: 2, weightTonnes: 2),
      turns: Turns(
        obeysRestrictions: true, uTurnSeconds: 20, giveWaySeconds: 0,
        signal: SignalDelay(
          leftSeconds: 25, throughSeconds: 15, rightSeconds: 5, uTurnSeconds: 35)),
      flood: FloodCurve(
        depthsMetres: [0, 0.1, 0.3], speedsKilometresPerHour: [80, 40, 0]),
      file: "test.yml")
  }
}
