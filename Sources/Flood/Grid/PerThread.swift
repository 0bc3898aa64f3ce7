import Synchronization

/// What threads find, one value for each place.
final class PerThread<Value: Sendable>: Sendable {
  private let places: Mutex<[Value]>

  init(_ value: Value, count: Int) { places = Mutex(Array(repeating: value, count: count)) }

  func set(_ place: Int, _ value: Value) { places.withLock { $0[place] = value } }

  /// The values when all threads are done.
  var values: [Value] { places.withLock { $0 } }
}
