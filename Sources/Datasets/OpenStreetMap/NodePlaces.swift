import OpenStreetMap
import SimpleFeatures

/// Where the nodes lie that the ways of a portion need: 16 bytes each.
struct NodePlaces {
  /// A place in 1e-7 degrees.
  struct Place: Hashable, Sendable {
    var longitude: Int32
    var latitude: Int32

    var x: Double { Double(longitude) / 1e7 }
    var y: Double { Double(latitude) / 1e7 }
  }

  /// A node that is needed, by its number among those.
  struct Found: Sendable {
    var number: Int
    var place: Place
  }

  /// The ids of the needed nodes, rising.
  let ids: [Int64]
  private var places: [Place]

  private static let unknown = Place(longitude: .max, latitude: .max)

  /// Places of no node yet.
  init(of needed: [Int64]) {
    ids = needed.sortedOnce()
    places = Array(repeating: Self.unknown, count: ids.count)
  }

  /// Those nodes of a block that are needed.
  static func found(_ nodes: OSMNodes, among ids: [Int64]) -> [Found] {
    guard !ids.isEmpty else { return [] }
    var found: [Found] = []
    var number = 0
    for index in 0..<nodes.count {
      let id = nodes.id(index)
      // Blocks are nearly always sorted: the next is a few steps on.
      if number > 0, id <= ids[number - 1] { number = 0 }
      number = Self.first(notBelow: id, in: ids, from: number)
      guard number < ids.count else {
        number = 0
        continue
      }
      if ids[number] == id {
        found.append(
          Found(
            number: number,
            place: Place(longitude: nodes.longitude(index), latitude: nodes.latitude(index))))
      }
    }
    return found
  }

  /// The first number from `start` on whose id is not below `id`, by steps that double.
  private static func first(notBelow id: Int64, in ids: [Int64], from start: Int) -> Int {
    var low = start
    var step = 1
    while low + step < ids.count, ids[low + step] < id {
      low += step
      step *= 2
    }
    return ids[low..<min(low + step, ids.count)].partitioningIndex { $0 >= id }
  }

  mutating func take(_ found: [Found]) {
    for node in found { places[node.number] = node.place }
  }

  /// Where a node lies; `nil` for one that the file does not have.
  func place(of id: Int64) -> Place? {
    let number = Self.first(notBelow: id, in: ids, from: 0)
    guard number < ids.count, ids[number] == id, places[number] != Self.unknown else { return nil }
    return places[number]
  }
}
