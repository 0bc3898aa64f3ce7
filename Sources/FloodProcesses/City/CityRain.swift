import Catalog
import Coverages
import Datasets
import Flood
import Foundation
import GeometryCore
import SimpleFeatures

/// The rain of rasters at times on the cells of a run: each raster cell becomes a zone with a
/// hyetograph of its own.
struct CityRain {
  /// Where the area's cells have their rain: the number of a zone from 1; NaN beside the rasters.
  let zones: RasterGrid
  /// Of each member of an ensemble and each zone, mm/h; of one member where there is no ensemble.
  let members: [[[Float]]]
  /// When each number of the hyetographs begins; the last one is the end of the rain.
  let moments: [Date]
  /// What was assumed, a sentence each.
  private(set) var assumptions: [String] = []

  /// Reads the rain of an area.
  ///
  /// - Parameters:
  ///   - hasMembers: Whether all members of an ensemble are wanted; else there must be one, or
  ///     one must be chosen.
  ///   - path: A NetCDF file or a folder of GeoTIFFs, as ``Datasets/RasterSeries`` reads them.
  ///   - lattice: The cells of the run.
  /// - Throws: ``ImportError``, and ``PlainError`` for what is no rain of the area.
  init(
    _ said: CityFlood.RainGrids, _ path: String, on lattice: RasterLattice, hasMembers: Bool
  ) throws {
    let system = try CoordinateReferenceSystem(lattice.crs)
    var assumed: [String] = []
    var toRaster: CoordinateTransform?
    let series = try RasterSeries(path, variable: said.variable) { whole in
      let crs = try Self.crs(of: whole, path, &assumed)
      let transform = try CoordinateTransform(from: system, to: crs)
      toRaster = transform
      let cells = whole.cells(covering: try transform.transform(lattice.envelope))
      let columns = (cells.columns.lowerBound - 1..<cells.columns.upperBound + 1)
        .clamped(to: 0..<whole.columns)
      let rows = (cells.rows.lowerBound - 1..<cells.rows.upperBound + 1)
        .clamped(to: 0..<whole.rows)
      guard !columns.isEmpty, !rows.isEmpty else {
        let box = whole.envelope
        throw PlainError(
          message: "the rain of \(path) lies beside the area",
          hint: "it covers x \(box.minX) to \(box.maxX), y \(box.minY) to \(box.maxY) in "
            + crs.identifier)
      }
      return (columns, rows)
    }
    let chosen = try Self.members(said.member, hasMembers, of: series, path)
    let stamps = chosen[0].map(\.slice.moment)
    guard chosen.allSatisfy({ $0.map(\.slice.moment) == stamps }) else {
      throw PlainError(
        message: "the members of \(path) are of different times",
        hint: "bring all to the same times")
    }
    moments = try Self.moments(stamps, said, path)
    let factors = try Self.factors(said.unit?.value ?? series.unit, moments, path)

    let ids = RasterGrid(
      series.lattice, values: (0..<series.lattice.cellCount).map { Float($0) })
    var onCells = ids.resampled(to: lattice, by: .nearest) { [toRaster] points in
      let places = Geometry(kind: .multiPoint, ordinates: points)
      points =
        (try? toRaster?.transform(places).ordinates)
        ?? Array(repeating: .nan, count: points.count)
    }
    var numbers: [Float: Float] = [:]
    var used: [Int] = []
    for (cell, id) in onCells.values.enumerated() where !id.isNaN {
      if numbers[id] == nil {
        used.append(Int(id))
        numbers[id] = Float(used.count)
      }
      onCells.values[cell] = numbers[id] ?? .nan
    }
    zones = onCells
    var (missing, known) = (0, 0)
    members = chosen.map { steps in
      used.map { cell in
        zip(steps, factors).map { step, factor in
          let value = step.values[cell]
          guard value >= 0 else {
            missing += 1
            return 0
          }
          known += 1
          return value * Float(factor)
        }
      }
    }
    try check(path)
    guard known > 0 else {
      throw PlainError(
        message: "the rain of \(path) has no values in the area",
        hint: "choose another `area`, or a file that covers it")
    }
    if missing > 0 {
      let share = 100 * Double(missing) / Double(missing + known)
      assumed.append(
        "no rain where the rasters have no value: \(String(format: "%.1f", share)) % of them")
    }
    if zones.valueCount < lattice.cellCount {
      assumed.append("no rain where the area reaches beyond the rasters of rain")
    }
    assumptions = assumed
  }

  private func check(_ path: String) throws {
    let most = FloodLimits.rain.upperBound
    for rain in members.joined() {
      guard let high = rain.first(where: { Double($0) > most }) else { continue }
      throw PlainError(
        message: "\(path) holds rain of \(high) mm/h", hint: "say what its numbers are: unit: mm")
    }
  }

