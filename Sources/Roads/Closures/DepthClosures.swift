import Foundation
public import GeometryCore
public import SimpleFeatures

extension RoadNetwork {
  /// What water of the depths of a raster does to the roads of a profile.
  ///
  /// The deepest water along a segment counts, looked at where it enters each cell. Depths are
  /// metres; NaN is dry. Bridges stay dry; a tunnel is as deep as the water at its mouths.
  ///
  /// - Throws: `GeometryError` where the raster's CRS cannot be reached from degrees.
  public func changes(
    depths grid: RasterGrid, in crs: CoordinateReferenceSystem, profile: Int
  ) throws -> [SegmentChange] {
    let sampler = try DepthSampler(grid, crs)
    let box = try sampler.degrees()
    let candidates = index.segments(in: box)
    let ends = try sampler.places(
      candidates.flatMap { segment in
        [0.0, 1].flatMap { share in
          let place = position(segment, share)
          return [place.longitude, place.latitude]
        }
      })
    var changes: [SegmentChange] = []
    var tunnels: [Range<Int>: Float] = [:]
    for (number, segment) in candidates.enumerated() {
      let traits = traits(ofSegment: segment)
      if traits.contains(.bridge) { continue }
      let place = 4 * number
      let (ax, ay, bx, by) = (ends[place], ends[place + 1], ends[place + 2], ends[place + 3])
      if traits.contains(.tunnel) {
        let tunnel = tunnel(around: segment)
        var depth = tunnels[tunnel] ?? 0
        if segment == tunnel.lowerBound { depth = max(depth, sampler.depth(ax, ay)) }
        if segment == tunnel.upperBound - 1 { depth = max(depth, sampler.depth(bx, by)) }
        tunnels[tunnel] = depth
        continue
      }
      add(segment, sampler.deepest(ax, ay, bx, by), profile, &changes)
    }
    for (tunnel, depth) in tunnels {
      for segment in tunnel { add(segment, depth, profile, &changes) }
    }
    return changes.sorted {
      ($0.segment, $0.isAgainst ? 1 : 0) < ($1.segment, $1.isAgainst ? 1 : 0)
    }
  }

  private func add(
    _ segment: Int, _ depth: Float, _ profile: Int, _ changes: inout [SegmentChange]
  ) {
    guard depth > 0 else { return }
    let limit = floodLimit(atDepthMetres: Double(depth), profile: profile)
    changes += SegmentChange.both(segment, limit: Float(limit))
  }
}

/// Reads depths off a raster at places that were degrees.
private struct DepthSampler {
  private let grid: RasterGrid
  private let toGrid: CoordinateTransform
  private let toDegrees: CoordinateTransform

  init(_ grid: RasterGrid, _ crs: CoordinateReferenceSystem) throws {
    self.grid = grid
    toGrid = try CoordinateTransform(from: .cgcs2000, to: crs)
    toDegrees = try CoordinateTransform(from: crs, to: .cgcs2000)
  }

  /// The raster's box in degrees.
  func degrees() throws -> Envelope {
    try toDegrees.transform(grid.lattice.envelope)
  }

  func places(_ degrees: [Double]) throws -> [Double] {
    guard !degrees.isEmpty else { return [] }
    let points = Geometry(
      kind: .multiPoint, ordinates: degrees, pathEnds: [degrees.count / 2])
    return try toGrid.transform(points).ordinates
  }

  func depth(_ x: Double, _ y: Double) -> Float {
    let depth = grid.value(x: x, y: y) ?? 0
    return depth.isNaN ? 0 : depth
  }

  /// The greatest depth along a line, half a cell apart.
  func deepest(_ ax: Double, _ ay: Double, _ bx: Double, _ by: Double) -> Float {
    let step = min(grid.lattice.cellWidth, grid.lattice.cellHeight) / 2
    let length = ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)).squareRoot()
    let count = max(1, Int((length / step).rounded(.up)))
    var deepest: Float = 0
    for number in 0...count {
      let share = Double(number) / Double(count)
      deepest = max(deepest, depth(ax + share * (bx - ax), ay + share * (by - ay)))
    }
    return deepest
  }
}
