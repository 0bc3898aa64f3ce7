import Foundation
import TestSupport
import Testing

/// A reader against mutated samples until its time is up, always the same ones in the same order.
///
/// Each input lies in a file while it is read, so that one that stops the program is not lost. What
/// did harm moves to `Crashes/`, with the ending of its format, and is replayed from then on.
struct FuzzRun {
  /// The ending of the format: `geojson`, `wkb` or `wkt`.
  let format: String
  let samples: [[UInt8]]
  let words: [String]
  /// Says what is wrong with the reading of an input; `nil` where nothing is.
  let check: ([UInt8]) -> String?

  private static let environment = ProcessInfo.processInfo.environment
  /// Seconds for each format.
  private static let seconds = environment["YUTU_FUZZ_SECONDS"].flatMap { Double($0) } ?? 2
  private static let seed = environment["YUTU_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
  /// No input of a few kilobytes may keep a reader busy for longer.
  private static let longestSeconds = 5.0
  /// Inputs that are kept from one run; more would say the same.
  private static let mostFaults = 5

  /// Reads mutated samples; each fault is reported with the file that it needs.
  func run() throws {
    try #require(!samples.isEmpty)
    var mutator = Mutator(seed: Self.seed, words: words.map { Array($0.utf8) })
    let name = "yutu-fuzz-\(ProcessInfo.processInfo.processIdentifier).\(format)"
    let trail = FileManager.default.temporaryDirectory.appending(path: name)
    let end = ContinuousClock.now + .seconds(Self.seconds)
    var (count, diagnostics) = (0, 0)
    while ContinuousClock.now < end, diagnostics < Self.mostFaults {
      let sample = samples.randomElement(using: &mutator.random) ?? []
      let other = samples.randomElement(using: &mutator.random) ?? []
      let input = mutator.mutated(sample, with: other)
      try Data(input).write(to: trail)
      let start = ContinuousClock.now
      var fault = check(input)
      let took = start.duration(to: .now) / .seconds(1)
      if took > Self.longestSeconds { fault = fault ?? "it took \(took) s" }
      count += 1
      guard let fault else { continue }
      diagnostics += 1
      let kept = trail.deletingPathExtension().appendingPathExtension("\(count).\(format)")
      try Data(input).write(to: kept)
      Issue.record("input \(count) of seed \(Self.seed): \(fault); it lies in \(kept.path)")
    }
    #expect(count > 10, "only \(count) inputs in \(Self.seconds) s")
    try FileManager.default.removeItem(at: trail)
  }

  /// The inputs that once did harm, by their names.
  static func kept(_ format: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Crashes")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == format }.sorted { $0.path < $1.path }
      .map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }
  }
}
