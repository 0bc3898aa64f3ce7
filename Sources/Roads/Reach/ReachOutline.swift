import GeometryCore
public import SimpleFeatures

extension RoadNetwork {
  /// The area within a distance of what is reached, as a multipolygon in degrees.
  ///
  /// Made on a grid of cells, so that borders are off by up to half a cell: a quarter of
  /// `bufferMetres`, or more for what is larger than 4,000 cells across. Holes smaller than
  /// `leastHoleSquareMetres` are filled. Complexity: O(parts + cells / 64 + borders).
  public func outline(
    of reach: ServiceArea, bufferMetres: Double = 30, leastHoleSquareMetres: Double = 0
  ) -> Geometry {
    var lines = lines(of: reach)
    guard let first = lines.first else {
      return Geometry(kind: .multiPolygon)
    }
    var box = (west: first.x, south: first.y, east: first.x, north: first.y)
    for line in lines {
      box.west = min(box.west, line.x, line.z)
      box.east = max(box.east, line.x, line.z)
      box.south = min(box.south, line.y, line.w)
      box.north = max(box.north, line.y, line.w)
    }
    let scale = MetresPerDegree(latitude: (box.south + box.north) * 0.5e-7)
    let (perX, perY) = (scale.east * 1e-7, scale.north * 1e-7)
    let width = (box.east - box.west) * perX
    let height = (box.north - box.south) * perY
    let cell = max(bufferMetres / 2, (max(width, height) + 2 * bufferMetres) / 4000)
    let rim = bufferMetres / cell + 1
    // Places in units of cells from the grid's corner.
    let (stepX, stepY) = (perX / cell, perY / cell)
    for place in lines.indices {
      let line = lines[place]
      lines[place] = SIMD4(
        (line.x - box.west) * stepX + rim, (line.y - box.south) * stepY + rim,
        (line.z - box.west) * stepX + rim, (line.w - box.south) * stepY + rim)
    }
    var mask = CellMask(
      columns: Int(width / cell + 2 * rim) + 1, rows: Int(height / cell + 2 * rim) + 1)
    mask.stamp(lines, radius: bufferMetres / cell)
    return polygons(
      MaskOutline(mask), leastHole: leastHoleSquareMetres / (cell * cell),
      origin: SIMD2(box.west - rim / stepX, box.south - rim / stepY),
      halfCell: SIMD2(0.5 / stepX, 0.5 / stepY))
  }

  /// The reached parts as lines (x, y, x, y) in units of 1e-7 degrees.
  private func lines(of reach: ServiceArea) -> [SIMD4<Double>] {
    reach.parts.map { part in
      let (a, b) = (
        Int(chains.points[Int(part.segment)]), Int(chains.points[Int(part.segment) + 1])
      )
      let start = SIMD2(Double(map.longitudes[a]), Double(map.latitudes[a]))
      let end = SIMD2(Double(map.longitudes[b]), Double(map.latitudes[b]))
      let one = part.from == 0 ? start : start + (end - start) * Double(part.from)
      let other = part.to == 1 ? end : start + (end - start) * Double(part.to)
      return SIMD4(one.x, one.y, other.x, other.y)
    }
  }

  private func polygons(
    _ outline: MaskOutline, leastHole: Double, origin: SIMD2<Double>, halfCell: SIMD2<Double>
  ) -> Geometry {
    var area = Geometry(kind: .multiPolygon)
    var kept: [SIMD2<Int32>] = []
    kept.reserveCapacity(outline.vertices.count)
    let thinning = RingThinning(tolerance: 0.6)
    for ring in outline.order {
      if outline.areas[ring] > 0 {
        if !area.pathEnds.isEmpty { area.partEnds.append(area.pathEnds.count) }
      } else if Double(-outline.areas[ring]) < 2 * leastHole {
        continue
      }
      let begin = ring == 0 ? 0 : outline.ends[ring - 1]
      thinning.thin(outline.vertices[begin..<outline.ends[ring]], into: &kept)
      area.pathEnds.append(kept.count)
    }
    area.partEnds.append(area.pathEnds.count)
    area.ordinates = Array(unsafeUninitializedCapacity: 2 * kept.count) { ordinates, count in
      for (vertex, place) in kept.enumerated() {
        // Seven decimals are a centimetre, and short to write.
        let degrees =
          (origin + halfCell * SIMD2(Double(place.x), Double(place.y)))
          .rounded(.toNearestOrEven) / 1e7
        ordinates.initializeElement(at: 2 * vertex, to: degrees.x)
        ordinates.initializeElement(at: 2 * vertex + 1, to: degrees.y)
      }
      count = 2 * kept.count
    }
    return area
  }
}
