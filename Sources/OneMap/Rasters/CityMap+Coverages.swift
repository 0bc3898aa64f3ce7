import Catalog
import Datasets
package import FeatureStore
import GeometryCore
package import SimpleFeatures

/// The part of a raster layer that somebody wants as numbers.
package struct CoverageWindow: Sendable {
  /// The box that it covers; `nil` for all.
  package var box: Envelope?
  /// The CRS of the box, easting or longitude first.
  package var crs: String
  /// How many cells of the layer a cell of the answer is wide and high, 1 or more.
  package var scale: Double
  /// More cells than this are refused.
  package var mostCells: Int

  /// A part by its box.
  package init(_ box: Envelope?, crs: String, scale: Double = 1, mostCells: Int) {
    self.box = box
    self.crs = crs
    self.scale = scale
    self.mostCells = mostCells
  }

  /// Why there is no answer.
  package enum Refusal: Error {
    /// The box and the layer have no cell in common.
    case beside
    /// The answer would have so many cells.
    case tooMany(columns: Int, rows: Int)
  }
}

extension CityMap {
  /// Some cells of a raster layer in its own CRS: as they are kept, or coarser ones.
  ///
  /// - Throws: ``CoverageWindow/Refusal``; ``GeometryError`` where no sure way leads between the
  ///   systems.
  package func coverage(
    of raster: StoredRaster, _ window: CoverageWindow
  ) async throws -> RasterGrid {
    guard let part = raster.part(covering: try Self.box(of: window, in: raster)) else {
      throw CoverageWindow.Refusal.beside
    }
    var lattice = part.lattice
    if window.scale > 1 {
      lattice.columns = Int((Double(lattice.columns) / window.scale).rounded(.up))
      lattice.rows = Int((Double(lattice.rows) / window.scale).rounded(.up))
      lattice.cellWidth *= window.scale
      lattice.cellHeight *= window.scale
    }
    guard lattice.cellCount <= window.mostCells else {
      throw CoverageWindow.Refusal.tooMany(columns: lattice.columns, rows: lattice.rows)
    }
    if window.scale > 1 { return try await grid(of: raster, on: lattice) }
    return try await read(raster) {
      try $0.grid(of: raster, level: 0, columns: part.columns, rows: part.rows)
    }
  }

  /// The box of a window in the layer's CRS.
  private static func box(
    of window: CoverageWindow, in raster: StoredRaster
  ) throws -> Envelope? {
    guard let box = window.box else { return nil }
    let (from, to) = try (
      CoordinateReferenceSystem(window.crs), CoordinateReferenceSystem(raster.lattice.crs)
    )
    if from == to { return box }
    // Far away the systems may not reach.
    let covered = try CoordinateTransform(from: to, to: from).transform(raster.lattice.envelope)
    let common = box.intersection(covered)
    guard !common.isEmpty else { throw CoverageWindow.Refusal.beside }
    return try CoordinateTransform(from: from, to: to).transform(common)
  }

  /// Runs `body` where the values of a raster layer are: in the city, or in its runs.
  func read<Result: Sendable>(
    _ raster: StoredRaster, _ body: @escaping @Sendable (any RasterSnapshot) throws -> Result
  ) async throws -> Result {
    if raster.isResult { return try body(runs) }
    return try await store.readRasters(mapVersion, body)
  }

  /// A raster layer's cells as a GeoTIFF file.
  package static func geoTIFF(_ grid: RasterGrid, of raster: StoredRaster) throws -> [UInt8] {
    let spare = raster.spareNumber()
    return try GeoTIFFWriter.bytes(
      of: grid,
      RasterFileHead(
        lattice: grid.lattice, type: spare == nil ? .float32 : raster.cellType,
        noValue: spare ?? .nan, unit: raster.rule?.unit, datum: raster.rule?.datum))
  }
}
