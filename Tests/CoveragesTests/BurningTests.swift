import Coverages
import Foundation
import GeometryCore
import SimpleFeatures
import TestSupport
import Testing

@Suite("Shapes burned into rasters")
struct BurningTests {
  @Test("gdal_rasterize takes the same cells", arguments: [TouchRule.centre, .allTouched])
  func peer(_ rule: TouchRule) throws {
    for seed in 0..<6 as Range<UInt64> {
      let folder = try TemporaryFolder()
      let l = lattice(73, 61)
      let shape = star(in: l, seed: seed)
      let text =
        #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":"#
        + Self.geoJSON(shape) + "}]}"
      let file = try folder.write(text.utf8, to: "shape.geojson")
      let box = l.envelope
      try GDALProgram.run(
        "gdal_rasterize",
        ["-q", "-burn", "1", "-ot", "Float32"] + (rule == .allTouched ? ["-at"] : [])
          + [
            "-te", "\(box.minX)", "\(box.minY)", "\(box.maxX)", "\(box.maxY)", "-ts", "73", "61",
            file, folder.file("burned.tif"),
          ])
      let peer = try GDAL.read(folder.file("burned.tif"), like: l, in: folder)
      var ours = RasterGrid(l, filledWith: 0)
      let count = ours.burn(shape, value: 1, by: rule)
      #expect(ours.isIdentical(to: peer))
      #expect(count == ours.values.count { $0 == 1 })
    }
  }

  private static func geoJSON(_ polygon: Geometry) -> String {
    let rings = polygon.pathRange(ofPart: 0).map { path in
      polygon.vertexRange(ofPath: path)
        .map { "[\(polygon.ordinates[2 * $0]),\(polygon.ordinates[2 * $0 + 1])]" }
        .joined(separator: ",")
    }
    return #"{"type":"Polygon","coordinates":["#
      + rings.map { "[\($0)]" }.joined(separator: ",") + "]}"
  }

  @Test("However a polygon is split, its pieces take each of its cells exactly once")
  func splits() throws {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<20 {
      let l = lattice(50, 40)
      // Triangles about a point, whose vertices lie on centres and edges of cells too.
      let corners = [
        (2.0, 3.0), (47.5, 1.0), (44.0, 37.5), (5.5, 36.0),
      ].map { (l.originX + 5 * $0.0, l.originY - 5 * $0.1) }
      let (x, y) = (
        l.originX + 2.5 * Double(Int.random(in: 20...70, using: &generator)),
        l.originY - 2.5 * Double(Int.random(in: 20...60, using: &generator))
      )
      let whole = Geometry.polygon([
        (corners + [corners[0]]).flatMap { [$0.0, $0.1] }
      ])
      var counts = RasterGrid(l, filledWith: 0)
      for i in 0..<4 {
        let (a, b) = (corners[i], corners[(i + 1) % 4])
        let piece = Geometry.polygon([[a.0, a.1, b.0, b.1, x, y, a.0, a.1]])
        counts.burn(piece, by: .centre) { $0 + 1 }
      }
      var expected = RasterGrid(l, filledWith: 0)
      expected.burn(whole, value: 1)
      #expect(counts.isIdentical(to: expected))
    }
  }

  @Test("A cell is taken when its centre is inside, however the rings turn")
  func bruteForce() {
    for seed in 40..<50 as Range<UInt64> {
      let l = lattice(31, 29)
      let shape = star(in: l, seed: seed)
      var burned = RasterGrid(l, filledWith: 0)
      burned.burn(shape, value: 1)
      let prepared = Self.contains(shape)
      for row in 0..<l.rows {
        for column in 0..<l.columns {
          let isInside = prepared(l.x(ofColumn: column), l.y(ofRow: row))
          #expect((burned[column, row] == 1) == isInside)
        }
      }
    }
  }

  /// The winding of a ring about a point, by angles.
  private static func contains(_ shape: Geometry) -> (Double, Double) -> Bool {
    { x, y in
      var isInside = false
      for path in shape.pathEnds.indices {
        var turn = 0.0
        let vertices = Array(shape.vertexRange(ofPath: path))
        for (i, j) in zip(vertices, vertices.dropFirst()) {
          let a = SIMD2(shape.ordinates[2 * i] - x, shape.ordinates[2 * i + 1] - y)
          let b = SIMD2(shape.ordinates[2 * j] - x, shape.ordinates[2 * j + 1] - y)
          turn += atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
        }
        if abs(turn) > 3 { isInside.toggle() }
      }
      return isInside
    }
  }

