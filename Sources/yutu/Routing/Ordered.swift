import Synchronization

/// Values that several threads put in their places.
final class Ordered<Value: Sendable>: Sendable {
  private let held: Mutex<[Value?]>

  init(count: Int) {
    held = Mutex(Array(repeating: nil, count: count))
  }

  func put(_ value: Value, at place: Int) {
    held.withLock { $0[place] = value }
  }

  var values: [Value?] { held.withLock { $0 } }
}
