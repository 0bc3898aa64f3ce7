import Datasets
import Roads

/// A CSV of places to route between: `id,from_lon,from_lat,to_lon,to_lat`.
enum RoutePairFile {
  static func read(_ path: String) throws -> [(from: RouteEnd, to: RouteEnd)] {
    let table = try NumberTable(
      path, headers: [["id"], ["from_lon"], ["from_lat"], ["to_lon"], ["to_lat"]])
    return try table.rows.map { row in
      let numbers = try (1...4).map { try table.number($0, of: row) }
      return (.place(numbers[0], numbers[1]), .place(numbers[2], numbers[3]))
    }
  }
}
