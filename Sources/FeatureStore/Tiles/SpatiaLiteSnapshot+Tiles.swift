import GRDB
import SimpleFeatures
import VectorTiles

extension SpatiaLiteSnapshot {
  /// The token of the last commit that concerns the tile; of states before the present one, the
  /// token of the layer's last commit.
  func state(of layer: StoredLayer, in tile: TileCoordinate) throws -> String {
    guard try isPresent(layer) else { return layer.lastCommitToken }
    let statement = try RowStatement(
      database,
      """
      SELECT max(commit_seq) FROM yutu_tile_commits WHERE layer = ?1 AND cell IN (?2, ?3)
      """)
    var last: Int64 = 0
    for cell in TileCells.numbers(concerning: tile) {
      statement.bind(1, layer.id)
      statement.bind(2, TileChanges.all)
      statement.bind(3, cell)
      defer { statement.reset() }
      if try statement.step() { last = max(last, statement.int64(0)) }
    }
    return try token(ofCommit: last)
  }

  private func isPresent(_ layer: StoredLayer) throws -> Bool {
    guard point.commit != nil else { return true }
    let statement = try RowStatement(
      database, "SELECT max(commit_seq) FROM yutu_layer_states WHERE layer = ?")
    statement.bind(1, layer.id)
    defer { statement.reset() }
    return try statement.step() && statement.int64(0) == Int64(layer.lastCommit)
  }

  /// Empty for commits before tiles were kept account of.
  private func token(ofCommit number: Int64) throws -> String {
    let statement = try RowStatement(database, "SELECT token FROM yutu_commits WHERE seq = ?")
    statement.bind(1, number)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : ""
  }
}
