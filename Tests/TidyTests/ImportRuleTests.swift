import Testing

@Suite("The import rules fire on bad samples")
struct ImportRuleTests {
  @Test(
    "Every way to write an import is seen",
    arguments: [
      "import Alpha", "  import Alpha", "public import Alpha", "package import Alpha",
      "@testable import Alpha", "@preconcurrency public import Alpha",
      "@_spi(Internals) import Alpha", "import struct Alpha.Beta", "import func Alpha.beta",
      "internal import enum Alpha.Beta.Gamma", "import Alpha.Sub", "let x = 1; import Alpha",
      "#if canImport(Alpha)\nimport Alpha\n#endif", "/* note */ import Alpha", "import `Alpha`",
      "@testable\nimport Alpha", "let s = \"/*\"\nimport Alpha", "let s = #\"\\\"#\nimport Alpha",
      "let s = \"\\(f(\"a\"))\"\nimport Alpha",
    ])
  func seen(source: String) {
    #expect(SwiftText(source).imports == ["Alpha"])
  }

  @Test(
    "An import in a comment or a string is none",
    arguments: [
      "// import Alpha", "/// import Alpha", "/* \n import Alpha\n /* */ import Alpha */",
      "let s = \"import Alpha\"", "let s = \"\"\"\nimport Alpha\n\"\"\"", "let important = Alpha",
      "#\"\"\"\n\"\"\"\nimport Alpha\n\"\"\"#",
    ])
  func unseen(source: String) {
    #expect(SwiftText(source).imports.isEmpty)
  }

  private static let rungs: [String: Ladder.Rung] = [
    "Low": .init(level: 1), "Middle": .init(level: 2, outside: ["Yams"]),
    "Beside": .init(level: 2), "Top": .init(level: 6),
  ]

  private func broken(
    _ name: String, uses: [String], imports: Set<String>, isTest: Bool = false
  ) -> [String] {
    let target = Manifest.Target(name: name, isTest: isTest, dependencies: uses)
    return ImportRules.violations(target: target, imports: imports, rungs: Self.rungs)
  }

  @Test("A target that goes down the ladder is in order")
  func inOrder() {
    #expect(
      broken("Middle", uses: ["Low", "Yams"], imports: ["Low", "Yams", "Foundation"]).isEmpty)
    #expect(
      broken("MiddleTests", uses: ["Low"], imports: ["Low", "Testing"], isTest: true).isEmpty)
    #expect(broken("EndToEndTests", uses: ["Top"], imports: ["Testing"], isTest: true).isEmpty)
  }

  @Test("Sideways, upwards, undeclared, unused, unknown and test-only imports are reported")
  func reported() {
    #expect(broken("Middle", uses: ["Beside"], imports: ["Beside"]).count == 1)
    #expect(broken("Low", uses: ["Middle"], imports: ["Middle"]).count == 1)
    #expect(broken("Low", uses: ["Middle"], imports: []).count == 2)
    #expect(broken("Middle", uses: [], imports: ["Low"]).count == 1)
    #expect(broken("Middle", uses: ["Low"], imports: []).count == 1)
    #expect(broken("Beside", uses: ["Yams"], imports: ["Yams"]).count == 1)
    #expect(broken("Middle", uses: ["NIO"], imports: ["NIO"]).count == 1)
    #expect(broken("Low", uses: [], imports: ["Testing"]).count == 1)
    #expect(broken("Stranger", uses: [], imports: []).count == 1)
    #expect(broken("OddTests", uses: ["NIO"], imports: ["NIO"], isTest: true).count == 1)
  }

  @Test("The ladder is read from its table, several targets a row")
  func table() {
    let rungs = Ladder.rungs(
      of: """
        | level | target | is | outside | untested |
        |---|---|---|---|---|
        | 2 | `Low` `Beside` | values, `not a target` | `Yams` | module maps |
        | 3 | `High` | what stands on them | | |
        """)
    #expect(
      rungs == [
        "Low": .init(level: 2, outside: ["Yams"], untested: "module maps"),
        "Beside": .init(level: 2, outside: ["Yams"], untested: "module maps"),
        "High": .init(level: 3),
      ])
  }

  @Test("A test target may not reach above what it tests")
  func testsAbove() {
    let target = Manifest.Target(
      name: "CatalogTests", isTest: true, dependencies: ["Catalog", "Server"])
    let found = ImportRules.violations(target: target, imports: ["Catalog", "Server"])
    #expect(found.count == 1 && found[0].contains("Server"))
  }

  @Test("The manifest's targets, products and lists over several lines are read")
  func manifest() {
    let manifest = Manifest(
      """
      let yams = Target.Dependency.product(name: "Yams", package: "Yams")
      // library("Ghost", uses: ["Low"]),
      let package = Package(targets: [
        system("CThing", pkgConfig: "thing", apt: "libthing-dev"),
        library("Low", touchesC: true),
        library(
          "Middle",
          uses: [
            "Low", yams,
          ], resources: [.embedInCode("Pages")]),
        .executableTarget(
          name: "tool", dependencies: ["Middle", "Low"]),
        tests("MiddleTests", uses: ["Middle"]),
      ])
      """)
    #expect(
      manifest.targets == [
        .init(name: "CThing", dependencies: []), .init(name: "Low", dependencies: []),
        .init(name: "Middle", dependencies: ["Low", "Yams"]),
        .init(name: "tool", isExecutable: true, dependencies: ["Middle", "Low"]),
        .init(name: "MiddleTests", isTest: true, dependencies: ["Middle"]),
      ])
  }

  @Test("A folder without target, a target without tests and a folder without a test are reported")
  func folders() {
    let manifest = Manifest(#"library("Low"), tests("LowTests", uses: []), library("Beside")"#)
    func broken(_ sources: [String], _ tests: [String: Bool]) -> [String] {
      ImportRules.folderViolations(
        sources: sources, tests: tests, manifest: manifest, rungs: Self.rungs)
    }
    #expect(broken(["Low"], ["LowTests": true]).isEmpty)
    #expect(broken(["Low", "Beside"], ["LowTests": true]).count == 1)
    #expect(broken(["Low"], ["LowTests": false]).count == 2)
    #expect(broken(["Low"], ["LowTests": true, "StrayTests": true]).count == 1)
  }
}
