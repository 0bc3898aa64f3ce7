import Catalog
import FeatureStore
import SimpleFeatures
package import TileArchives
import VectorTiles

extension Pyramid {
  /// Cuts all tiles into the file `path`, in the format that its ending tells.
  ///
  /// Levels are gone through one by one. A tile is tried where its parent's place holds features
  /// of any layer, shown there or not; within a level tiles come along the archive's curve.
  ///
  /// - Parameter progress: Is told the level, and how many of its places are done and of how many.
  /// - Throws: ``TileArchiveError``; `CancellationError` when the task is cancelled.
  package func write(
    to path: String, progress: (_ zoom: Int, _ done: Int, _ of: Int) -> Void
  ) async throws -> ArchiveSize {
    guard let format = TileArchiveFormat(path: path) else {
      throw PyramidError(
        message: "\(path) ends in neither .pmtiles nor .mbtiles", hint: "the ending is the format")
    }
    let archive = try format.create(path)
    var places = TilePyramid.webMercator.roots
    for zoom in 0...zooms.upperBound {
      places = try await occupied(places)
      if zoom >= zooms.lowerBound {
        try await write(places, to: archive) { progress(zoom, $0, places.count) }
      }
      if zoom < zooms.upperBound {
        places = places.flatMap(\.children)
        // Parents in the order of the curve have their children so, but for those of one parent.
        places.sort { PMTilesID.id(of: $0) < PMTilesID.id(of: $1) }
      }
    }
    return try archive.finish(contents)
  }

  /// Those of `tiles` in whose buffered box a layer may have features.
  private func occupied(_ tiles: [TileCoordinate]) async throws -> [TileCoordinate] {
    let layers = layers
    let buffer = layers.map(\.definition.tiles.buffer).max() ?? 0
    return try await map.read { snapshot in
      try tiles.filter { tile in
        let box = tile.envelope(buffer: buffer)
        return try layers.contains { try snapshot.hasFeature(of: $0, meeting: box) }
      }
    }
  }

  /// How many tiles are cut in one go.
  private static let batchSize = 16

  /// Cuts `tiles`, several at a time, and appends those that are not empty in their order.
  private func write(
    _ tiles: [TileCoordinate], to archive: any TileArchive, progress: (Int) -> Void
  ) async throws {
    let starts = Array(stride(from: 0, to: tiles.count, by: Self.batchSize))
    let (map, layers, gzipLevel) = (map, layers, gzipLevel)
    try await withThrowingTaskGroup(of: (Int, [EncodedTile]).self) { group in
      /// Batches that are done, but come after one that is not.
      var waiting: [Int: [EncodedTile]] = [:]
      var (begun, written) = (0, 0)
      while written < starts.count {
        // No more than a few batches are under way, so memory does not follow the city.
        while begun < starts.count, begun < written + 2 * max(workers, 1),
          begun - written - waiting.count < max(workers, 1)
        {
          let number = begun
          let batch = tiles[starts[number]..<min(starts[number] + Self.batchSize, tiles.count)]
          begun += 1
          group.addTask {
            (
              number,
              try await map.read { snapshot in
                try batch.map { tile in
                  try CityMap.tile(tile, of: layers, in: snapshot, gzipLevel: gzipLevel)
                }
              }
            )
          }
        }
        guard let (number, batch) = try await group.next() else { break }
        waiting[number] = batch
        while let batch = waiting.removeValue(forKey: written) {
          try Task.checkCancellation()
          for (tile, encoded) in zip(tiles[starts[written]...], batch) where !encoded.isEmpty {
            try archive.append(tile, gzippedBytes: encoded.gzippedBytes)
          }
          written += 1
          progress(min(written * Self.batchSize, tiles.count))
        }
      }
    }
  }
}

extension TilePyramid {
  /// The tiles of level 0, from the west.
  fileprivate var roots: [TileCoordinate] {
    (0..<columnCount(zoom: 0)).compactMap {
      TileCoordinate(zoom: 0, column: $0, row: 0, in: self)
    }
  }
}

extension FeatureSnapshot {
  /// Whether the box of any feature of `layer` meets `box`, or nearly so.
  fileprivate func hasFeature(of layer: StoredLayer, meeting box: Envelope) throws -> Bool {
    do {
      try forEachFeature(of: layer, meeting: box) { _ in throw FoundFeature() }
      return false
    } catch is FoundFeature {
      return true
    }
  }
}

/// Ends a scan at its first feature.
private struct FoundFeature: Error {}