  @Test("A burned wall has no gap: its cells hang together side by side")
  func walls() {
    let l = lattice(60, 60)
    var generator = SeededGenerator(seed: 77)
    for _ in 0..<30 {
      let points = (0..<5).map { _ in
        (
          l.originX + Double.random(in: 1..<299, using: &generator),
          l.originY - Double.random(in: 1..<299, using: &generator)
        )
      }
      let spans = l.spans(of: .lineString(points.flatMap { [$0.0, $0.1] }), by: .centre)
      var open = Set(spans.flatMap { span in span.columns.map { span.row * 60 + $0 } })
      let ends = [points.first!, points.last!].map { l.cell(x: $0.0, y: $0.1)! }
      #expect(ends.allSatisfy { open.contains($0.row * 60 + $0.column) })
      var queue = [ends[0].row * 60 + ends[0].column]
      open.remove(queue[0])
      while let cell = queue.popLast() {
        for next in [cell - 1, cell + 1, cell - 60, cell + 60] where open.remove(next) != nil {
          queue.append(next)
        }
      }
      #expect(open.isEmpty)
    }
  }

  @Test("The share of each cell is what a clipped polygon has, and all make the polygon's area")
  func coverage() {
    for seed in 60..<66 as Range<UInt64> {
      let l = lattice(23, 21)
      let shape = star(in: l, seed: seed)
      let cover = l.coverage(of: shape)
      for row in stride(from: 0, to: l.rows, by: 3) {
        for column in 0..<l.columns {
          let cell = l.part(columns: column..<column + 1, rows: row..<row + 1).envelope
          #expect(abs(Self.clippedArea(shape, cell) / 25 - cover[column, row]) < 1e-6)
        }
      }
      let wide = lattice(123, 121, x: 529_300 - 250, y: 3_385_900 + 250)
      let sum = wide.coverage(of: shape).shares.reduce(0, +)
      #expect(abs(sum * 25 / shape.planarArea - 1) < 1e-9)
    }
  }

  /// The area of a polygon of two rings in a box, by Sutherland and Hodgman's clipping.
  private static func clippedArea(_ shape: Geometry, _ box: Envelope) -> Double {
    let areas = shape.pathEnds.indices.map { path -> Double in
      var ring = shape.vertexRange(ofPath: path).dropLast().map {
        SIMD2(shape.ordinates[2 * $0], shape.ordinates[2 * $0 + 1])
      }
      let sides = [
        (SIMD2(1.0, 0.0), box.minX), (SIMD2(-1.0, 0.0), -box.maxX), (SIMD2(0.0, 1.0), box.minY),
        (SIMD2(0.0, -1.0), -box.maxY),
      ]
      for (normal, limit) in sides {
        var cut: [SIMD2<Double>] = []
        for (i, a) in ring.enumerated() {
          let b = ring[(i + 1) % ring.count]
          let (da, db) = ((a * normal).sum() - limit, (b * normal).sum() - limit)
          if da >= 0 { cut.append(a) }
          if (da >= 0) != (db >= 0) { cut.append(a + da / (da - db) * (b - a)) }
        }
        ring = cut
        if ring.isEmpty { return 0 }
      }
      var twice = 0.0
      for (i, a) in ring.enumerated() {
        let (p, q) = (a - ring[0], ring[(i + 1) % ring.count] - ring[0])
        twice += p.x * q.y - q.x * p.y
      }
      return abs(twice) / 2
    }
    return areas[0] - areas[1]
  }

  @Test("Points take their cell; shapes beside the raster take nothing")
  func small() {
    let l = lattice(4, 4)
    #expect(
      l.spans(of: .point(x: 529_306, y: 3_385_893), by: .centre)
        == [CellSpan(row: 1, columns: 1..<2)])
    let far = Geometry.rectangle(Envelope(minX: 0, minY: 0, maxX: 10, maxY: 10))
    #expect(l.spans(of: far, by: .allTouched).isEmpty)
    #expect(l.coverage(of: far).shares.isEmpty)
    #expect(l.spans(of: Geometry(kind: .collection, members: [far]), by: .centre).isEmpty)
  }
}