  /// Files without a CRS whose numbers can be degrees are in degrees.
  private static func crs(
    of lattice: RasterLattice, _ path: String, _ assumed: inout [String]
  ) throws -> CoordinateReferenceSystem {
    guard lattice.crs.isEmpty else { return try CoordinateReferenceSystem(lattice.crs) }
    let box = lattice.envelope
    guard box.minX >= -180, box.maxX <= 360, box.minY >= -90.001, box.maxY <= 90.001 else {
      throw PlainError(
        message: "\(path) does not say which CRS its coordinates are in",
        hint: "give it one: gdal_translate -a_srs EPSG:n IN OUT")
    }
    assumed.append("the rasters of rain name no CRS: they are taken as longitude and latitude")
    return .cgcs2000
  }

  /// The slices of each member in their order.
  private static func members(
    _ wanted: Int?, _ hasMembers: Bool, of series: RasterSeries, _ path: String
  ) throws -> [[(slice: RasterSlice, values: [Float])]] {
    let all = Array(zip(series.slices, series.values).map { (slice: $0, values: $1) })
    let count = Set(series.slices.map(\.member)).count
    if let wanted, !(1...count).contains(wanted) {
      throw PlainError(
        message: "\(path) has no member \(wanted)", hint: "they are numbered from 1 to \(count)")
    }
    guard count == 1 || wanted != nil || hasMembers else {
      throw PlainError(
        message: "\(path) is an ensemble of \(count) members",
        hint: "choose one, `member: 1`, or compute all with the process flood-ensemble")
    }
    return (0..<count).filter { wanted == nil || $0 + 1 == wanted }.map { member in
      all.filter { $0.slice.member == member }
    }
  }

  /// When each slice begins, and when the last one ends.
  private static func moments(
    _ stamps: [Date], _ said: CityFlood.RainGrids, _ path: String
  ) throws -> [Date] {
    guard zip(stamps, stamps.dropFirst()).allSatisfy(<) else {
      throw PlainError(
        message: "\(path) has two rasters of one time", hint: "keep one of each time")
    }
    guard stamps.count > 1, let first = stamps.first, let last = stamps.last else {
      throw PlainError(
        message: "\(path) has one raster: nobody can tell how long its rain lasts",
        hint: "give a series of two or more")
    }
    if said.isStampedAtEnd {
      return [first - stamps[1].timeIntervalSince(first)] + stamps
    }
    return stamps + [last + last.timeIntervalSince(stamps[stamps.count - 2])]
  }

  /// What makes mm/h of the numbers of each slice.
  private static func factors(
    _ unit: String?, _ moments: [Date], _ path: String
  ) throws -> [Double] {
    let steps = zip(moments, moments.dropFirst()).map { $1.timeIntervalSince($0) }
    let unit = unit.flatMap { $0.isEmpty ? nil : $0 }
    let word = unit?.lowercased().replacing(" ", with: "").replacing("**", with: "")
      .replacing("^", with: "").replacing("*", with: "")
    switch word {
    case "mm/h", "mm/hr", "mm/hour", "mmh-1", "mmhr-1", "kg/m2/h", "kgm-2h-1":
      return steps.map { _ in 1 }
    case "mm/s", "mms-1", "kgm-2s-1", "kg/m2/s": return steps.map { _ in 3600 }
    case "mm/min", "mmmin-1": return steps.map { _ in 60 }
    case "mm/d", "mm/day", "mmday-1", "mmd-1": return steps.map { _ in 1 / 24.0 }
    case "mm", "kgm-2", "kg/m2": return steps.map { 3600 / $0 }
    case "m": return steps.map { 3_600_000 / $0 }
    default:
      throw PlainError(
        message: unit.map { "\(path) is in `\($0)`, which is no unit of rain that is known" }
          ?? "\(path) does not say which unit its rain is in",
        hint: "say it: unit: mm/h, or unit: mm for what falls in each step")
    }
  }

  // MARK: In the run's time

  /// The table of hyetographs in seconds of a run, and a sentence where rain ends before it.
  ///
  /// - Throws: ``PlainError`` for rain that is over when the run begins, or begins after it.
  func table(
    ofMember member: Int, start: Date, durationSeconds: Double
  ) throws -> (lines: [String], remark: String?) {
    let hyetographs = members[member]
    let seconds = moments.map { $0.timeIntervalSince(start) }
    guard let first = seconds.first, let last = seconds.last, last > 0, first < durationSeconds
    else {
      throw PlainError(
        message: "the rain goes from \(moments[0].formatted(.iso8601)) to "
          + "\(moments[moments.count - 1].formatted(.iso8601)), the run from "
          + "\(start.formatted(.iso8601)) on for \(durationSeconds) s",
        hint: "let it begin with the rain: leave `start` out, or make it fit")
    }
    let names = hyetographs.indices.map { "\($0 + 1)" }
    var lines = [(["s"] + names).joined(separator: ",")]
    for (index, time) in seconds.dropLast().enumerated() where seconds[index + 1] > 0 {
      let values = hyetographs.map { "\($0[index])" }
      lines.append((["\(max(time, 0))"] + values).joined(separator: ","))
    }
    lines.append((["\(last)"] + names.map { _ in "0" }).joined(separator: ","))
    let remark = last < durationSeconds ? "no rain after the last raster, from \(last) s on" : nil
    return (lines, remark)
  }
}
