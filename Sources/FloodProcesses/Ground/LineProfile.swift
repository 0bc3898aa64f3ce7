import Foundation
import SimpleFeatures

/// The ground along a line, at even distances.
struct LineProfile {
  /// A place along the line.
  struct Station {
    /// Metres from the line's beginning.
    let along: Double
    let x, y: Double
    /// The height that was picked across the line, metres.
    let height: Double
  }

  let stations: [Station]

  /// Which of the heights across the line counts.
  enum Pick {
    /// A crest.
    case highest
    /// A bed.
    case lowest
  }

  /// The profile of one path over a ground; places without a height are left out.
  ///
  /// - Parameter reach: How far to both sides heights are looked at, metres.
  init(_ path: [Place], over bed: RasterGrid, reach: Double, pick: Pick) {
    let lattice = bed.lattice
    let step = lattice.cellWidth
    var stations: [Station] = []
    var (done, next) = (0.0, 0.0)
    for (a, b) in zip(path, path.dropFirst()) {
      let length = hypot(b.x - a.x, b.y - a.y)
      guard length > 0 else { continue }
      let (dx, dy) = ((b.x - a.x) / length, (b.y - a.y) / length)
      while next <= done + length {
        let (x, y) = (a.x + (next - done) * dx, a.y + (next - done) * dy)
        next += step
        var height = Double.nan
        // At the edge of the terrain only a part of what lies across is known.
        guard let middle = lattice.cell(x: x, y: y), !bed[middle.column, middle.row].isNaN else {
          continue
        }
        for offset in Swift.stride(from: -reach, through: reach, by: step / 2) {
          guard let cell = lattice.cell(x: x - offset * dy, y: y + offset * dx) else { continue }
          let other = Double(bed[cell.column, cell.row])
          // The first comparison with NaN is false.
          if pick == .highest ? !(height >= other) : !(height <= other), !other.isNaN {
            height = other
          }
        }
        stations.append(Station(along: next - step, x: x, y: y, height: height))
      }
      done += length
    }
    self.stations = stations
  }

  /// Runs of stations that meet a condition.
  func stretches(where isIn: (Int) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in stations.indices where isIn(index) {
      if let last = runs.last, last.upperBound == index {
        runs[runs.count - 1] = last.lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  /// How long a stretch is, metres; one station stands for a step.
  func length(of stretch: Range<Int>, step: Double) -> Double {
    stations[stretch.upperBound - 1].along - stations[stretch.lowerBound].along + step
  }

  /// A stretch as a line, one station as a point.
  func shape(of stretch: Range<Int>) -> Geometry {
    let places = stations[stretch]
    if places.count == 1, let only = places.first { return .point(x: only.x, y: only.y) }
    return .lineString(places.flatMap { [$0.x, $0.y] })
  }

  /// For each station the middle one of the heights around it.
  ///
  /// - Parameter metres: How far to both sides along the line.
  func medians(within metres: Double) -> [Double] {
    var (low, high) = (0, 0)
    return stations.map { station in
      while stations[low].along < station.along - metres { low += 1 }
      while high < stations.count, stations[high].along <= station.along + metres { high += 1 }
      let heights = stations[low..<high].map(\.height).sorted()
      return heights[heights.count / 2]
    }
  }
}

extension Double {
  /// With two decimals, for people.
  var told: String { String(format: "%.2f", self) }
  /// Whole, for people.
  var toldWhole: String { String(format: "%.0f", self) }
}
