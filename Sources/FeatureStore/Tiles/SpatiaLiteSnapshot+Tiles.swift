import Catalog
import VectorTiles

extension SpatiaLiteSnapshot {
  /// The tokens of the last commits that concern the tile; of states before the present one, the
  /// tokens of the layers' last commits.
  func states(of layers: [StoredLayer], in tile: TileCoordinate) throws -> [String] {
    let buffer = layers.map(\.definition.tiles.buffer).max() ?? 0
    let last = try lastCommits(concerning: TileCells.numbers(concerning: tile, buffer: buffer))
    return try layers.map { layer in
      guard try isPresent(layer) else { return layer.lastCommitToken }
      return try cache.token(ofCommit: last[layer.id] ?? 0, in: database)
    }
  }

  func lastCommit() throws -> Int {
    let statement = try RowStatement(database, "SELECT max(seq) FROM yutu_commits")
    defer { statement.reset() }
    return try statement.step() ? Int(statement.int64(0)) : 0
  }

  /// For each layer the last commit that concerns the cells.
  private func lastCommits(concerning cells: [Int64]) throws -> [String: Int64] {
    let statement = try RowStatement(
      database, "SELECT layer, commit_seq FROM yutu_tile_commits WHERE cell = ?")
    var last: [String: Int64] = [:]
    for cell in [TileChanges.all] + cells {
      statement.bind(1, cell)
      while try statement.step() {
        let layer = statement.text(0)
        last[layer] = max(last[layer] ?? 0, statement.int64(1))
      }
    }
    return last
  }

  private func isPresent(_ layer: StoredLayer) throws -> Bool {
    guard point.commit != nil else { return true }
    let statement = try RowStatement(
      database, "SELECT max(commit_seq) FROM yutu_layer_states WHERE layer = ?")
    statement.bind(1, layer.id)
    defer { statement.reset() }
    return try statement.step() && statement.int64(0) == Int64(layer.lastCommit)
  }
}
