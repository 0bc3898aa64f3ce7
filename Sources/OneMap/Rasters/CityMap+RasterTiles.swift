import Catalog
package import Coverages
package import FeatureStore
import SimpleFeatures
package import VectorTiles

extension CityMap {
  /// What changes whenever a raster's tile may: known without building it.
  package func tileVersion(_ raster: StoredRaster, inColours: Bool = false) -> String {
    let kind = inColours ? "colours" : "png"
    return Fingerprint.text(of: "\(kind) 3 \(raster.id) \(raster.lastCommitToken)".utf8)
  }

  /// A tile of a raster layer as a PNG file: the colours of its classes, else values by
  /// ``StoredRaster/valueCoding``; `nil` where it shows nothing.
  package func tile(_ tile: TileCoordinate, of raster: StoredRaster) async throws -> [UInt8]? {
    guard tile.mercatorZoom >= raster.definition.tiles.minimumZoom else { return nil }
    let lattice = tile.lattice
    let grid = try await grid(of: raster, on: lattice)
    let isEmpty = !grid.values.contains { !$0.isNaN }
    guard let palette = raster.palette else {
      // MapLibre fails where one of two tiles of heights that touch has no pixels.
      if isEmpty, raster.isResult || !tile.touches(raster.extent) { return nil }
      return grid.valuePNG(raster.valueCoding)
    }
    return isEmpty ? nil : grid.classPNG(palette)
  }

  /// A tile of a raster layer as a PNG file in the colours of its classes or of its ramp; `nil`
  /// where it shows nothing.
  package func colourTile(
    _ tile: TileCoordinate, of raster: StoredRaster
  ) async throws -> [UInt8]? {
    guard raster.palette == nil else { return try await self.tile(tile, of: raster) }
    guard tile.mercatorZoom >= raster.definition.tiles.minimumZoom else { return nil }
    let grid = try await grid(of: raster, on: tile.lattice)
    let ramp = raster.colourRamp
    let least = ramp.isClearBelow ? Float(ramp.stops[0].value) : -.infinity
    guard grid.values.contains(where: { $0 >= least }) else { return nil }
    return grid.rampPNG(ramp)
  }

  /// A tile of a raster layer for shading its slopes, a PNG of ``StoredRaster/reliefCoding``;
  /// `nil` where it has no value.
  ///
  /// Shading takes every pixel for ground, so the ground goes on and flattens where none is known,
  /// and heights between cells lie on smooth curves, so that cells do not show as facets.
  package func reliefTile(
    _ tile: TileCoordinate, of raster: StoredRaster
  ) async throws -> [UInt8]? {
    guard tile.mercatorZoom >= raster.definition.tiles.minimumZoom, raster.palette == nil else {
      return nil
    }
    guard tile.touches(raster.extent) else { return nil }
    let grid = try await grid(of: raster, on: tile.lattice, by: .cubic)
    return try await filled(grid, of: raster, cells: ReliefCells(tile))
      .valuePNG(raster.reliefCoding)
  }

  /// Cells of a raster with values where it has none: between those of cells twice as large.
  ///
  /// These have values by the same rule (pull-push: S. Gortler et al., The Lumigraph, 1996,
  /// doi:10.1145/237170.237200).
  /// A cell's value depends on where it lies and not on the tile that asks for it, so that shading
  /// shows neither the edge of what is known nor edges of tiles.
  private func filled(
    _ grid: RasterGrid, of raster: StoredRaster, cells: ReliefCells
  ) async throws -> RasterGrid {
    guard grid.values.contains(where: \.isNaN) else { return grid }
    var result = grid
    guard let parents = cells.parents(within: raster.extent) else {
      let middle = Float((raster.bounds.lowerBound + raster.bounds.upperBound) / 2)
      result.values = grid.values.map { $0.isNaN ? middle : $0 }
      return result
    }
    let coarse = try await filled(
      try await self.grid(of: raster, on: parents.lattice, by: .average), of: raster,
      cells: parents)
    result.fillGaps(between: coarse)
    return result
  }
}

extension StoredRaster {
  /// How colours of tiles for shading are values.
  package var reliefCoding: ValueCoding {
    valueCoding == .terrainRGB ? .fineHeights : valueCoding
  }

  /// The colours of its classes; `nil` where cells hold a continuous value.
  package var palette: ClassPalette? {
    guard let rule, !rule.classes.isEmpty else { return nil }
    let grey = ClassPalette.Colour(red: 128, green: 128, blue: 128)
    var colours: [UInt8: ClassPalette.Colour] = [:]
    for entry in rule.classes {
      guard let code = UInt8(exactly: entry.value) else { continue }
      colours[code] = ClassPalette.Colour(css: entry.colour) ?? grey
    }
    return ClassPalette(colours, other: grey)
  }

  /// The colours of its values; shades of grey where its layer file names none.
  ///
  /// Of what a run gave, such as depths, values below the first stop are not drawn.
  package var colourRamp: ColourRamp {
    let grey = ClassPalette.Colour(red: 128, green: 128, blue: 128)
    let stops = (rule?.ramp ?? []).map {
      ColourRamp.Stop($0.value, ClassPalette.Colour(css: $0.colour) ?? grey)
    }
    if stops.count > 1 { return ColourRamp(Array(stops.prefix(64)), isClearBelow: isResult) }
    let top = max(bounds.upperBound, bounds.lowerBound.nextUp)
    return ColourRamp([
      .init(bounds.lowerBound, ClassPalette.Colour(red: 32, green: 32, blue: 32)),
      .init(top, ClassPalette.Colour(red: 240, green: 240, blue: 240)),
    ])
  }

  /// How colours of tiles are values: in steps of the layer's precision where its file says one,
  /// else heights in metres as Terrain-RGB, which map clients know, and others as finely as 24 bits
  /// can.
  ///
  /// Clients keep what a TileJSON says of colours, so it stays where a commit brings larger values
  /// of the same magnitude, and always where the layer file says the least and the largest.
  package var valueCoding: ValueCoding {
    let precision = rule?.precision ?? 0
    if precision == 0, rule?.unit == "m", rule?.datum != nil, bounds.lowerBound > -10_000 {
      return .terrainRGB
    }
    let byMagnitude = ValueCoding(ofMagnitude: bounds, precision: precision)
    guard let low = rule?.minimum, let high = rule?.maximum, low < high else { return byMagnitude }
    let stated = ValueCoding(covering: low...high, precision: precision)
    return stated.step <= byMagnitude.step ? stated : byMagnitude
  }
}

extension TileCoordinate {
  /// Whether the tile has a part of a box in longitude and latitude.
  fileprivate func touches(_ box: Envelope) -> Bool {
    let own = envelope()
    return own.minX <= box.maxX && own.maxX >= box.minX && own.minY <= box.maxY
      && own.maxY >= box.minY
  }

  /// The tile's pixels as cells in the CRS of its pyramid.
  var lattice: RasterLattice {
    let set = pyramid.matrixSet
    let matrix = set.matrices[zoom]
    return RasterLattice(
      columns: matrix.tileWidth, rows: matrix.tileHeight,
      originX: matrix.originX + Double(column * matrix.tileWidth) * matrix.cellSize,
      originY: matrix.originY - Double(row * matrix.tileHeight) * matrix.cellSize,
      cellWidth: matrix.cellSize, cellHeight: matrix.cellSize, crs: set.crsCode)
  }
}
