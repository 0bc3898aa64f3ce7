import NIOCore
import Synchronization

/// Tiles that were sent, as they were sent: so many bytes of them, those longest not asked for go.
///
/// A tile is true as long as the city has no later commit than when it was last looked at; after
/// that its version tells whether it still is.
final class TileCache: Sendable {
  /// A tile as it is sent.
  struct Tile: Sendable {
    var version: TileVersion
    var mediaType: String
    /// Gzipped where `isGzipped`; empty for a tile that shows nothing.
    var body: ByteBuffer
    var isGzipped: Bool
    /// The city's last commit when the tile was known to be true.
    var commit: Int
  }

  /// How much is kept.
  struct Figures: Sendable {
    var tiles = 0
    var bytes = 0
  }

  private struct Slot {
    var key: String
    var tile: Tile
    var newer: Int
    var older: Int

    /// The bytes that it takes, with its place in the tables.
    var cost: Int { tile.body.readableBytes + key.utf8.count + 256 }
  }

  /// Slots form a ring through slot 0, which holds nothing: from the newest to the oldest.
  private struct State {
    var slots = [
      Slot(
        key: "",
        tile: Tile(
          version: TileVersion(""), mediaType: "", body: ByteBuffer(), isGzipped: false,
          commit: 0),
        newer: 0, older: 0)
    ]
    var free: [Int] = []
    var places: [String: Int] = [:]
    var figures = Figures()

    mutating func unlink(_ place: Int) {
      let (newer, older) = (slots[place].newer, slots[place].older)
      slots[newer].older = older
      slots[older].newer = newer
    }

    mutating func linkAsNewest(_ place: Int) {
      let second = slots[0].older
      (slots[place].newer, slots[place].older) = (0, second)
      slots[0].older = place
      slots[second].newer = place
    }

    mutating func remove(_ place: Int) {
      unlink(place)
      places[slots[place].key] = nil
      figures.bytes -= slots[place].cost
      figures.tiles -= 1
      slots[place] = slots[0]
      free.append(place)
    }
  }

  private let state = Mutex(State())
  private let limitBytes: Int

  /// - Parameter limitBytes: How much is kept at most, keys and entries counted too.
  init(limitBytes: Int) {
    self.limitBytes = limitBytes
  }

  /// The tile that was sent for `key`.
  func tile(_ key: String) -> Tile? {
    state.withLock { state in
      guard let place = state.places[key] else { return nil }
      state.unlink(place)
      state.linkAsNewest(place)
      return state.slots[place].tile
    }
  }

  /// Keeps a tile, and lets others go that no longer fit.
  func keep(_ tile: Tile, for key: String) {
    state.withLock { state in
      if let known = state.places[key] { state.remove(known) }
      let slot = Slot(key: key, tile: tile, newer: 0, older: 0)
      guard slot.cost <= limitBytes else { return }
      let place = state.free.popLast() ?? state.slots.endIndex
      if place == state.slots.endIndex {
        state.slots.append(slot)
      } else {
        state.slots[place] = slot
      }
      state.places[key] = place
      state.linkAsNewest(place)
      state.figures.bytes += slot.cost
      state.figures.tiles += 1
      while state.figures.bytes > limitBytes { state.remove(state.slots[0].newer) }
    }
  }

  /// Forgets all tiles.
  func removeAll() { state.withLock { $0 = State() } }

  var figures: Figures { state.withLock { $0.figures } }
}
