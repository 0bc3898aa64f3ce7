import HTTPTypes
import Synchronization

/// What was asked of one route, how it was answered and how long that took; counted without locks.
final class RouteCounters: Sendable {
  private final class Counter: Sendable {
    let value = Atomic<Int>(0)
  }

  static let methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "other"]
  static let statuses = [
    200, 201, 204, 304, 400, 401, 404, 405, 408, 410, 413, 414, 415, 421, 422, 429, 500, 503, 0,
  ]
  /// Upper ends of the classes of durations, in seconds.
  static let bucketSeconds = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30,
  ]

  private let requests = (0..<methods.count * statuses.count).map { _ in Counter() }
  private let buckets = (0...bucketSeconds.count).map { _ in Counter() }
  private let nanoseconds = Counter()
  private let bytes = Counter()

  func count(_ method: HTTPRequest.Method, status: Int, nanoseconds: Int, bytes: Int) {
    let row = Self.methods.firstIndex(of: method.rawValue) ?? Self.methods.count - 1
    let column = Self.statuses.firstIndex(of: status) ?? Self.statuses.count - 1
    requests[row * Self.statuses.count + column].value.add(1, ordering: .relaxed)
    let seconds = Double(nanoseconds) / 1e9
    let bucket = Self.bucketSeconds.firstIndex { seconds <= $0 } ?? Self.bucketSeconds.count
    buckets[bucket].value.add(1, ordering: .relaxed)
    self.nanoseconds.value.add(nanoseconds, ordering: .relaxed)
    self.bytes.value.add(bytes, ordering: .relaxed)
  }

  /// Every method and status that occurred, with its number; status 0 is any that is not listed.
  var requestCounts: [(method: String, status: Int, count: Int)] {
    requests.enumerated().compactMap { index, counter in
      let count = counter.value.load(ordering: .relaxed)
      let (row, column) = index.quotientAndRemainder(dividingBy: Self.statuses.count)
      return count == 0 ? nil : (Self.methods[row], Self.statuses[column], count)
    }
  }

  /// Answers in each class of durations; the last class has no upper end.
  var bucketCounts: [Int] { buckets.map { $0.value.load(ordering: .relaxed) } }
  var totalSeconds: Double { Double(nanoseconds.value.load(ordering: .relaxed)) / 1e9 }
  var totalBytes: Int { bytes.value.load(ordering: .relaxed) }
}
