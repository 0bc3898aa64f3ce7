import ArgumentParser
import Foundation
import Networks
import OpenStreetMap
import Roads
import SimpleFeatures

/// `yutu route measure`: what each step of routing costs on a map.
struct RouteMeasure: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure each step of routing on a file of roads, or on bare arcs.",
    discussion: """
      Prints one JSON object of CPU seconds and microseconds: reading, order (never from its \
      file), weights, routes of the pairs with and without finding their roads, a table of \
      100 x 100, areas of 15 minutes, and a flood from polygon to weights while another thread \
      goes on searching.

      --arcs reads 32-bit words: counts of nodes, arcs and pairs; tails, heads, weights; x and y \
      in metres as floats; sources, targets and expected distances of the pairs.
      """)

  @Option(help: "An OpenStreetMap file.")
  var pbf: String?
  @Option(help: "Bare arcs, as described above.")
  var arcs: String?
  @Option(help: "The CSV of pairs to route, with --pbf.")
  var pairs: String?
  @Option(help: "A profile of Models/roads.")
  var profile = "car"
  @Option(help: "Whether turns cost and are forbidden: on or off.")
  var turns: RoadOptions.Switch = .on
  @Option(help: "How often short steps are repeated; medians are printed.")
  var times = 5

  func validate() throws {
    guard (pbf == nil) != (arcs == nil), (pbf == nil) == (pairs == nil) else {
      throw ValidationError("name --pbf FILE and --pairs PAIRS, or --arcs FILE")
    }
    guard (1...1000).contains(times) else {
      throw ValidationError("--times \(times) is not between 1 and 1000")
    }
  }

  func run() async throws {
    var figures = Figures(times: times)
    if let arcs {
      try ArcMeasure(arcs).run(&figures)
    } else if let pbf, let pairs {
      let profile = try RoadOptions.profile(named: profile)
      try RoadMeasurement(pbf, try PairTable(pairs), profile, usesTurns: turns == .on)
        .run(&figures)
    }
    print(figures.json.text)
  }
}

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
