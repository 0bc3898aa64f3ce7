/// The lots to which one can move on from each lot, the nearest first.
public struct OnwardTable: Sendable, Equatable {
  /// Where each lot's rows begin; one more than lots.
  let starts: [Int]
  /// The other lots.
  let lots: [Int]
  /// Seconds at the wheel to them.
  let drive_s: [Double]

  /// A table from the lots and times that can be reached from each; put in order by time.
  ///
  /// Throws `invalidValue` for lots that there are none of and times below 0.
  public init(_ rows: [[(lot: Int, drive_s: Double)]]) throws(ParkingError) {
    var starts = [0]
    var lots: [Int] = []
    var times: [Double] = []
    for (from, row) in rows.enumerated() {
      for next in row.sorted(by: { ($0.drive_s, $0.lot) < ($1.drive_s, $1.lot) }) {
        guard rows.indices.contains(next.lot), next.drive_s >= 0 else {
          throw ParkingError(
            .invalidValue, "lot \(from) has lot \(next.lot) at \(next.drive_s) s")
        }
        guard next.lot != from, next.drive_s.isFinite else { continue }
        lots.append(next.lot)
        times.append(next.drive_s)
      }
      starts.append(lots.count)
    }
    self.starts = starts
    self.lots = lots
    drive_s = times
  }

  /// How many lots it knows.
  public var lotCount: Int { starts.count - 1 }
}
