import Foundation
import Messages

/// The files of the repository that this test was built from.
enum Repository {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func read(_ path: String) -> String? {
    try? String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The paths of all files below `path`.
  static func folderFiles(_ path: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appending(path: path).path)
    return (found?.compactMap { $0 as? String } ?? []).map { path + "/" + $0 }.sorted()
  }

  /// The entries of the Chinese catalogue.
  static let catalogue = POFile.entries(read("Sources/Messages/zh.po") ?? "")

  /// Its sentences and lines of help; the other entries give names words.
  static let texts = catalogue.filter { $0.context == nil || $0.context == "help" }

  /// The sentences that people are told, with their files.
  static let sentences: [(file: String, sentence: MessageScan.Sentence)] =
    folderFiles("Sources").filter {
      $0.hasSuffix(".swift") && !$0.hasPrefix("Sources/yutu-bench/")
    }.flatMap { file in
      MessageScan(read(file) ?? "").sentences.map { (file, $0) }
    }
}
