import Synchronization

/// Values that several threads put in their places.
package final class Ordered<Value: Sendable>: Sendable {
  private let held: Mutex<[Value?]>

  package init(count: Int) {
    held = Mutex(Array(repeating: nil, count: count))
  }

  package func put(_ value: Value, at place: Int) {
    held.withLock { $0[place] = value }
  }

  package var values: [Value?] { held.withLock { $0 } }
}
