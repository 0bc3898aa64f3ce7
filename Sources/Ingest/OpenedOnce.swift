import FeatureStore

/// A city that is opened when it is first asked for.
final class OpenedOnce {
  private let open: () throws -> SpatiaLiteStore
  private var opened: SpatiaLiteStore?

  init(_ open: @escaping () throws -> SpatiaLiteStore) { self.open = open }

  func store() throws -> SpatiaLiteStore {
    if let opened { return opened }
    let store = try open()
    opened = store
    return store
  }
}
