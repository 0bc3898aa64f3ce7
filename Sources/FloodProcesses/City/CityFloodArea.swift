import Catalog
import Coverages
import Foundation
import GeometryCore
import SimpleFeatures
import Simulation

/// The cells on which a flood of the city is computed.
struct CityFloodArea {
  /// In a projected CRS, metres.
  let lattice: RasterLattice
  let ground: MapRaster
  /// The outline of the catchment that the scenario asks for, in the CRS of the cells.
  private(set) var catchment: Geometry?
  /// What was assumed, a sentence each.
  private(set) var assumptions: [String] = []

  /// Bytes of memory that a cell takes in a run, its results included.
  static let bytesPerCell = 120

  /// - Throws: ``CatalogError`` at the scenario's line; ``PlainError`` for a city without terrain.
  init(
    _ flood: CityFlood, _ snapshot: any MapSnapshot,
    memoryBytes: Int = Int(ProcessInfo.processInfo.physicalMemory / 2)
  ) throws {
    guard let ground = try snapshot.rasters(withRole: FloodLayers.ground).first else {
      throw PlainError(
        message: "the city has no terrain: no raster layer has the role ground-height",
        hint: "import one: yutu import --city CITY --layer terrain FILE.tif")
    }
    self.ground = ground
    let (crs, ownCell) = try Self.computed(ground.lattice)
    let system = try CoordinateReferenceSystem(crs)
    let covered = try CoordinateTransform(
      from: CoordinateReferenceSystem(ground.lattice.crs), to: system
    ).transform(ground.lattice.envelope)
    let toPlane = try CoordinateTransform(from: .cgcs2000, to: system)
    let cell = flood.cellMetres?.value ?? ownCell
    let origin =
      crs == ground.lattice.crs
      ? (x: ground.lattice.originX, y: ground.lattice.originY) : (x: 0, y: 0)
    let cells = Cells(crs: crs, origin: origin, side: cell, memoryBytes: memoryBytes)
    var wanted: Envelope?
    if let area = flood.area, case .catchment(let x, let y) = area.value {
      let above = try Catchment(
        above: try toPlane.transform(x: x, y: y), on: try cells.lattice(covered, flood),
        ground, snapshot)
      guard let above else {
        throw Self.fault(
          flood, area.position, "the point of the catchment lies beside the terrain",
          hint: "the terrain covers \(Self.words(try Self.degrees(covered, system)))")
      }
      assumptions += above.assumptions
      catchment = above.shape
      wanted = above.box.intersection(covered)
    } else {
      wanted = try flood.area.map { try Self.box($0, of: flood, snapshot, toPlane) }
    }
    let box = wanted.map { $0.intersection(covered) } ?? covered
    guard !box.isEmpty, box.width > 0, box.height > 0 else {
      throw Self.fault(
        flood, flood.area?.position, "the area lies beside the terrain",
        hint: "the terrain covers \(Self.words(try Self.degrees(covered, system)))")
    }
    if let wanted, !covered.contains(wanted) {
      assumptions.append(
        "the area reaches beyond the terrain: what lies there is left out of the run")
    }
    lattice = try cells.lattice(box, flood)
  }

  /// The CRS to compute in and the side of its cells: the terrain's own, or for one in degrees the
  /// 3° Gauss-Krüger zone of CGCS2000 that it lies in.
  private static func computed(_ lattice: RasterLattice) throws -> (crs: String, cell: Double) {
    guard try CoordinateReferenceSystem(lattice.crs).isGeographic else {
      return (lattice.crs, lattice.cellWidth)
    }
    let middle = (lattice.envelope.minX + lattice.envelope.maxX) / 2
    let zone = min(max(Int((middle / 3).rounded()), 25), 45)
    return (
      "EPSG:\(4534 + zone - 25)", (lattice.cellHeight * metresPerDegree * 10).rounded() / 10
    )
  }

