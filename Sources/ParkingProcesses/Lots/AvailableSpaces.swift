import Parking
import SimpleFeatures

/// How many more cars each lot can take at a time.
struct AvailableSpaces {
  private(set) var room: [Int] = []
  /// What each rests on: the forecast's basis, `mean-of-others`, `capacity`, or `unknown`.
  private(set) var bases: [String] = []
  /// The age of each lot's last count, s.
  private var agesSeconds: [Int64?] = []
  private static let assumed = LotChances.assumed
  private static let meanOfOthers = LotChances.meanOfOthers

  /// Room from the forecast where a lot has counts, else the mean share of room at those that
  /// have, else all that the city says it holds; less the guided cars that will still come.
  init(
    _ lots: [CityLot], _ counts: OccupancyModel?, _ guided: VehiclesEnRoute, departSeconds: Int64,
    issuedSeconds: Int64, quantile: Double
  ) throws {
    let known =
      try ParkingInputs.translating {
        try counts?.knownForecasts(
          lots.map(\.id), at: [departSeconds], issuedSeconds: issuedSeconds)
      } ?? lots.map { _ in nil }
    var shares: [Double] = []
    for (lot, forecasts) in zip(lots, known) {
      if let forecast = forecasts?.first {
        let free = forecast.capacity * (1 - forecast.distribution.quantile(quantile))
        // Counts may take in spaces that are not for everyone.
        let open = min(wholeSpaces(free), lot.capacity ?? .max)
        room.append(forecast.basis == .closed ? 0 : open)
        let spaces = lot.capacity ?? wholeSpaces(forecast.capacity)
        if spaces > 0 { shares.append(Double(room.last!) / Double(spaces)) }
        bases.append(forecast.basis.rawValue)
        agesSeconds.append(forecast.ageSeconds)
      } else {
        room.append(max(0, lot.capacity ?? 0))
        bases.append(lot.capacity == nil ? "unknown" : Self.assumed)
      }
    }
    if !shares.isEmpty {
      let mean = min(1, shares.reduce(0, +) / Double(shares.count))
      for place in lots.indices where bases[place] == Self.assumed {
        room[place] = Int((mean * Double(room[place])).rounded(.down))
        bases[place] = Self.meanOfOthers
      }
    }
    for (place, lot) in lots.enumerated() {
      let coming = guided.expected(at: lot.id, from: issuedSeconds)
      room[place] = max(0, room[place] - Int(coming.rounded()))
    }
  }

  /// What has to be said about them, if anything.
  var notes: [JSONValue] {
    func counted(_ basis: String, _ one: String, _ many: String, _ rest: String) -> [JSONValue] {
      ParkingInputs.note(bases.count { $0 == basis }, one, many, rest)
    }
    return counted(
      Self.assumed, "lot is", "lots are",
      "assumed to be empty: there are no counts up to the time of issue; --occupancy FILE.csv "
        + "of yutu serve names counts")
      + counted(
        Self.meanOfOthers, "lot has", "lots have",
        "no counts: the mean share of free spaces at the other car parks is used")
      + OccupancyModel.notes(agesSeconds: agesSeconds, stale: "the forecast alone tells their room")
      + OccupancyModel.notes(closed: bases.count { $0 == OccupancyForecast.Basis.closed.rawValue })
      + counted(
        "unknown", "lot says", "lots say", "neither capacity nor counts: nobody is sent there")
  }
}
