public import SimpleFeatures

/// Where a surface crosses a level.
public struct ContourLine: Sendable {
  /// The level.
  public var level: Double
  /// A multi-line in the raster's CRS with the higher side on the left; closed lines repeat their
  /// first point.
  public var geometry: Geometry
}

extension RasterGrid {
  /// The lines along which the surface crosses levels; the borders between ``contourBands(_:)``.
  ///
  /// - Parameter levels: Rising; those that the surface does not cross are left out.
  /// - Throws: ``CoverageError`` `bad-levels` for levels that do not rise.
  public func contourLines(_ levels: [Double]) throws(CoverageError) -> [ContourLine] {
    try Self.check(levels)
    let mesh = ContourMesh(self, levels: levels)
    var segments = [BoundaryEdges](repeating: BoundaryEdges(), count: levels.count)
    for row in 0..<max(0, rows - 1) {
      for column in 0..<max(0, columns - 1) { mesh.addSegments(column, row, to: &segments) }
    }
    return zip(levels, segments).compactMap { level, segments in
      var geometry = Geometry(kind: .multiLineString)
      for line in segments.lines() {
        for point in line {
          let place = mesh.place(of: point)
          geometry.ordinates += [place.x, place.y]
        }
        geometry.pathEnds.append(geometry.ordinates.count / 2)
      }
      return geometry.isEmpty ? nil : ContourLine(level: level, geometry: geometry)
    }
  }
}

extension ContourMesh {
  fileprivate func addSegments(_ column: Int, _ row: Int, to segments: inout [BoundaryEdges]) {
    guard let square = square(column: column, row: row) else { return }
    let corners = [square.nw, square.sw, square.se, square.ne]
    guard corners.contains(where: { $0.band != square.nw.band }) else { return }
    let middle = middle(square)
    for i in 0..<4 {
      let triangle = [corners[i], corners[(i + 1) % 4], middle]
      let bands = triangle.map(\.band)
      for level in bands.min()!..<bands.max()! {
        // Counter-clockwise around the higher part: in where the border falls below the level, out
        // where it rises above again.
        var (from, to) = (-1, -1)
        for (j, a) in triangle.enumerated() {
          let b = triangle[(j + 1) % 3]
          if a.band > level, b.band <= level { from = crossing(a, b, level: level) }
          if a.band <= level, b.band > level { to = crossing(a, b, level: level) }
        }
        segments[level].add(from, to)
      }
    }
  }
}
