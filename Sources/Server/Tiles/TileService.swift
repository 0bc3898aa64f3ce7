import CityFile
import HTTPTypes
import Hummingbird
import OneMap
import Synchronization

/// Where tiles are given out: from the cache, by their version, or newly built, each once.
final class TileService: Sendable {
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
  func answer(_ key: String, _ headers: HTTPFields) -> PreparedResponse? {
    guard let tile = cache.tile(key), headers.takes(tile.mediaType), clock.now() == tile.commit,
      let answer = try? tile.answer(to: headers)
    else { return nil }
    counts.withLock { $0.hits += 1 }
    return answer
  }

  /// A tile that was built: its media type, its body and whether that is gzipped.
  typealias Built = (type: String, body: [UInt8], isGzipped: Bool)

  /// The answer to a request for a tile.
  ///
  /// - Parameters:
  ///   - keeps: Whether the tile is kept whatever the request; tiles of
  ///     past states and of what jobs gave are not unless it is said.
  ///   - state: What is known of the tile without building it.
  ///   - build: Builds it, unless its version is known, all from one state of the city.
  func answer(
    _ request: APIRequest, keeps: Bool = false, state: () async throws -> TileState,
    build:
      @escaping @Sendable (
        _ isKnown: @escaping @Sendable (_ version: String) -> Bool
      ) async throws -> (state: TileState, tile: Built?)
  ) async throws -> Response {
    if request.headers[.ifNoneMatch] != nil {
      let state = try await state()
      if let unchanged = TileVersion(state.version).notModified(request.headers) {
        clock.note(state.commit)
        counts.withLock { $0.confirmed += 1 }
        return unchanged.response
      }
    }
    let target = request.target
    // What jobs gave goes without a commit.
    let isKept =
      keeps || request.seesPresent && !target.contains(ResultLayers.prefix)
    let tile = try await work.value(of: target) { [self] in
      let kept = isKept ? cache.tile(target) : nil
      let (state, built) = try await inTurn { try await build { $0 == kept?.version.text } }
      clock.note(state.commit)
      var tile: TileCache.Tile
      if let built {
        tile = TileCache.Tile(
          version: TileVersion(state.version), mediaType: built.type,
          body: ByteBuffer(bytes: built.body), isGzipped: built.isGzipped, commit: state.commit)
        counts.withLock { $0.built += 1 }
      } else if let kept {
        tile = kept
        tile.commit = state.commit
        counts.withLock { $0.confirmed += 1 }
      } else {
        preconditionFailure("only a tile that is kept is known")
      }
      if isKept { cache.keep(tile, for: target) }
      return tile
    }
    return try tile.answer(to: request.headers).response
  }

  /// Runs `body` when it is the turn of the client that asks.
  private func inTurn<Value: Sendable>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    guard let connection = ClientConnection.current else { return try await body() }
    let builds = connection.shares.builds
    try await builds.enter(1, of: connection.client)
    defer { builds.leave(1, of: connection.client) }
    return try await body()
  }

  /// The city's last commit, as the state of tiles that are built by other means.
  func lastCommit() async throws -> Int { try await clock.current() }
}
