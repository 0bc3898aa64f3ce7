import HTTPTypes
import Hummingbird
import Synchronization

/// Where tiles are given out: from the cache, by their version, or newly built, each once.
final class TileDesk: Sendable {
  /// How requests were answered.
  struct Figures: Sendable {
    /// From the cache, without a look at the city.
    var hits = 0
    /// After a look at the city that found the tile, or the client's, unchanged.
    var confirmed = 0
    var built = 0
  }

  let cache: TileCache
  private let clock: CommitClock
  private let work = SharedWork<TileCache.Tile>()
  private let counts = Mutex(Figures())

  /// - Parameter lastCommit: Asks the city for the number of its last commit.
  init(cacheBytes: Int, lastCommit: @escaping @Sendable () async throws -> Int) {
    cache = TileCache(limitBytes: cacheBytes)
    clock = CommitClock(lastCommit)
  }

  var figures: Figures { counts.withLock { $0 } }

  /// The answer to a request for a tile that is known to be true, without a look at the city.
  ///
  /// - Parameter key: Path and query of the request.
  func answer(_ key: String, _ headers: HTTPFields) throws -> Response? {
    guard let tile = cache.tile(key), clock.now() == tile.commit else { return nil }
    counts.withLock { $0.hits += 1 }
    return try tile.response(to: headers)
  }

  /// The answer to a request for a tile.
  ///
  /// - Parameters:
  ///   - key: Path and query of the request; `nil` for a tile that is not to be kept.
  ///   - version: What changes whenever the tile may, from the city as it is.
  ///   - build: Makes the tile: its media type, its body and whether that is gzipped.
  func answer(
    _ key: String?, _ headers: HTTPFields, version: () async throws -> String,
    build: @escaping @Sendable () async throws -> (type: String, body: [UInt8], isGzipped: Bool)
  ) async throws -> Response {
    // Before the version is asked for: a commit in between is then noticed at the next request.
    let commit = try await clock.current()
    let version = try await version()
    if let key, var tile = cache.tile(key), tile.version == version {
      tile.commit = commit
      cache.keep(tile, for: key)
      counts.withLock { $0.confirmed += 1 }
      return try tile.response(to: headers)
    }
    if let unchanged = TileCache.Tile.notModified(version: version, headers) {
      counts.withLock { $0.confirmed += 1 }
      return unchanged
    }
    let tile = try await work.value(of: "\(version) \(key ?? "")") { [self] in
      let built = try await build()
      counts.withLock { $0.built += 1 }
      let tile = TileCache.Tile(
        version: version, mediaType: built.type, body: ByteBuffer(bytes: built.body),
        isGzipped: built.isGzipped, commit: commit)
      if let key { cache.keep(tile, for: key) }
      return tile
    }
    return try tile.response(to: headers)
  }
}

/// Answers requests for tiles that the desk has at hand, before anything is looked up or parsed.
struct TileMiddleware<Context: RequestContext>: RouterMiddleware {
  let desk: TileDesk

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    if request.method == .get, let known = try desk.answer(request.uri.string, request.headers) {
      return known
    }
    return try await next(request, context)
  }
}
