import Catalog
import Datasets
package import FeatureStore
import Foundation
import GeometryCore
package import SimpleFeatures

/// Writes a raster layer to a file, in the layer's own CRS and cells: GeoTIFF, or an ESRI ASCII
/// grid by the ending `.asc`.
package struct RasterExporter {
  private let layer: String
  private let path: String
  /// Longitude and latitude of the part that is wanted; `nil` for all.
  private let box: Envelope?
  private let isText: Bool

  /// Whether export to `path` writes a raster.
  package static func takes(_ path: String) -> Bool {
    ["tif", "tiff", "asc"].contains(URL(fileURLWithPath: path).pathExtension.lowercased())
  }

  package init(layer: String, path: String, box: Envelope? = nil) throws {
    guard Self.takes(path) else {
      throw ImportError(
        .unknownFormat, "\(path) is no raster file that export writes",
        hint: "name it .tif, or .asc for an ESRI ASCII grid")
    }
    self.layer = layer
    self.path = path
    self.box = box
    isText = path.lowercased().hasSuffix(".asc")
  }

  /// Writes the cells; the file appears under its name only when it is whole.
  ///
  /// - Returns: Columns and rows.
  /// - Throws: ``ImportError`` for a layer that is no raster, a box beside it, values that leave no
  ///   number to stand for no value, and files that cannot be written.
  package func run(
    from store: SpatiaLiteStore, seenFrom mapVersion: MapVersion = .latest
  ) throws -> (columns: Int, rows: Int) {
    try store.readRastersNow(mapVersion) { snapshot in
      guard let raster = try snapshot.raster(layer) else {
        throw ImportError(
          .unknownFormat, "the city has no raster layer \"\(layer)\"",
          hint: "rasters: " + (try snapshot.rasters()).map(\.id).joined(separator: ", "))
      }
      return try run(raster, of: snapshot)
    }
  }

  /// Writes the cells of a layer of a snapshot, such as one of a run; like ``run(from:seenFrom:)``.
  package func run(
    _ raster: StoredRaster, of snapshot: any RasterSnapshot
  ) throws -> (columns: Int, rows: Int) {
    let part = try cells(of: raster)
    guard let noValue = raster.spareNumber(isText: isText) else {
      throw ImportError(
        .unwritableFile, "the values of layer \"\(layer)\" leave no number to stand for no value",
        hint: "give the layer cells of a wider type")
    }
    let head = RasterFileHead(
      lattice: part.lattice, type: raster.cellType, noValue: noValue, unit: raster.rule?.unit,
      datum: raster.rule?.datum)
    let partial = PartName.make(for: path)
    do {
      try write(snapshot, raster, part.columns, part.rows, head, to: partial)
      try moveIntoPlace(partial)
    } catch {
      try? FileManager.default.removeItem(atPath: partial)
      throw error
    }
    return (head.lattice.columns, head.lattice.rows)
  }

  /// The cells that the box covers.
  private func cells(
    of raster: StoredRaster
  ) throws -> (lattice: RasterLattice, columns: Range<Int>, rows: Range<Int>) {
    let crs = try CoordinateReferenceSystem(raster.lattice.crs)
    let wanted = try box.map { try CoordinateTransform(from: .cgcs2000, to: crs).transform($0) }
    if let part = raster.part(covering: wanted) { return part }
    throw ImportError(
      .nothingAccepted, "the box lies beside layer \"\(layer)\"",
      hint: "it covers \(raster.extent.minX), \(raster.extent.minY) to "
        + "\(raster.extent.maxX), \(raster.extent.maxY)")
  }

  private func write(
    _ snapshot: any RasterSnapshot, _ raster: StoredRaster, _ columns: Range<Int>,
    _ rows: Range<Int>, _ head: RasterFileHead, to partial: String
  ) throws {
    let put: (Range<Int>, [Float]) throws -> Void
    let finish: () throws -> Void
    if isText {
      let writer = try ASCIIGridWriter(partial, head)
      put = { try writer.write(rows: $0, $1) }
      finish = { try writer.finish() }
    } else {
      let writer = try GeoTIFFWriter(partial, for: path, head)
      put = { try writer.write(rows: $0, $1) }
      finish = { try writer.finish() }
    }
    var row = rows.lowerBound
    while row < rows.upperBound {
      let end = min(rows.upperBound, (row >> 8 + 1) << 8)
      let grid = try snapshot.grid(of: raster, level: 0, columns: columns, rows: row..<end)
      try put(row - rows.lowerBound..<end - rows.lowerBound, grid.values)
      row = end
    }
    try finish()
  }

  /// Renames, which replaces an older file in one step.
  private func moveIntoPlace(_ partial: String) throws {
    do {
      try PartName.replace(path, with: partial)
    } catch {
      let reason = unsafe String(cString: strerror(error.code.rawValue))
      throw ImportError(
        .unwritableFile, "\(path) cannot be replaced: \(reason)",
        hint: "check that it is a file and who may write it")
    }
  }
}
