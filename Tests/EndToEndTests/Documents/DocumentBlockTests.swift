import Foundation
import TestSupport
import Testing

/// Apart from the other end-to-end tests: a document is one long session.
@Suite("Documents", .serialized, .timeLimit(.minutes(10)))
struct DocumentBlockTests {
  /// The documents that a user reads, as paths in the repository.
  static let documents: [String] = {
    let folders = ["", "docs/", "docs/guide/", "Examples/", "Layers/", "Models/"]
    let models = ["flood", "parking", "roads", "scenarios", "signals", "storms"]
    return (folders + models.map { "Models/\($0)/" }).flatMap { folder in
      let files = try? FileManager.default.contentsOfDirectory(
        atPath: Place.repository + "/" + folder)
      return (files ?? []).filter { $0.hasSuffix(".md") }.sorted().map { folder + $0 }
    }
  }()

  static func blocks(_ document: String) throws -> [DocumentBlock] {
    DocumentBlock.all(
      in: try String(contentsOfFile: Place.repository + "/" + document, encoding: .utf8))
  }

  /// The documents with commands that are run here.
  ///
  /// A page in Chinese without output that has the commands of the page in English is left out.
  static let sessions = documents.filter { document in
    let blocks = (try? blocks(document)) ?? []
    guard !DocumentScript(blocks, port: 1).blocks.isEmpty else { return false }
    guard document.hasSuffix(".zh.md"), blocks.allSatisfy({ $0.expected == nil }),
      let english = try? Self.blocks(document.replacing(".zh.md", with: ".md"))
    else { return true }
    return blocks.map(\.commands) != english.map(\.commands)
  }

  @Test(
    "Every command of a document runs, in its order, and prints what the document shows",
    .needsPythonClients, .needsGDAL, arguments: sessions)
  func runs(_ document: String) async throws {
    let folder = try TestFolder()
    let port = try HTTPClient.freePort()
    let script = DocumentScript(try Self.blocks(document), port: port)
    // A terminal shows no meter.
    try folder.write(".curlrc", "silent\nshow-error\n")
    let ended = try await Program(
      "/bin/bash", [try folder.write(".script", script.text)], in: folder,
      environment: Self.environment(home: folder.path, isChinese: document.hasSuffix(".zh.md"))
    ).end(within: 400)
    let failed = (try? folder.read(".failed")).flatMap { Int($0.dropLast()) }
    for block in script.blocks {
      let bytes = (try? folder.bytes(".block-\(block.line)")) ?? Data()
      let printed = String(decoding: bytes, as: UTF8.self)
        .replacing("\(port)", with: DocumentScript.shownPort)
      if block.line == failed || (failed == nil && ended.code != 0) {
        Issue.record("\(document):\(block.line): a command failed:\n\(printed)\(ended.errors)")
        break
      }
      if let shown = block.expected, let line = DocumentOutput.firstMissing(shown, in: printed) {
        Issue.record("\(document):\(block.line): not printed: \(line)\n\(printed)")
      }
    }
    #expect(ended.code == 0, "\(document)")
  }

  /// A new user's, but for the program that was built and the Python that has the clients.
  private static func environment(home: String, isChinese: Bool) -> [String: String] {
    let folders = [Place.command, Place.python].map {
      URL(filePath: $0).deletingLastPathComponent().path
    }
    return [
      "PATH": (folders + [Place.environment["PATH"] ?? ""]).joined(separator: ":"), "HOME": home,
      "LANG": isChinese ? "zh_CN.UTF-8" : "C.UTF-8", "LC_ALL": "", "YUTU_LANG": "",
    ]
  }

  @Test("No command hides in a block that is not run", arguments: documents)
  func marked(_ document: String) throws {
    for block in try Self.blocks(document) {
      #expect(
        !["bash", "console", "shell", "shell-session"].contains(block.language)
          && !(block.language.isEmpty && block.code.contains("yutu ")),
        "\(document):\(block.line): mark commands sh and what they print text")
    }
  }

  @Test("Commands for a checkout name targets of the Makefile and scripts", arguments: documents)
  func checkout(_ document: String) throws {
    let makefile = try String(contentsOfFile: Place.repository + "/Makefile", encoding: .utf8)
    for block in try Self.blocks(document) where block.needsCheckout {
      for line in block.code.split(separator: "\n") {
        let words = line.split(separator: " ")
        let isThere =
          words[0] == "make"
          ? makefile.contains("\n\(words[1]):") : Place.exists("\(Place.repository)/\(words[0])")
        #expect(isThere, "\(document):\(block.line): \(line)")
      }
    }
  }

  @Test("A page in Chinese has the commands of the page in English", arguments: documents)
  func pairs(_ document: String) throws {
    let isGuide = document.hasPrefix("docs/guide/") || document.hasPrefix("README")
    let single = ["docs/guide/glossary.md", "docs/guide/figures.md"]
    guard isGuide, !document.hasSuffix(".zh.md"), !single.contains(document) else { return }
    let chinese = document.dropLast(3) + ".zh.md"
    #expect(Self.documents.contains(String(chinese)), "\(document) has no page in Chinese")
    let pages = try [document, String(chinese)].map { page in
      try Self.blocks(page).filter { $0.language != "text" }.map(Self.programs)
    }
    #expect(pages[0] == pages[1])
  }

  /// The marks of a block and the first word of each of its lines: the rest may be translated.
  private static func programs(_ block: DocumentBlock) -> [String] {
    block.words
      + block.code.split(separator: "\n").compactMap { $0.split(separator: " ").first }
      .map(String.init)
  }

  @Test("Documents are spelt and worded well, and by the glossary", .needsPythonClients)
  func style() async throws {
    try await runClient("document_style", [Place.repository], in: try TestFolder())
  }

  @Test("What a document shows is compared line by line")
  func comparison() {
    #expect(DocumentOutput.firstMissing("a …\n…\nend\n", in: "a 1\nb\nc\nend\n") == nil)
    #expect(DocumentOutput.firstMissing("…\nend\n", in: "end") == nil)
    #expect(DocumentOutput.firstMissing("a\nc\n", in: "a\nb\n") == "c")
    #expect(DocumentOutput.firstMissing("a\n", in: "a\nb\n") != nil)
    #expect(DocumentOutput.firstMissing("a…c…e\n", in: "abcde\n") == nil)
    #expect(DocumentOutput.firstMissing("a…c…e\n", in: "abde\n") != nil)
    let blocks = DocumentBlock.all(
      in: "```sh fails\nls x\n```\n\n```text\nno x\n```\nand\n```text\nfree\n```\n")
    #expect(blocks.map(\.expected) == ["no x\n", nil])
    #expect(blocks[0].mayFail)
  }
}
