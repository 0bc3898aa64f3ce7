import Foundation
import SimpleFeatures

/// Figures by name, in the order in which they were measured.
struct Figures {
  let times: Int
  private var members: [(String, JSONValue)] = []

  init(times: Int) { self.times = times }

  var json: JSONValue { .object(members) }

  mutating func add(_ name: String, _ value: JSONValue) { members.append((name, value)) }

  /// CPU seconds of all threads that `body` takes: the median of `times`, or of one.
  @discardableResult
  mutating func measure<T>(_ name: String, once: Bool = false, _ body: () throws -> T) rethrows -> T
  {
    var seconds: [Double] = []
    var last: T?
    for _ in 0..<(once ? 1 : times) {
      let start = Self.cpuSeconds
      last = try body()
      seconds.append(Self.cpuSeconds - start)
    }
    seconds.sort()
    add(name, .real(seconds[seconds.count / 2]))
    return last!
  }

  /// CPU time of the whole process, seconds.
  static var cpuSeconds: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }
  /// A clock that goes on steadily, seconds.
  static var wallSeconds: Double { seconds(CLOCK_MONOTONIC) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
