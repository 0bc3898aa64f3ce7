import Foundation
import Glibc
import TestSupport
import Testing

/// Apart from the other end-to-end tests: a document is one long session.
@Suite("Documents", .serialized, .timeLimit(.minutes(10)))
struct DocumentBlockTests {
  /// The documents whose commands a reader may paste.
  static let documents: [String] =
    ["README.md", "README.zh.md"]
    + ((try? FileManager.default.contentsOfDirectory(atPath: Place.repository + "/docs/guide"))
    ?? [])
    .filter { $0.hasSuffix(".md") }.sorted().map { "docs/guide/" + $0 }

  @Test(
    "Every command of a document runs, in its order, and prints what the document shows",
    .needsPythonClients, .needsGDAL, arguments: documents)
  func runs(_ document: String) async throws {
    let folder = try TestFolder()
    let text = try String(
      contentsOf: URL(filePath: Place.repository + "/" + document), encoding: .utf8)
    let port = try freePort()
    let script = DocumentScript(DocumentBlock.all(in: text), port: port)
    guard !script.blocks.isEmpty else { return }
    let isChinese = document.hasSuffix(".zh.md")
    // A terminal shows no meter.
    try folder.write(".curlrc", "silent\nshow-error\n")
    let ended = try await Program(
      "/bin/bash", [try folder.write(".script", script.text)], in: folder,
      environment: [
        "PATH": [
          URL(filePath: Place.command).deletingLastPathComponent().path,
          URL(filePath: Place.python).deletingLastPathComponent().path,
          Place.environment["PATH"] ?? "",
        ].joined(separator: ":"),
        "HOME": folder.path, "LANG": isChinese ? "zh_CN.UTF-8" : "C.UTF-8", "LC_ALL": "",
      ]
    ).end(within: 400)
    let failed = Int((try? folder.read(".failed"))?.trimmingCharacters(in: .newlines) ?? "")
    for block in script.blocks {
      let printed = ((try? folder.read(".block-\(block.line)")) ?? "")
        .replacing("\(port)", with: DocumentScript.shownPort)
      if block.line == failed || (failed == nil && ended.code != 0) {
        Issue.record("\(document):\(block.line): a command failed:\n\(printed)\(ended.errors)")
        break
      }
      if let shown = block.expected, let line = DocumentOutput.firstMissing(shown, in: printed) {
        Issue.record("\(document):\(block.line): printed otherwise, at: \(line)\n\(printed)")
      }
    }
    #expect(ended.code == 0, "\(document)")
  }

  /// A port that nobody listened on a moment ago.
  private func freePort() throws -> UInt16 {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(connection, generic, size) == 0 ? getsockname(connection, generic, &size) : -1
      }
    }
    try #require(status == 0, "no free port")
    return UInt16(bigEndian: address.sin_port)
  }
}
