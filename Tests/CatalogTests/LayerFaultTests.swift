import Testing

@testable import Catalog

@Suite("What is wrong with a layer file is said at its line and column")
struct LayerFaultTests {
  @Test("the example itself has no fault") func clean() {
    #expect(diagnostics(in: hydrant) == [])
  }

  @Test("each fault is reported where it stands, and nothing else", arguments: FaultCase.all)
  func fault(_ one: FaultCase) {
    let yaml = hydrant(line: one.line, one.text)
    #expect(diagnostics(in: yaml) == one.diagnostics)
    #expect((LayerCatalog.parse(yaml: yaml, file: "Layers/hydrant.yml").layer == nil))
  }

  @Test("a file with several faults reports them all, from top to bottom") func several() {
    var yaml = hydrant(line: 20, "  colour: red")
    yaml = yaml.replacing("geometry: point", with: "geometry: dot")
    yaml = yaml.replacing("name: pressure", with: "name: fid")
    yaml = yaml.replacing("minzoom: 14", with: "minzoom: 30")
    #expect(
      diagnostics(in: yaml).map { $0.prefix { $0 != ":" } } == ["5", "7", "18", "20"])
  }

  @Test("a hint names what the person most likely meant") func hints() {
    func hint(_ line: Int, _ text: String) -> String? {
      LayerCatalog.parse(yaml: hydrant(line: line, text), file: "hydrant.yml").diagnostics.last?
        .hint
    }
    #expect(hint(4, "themes: public-theme") == "did you mean `theme`?")
    #expect(hint(20, "  color: \"#c0392b\"") == "did you mean `colour`?")
    #expect(hint(5, "geometry: Polygon")?.hasPrefix("did you mean `polygon`?") == true)
    #expect(
      hint(5, "geometry: cloud") == "allowed are `point`, `line`, `polygon`")
  }

  @Test("a role that no model reads is a fault that names the known ones, the nearest first")
  func roles() {
    let known: Set = [LayerRole("road-network"), LayerRole("car-park"), LayerRole("hydrant")]
    func read(_ role: String) -> (role: LayerRole?, diagnostics: [Diagnostic]) {
      let (layer, diagnostics) = LayerCatalog.parse(
        yaml: hydrant(line: 5, "role: \(role)\ngeometry: point"), file: "hydrant.yml", roles: known)
      return (layer?.role, diagnostics)
    }
    #expect(read("car-park").role == LayerRole("car-park"))
    for (role, near) in [("road-netwrok", "road-network"), ("carpark", "car-park")] {
      let fault = read(role).diagnostics
      #expect(fault.map(\.message) == ["no model reads layers of role `\(role)`"])
      #expect(fault.map { [$0.line, $0.column] } == [[5, 7]])
      #expect(
        fault.first?.hint
          == "did you mean `\(near)`? roles are `car-park`, `hydrant`, `road-network`")
    }
    #expect(read("bench").diagnostics.first?.hint?.hasPrefix("roles are") == true)
    #expect(diagnostics(in: hydrant(line: 5, "role: carpark\ngeometry: point")) == [])
  }

  @Test("a fault prints as file, line, column, message and hint") func printing() {
    let fault = LayerCatalog.parse(
      yaml: hydrant(line: 4, "theme: sensor"), file: "Layers/hydrant.yml"
    ).diagnostics[0]
    #expect(
      fault.description.hasPrefix(
        "Layers/hydrant.yml:4:8: error: `sensor` is not a theme\n  hint: "))
  }

  @Test(
    "an empty file and one with comments only are faults", arguments: ["", "# nothing\n", "\n\n"])
  func empty(_ yaml: String) {
    #expect(diagnostics(in: yaml) == ["1:1: the file is empty"])
  }

  @Test("Windows line ends and a byte order mark change no position") func windows() {
    let yaml = "\u{FEFF}" + hydrant(line: 4, "theme: 甲乙").replacing("\n", with: "\r\n")
    #expect(diagnostics(in: yaml) == ["4:8: `甲乙` is not a theme"])
  }

  @Test("a text that holds an asterisk keeps it") func asterisk() {
    let yaml = hydrant(line: 2, "title: {zh: \"*栓*\", en: a * b *c}")
    let layer = LayerCatalog.parse(yaml: yaml, file: "hydrant.yml").layer
    #expect(layer?.title == LocalisedText(zh: "*栓*", en: "a * b *c"))
  }
}

@Suite("No text makes the reader hang or crash")
struct HostileLayerTests {
  @Test("nested aliases do not expand") func aliasBomb() {
    var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...40 {
      let items = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      yaml += "a\(level): &a\(level) [\(items)]\n? [\(items)]\n: b\n"
    }
    #expect(diagnostics(in: yaml).contains { $0.contains("aliases such as `*a38`") })
  }

  @Test("brackets a hundred thousand deep are refused") func depth() {
    #expect(diagnostics(in: String(repeating: "[", count: 100_000)).count == 1)
    #expect(diagnostics(in: String(repeating: "- ", count: 100_000)).count == 1)
  }

  @Test("a file above 1 MiB is refused") func size() {
    let yaml = hydrant + "\n# " + String(repeating: "x", count: 1 << 20)
    #expect(diagnostics(in: yaml) == ["1:1: the file is larger than 1 MiB"])
  }

  @Test("a thousand doubled keys end") func doubled() {
    let yaml = (0..<1000).map { "k\($0): 1\nk\($0): 2\n" }.joined()
    #expect(diagnostics(in: yaml).isEmpty == false)
  }

  @Test("a file cut off anywhere gives faults or a layer, never both") func truncated() {
    let scalars = Array(hydrant.unicodeScalars)
    for end in 0..<scalars.count {
      var yaml = ""
      yaml.unicodeScalars.append(contentsOf: scalars[..<end])
      let (layer, diagnostics) = LayerCatalog.parse(yaml: yaml, file: "hydrant.yml")
      #expect((layer == nil) == !diagnostics.isEmpty)
      for fault in diagnostics {
        #expect(fault.line >= 1 && fault.line <= 31 && fault.column >= 1)
      }
    }
  }

  @Test("a file with any character replaced gives faults or a layer, never both") func mutated() {
    let scalars = Array(hydrant.unicodeScalars)
    let insertions: [Unicode.Scalar] = ["*", "&", "\"", "[", "{", "\t", "\n", "-", ":", "#", "!"]
    for index in stride(from: 0, to: scalars.count, by: 3) {
      var changed = scalars
      changed[index] = insertions[index % insertions.count]
      var yaml = ""
      yaml.unicodeScalars.append(contentsOf: changed)
      let (layer, diagnostics) = LayerCatalog.parse(yaml: yaml, file: "hydrant.yml")
      #expect((layer == nil) == !diagnostics.isEmpty)
    }
  }
}
