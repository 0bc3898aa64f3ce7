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
  private let frames: Mutex<Frames?>
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
    frames = Mutex(nil)
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
    return try frames.withLock { frames in
      guard let frame = try frames?.reader.frame(index), let head = frames?.reader.head else {
        return RasterGrid(RasterLattice.none)
      }
      return Self.values(source, head, frame)
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
      body(moment, Self.values(source, reader.head, try reader.frame(index)))
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
    _ source: RunLayer.Source, _ head: FrameHead, _ frame: Frame
  ) -> RasterGrid {
    func field(_ name: String) -> RasterGrid {
      head.place(of: name).map { frame.fields[$0] } ?? RasterGrid(head.lattice)
    }
    var grid: RasterGrid
    switch source {
    case .field(let name):
      grid = field(name)
      for cell in grid.values.indices where grid.values[cell] == 0 { grid.values[cell] = .nan }
    case .surface(let name):
      grid = field(name)
      let ground = head.ground ?? RasterGrid(head.lattice)
      for cell in grid.values.indices {
        grid.values[cell] = grid.values[cell] > 0 ? grid.values[cell] + ground.values[cell] : .nan
      }
    case .magnitude(let first, let second):
      grid = field(first)
      let other = field(second)
      for cell in grid.values.indices {
        let (a, b) = (grid.values[cell], other.values[cell])
        grid.values[cell] = a == 0 && b == 0 ? .nan : (a * a + b * b).squareRoot()
      }
    case .raster, .features, .made: grid = RasterGrid(head.lattice)
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
