import Foundation

// Invariant: what is below "Guarded" is used under `condition` alone, the feed under `feeding`
// alone; each decoder belongs to the thread that made it; `map` is written when no thread runs.
/// Results of a file's blocks in the order of the file, made a few blocks ahead on several threads.
///
/// With one thread nothing is made ahead, and no thread is started. Used by one thread at a time;
/// whoever does not read to the end calls ``finish()``.
public final class OSMReading<T: Sendable>: @unchecked Sendable {
  private let file: InputFile
  private let kinds: OSMKinds
  /// Let go of at the end, whichever thread holds on to the reading still.
  private var map: (@Sendable (OSMBlock) throws -> T)?
  private let threads: Int
  /// Results that wait at most, beside the one a thread has in hand.
  private let mostWaiting: Int

  private let feeding = NSLock()
  private let feed: any PieceFeed
  private var taken = 0
  private var hasEnded = false

  /// Of the one who asks, where no thread is started.
  private lazy var decoder = BlockDecoder(file, kinds)

  // Guarded by `condition`.
  private let condition = NSCondition()
  private var waiting: [Int: Result<T, any Error>?] = [:]
  private var delivered = 0
  private var running = 0
  private var isAbandoned = false

  init(
    _ file: InputFile, _ feed: any PieceFeed, _ kinds: OSMKinds, threads: Int,
    map: @escaping @Sendable (OSMBlock) throws -> T
  ) {
    self.file = file
    self.feed = feed
    self.kinds = kinds
    self.map = map
    self.threads = max(1, min(threads, 64))
    mostWaiting = 2 * self.threads
    guard self.threads > 1 else { return }
    running = self.threads
    for number in 0..<self.threads {
      let thread = Thread { [self] in run() }
      thread.name = "yutu-osm-\(number)"
      thread.start()
    }
  }

  /// The result of the next block; `nil` after the last.
  ///
  /// - Throws: ``OSMError``, or what `map` threw; what comes before it was delivered.
  public func next() throws -> T? {
    guard threads > 1 else {
      guard !hasEnded, let piece = try feed.next() else { return nil }
      do {
        return try map?(try decoder.decode(piece))
      } catch {
        hasEnded = true
        throw error
      }
    }
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = waiting.removeValue(forKey: delivered) {
        guard let result else {
          // The end stays where it is, for whoever asks again.
          waiting[delivered] = .some(nil)
          return nil
        }
        delivered += 1
        condition.broadcast()
        return try result.get()
      }
      if running == 0 { return nil }
      condition.wait()
    }
  }

  /// Ends the reading and waits until no thread uses what it was given.
  public func finish() {
    condition.lock()
    defer { condition.unlock() }
    isAbandoned = true
    condition.broadcast()
    while running > 0 { condition.wait() }
    waiting = [:]
    map = nil
  }

  // MARK: The threads

  private func run() {
    let decoder = BlockDecoder(file, kinds)
    while let (number, piece) = take() {
      var result: Result<T, any Error>?
      do {
        if let piece = try piece.get(), let map {
          result = .success(try map(try decoder.decode(piece)))
        }
      } catch {
        result = .failure(error)
        end()
      }
      guard deliver(result, number) else { break }
    }
    condition.lock()
    running -= 1
    condition.broadcast()
    condition.unlock()
  }

  /// The next piece and its number; no piece at the end of the file, and nothing behind it.
  private func take() -> (Int, Result<Piece?, OSMError>)? {
    feeding.lock()
    defer { feeding.unlock() }
    guard !hasEnded else { return nil }
    let number = taken
    taken += 1
    do throws(OSMError) {
      let piece = try feed.next()
      if piece == nil { hasEnded = true }
      return (number, .success(piece))
    } catch {
      hasEnded = true
      return (number, .failure(error))
    }
  }

  /// No further piece is taken.
  private func end() {
    feeding.lock()
    hasEnded = true
    feeding.unlock()
  }

  /// Waits for room and puts the result there; false where nobody wants it.
  private func deliver(_ result: Result<T, any Error>?, _ number: Int) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while !isAbandoned, number >= delivered + mostWaiting { condition.wait() }
    guard !isAbandoned else { return false }
    waiting[number] = .some(result)
    condition.broadcast()
    return true
  }
}
