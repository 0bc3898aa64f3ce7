import Foundation
import SimpleFeatures
import VectorTiles

/// The pipeline of a tile once more, slowly: checked arrays, no fast path, formulas of its own.
///
/// It gives the paths of one feature in tile units; rings start at their least vertex.
struct ReferenceEncoder {
  typealias Vertex = DecodedTile.Vertex
  typealias Place = SIMD2<Double>

  var tile: TileCoordinate
  var extent = 4096.0
  var buffer = 64.0
  var tolerance = 0.0

  func paths(of geometry: Geometry) -> [[Vertex]] {
    var rings: [[Place]] = []
    for path in geometry.pathEnds.indices {
      rings.append(
        geometry.vertexRange(ofPath: path).map { index in
          project(
            geometry.ordinates[index * geometry.stride],
            geometry.ordinates[index * geometry.stride + 1])
        })
    }
    switch geometry.kind {
    case .polygon, .multiPolygon:
      return geometry.partEnds.indices.flatMap { part -> [[Vertex]] in
        let range = geometry.pathRange(ofPart: part)
        guard let shell = ring(rings[range.lowerBound], isHole: false) else { return [] }
        let holes = rings[range.dropFirst()].compactMap { ring($0, isHole: true) }
        return holes.contains { -ringArea($0) >= ringArea(shell) } ? [] : [shell] + holes
      }
    default: return rings.flatMap(pieces).compactMap(line)
    }
  }

  private func project(_ longitude: Double, _ latitude: Double) -> Place {
    let count = pow(2, Double(tile.zoom))
    let angle = latitude * .pi / 180
    let north = log(tan(.pi / 4 + angle / 2))
    return Place(
      ((longitude + 180) / 360 * count - Double(tile.column)) * extent,
      ((1 - north / .pi) / 2 * count - Double(tile.row)) * extent)
  }

  private func ring(_ places: [Place], isHole: Bool) -> [Vertex]? {
    var places = places
    let (low, high) = (-buffer, extent + buffer)
    for (axis, bound, sign) in [(0, low, 1.0), (0, high, -1), (1, low, 1), (1, high, -1)] {
      var kept: [Place] = []
      for (index, place) in places.enumerated() {
        let before = places[(index + places.count - 1) % places.count]
        let (a, b) = (sign * (before[axis] - bound), sign * (place[axis] - bound))
        if (a < 0) != (b < 0) { kept.append((before * b - place * a) / (b - a)) }
        if b >= 0 { kept.append(place) }
      }
      places = kept
    }
    var vertices = tidy(places.map(rounded))
    if tolerance > 0, vertices.count > 2 {
      if ringArea(vertices) < 0 { vertices.reverse() }
      vertices = Self.canonical(vertices)
      let first = vertices[0]
      let far = vertices.indices.max { square(vertices[$0], first) < square(vertices[$1], first) }
      let turn = far ?? 0
      let half = simplified(Array(vertices[...turn]))
      vertices = tidy(half + simplified(Array(vertices[turn...]) + [first]).dropFirst().dropLast())
    }
    guard ringArea(vertices) != 0 else { return nil }
    if (ringArea(vertices) < 0) != isHole { vertices.reverse() }
    return Self.canonical(vertices)
  }

  /// The ring from its least vertex on.
  static func canonical(_ ring: [Vertex]) -> [Vertex] {
    let least = ring.indices.min { (ring[$0].x, ring[$0].y) < (ring[$1].x, ring[$1].y) } ?? 0
    return Array(ring[least...] + ring[..<least])
  }

  /// Takes out vertices without effect, one at a time, until none is left.
  private func tidy(_ ring: [Vertex]) -> [Vertex] {
    var ring = ring
    while let index = ring.indices.first(where: { index in
      let (a, b) = (ring[(index + ring.count - 1) % ring.count], ring[index])
      return ringArea([a, b, ring[(index + 1) % ring.count]]) == 0
    }) {
      ring.remove(at: index)
    }
    return ring
  }

  private func pieces(_ places: [Place]) -> [[Place]] {
    var pieces: [[Place]] = []
    let (low, high) = (-buffer, extent + buffer)
    for (start, end) in zip(places, places.dropFirst()) {
      var ends = [start, end]
      for (axis, bound, sign) in [(0, low, 1.0), (0, high, -1), (1, low, 1), (1, high, -1)] {
        guard ends.count == 2 else { break }
        let (a, b) = (sign * (ends[0][axis] - bound), sign * (ends[1][axis] - bound))
        if a < 0, b < 0 { ends = [] }
        if (a < 0) != (b < 0) { ends[a < 0 ? 0 : 1] = (ends[0] * b - ends[1] * a) / (b - a) }
      }
      guard ends.count == 2 else { continue }
      if pieces.last?.last == ends[0], ends[0] == start {
        pieces[pieces.count - 1].append(ends[1])
      } else {
        pieces.append(ends)
      }
    }
    return pieces
  }

  private func line(_ places: [Place]) -> [Vertex]? {
    var vertices: [Vertex] = []
    for vertex in places.map(rounded) where vertices.last != vertex { vertices.append(vertex) }
    if tolerance > 0 { vertices = simplified(vertices) }
    var kept: [Vertex] = []
    for (index, vertex) in vertices.enumerated() where kept.last != vertex {
      if let before = kept.last, index + 1 < vertices.count {
        let after = vertices[index + 1]
        let forward =
          (vertex.x - before.x) * (after.x - vertex.x) + (vertex.y - before.y)
          * (after.y - vertex.y)
        if ringArea([before, vertex, after]) == 0, forward > 0 { continue }
      }
      kept.append(vertex)
    }
    return kept.count > 1 ? kept : nil
  }

  private func simplified(_ line: [Vertex]) -> [Vertex] {
    guard line.count > 2, let first = line.first, let last = line.last else { return line }
    let distances = line.map { distance($0, first, last) }
    guard let split = distances.indices.max(by: { distances[$0] < distances[$1] }),
      distances[split] > tolerance
    else { return [first, last] }
    return simplified(Array(line[...split])) + simplified(Array(line[split...])).dropFirst()
  }

  private func distance(_ point: Vertex, _ a: Vertex, _ b: Vertex) -> Double {
    let length = square(a, b)
    guard length > 0 else { return Double(square(point, a)).squareRoot() }
    let share = Double((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y))
    if share <= 0 { return Double(square(point, a)).squareRoot() }
    if share >= Double(length) { return Double(square(point, b)).squareRoot() }
    return abs(Double(ringArea([a, b, point]))) / Double(length).squareRoot()
  }

  private func square(_ a: Vertex, _ b: Vertex) -> Int {
    (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
  }

  private func rounded(_ place: Place) -> Vertex {
    Vertex(x: Int(floor(place.x + 0.5)), y: Int(floor(place.y + 0.5)))
  }
}
