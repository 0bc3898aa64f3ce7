import Testing

@Suite("The repository keeps its own rules")
struct RepositoryTests {
  private static let manifest = Manifest(Repository.read("Package.swift") ?? "")

  @Test("Every target imports only from a strictly lower level and declares what it imports")
  func imports() throws {
    #expect(!Self.manifest.targets.isEmpty)
    for target in Self.manifest.targets {
      let isInTests = target.isTest || Ladder.testing.contains(target.name)
      let folder = (isInTests ? "Tests/" : "Sources/") + target.name
      let files = Repository.folderFiles(folder)
      let swift = files.filter { $0.hasSuffix(".swift") }
      if swift.isEmpty, target.dependencies.isEmpty, !files.isEmpty { continue }
      let imports = Set(swift.flatMap { SwiftText(Repository.read($0) ?? "").imports })
      let broken = ImportRules.violations(target: target, imports: imports)
      #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
    }
  }

  @Test("Each rung of the ladder is a target")
  func rungs() {
    let known = Set(Self.manifest.targets.map(\.name))
    #expect(!Ladder.rungs.isEmpty)
    #expect(Ladder.rungs.keys.filter { !known.contains($0) }.sorted() == [])
  }

  @Test("Every folder is a target and every target is tested or says why not")
  func folders() {
    let tests = Repository.folders(in: "Tests").map { name in
      let files = Repository.folderFiles("Tests/" + name).filter { $0.hasSuffix(".swift") }
      return (name, files.contains { Repository.read($0)?.contains("@Test") == true })
    }
    let broken = ImportRules.folderViolations(
      sources: Repository.folders(in: "Sources"),
      tests: Dictionary(uniqueKeysWithValues: tests), manifest: Self.manifest)
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }

  @Test("Swift files are short and hold no stub, no unexplained promise and no SQL transform")
  func swiftFiles() {
    for path in Repository.swiftFiles {
      let isTest = path.hasPrefix("Tests/")
      let broken = TextRules.swiftViolations(Repository.read(path) ?? "", isTest: isTest)
      #expect(broken.isEmpty, "\(path):\(broken.joined(separator: "\n"))")
    }
    let lengths = Repository.swiftFiles.map { TextRules.lines(Repository.read($0) ?? "").count }
    #expect(TextRules.medianViolations(lengths) == [])
  }

  @Test("No file names a path of one machine, leaves work undone or lets SpatiaLite transform")
  func textFiles() {
    for path in Repository.textFiles {
      guard let text = Repository.read(path) else { continue }
      let isProduct = !path.hasPrefix("Tests/") && !path.hasSuffix(".md")
      let broken =
        TextRules.violations(text) + (isProduct ? TextRules.transformViolations(text) : [])
      #expect(broken.isEmpty, "\(path):\(broken.joined(separator: "\n"))")
    }
  }

  @Test("No Swift names a layer: models find layers by their roles")
  func layerNames() {
    let ids = Repository.folderFiles("Layers").filter { $0.hasSuffix(".yml") }.map {
      String($0.dropFirst("Layers/".count).dropLast(".yml".count))
    }
    #expect(ids.count > 50)
    for path in Repository.folderFiles("Sources") where path.hasSuffix(".swift") {
      if LayerNameRule.exceptions.keys.contains(where: { path.hasPrefix("Sources/" + $0) }) {
        continue
      }
      let broken = LayerNameRule.violations(Repository.read(path) ?? "", ids: ids)
      #expect(broken.isEmpty, "\(path):\(broken.joined(separator: "\n"))")
    }
  }

  @Test("A layer's name is found where it is one, and words that merely look like it are left")
  func layerNameRule() {
    let ids = ["road", "parking-lot", "gauge"]
    for code in [
      "try snapshot.layer(\"road\")", "features(\"road\", in: box)", "let a = \"parking-lot\"",
      "$0.id == \"road\"", "layers: [\"x\", \"parking-lot\"]", "search(layer: \"gauge\")",
    ] { #expect(LayerNameRule.violations(code, ids: ids).count == 1, "\(code)") }
    for code in [
      "// layer(\"road\")", "tag(\"road\")", "begin(\"x\", \"gauge\")", "\"the parking-lot file\"",
    ] { #expect(LayerNameRule.violations(code, ids: ids) == [], "\(code)") }
  }

  @Test("Build products, tools and the resolved versions stay out of git")
  func ignored() {
    #expect(TextRules.ignoreViolations(Repository.read(".gitignore") ?? "") == [])
  }
}

@Suite("The documents point at what is there")
struct DocumentTests {
  @Test("Every link and every file named in a document exists")
  func documents() {
    for path in Repository.documents {
      let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      let broken = DocumentRules.violations(
        Repository.read(path) ?? "", in: folder, exists: Repository.exists, read: Repository.read)
      #expect(broken.isEmpty, "\(path):\(broken.joined(separator: "\n"))")
    }
  }
}
