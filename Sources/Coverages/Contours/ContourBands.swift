public import SimpleFeatures

/// The area where a surface lies between two levels.
public struct ContourBand: Sendable {
  /// The level at or above which the surface lies; −∞ for the lowest band.
  public var lower: Double
  /// The level below which it lies; ∞ for the highest band.
  public var upper: Double
  /// A valid multipolygon, outer rings counter-clockwise, in the raster's CRS.
  public var geometry: Geometry
}

extension RasterGrid {
  /// The areas between levels; together they tile the domain without gap or overlap.
  ///
  /// The domain is what the centres of cells with values span: each square of four neighbouring
  /// centres that all have one. Over it the surface is straight between the centres and, inside a
  /// square, between them and the middle, whose value is the mean of the four.
  ///
  /// - Parameter levels: Rising; n levels make up to n + 1 bands, of which empty ones are left out.
  /// - Throws: ``CoverageError`` `bad-levels` for levels that do not rise.
  /// - Complexity: O(cells + e log e) for e edges of the bands.
  public func contourBands(_ levels: [Double]) throws(CoverageError) -> [ContourBand] {
    try Self.check(levels)
    let mesh = ContourMesh(self, levels: levels)
    var outlines = [BoundaryEdges](repeating: BoundaryEdges(), count: levels.count + 1)
    for row in 0..<max(0, rows - 1) {
      for column in 0..<max(0, columns - 1) { mesh.add(column, row, to: &outlines) }
    }
    return outlines.enumerated().compactMap { index, outline in
      let rings = outline.rings(place: mesh.place).map { $0.map(mesh.place) }
      let geometry = ContourRings(rings).multiPolygon
      guard !geometry.isEmpty else { return nil }
      return ContourBand(
        lower: index == 0 ? -.infinity : levels[index - 1],
        upper: index == levels.count ? .infinity : levels[index], geometry: geometry)
    }
  }

  static func check(_ levels: [Double]) throws(CoverageError) {
    let rises = zip(levels, levels.dropFirst()).allSatisfy { $0 < $1 }
    guard !levels.isEmpty, rises, levels.allSatisfy(\.isFinite) else {
      throw CoverageError(
        .badLevels, "the levels must be numbers that rise, one at least",
        hint: "for example 0.15, 0.3, 0.6")
    }
  }
}

extension ContourMesh {
  /// Adds the outlines of a square's pieces to the bands that they lie in.
  fileprivate func add(_ column: Int, _ row: Int, to outlines: inout [BoundaryEdges]) {
    guard let square = square(column: column, row: row) else { return }
    let corners = [square.nw, square.sw, square.se, square.ne]
    let band = square.nw.band
    if isUniform(column, row, band) {
      // Inside a band most squares have neighbours that would only take their sides away again.
      let neighbours = [(-1, 0), (0, 1), (1, 0), (0, -1)]
      for (side, step) in neighbours.enumerated()
      where !isUniform(column + step.0, row + step.1, band) {
        outlines[band].add(corners[side].id, corners[(side + 1) % 4].id)
      }
      return
    }
    let middle = middle(square)
    for i in 0..<4 {
      let triangle = [corners[i], corners[(i + 1) % 4], middle]
      let bands = triangle.map(\.band)
      for band in bands.min()!...bands.max()! {
        outlines[band].add(outline: piece(of: triangle, in: band))
      }
    }
  }

  /// Whether all four corners of a square have a value in the band.
  private func isUniform(_ column: Int, _ row: Int, _ band: Int) -> Bool {
    guard let square = square(column: column, row: row) else { return false }
    return square.nw.band == band && square.ne.band == band && square.sw.band == band
      && square.se.band == band
  }

  /// The part of a triangle that lies in a band, counter-clockwise as the triangle is.
  private func piece(of triangle: [Point], in band: Int) -> [Int] {
    var outline: [Int] = []
    for (i, a) in triangle.enumerated() {
      let b = triangle[(i + 1) % 3]
      if a.band == band { outline.append(a.id) }
      if a.band < b.band {
        // Upwards: into the band through its lower level, out through its upper.
        if a.band < band, b.band >= band { outline.append(crossing(a, b, level: band - 1)) }
        if a.band <= band, b.band > band { outline.append(crossing(a, b, level: band)) }
      } else if a.band > b.band {
        if a.band > band, b.band <= band { outline.append(crossing(a, b, level: band)) }
        if a.band >= band, b.band < band { outline.append(crossing(a, b, level: band - 1)) }
      }
    }
    return outline
  }
}