  /// Of latitude, in the middle latitudes.
  private static let metresPerDegree = 110_850.0

  private static func box(
    _ area: Located<CityFlood.Area>, of flood: CityFlood, _ snapshot: any MapSnapshot,
    _ toPlane: CoordinateTransform
  ) throws -> Envelope {
    switch area.value {
    case .box(let box): return try toPlane.transform(box)
    case .polygon(let polygon): return try toPlane.transform(polygon).envelope
    case .catchment: return .empty
    case .feature(let layer, let id):
      var found: Geometry?
      try snapshot.forEachFeature(of: layer, meeting: nil) {
        if $0.id == id { found = $0.geometry }
      }
      guard let found else {
        throw fault(
          flood, area.position, "the layer `\(layer)` has no feature `\(id)`",
          hint: "see its ids: yutu export --city CITY --layer \(layer) \(layer).csv")
      }
      return try toPlane.transform(found).envelope
    }
  }

  fileprivate static func fault(
    _ flood: CityFlood, _ place: TextPosition?, _ message: String, hint: String
  ) -> CatalogError {
    CatalogError(diagnostics: [flood.fault(place ?? flood.position, message, hint: hint)])
  }

  private static func degrees(
    _ box: Envelope, _ system: CoordinateReferenceSystem
  ) throws -> Envelope {
    try CoordinateTransform(from: system, to: .cgcs2000).transform(box)
  }

  private static func words(_ box: Envelope) -> String {
    [box.minX, box.minY, box.maxX, box.maxY].map { String(format: "%.4f", $0) }
      .joined(separator: ", ") + " (west, south, east, north)"
  }
}

/// How cells of a run lie.
private struct Cells {
  let crs: String
  /// A corner of one.
  let origin: (x: Double, y: Double)
  /// Metres.
  let side: Double
  let memoryBytes: Int

  /// The cells that cover a box.
  ///
  /// - Throws: ``CatalogError`` where the memory does not hold them.
  func lattice(_ box: Envelope, _ flood: CityFlood) throws -> RasterLattice {
    // Cells lie as those of the terrain do, so that heights are not interpolated for nothing.
    let west = origin.x + ((box.minX - origin.x) / side + 1e-6).rounded(.down) * side
    let north = origin.y - ((origin.y - box.maxY) / side + 1e-6).rounded(.down) * side
    let columns = ((box.maxX - west) / side - 1e-6).rounded(.up)
    let rows = ((north - box.minY) / side - 1e-6).rounded(.up)
    let bytes = columns * rows * Double(CityFloodArea.bytesPerCell)
    guard bytes <= Double(memoryBytes), columns * rows < Double(1 << 31) else {
      throw CityFloodArea.fault(
        flood, flood.cellMetres?.position,
        "cells of \(side) m make \(Int(columns)) x \(Int(rows)) of the area, which need "
          + "\(Self.gigabytes(bytes)) GB of memory; half of this machine's is "
          + "\(Self.gigabytes(Double(memoryBytes))) GB",
        hint: "cells of \(Self.fitting(box, memoryBytes)) m fit: cell: "
          + "\(Self.fitting(box, memoryBytes))")
    }
    return RasterLattice(
      columns: max(Int(columns), 1), rows: max(Int(rows), 1), originX: west, originY: north,
      cellWidth: side, cellHeight: side, crs: crs)
  }

  /// The smallest of 1, 2, 5, 10, … metres whose cells the memory holds.
  private static func fitting(_ box: Envelope, _ memoryBytes: Int) -> Int {
    let least = (box.width * box.height * Double(CityFloodArea.bytesPerCell) / Double(memoryBytes))
      .squareRoot()
    let sides = [1, 10, 100, 1000].flatMap { [$0, 2 * $0, 5 * $0] }
    return sides.first { Double($0) >= least } ?? 10_000
  }

  private static func gigabytes(_ bytes: Double) -> String { String(format: "%.1f", bytes / 1e9) }
}
