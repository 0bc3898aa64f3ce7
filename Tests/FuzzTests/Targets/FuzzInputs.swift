import Foundation

/// The inputs that are kept: some of each kind to begin with, and those that once did harm.
enum FuzzInputs {
  /// The program reads this file through a link.
  private static let all = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Inputs")

  /// The folder of a target's inputs.
  static func folder(_ target: String) -> URL { all.appending(path: target) }

  /// The inputs of a target by their names.
  static func of(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let folder = folder(target.name)
    // A target whose samples are made has a folder only once something was found.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let kept = try names.sorted().map { name in
      (name, Array(try Data(contentsOf: folder.appending(path: name))))
    }
    let samples = try target.makeSamples().enumerated().map { ("sample \($0.offset)", $0.element) }
    return kept + samples
  }

  /// The files `*.yml` below a folder of the repository that are no longer than an input may be.
  static func shipped(_ path: String, longestBytes: Int) throws -> [[UInt8]] {
    let repository = all.appending(path: "../../..").standardized
    let files = FileManager.default.enumerator(
      at: repository.appending(path: path), includingPropertiesForKeys: nil)
    let paths = (files?.allObjects ?? []).compactMap { ($0 as? URL)?.path }
    return try paths.filter { $0.hasSuffix(".yml") }.sorted()
      .map { Array(try Data(contentsOf: URL(filePath: $0))) }.filter { $0.count <= longestBytes }
  }
}
