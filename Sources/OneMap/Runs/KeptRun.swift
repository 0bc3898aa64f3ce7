import Catalog
import Coverages
import Datasets
import Foundation
import GeometryCore
import SimpleFeatures
import Simulation
import Synchronization

/// A run that is kept with its city, open for reading, also while it goes on.
final class KeptRun: Sendable {
  let folder: RunFolder
  let layers: [String: LayerDefinition]
  private let frames = Mutex<Frames?>(nil)
  /// What reads the frames: who only asks which there are does not wait for it.
  private let reader = Mutex<FrameReader?>(nil)
  private let files = Mutex<[String: RasterFileState]>([:])

  /// A raster file of the run as it was read last.
  struct RasterFileState: Sendable {
    var modified: Date
    var lattice: RasterLattice
    var extent: Envelope
  }

  private struct Frames {
    var reader: FrameReader
    var extent: Envelope
  }

  /// The run of a folder; `nil` where the folder holds no whole one.
  init?(_ id: String, folder: String) {
    guard let found = RunFolder(path: folder), found.record.id == id else { return nil }
    self.folder = found
    let record = found.record
    layers = record.layers.reduce(into: [:]) { layers, layer in
      let file = "\(folder)/layers/\(layer.name).yml"
      guard let text = try? CatalogFile.readText(of: file),
        var definition = LayerCatalog.parse(yaml: text, file: file).layer
      else { return }
      definition.id = "\(ResultLayers.prefix)\(record.id)-\(layer.name)"
      layers[layer.name] = definition
    }
  }

  var record: RunRecord { folder.record }
  /// The moment of its simulated second 0.
  var start: Date { folder.start }

  /// What the frames have in common and when they are; `nil` where there are none yet.
  func axis() -> (head: FrameHead, seconds: [Double], extent: Envelope)? {
    frames.withLock { frames in
      do {
        if frames == nil {
          let reader = try FrameReader("\(folder.path)/\(FrameFile.name)")
          frames = Frames(reader: reader, extent: try Self.extent(of: reader.head.lattice))
        }
        try frames?.reader.refresh()
      } catch {
        // Nothing can be read of it yet, or no more of it.
      }
      guard let frames, frames.reader.count > 0 else { return nil }
      return (frames.reader.head, frames.reader.seconds, frames.extent)
    }
  }

  /// The values of a layer: of a time axis at a frame.
  ///
  /// - Throws: `SimulationError` and `ImportError` for files that are damaged.
  func grid(_ source: RunLayer.Source, frame index: Int) throws -> RasterGrid {
    if case .raster(let file) = source { return try GridFile.read("\(folder.path)/\(file)").grid }
    guard let listed = frames.withLock({ $0?.reader }) else { return RasterGrid(.none) }
    return try reader.withLock { reader in
      var own = reader.take() ?? listed
      // Frames are decoded one from the other: what was read last is kept.
      defer { reader = own }
      try own.refresh()
      return try Self.values(source, at: index, from: &own)
    }
  }

  /// Calls `body` with the values of a layer at each of its frames whose moment is `wanted`.
  ///
  /// It reads the frames by itself: nobody else waits for it.
  func forEachGrid(
    _ source: RunLayer.Source, where wanted: (Date) -> Bool, _ body: (Date, RasterGrid) -> Void
  ) throws {
    var reader = try FrameReader("\(folder.path)/\(FrameFile.name)")
    for (index, seconds) in reader.seconds.enumerated() {
      let moment = start.addingTimeInterval(seconds)
      guard wanted(moment) else { continue }
      body(moment, try Self.values(source, at: index, from: &reader))
    }
  }

  /// Where the cells of a raster file lie; `nil` where it is not there yet, or cannot be read.
  func rasterFile(_ file: String) -> RasterFileState? {
    let path = "\(folder.path)/\(file)"
    guard
      let modified = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate]
        as? Date
    else { return nil }
    if let known = files.withLock({ $0[file] }), known.modified == modified { return known }
    // A run's rasters have the cells of its frames; an ensemble has no frames.
    if let axis = axis() {
      return RasterFileState(modified: modified, lattice: axis.head.lattice, extent: axis.extent)
    }
    guard let lattice = try? RasterFile(path).lattice,
      let extent = try? Self.extent(of: lattice)
    else { return nil }
    let state = RasterFileState(modified: modified, lattice: lattice, extent: extent)
    files.withLock { $0[file] = state }
    return state
  }

  private static func extent(of lattice: RasterLattice) throws -> Envelope {
    try CoordinateTransform(from: CoordinateReferenceSystem(lattice.crs), to: .cgcs2000)
      .transform(lattice.envelope)
  }

  /// NaN where there is nothing, so that it is not drawn.
  private static func values(
    _ source: RunLayer.Source, at index: Int, from reader: inout FrameReader
  ) throws -> RasterGrid {
    let head = reader.head
    let names: [String] =
      switch source {
      case .field(let name), .surface(let name): [name]
      case .magnitude(let first, let second): [first, second]
      case .raster, .features, .made: []
      }
    let places = names.compactMap { head.place(of: $0) }
    guard let last = places.max(), places.count == names.count else {
      return RasterGrid(head.lattice)
    }
    let frame = try reader.frame(index, fieldCount: last + 1)
    let first = frame.fields[places[0]].values
    let other = frame.fields[places[places.count - 1]].values
    var grid = RasterGrid(head.lattice)
    var target = grid.values.mutableSpan
    let own = first.span
    switch source {
    case .field:
      for cell in own.indices where own[cell] != 0 { target[cell] = own[cell] }
    case .surface:
      let ground = (head.ground ?? RasterGrid(head.lattice)).values
      let heights = ground.span
      for cell in own.indices where own[cell] > 0 { target[cell] = own[cell] + heights[cell] }
    case .magnitude:
      let other = other.span
      for cell in own.indices where own[cell] != 0 || other[cell] != 0 {
        target[cell] = (own[cell] * own[cell] + other[cell] * other[cell]).squareRoot()
      }
    case .raster, .features, .made: break
    }
    return grid
  }
}

extension RasterLattice {
  /// No cells.
  fileprivate static var none: RasterLattice {
    RasterLattice(
      columns: 0, rows: 0, originX: 0, originY: 0, cellWidth: 1, cellHeight: 1, crs: "")
  }
}
