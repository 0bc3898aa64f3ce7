public import SimpleFeatures

/// The lots to which one can move on from each lot, the nearest first.
public struct OnwardTable: Sendable, Equatable {
  /// Where each lot's rows begin; one more than lots.
  let starts: [Int]
  /// The other lots.
  let lots: [Int]
  /// Seconds at the wheel to them.
  let driveSeconds: [Double]

  /// A table from the lots and times that can be reached from each; put in order by time.
  ///
  /// Throws `invalidValue` for lots that there are none of and times below 0.
  public init(_ rows: [[(lot: Int, driveSeconds: Double)]]) throws(ParkingError) {
    var starts = [0]
    var lots: [Int] = []
    var times: [Double] = []
    for (from, row) in rows.enumerated() {
      for next in row.sorted(by: { ($0.driveSeconds, $0.lot) < ($1.driveSeconds, $1.lot) }) {
        guard rows.indices.contains(next.lot), next.driveSeconds >= 0 else {
          throw ParkingError(
            .invalidValue, "lot \(from) has lot \(next.lot) at \(next.driveSeconds) s")
        }
        guard next.lot != from, next.driveSeconds.isFinite else { continue }
        lots.append(next.lot)
        times.append(next.driveSeconds)
      }
      starts.append(lots.count)
    }
    self.starts = starts
    self.lots = lots
    driveSeconds = times
  }

  /// How many lots it knows.
  public var lotCount: Int { starts.count - 1 }
}
