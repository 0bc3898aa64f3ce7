import Catalog
import Coverages
package import FeatureStore
package import Foundation
package import SimpleFeatures
package import Simulation
import Synchronization

/// The runs that are kept with a city, `CITY.runs/`, as raster layers with a time axis:
/// `run-ID-NAME`.
///
/// They are read while they go on: the last frame is the latest that is whole.
package final class RunStore: RasterSnapshot, Sendable {
  let path: String
  /// What makes layers of the frames of runs, and what it made lately.
  let features: RunFeatureShelf
  private let runs = Mutex<[String: (modified: Date, run: KeptRun)]>([:])
  private let pyramids = Mutex(GridShelf())

  /// The runs of a folder, which need not exist.
  ///
  /// - Parameter features: What makes layers of the frames of runs.
  package init(_ path: String, features: [any RunFeatures] = []) {
    self.path = path
    self.features = RunFeatureShelf(features)
  }

  /// The times of a layer's values.
  package struct TimeAxis: Sendable {
    /// What the run is.
    package let record: RunRecord
    /// When each frame is; none for a layer of the run as a whole.
    package let moments: [Date]
  }

  // MARK: Runs

  /// The runs that are there, in the order of their ids.
  func all() -> [KeptRun] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().compactMap(run)
  }

  /// The run of an id; `nil` where there is none.
  func run(_ id: String) -> KeptRun? {
    guard !path.isEmpty, RunFolder.isID(id) else { return nil }
    let file = "\(path)/\(id)/\(RunRecord.fileName)"
    guard
      let modified = (try? FileManager.default.attributesOfItem(atPath: file))?[.modificationDate]
        as? Date
    else { return nil }
    if let known = runs.withLock({ $0[id] }), known.modified == modified { return known.run }
    guard let run = KeptRun(id, folder: "\(path)/\(id)") else { return nil }
    runs.withLock { $0[id] = (modified, run) }
    return run
  }

  func forget(_ id: String) { runs.withLock { $0[id] = nil } }

  /// The run and the layer that an id names.
  func find(_ id: String) -> (run: KeptRun, layer: RunLayer)? {
    guard id.hasPrefix(ResultLayers.prefix) else { return nil }
    let rest = id.dropFirst(ResultLayers.prefix.count)
    // Names of runs and layers have hyphens: the longest name of a layer that fits.
    for place in rest.indices where rest[place] == "-" {
      guard let run = run(String(rest[..<place])) else { continue }
      let name = rest[rest.index(after: place)...]
      guard let layer = run.record.layers.first(where: { $0.name == name }) else { continue }
      return (run, layer)
    }
    return nil
  }

  // MARK: Layers

  package func rasters() throws -> [StoredRaster] {
    try all().flatMap { run in
      try run.record.layers.compactMap { try raster(run, $0, at: nil) }
    }
  }

  package func raster(_ id: String) throws -> StoredRaster? { try raster(id, at: nil) }

  /// A layer as it is at a moment; as it is last for `nil`.
  ///
  /// - Throws: ``StoreError`` `outside-time` for a moment at which the run has no frame.
  package func raster(_ id: String, at moment: Date?) throws -> StoredRaster? {
    try find(id).flatMap { try raster($0.run, $0.layer, at: moment) }
  }

  private func raster(_ run: KeptRun, _ layer: RunLayer, at moment: Date?) throws -> StoredRaster? {
    guard let definition = run.layers[layer.name] else { return nil }
    let token = "\(run.record.id) \(run.record.created) \(layer.name)"
    switch layer.source {
    case .features: return nil
    case .raster(let name):
      guard let file = run.rasterFile(name) else { return nil }
      let last = run.axis()?.seconds.last ?? 0
      return StoredRaster(
        result: definition, lattice: file.lattice, state: 0,
        token: token + " \(file.modified.timeIntervalSince1970)",
        time: run.start.addingTimeInterval(last).formatted(.iso8601), extent: file.extent)
    case .field, .surface, .magnitude, .made:
      guard let axis = run.axis() else { return nil }
      let state = try Self.frame(at: moment, run, axis.seconds)
      return StoredRaster(
        result: definition, lattice: axis.head.lattice, state: state, token: token + " \(state)",
        time: run.start.addingTimeInterval(axis.seconds[state]).formatted(.iso8601),
        extent: axis.extent)
    }
  }

  /// The index of the last frame that is not after a moment.
  static func frame(at moment: Date?, _ run: KeptRun, _ seconds: [Double]) throws -> Int {
    do throws(ProcessError) {
      return try run.folder.frame(at: moment, of: seconds)
    } catch {
      throw StoreError(.outsideTime, error.message, hint: error.hint)
    }
  }

  /// The times of a layer's values; `nil` where it is no layer of a run.
  package func timeAxis(of id: String) -> TimeAxis? {
    guard let (run, layer) = find(id) else { return nil }
    switch layer.source {
    case .raster: return TimeAxis(record: run.record, moments: [])
    case .field, .surface, .magnitude, .features, .made:
      let seconds = run.axis()?.seconds ?? []
      return TimeAxis(
        record: run.record, moments: seconds.map { run.start.addingTimeInterval($0) })
    }
  }

  // MARK: Values

  package func grid(
    of raster: StoredRaster, level: Int, columns: Range<Int>, rows: Range<Int>
  ) throws -> RasterGrid {
    guard let grid = try grid(of: raster, level: level) else {
      return RasterGrid(raster.lattice(level: level).part(columns: columns, rows: rows))
    }
    return grid.window(columns: columns, rows: rows)
  }

  /// The values of a raster at one of its resolutions; `nil` where it is gone.
  private func grid(of raster: StoredRaster, level: Int) throws -> RasterGrid? {
    let key = "\(raster.id) \(raster.lastCommitToken)"
    var levels = pyramids.withLock { $0[key] } ?? []
    guard !levels.indices.contains(level) else { return levels[level] }
    if levels.isEmpty {
      guard let (run, layer) = find(raster.id) else { return nil }
      levels.append(try values(of: layer, in: run, frame: raster.lastCommit))
    }
    // Only as far as somebody asks: most moments are looked at from one height.
    while levels.count <= level, let last = levels.last {
      levels.append(last.halved(by: raster.method))
    }
    pyramids.withLock { $0.put(levels, for: key) }
    return levels[level]
  }

  private func values(of layer: RunLayer, in run: KeptRun, frame index: Int) throws -> RasterGrid {
    guard layer.source == .made, let maker = features.maker(of: run.record.process) else {
      return try run.grid(layer.source, frame: index)
    }
    return try maker.grid(of: layer.name, in: run.folder, atFrame: index)
  }

  /// The values of a layer at a place over its frames; NaN where it has none.
  ///
  /// - Parameters:
  ///   - x: In the CRS of the layer's cells, like `y`.
  package func series(
    of raster: StoredRaster, x: Double, y: Double, since: Date?, until: Date?
  ) throws -> [(moment: Date, value: Float)] {
    guard let (run, layer) = find(raster.id) else { return [] }
    var series: [(Date, Float)] = []
    func isAsked(_ moment: Date) -> Bool {
      since.map { moment >= $0 } ?? true && until.map { moment <= $0 } ?? true
    }
    func add(_ moment: Date, _ grid: RasterGrid) {
      series.append((moment, grid.value(x: x, y: y, by: raster.methodAtPlace) ?? .nan))
    }
    guard layer.source == .made else {
      try run.forEachGrid(layer.source, where: isAsked, add)
      return series
    }
    for (index, seconds) in (run.axis()?.seconds ?? []).enumerated() {
      let moment = run.start.addingTimeInterval(seconds)
      guard isAsked(moment) else { continue }
      add(moment, try values(of: layer, in: run, frame: index))
    }
    return series
  }
}

/// Grids that were read lately, up to so many bytes.
private struct GridShelf {
  private var entries: [(key: String, levels: [RasterGrid])] = []
  private static let limitBytes = 192 << 20

  subscript(key: String) -> [RasterGrid]? {
    mutating get {
      guard let place = entries.firstIndex(where: { $0.key == key }) else { return nil }
      let entry = entries.remove(at: place)
      entries.append(entry)
      return entry.levels
    }
  }

  /// Keeps the levels of a raster, unless more of them are kept already.
  mutating func put(_ levels: [RasterGrid], for key: String) {
    if let known = self[key], known.count >= levels.count { return }
    entries.removeAll { $0.key == key }
    entries.append((key, levels))
    func bytes(_ levels: [RasterGrid]) -> Int { levels.reduce(0) { $0 + 4 * $1.values.count } }
    var total = entries.reduce(0) { $0 + bytes($1.levels) }
    while total > Self.limitBytes, entries.count > 1 {
      total -= bytes(entries.removeFirst().levels)
    }
  }
}
