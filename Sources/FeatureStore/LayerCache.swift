import GRDB
import Synchronization

/// The layers of a city as their last commits left them, so that a request need not read and parse
/// a layer's definition again.
final class LayerCache: Sendable {
  private let layers = Mutex<[String: StoredLayer]>([:])

  /// The layer as of the commit that `database` sees; `nil` where there is none.
  func layer(_ id: String, in database: Database) throws -> StoredLayer? {
    let statement = try RowStatement(
      database, "SELECT last_commit FROM yutu_layers WHERE id = ?")
    statement.bind(1, id)
    guard try statement.step() else { return nil }
    let commit = Int(statement.int64(0))
    if let known = layers.withLock({ $0[id] }), known.lastCommit == commit { return known }
    let layer = try StoredLayer.find(database, id: id)
    layers.withLock { $0[id] = layer }
    return layer
  }
}
