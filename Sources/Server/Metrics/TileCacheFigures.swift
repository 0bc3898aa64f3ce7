/// What the cache of tiles says about itself, and how it is emptied.
package struct TileCacheFigures: Sendable {
  package var hits: @Sendable () -> Int
  package var bytes: @Sendable () -> Int
  package var clear: @Sendable () -> Void

  /// - Parameters:
  ///   - hits: Tiles that were answered from the cache.
  ///   - bytes: What the cache holds.
  ///   - clear: Drops all of it.
  package init(
    hits: @escaping @Sendable () -> Int, bytes: @escaping @Sendable () -> Int,
    clear: @escaping @Sendable () -> Void
  ) {
    self.hits = hits
    self.bytes = bytes
    self.clear = clear
  }
}
