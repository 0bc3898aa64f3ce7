import CGDAL
import Foundation
import SimpleFeatures

/// Rasters at times of a NetCDF file of the CF conventions, as GDAL reads it in this process.
@safe final class GDALSeries {
  let head: RasterSeriesHead
  private let raster: GDALRaster

  /// Rasters beyond which a file is refused.
  private static let mostSlices = 100_000

  /// Opens a file and reads its times.
  ///
  /// - Parameter variable: Which of its quantities is meant; needed where it has several over time.
  /// - Throws: ``ImportError`` `unreadable-raster` for a file that GDAL cannot read;
  ///   `unsuitable-raster` with the way out for one without times and as ``GDALRaster`` does.
  init(_ path: String, variable: String?) throws(ImportError) {
    var chosen = unsafe try Self.open(path, path)
    var name = variable
    if unsafe GDALGetRasterCount(chosen) == 0 || variable != nil {
      let names = unsafe Self.variables(of: chosen)
      unsafe GDALClose(chosen)
      (unsafe chosen, name) = unsafe try Self.choose(variable, among: names, path)
    }
    let times = unsafe Self.Times(chosen)
    let unit = unsafe Self.unit(of: chosen, variable: name)
    guard let times, !times.slices.isEmpty, times.slices.count <= Self.mostSlices else {
      let count = times?.slices.count ?? 0
      unsafe GDALClose(chosen)
      throw ImportError(
        .unsuitableRaster,
        count > 0
          ? "\(path) holds \(count) rasters" : "\(path) has no time axis of the CF conventions",
        hint: count > 0
          ? "at most \(Self.mostSlices) are taken: cut it with ncks -d time,FIRST,LAST"
          : "its variable needs a dimension `time` whose units are such as \"minutes since "
            + "2026-07-05 12:00:00\"")
    }
    raster = try unsafe GDALRaster(opened: chosen, path)
    head = RasterSeriesHead(raster: raster.head, unit: unit, slices: times.slices)
  }

  /// The values of some rows of one of the slices, row by row; NaN where there is none.
  ///
  /// - Throws: ``ImportError`` `unreadable-raster` where the file is cut off or damaged.
  func values(ofSlice index: Int, rows: Range<Int>) throws(ImportError) -> [Float] {
    raster.select(band: index + 1)
    return try raster.values(rows: rows)
  }

  // MARK: The file

  private static func open(_ name: String, _ path: String) throws(ImportError) -> GDALDatasetH {
    let (handle, words) = unsafe GDALSession.open(
      name, GDAL_OF_RASTER, drivers: ["netCDF"], options: [])
    guard let handle = unsafe handle else {
      throw ImportError(
        .unreadableRaster, "\(path) is no NetCDF file that can be read: \(words)",
        hint: "it is cut off or damaged: fetch it again; ncdump -h shows what it holds")
    }
    return unsafe handle
  }

  /// Opens the variable that is meant: the only one over time unless one is named.
  private static func choose(
    _ variable: String?, among names: [(variable: String, dataset: String)], _ path: String
  ) throws(ImportError) -> (GDALDatasetH, String) {
    var timed: [String] = []
    for (name, dataset) in names where variable == nil || variable == name {
      let opened = try unsafe open(dataset, path)
      if unsafe Times(opened) != nil { timed.append(name) }
      unsafe GDALClose(opened)
    }
    let known = names.map(\.variable).joined(separator: ", ")
    guard timed.count == 1, let dataset = names.first(where: { $0.variable == timed[0] })?.dataset
    else {
      let what =
        variable.map { "\(path) has no variable `\($0)` over time" }
        ?? (timed.isEmpty
          ? "\(path) has no variable over time" : "\(path) has \(timed.count) variables over time")
      throw ImportError(
        .unsuitableRaster, what,
        hint: timed.isEmpty
          ? "it has: \(known)"
          : "say which is the rain: variable: \(timed.joined(separator: ", or "))")
    }
    return (unsafe try open(dataset, path), timed[0])
  }

  /// The variables that are rasters of their own, and what GDAL calls each.
  private static func variables(
    of dataset: GDALDatasetH
  ) -> [(variable: String, dataset: String)] {
    // The items of this domain are told as a list alone.
    let list = unsafe GDALGetMetadata(dataset, "SUBDATASETS")
    var found: [(String, String)] = []
    while let name = unsafe GDALSession.text(
      CSLFetchNameValue(list, "SUBDATASET_\(found.count + 1)_NAME"), .utf8),
      let mark = name.lastIndex(of: ":")
    {
      found.append((String(name[name.index(after: mark)...]), name))
    }
    return found
  }

  private static func text(_ key: String, of object: GDALMajorObjectH?) -> String? {
    unsafe GDALSession.text(GDALGetMetadataItem(object, key, nil), .utf8)
  }

  private static func unit(of dataset: GDALDatasetH, variable: String?) -> String? {
    if let variable, let unit = unsafe text("\(variable)#units", of: dataset) { return unit }
    let band = unsafe GDALGetRasterBand(dataset, 1)
    if let unit = unsafe text("units", of: band) { return unit }
    let unit = unsafe GDALSession.text(GDALGetRasterUnitType(band), .utf8)
    return unit?.isEmpty == false ? unit : nil
  }

  /// When the bands of a dataset are.
  private struct Times {
    var slices: [RasterSlice] = []

    /// `nil` for a dataset without a time axis.
    init?(_ dataset: GDALDatasetH) {
      let names = ["time", "valid_time", "Time", "t"]
      guard
        let (name, axis) = names.lazy.compactMap({ name -> (String, (Date, Double))? in
          (unsafe GDALSeries.text("\(name)#units", of: dataset))
            .flatMap(ForecastTime.axis).map { (name, ($0.origin, $0.secondsPerUnit)) }
        }).first
      else { return nil }
      let members = ["realization", "member", "number", "ensemble", "ens"]
      var known: [String: Int] = [:]
      for number in 1...max(1, unsafe GDALGetRasterCount(dataset)) {
        let band = unsafe GDALGetRasterBand(dataset, number)
        guard
          let time = unsafe GDALSeries.text("NETCDF_DIM_\(name)", of: band)
            .flatMap({ Double($0.trimmingCharacters(in: .whitespaces)) }),
          time.isFinite
        else { return nil }
        let member = members.lazy.compactMap {
          unsafe GDALSeries.text("NETCDF_DIM_\($0)", of: band)
        }.first
        let index = known[member ?? "", default: known.count]
        known[member ?? ""] = index
        slices.append(
          RasterSlice(moment: axis.0.addingTimeInterval(time * axis.1), member: index))
      }
    }
  }
}
