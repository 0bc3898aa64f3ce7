import Parking
import SimpleFeatures
import Simulation

/// How many more cars each lot can take at a time.
struct LotRooms {
  private(set) var room: [Int] = []
  /// What each rests on: the forecast's basis, `capacity`, or `unknown`.
  private(set) var bases: [String] = []
  /// How many lots were counted too long before for the count to tell of the present.
  private var stale = 0

  /// Room from the forecast where a lot has counts, else all that the city says it holds.
  init(
    _ lots: [CityLot], _ counts: CountBook?, depart_s: Int64, issued_s: Int64, quantile: Double
  ) throws {
    for lot in lots {
      try Task.checkCancellation()
      if let counts, let index = counts.history.index(of: lot.id),
        counts.history.series[index].countUp(to: issued_s) > 0
      {
        let forecast = try ParkingInputs.telling {
          try counts.forecast(lot.id, time_s: depart_s, issued_s: issued_s)
        }
        let free = forecast.capacity * (1 - forecast.distribution.quantile(quantile))
        // Counts may take in spaces that are not for everyone.
        let open = min(wholeSpaces(free), lot.capacity ?? .max)
        room.append(forecast.basis == .closed ? 0 : open)
        bases.append(forecast.basis.rawValue)
        if forecast.age_s ?? 0 > CountBook.fresh_s { stale += 1 }
      } else {
        room.append(max(0, lot.capacity ?? 0))
        bases.append(lot.capacity == nil ? "unknown" : "capacity")
      }
    }
  }

  /// What has to be said about them, if anything.
  var notes: [JSONValue] {
    let alone = bases.count { $0 == "capacity" }
    let unknown = bases.count { $0 == "unknown" }
    var notes: [JSONValue] = []
    if alone > 0 {
      notes.append(
        .string(
          "\(alone) lots have no counts and are taken to be empty; --occupancy FILE.csv of yutu "
            + "serve tells how full they are"))
    }
    if stale > 0 {
      notes.append(
        .string(
          "\(stale) lots were counted more than 6 h before: the forecast alone tells their room"))
    }
    if unknown > 0 {
      notes.append(.string("\(unknown) lots say neither capacity nor counts: nobody is sent there"))
    }
    return notes
  }
}
