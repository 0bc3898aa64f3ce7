import Foundation
import SimpleFeatures

/// A parser as fuzzing sees it: what is made of its inputs, and what must hold for each of them.
struct FuzzTarget: Sendable {
  /// Says what is wrong with the reading of an input; `nil` where nothing is.
  typealias Check = ([UInt8]) -> String?

  /// The name of its folder of inputs.
  let name: String
  /// What inputs are made of, beside their own bytes.
  let words: [[UInt8]]
  /// Bytes of the longest input.
  let longestBytes: Int
  /// How many changed inputs a test tries.
  var changedInputs: Int { name == "city" ? 5 : 100 }
  /// Inputs to begin with, beside those in its folder.
  let makeSamples: @Sendable () throws -> [[UInt8]]
  /// Makes the check, with what it needs once.
  let makeCheck: @Sendable () throws -> Check

  init(
    _ name: String, words: [[UInt8]], longestBytes: Int = 4096,
    samples: @escaping @Sendable () throws -> [[UInt8]] = { [] },
    makeCheck: @escaping @Sendable () throws -> Check
  ) {
    self.name = name
    self.words = words
    self.longestBytes = longestBytes
    makeSamples = samples
    self.makeCheck = makeCheck
  }

  init(
    _ name: String, words: [String], longestBytes: Int = 4096,
    samples: @escaping @Sendable () throws -> [[UInt8]] = { [] },
    makeCheck: @escaping @Sendable () throws -> Check
  ) {
    self.init(
      name, words: words.map { Array($0.utf8) }, longestBytes: longestBytes, samples: samples,
      makeCheck: makeCheck)
  }

  /// All parsers of what comes from outside.
  static let all: [FuzzTarget] =
    [geoJSON, json, wkb, wkt, blob, csv] + openStreetMap + sumo + configuration
    + [http, tilePath, parameters, runState, floodState, frame, city]

  /// What is wrong with an error that refuses an input: it is one in words for people, and short.
  static func fault(_ error: any Error, mostBytes: Int = 1000) -> String? {
    guard error is any ExplainedError else { return "another error: \(type(of: error)) \(error)" }
    let bytes = "\(error)".utf8.count
    return bytes > mostBytes ? "an error of \(bytes) bytes" : nil
  }
}

/// A file in memory for parsers that read by path; one input after the other.
final class InputFile {
  let path: String
  private let descriptor: Int32

  /// - Parameter ending: That of the name.
  init(ending: String) throws {
    let memory = "/dev/shm"
    let folder =
      FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
    path = "\(folder)/yutu-fuzz-\(UUID().uuidString).\(ending)"
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  deinit {
    close(descriptor)
    unsafe unlink(path)
  }

  /// Makes the file hold these bytes and no others.
  func hold(_ bytes: [UInt8]) {
    let written = unsafe pwrite(descriptor, bytes, bytes.count, 0)
    precondition(written == bytes.count, "memory is full")
    precondition(ftruncate(descriptor, off_t(bytes.count)) == 0)
  }
}
