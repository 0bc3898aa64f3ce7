import Parking
import SimpleFeatures
import Simulation

/// The lots of a city that lie near any of some destinations.
struct CandidateLots {
  /// The nearest, in the order of their ids.
  let lots: [CityLot]
  /// How many more lie farther away than was asked for.
  let tooFar: Int
  /// How many more lie near, but are too many to look at.
  let tooMany: Int
  /// The permits that any lot of the city asks for, or gives something off for.
  private let permits: [String]

  /// The nearest `most` lots within a distance.
  ///
  /// - Throws: `ProcessError` `no-lots` for a city without any, `no-lot` where none is near.
  init(
    to ends: [InputPlace], withinMetres limit: Double, _ snapshot: any MapSnapshot,
    _ tariffs: TariffCatalog, most: Int
  ) throws {
    let all = try CityLot.all(snapshot, tariffs).map { lot in
      (lot: lot, metres: ends.map { LotTravel.metres(lot, $0) }.min() ?? .infinity)
    }
    let near = all.filter { $0.metres <= limit }.sorted {
      ($0.metres, $0.lot.id) < ($1.metres, $1.lot.id)
    }
    guard !near.isEmpty else {
      let least = all.map(\.metres).min() ?? .infinity
      throw ProcessError(
        "no-lot", "no car park lies within \(Int(limit)) m of the destination",
        hint: "the nearest is \(least < 1e7 ? Int(least) : 0) m away: raise within_m, or check the "
          + "place, longitude first", status: 422)
    }
    lots = near.prefix(most).map(\.lot).sorted { $0.id < $1.id }
    tooFar = all.count - near.count
    tooMany = near.count - lots.count
    permits = all.reduce(into: Set<String>()) { $0.formUnion($1.lot.choice.namedPermits) }.sorted()
  }

  /// What has to be said about them and what drivers ask for, if anything.
  func notes(_ requests: [ParkingRequest]) -> [JSONValue] {
    var notes: [JSONValue] = []
    let held = requests.reduce(into: Set<String>()) { $0.formUnion($1.permits) }
    let unknown = held.subtracting(permits).sorted()
    if !unknown.isEmpty {
      let names = unknown.prefix(6).map { "\"\($0.prefix(80))\"" }.joined(separator: ", ")
      notes.append(
        .string(
          "no car park or tariff of the city knows the permit \(names)"
            + (permits.isEmpty ? "" : "; they know \(ParkingInputs.listed(permits))")))
    }
    if requests.contains(where: \.isOnClosedDay) {
      notes.append(.string("the days of exception close all car parks on a day of the stay"))
    }
    return notes
      + ParkingInputs.note(
        tooMany, "more lot is", "more lots are", "near: only the nearest \(lots.count) count")
  }
}
