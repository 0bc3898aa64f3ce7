import Coverages
import Flood
import SimpleFeatures

/// The water that stands in a city's rivers, lakes and canals, on the cells of a run.
struct CityWaters {
  /// Metres of each cell; 0 where it is dry.
  private(set) var depth: RasterGrid
  /// Levels that hold where waters meet the sides of the area.
  private(set) var sides: [Side] = []
  /// What was assumed, a sentence each.
  private(set) var assumptions: [String] = []

  /// A part of a side along which a level holds.
  struct Side {
    let side: BoundaryCondition.Side
    /// Rows or columns.
    let cells: Range<Int>
    /// Index of the water in the list.
    let water: Int
  }

  private let bed: RasterGrid
  /// The crests of embankments by their faces.
  private let crests: [Int: Double]

  /// - Parameters:
  ///   - bed: Heights of the ground, NaN where there is none.
  ///   - crests: Embankments between the cells, over which water does not spread at the beginning.
  init(bed: RasterGrid, crests: [LeveeFace]) {
    self.bed = bed
    depth = RasterGrid(bed.lattice, filledWith: 0)
    self.crests = Dictionary(
      crests.map { (2 * $0.cell + ($0.isSouthern ? 1 : 0), $0.heightMetres) },
      uniquingKeysWith: max)
  }

  /// Fills a water up to a level, and as far beyond its bank as the ground lets it.
  ///
  /// - Parameters:
  ///   - index: Its place in the list, for ``Side/water``.
  ///   - isHeld: Whether the level holds at the sides of the area too.
  mutating func fill(
    _ surface: Geometry, name: String, index: Int, level: Double, isHeld: Bool
  ) {
    let own = cells(of: surface)
    let wet = spread(from: own, level: level)
    guard !wet.isEmpty else {
      assumptions.append(
        own.isEmpty
          ? "the water `\(name)` lies beside the area: its level plays no part"
          : "the water `\(name)` is dry at a level of \(level) m: its bed lies higher")
      return
    }
    if wet.count > 2 * own.count + 20 {
      assumptions.append(
        "at \(level) m the water `\(name)` stands on \(wet.count) cells, \(own.count) of them "
          + "its own: the banks have a gap, or the ground beside it is lower")
    }
    for cell in wet {
      depth.values[cell] = max(depth.values[cell], Float(level) - bed.values[cell])
    }
    guard isHeld else { return }
    let before = sides.count
    addSides(wet, index)
    if sides.count == before {
      assumptions.append(
        "the water `\(name)` meets no side of the area: its level is that of the beginning alone")
    }
  }

  /// Fills a water to some metres below the middle height of the ground around it.
  mutating func fill(_ surface: Geometry, metresBelowBank: Double) {
    let own = cells(of: surface)
    let isOwn = Set(own)
    let bank = Set(own.flatMap { bed.neighbours(of: $0) }).subtracting(isOwn)
      .map { bed.values[$0] }.filter { !$0.isNaN }.sorted()
    guard !bank.isEmpty else { return }
    let level = bank[bank.count / 2] - Float(metresBelowBank)
    for cell in own where bed.values[cell] < level {
      depth.values[cell] = max(depth.values[cell], level - bed.values[cell])
    }
  }

  private func cells(of surface: Geometry) -> [Int] {
    bed.lattice.spans(of: surface, by: .centre).flatMap { span in
      span.columns.map { span.row * bed.columns + $0 }
    }.filter { !bed.values[$0].isNaN }
  }

  /// The cells below a level that water reaches from others without passing a crest above it.
  private func spread(from own: [Int], level: Double) -> [Int] {
    var isSeen = Set(own.filter { Double(bed.values[$0]) < level })
    var waiting = Array(isSeen)
    while let cell = waiting.popLast() {
      for next in bed.neighbours(of: cell) where !isSeen.contains(next) {
        guard Double(bed.values[next]) < level, !isBlocked(cell, next, level) else { continue }
        isSeen.insert(next)
        waiting.append(next)
      }
    }
    return isSeen.sorted()
  }

  private func isBlocked(_ a: Int, _ b: Int, _ level: Double) -> Bool {
    let (low, high) = (min(a, b), max(a, b))
    let face = 2 * low + (high - low == 1 ? 0 : 1)
    return crests[face].map { $0 >= level } ?? false
  }

  private mutating func addSides(_ wet: [Int], _ water: Int) {
    let (columns, rows) = (bed.columns, bed.rows)
    let places = wet.map { (column: $0 % columns, row: $0 / columns) }
    for (side, cells) in [
      (BoundaryCondition.Side.west, places.filter { $0.column == 0 }.map(\.row)),
      (.east, places.filter { $0.column == columns - 1 }.map(\.row)),
      (.north, places.filter { $0.row == 0 }.map(\.column)),
      (.south, places.filter { $0.row == rows - 1 }.map(\.column)),
    ] {
      for run in cells.sorted().runs {
        sides.append(Side(side: side, cells: run, water: water))
      }
    }
  }
}

extension [Int] {
  /// Sorted numbers as ranges of consecutive ones.
  fileprivate var runs: [Range<Int>] {
    reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound == number {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
  }
}
