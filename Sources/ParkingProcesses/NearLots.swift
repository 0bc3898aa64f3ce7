import Catalog
import Parking
import SimpleFeatures
import Simulation

/// The lots of a city that lie near any of some destinations.
struct NearLots {
  /// The nearest, in the order of their ids.
  let lots: [CityLot]
  /// How many more lie farther away than was asked for.
  let tooFar: Int
  /// How many more lie near, but are too many to look at.
  let tooMany: Int
  /// Whether the days of exception close all lots on the day that is asked for.
  private let isClosedDay: Bool
  /// The permits that any lot of the city asks for.
  private let permits: [String]

  /// How far a lot may be from its destination unless it is said, m.
  static let withinMetres = 2000.0

  /// The nearest `most` lots within the distance that the inputs name, as they are on the day on
  /// which drivers set out.
  ///
  /// - Throws: `ProcessFault` `no-lots` for a city without any, `no-lot` where none is near.
  init(
    to ends: [(longitude: Double, latitude: Double)], _ inputs: JSONValue,
    _ snapshot: any MapSnapshot, _ books: ParkingBooks, depart_s: Int64, most: Int
  ) throws {
    let isClosed = books.exceptions.isClosed(Int(LocalClock.day(of: depart_s)))
    let limit = inputs["within_m"]?.number ?? Self.withinMetres
    let all = try CityLot.all(snapshot, books.tariffs).map { lot in
      var lot = lot
      if isClosed { lot.choice.isClosed = true }
      return (lot: lot, metres: ends.map { LotTravel.metres(lot, $0) }.min() ?? .infinity)
    }
    let near = all.filter { $0.metres <= limit }.sorted {
      ($0.metres, $0.lot.id) < ($1.metres, $1.lot.id)
    }
    guard !near.isEmpty else {
      let least = all.map(\.metres).min() ?? .infinity
      throw ProcessFault(
        "no-lot", "no car park lies within \(Int(limit)) m of the destination",
        hint: "the nearest is \(least < 1e7 ? Int(least) : 0) m away: raise within_m, or check the "
          + "place, longitude first", status: 422)
    }
    lots = near.prefix(most).map(\.lot).sorted { $0.id < $1.id }
    tooFar = all.count - near.count
    tooMany = near.count - lots.count
    isClosedDay = isClosed
    permits = Set(all.compactMap(\.lot.choice.permit)).sorted()
  }

  /// What has to be said about them and about the permits that drivers hold, if anything.
  func notes(_ held: Set<String>) -> [JSONValue] {
    var notes: [JSONValue] = []
    let unknown = held.subtracting(permits).sorted()
    if !unknown.isEmpty {
      let names = unknown.prefix(6).map { "\"\($0.prefix(80))\"" }.joined(separator: ", ")
      notes.append(
        .string(
          "no car park of the city asks for the permit \(names)"
            + (permits.isEmpty
              ? ": none needs one"
              : "; they ask for \(permits.prefix(6).joined(separator: ", "))")))
    }
    if isClosedDay {
      notes.append(.string("the days of exception close all car parks on that day"))
    }
    if tooMany > 0 {
      notes.append(.string("\(tooMany) more lots are near: only the nearest \(lots.count) count"))
    }
    return notes
  }
}
