import CSpatiaLite
import Synchronization

/// The memory that SpatiaLite keeps for each connection, freed once the connections are closed.
final class SpatiaLiteCaches: Sendable {
  /// Addresses, since the pointers themselves are not Sendable.
  private let addresses = Mutex<[UInt]>([])

  /// Gives `connection` SpatiaLite's functions.
  func initialise(_ connection: OpaquePointer?) {
    guard let cache = unsafe spatialite_alloc_connection() else { return }
    unsafe spatialite_init_ex(connection, cache, 0)
    let address = UInt(bitPattern: cache)
    addresses.withLock { $0.append(address) }
  }

  func release() {
    let freed = addresses.withLock { list in
      defer { list = [] }
      return list
    }
    for address in freed { unsafe spatialite_cleanup_ex(UnsafeRawPointer(bitPattern: address)) }
  }
}
