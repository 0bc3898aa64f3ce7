import Parking
import SimpleFeatures

/// The chance of a space at lots for some times ahead, and what it rests on.
struct LotChances {
  let table: ChanceTable
  /// Of each lot: `last-count`, the forecast's basis, `mean-of-others` or `capacity`.
  let bases: [String]
  /// The age of each lot's last count, s.
  let agesSeconds: [Int64?]

  /// The basis of a lot where no lot has counts.
  static let assumed = "capacity"
  /// The basis of a lot without counts where others have some.
  static let meanOfOthers = "mean-of-others"

  /// Times ahead, s; between them it is interpolated.
  static let leadsSeconds: [Double] = [0, 300, 600, 900, 1200, 1800, 2700, 3600]

  /// Lots without counts have the mean chance of those with; without any counts each lot with
  /// capacity has a space.
  init(
    _ lots: [CityLot], _ counts: OccupancyModel?, _ guided: VehiclesEnRoute, departSeconds: Int64,
    issuedSeconds: Int64
  ) throws {
    let timesSeconds = Self.leadsSeconds.map { departSeconds + Int64($0) }
    let known =
      try ParkingInputs.translating {
        try counts?.chances(
          lots.map(\.id), at: timesSeconds, issuedSeconds: issuedSeconds, guided: guided)
      } ?? lots.map { _ in nil }
    var rows = known.map { $0?.chances }
    var bases = known.map { $0?.basis ?? "" }
    let counted = rows.compactMap { $0 }
    let other = timesSeconds.indices.map { lead in
      counted.isEmpty ? 1 : counted.reduce(0) { $0 + $1[lead] } / Double(counted.count)
    }
    for place in lots.indices where rows[place] == nil {
      rows[place] = other
      bases[place] = counted.isEmpty ? Self.assumed : Self.meanOfOthers
    }
    self.bases = bases
    agesSeconds = known.map { $0?.ageSeconds }
    let all = rows.map { $0 ?? other }
    table = try ParkingInputs.translating {
      try ChanceTable(leadsSeconds: Self.leadsSeconds, rows: all)
    }
  }

  /// What has to be said about them, if anything.
  var notes: [JSONValue] {
    let alone = bases.contains(Self.assumed)
    let none: [JSONValue] = [
      .string(
        "no counts up to the time of issue: each car park is assumed to have a free space; "
          + "--occupancy FILE.csv of yutu serve names counts")
    ]
    return (alone ? none : [])
      + ParkingInputs.note(
        bases.count { $0 == Self.meanOfOthers }, "lot has", "lots have",
        "no counts: the mean chance of the other car parks is used")
      + OccupancyModel.notes(
        agesSeconds: agesSeconds, stale: "the forecast alone tells their chance")
      + OccupancyModel.notes(closed: bases.count { $0 == OccupancyForecast.Basis.closed.rawValue })
  }
}
