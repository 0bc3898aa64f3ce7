import Testing

@Suite("The text rules fire on bad samples")
struct TextRuleTests {
  // Bad words are put together here, so that this file itself is in order.
  private static let transform = "ST_" + "Transform"

  private func swift(_ source: String) -> [String] {
    TextRules.swiftViolations(source, isTest: false)
  }

  @Test("A line of 101 columns and a file of 501 lines are too long, one less is not")
  func lengths() {
    #expect(swift(String(repeating: "x", count: 100)).isEmpty)
    #expect(swift(String(repeating: "图", count: 101)).count == 1)
    #expect(swift(String(repeating: "x\n", count: 500)).isEmpty)
    #expect(swift(String(repeating: "x\n", count: 501)).count == 1)
  }

  @Test("The median length is held, and no files at all is a fault")
  func median() {
    #expect(TextRules.medianViolations([10, 150, 400]).isEmpty)
    #expect(TextRules.medianViolations([10, 151, 400]).count == 1)
    #expect(TextRules.medianViolations([]).count == 1)
  }

  @Test("SpatiaLite's transformation is found in any case, split or joined")
  func transforms() {
    for bad in [
      Self.transform, Self.transform.lowercased(), Self.transform.uppercased(),
      "\"ST_\" + \"Trans\" + \"form(\"", "\"st_\"\n  + \"TRANSFORM\"", "\"ST_\\\n Transform\"",
    ] {
      #expect(TextRules.transformViolations("let sql = \(bad)").count == 1, "\(bad)")
    }
    #expect(TextRules.transformViolations("let way = transform(point)").isEmpty)
    #expect(swift("let sql = \"SELECT Transform(geom, 4490)\"").count == 1)
    #expect(swift("let text = \"\\(transform(x))\"; transform(y)").isEmpty)
  }

  @Test(
    "A path of one machine is found wherever it begins",
    arguments: ["/ho" + "me/ann/x", "/ro" + "ot/x", "/wo" + "rk/x", "/tm" + "p/x"])
  func paths(path: String) {
    for line in ["\"\(path)\"", "cd \(path)", "DATA=\(path)", "# see \(path)", path] {
      #expect(TextRules.violations(line).count == 1, "\(line)")
    }
    #expect(TextRules.violations("https://example.org\(path) ../shared\(path)").isEmpty)
  }

  @Test("Work left undone is found, words that contain it are not")
  func unfinished() {
    #expect(TextRules.violations("// TO" + "DO: later").count == 1)
    #expect(TextRules.violations("// FIX" + "ME").count == 1)
    #expect(TextRules.violations("MASTODON todo").isEmpty)
  }

  @Test("An unchecked promise needs a comment right above that names the invariant")
  func unchecked() {
    let promise = "final class Box: @unchecked Sendable {}"
    #expect(swift(promise).count == 1)
    #expect(swift("// fast\n" + promise).count == 1)
    #expect(swift("// Invariant: one thread.\n\n" + promise).count == 1)
    #expect(swift("// Invariant: one thread.\nlet x = 1\n" + promise).count == 1)
    #expect(swift("// Invariant: the lock is held.\n" + promise).isEmpty)
    #expect(swift("/// A box.\n/// Invariant: set once.\n@safe\n" + promise).isEmpty)
    #expect(swift("let s = \"@unchecked Sendable\"").isEmpty)
  }

  @Test("A trap in place of code is found, one that states a broken invariant is not")
  func stubs() {
    #expect(swift("fatalError(\"not implemented\")").count == 1)
    #expect(swift("fatalError(\"Unimplemented\")").count == 1)
    #expect(swift("fatalError()").count == 1)
    #expect(swift("fatalError(\"no memory for a compressor\")").isEmpty)
    #expect(swift("// fatalError()").isEmpty)
  }

  @Test("A .gitignore that forgets one entry is reported")
  func ignore() {
    #expect(TextRules.ignoreViolations(".build/\n.tools/\nPackage.resolved\n").isEmpty)
    #expect(TextRules.ignoreViolations(".build/\n# .tools/\n").count == 2)
  }

  @Test("A link or file name that leads nowhere is found, fenced blocks and the web are not read")
  func documents() {
    let files = ["README.md": "# One map\n", "Layers/README.md": "", "Sources/Low/A.swift": ""]
    func broken(_ text: String, in folder: String = "") -> Int {
      DocumentRules.violations(
        text, in: folder, exists: { files[$0] != nil }, read: { files[$0] }
      ).count
    }
    #expect(broken("[a](README.md) [b](README.md#one-map) [c](https://example.org/x)") == 0)
    #expect(broken("[a](../README.md)", in: "Layers/") == 0)
    #expect(broken("# Hello, world\n[a](#hello-world) `Sources/Low/A.swift` `make test`") == 0)
    #expect(broken("```\n[a](gone.md)\n```") == 0)
    #expect(broken("[a](gone.md)") == 1)
    #expect(broken("![picture](docs/map.png \"the map\")") == 1)
    #expect(broken("[a](README.md#two-maps) [b](#nothing)") == 2)
    #expect(broken("[a](A.md)", in: "Layers/") == 1)
    #expect(broken("open `Sources/Low/B.swift`") == 1)
  }
}
