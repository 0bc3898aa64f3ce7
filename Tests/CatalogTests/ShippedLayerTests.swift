import Foundation
import SimpleFeatures
import Testing

@testable import Catalog

@Suite("The layers that come with Yutu")
struct ShippedLayerTests {
  let folder = repository.appending(path: "Layers").path(percentEncoded: false)

  @Test("have no faults") func clean() {
    let (layers, diagnostics) = LayerCatalog.check(folder: folder)
    #expect(diagnostics == [])
    #expect(Set(layers.map(\.id)).isSuperset(of: ["building", "road", "water"]))
  }

  @Test("know every value of the code lists in their categories") func categories() throws {
    for layer in try LayerCatalog.load(folder: folder).layers {
      guard let categories = layer.style.categories else { continue }
      let codes = layer.field(named: categories.field)?.codes.map(\.value) ?? []
      #expect(Set(categories.colours.map(\.value)).isSubset(of: Set(codes)))
    }
  }

  @Test("draw areas that lie over others so that those can be seen") func areasOverOthers() throws {
    let catalog = try LayerCatalog.load(folder: folder)
    let cells = try #require(catalog["grid-cell"]).style
    #expect(cells.opacity == 0.05 && !cells.isShown)
    let buildings = try #require(catalog["building"]).style
    #expect(buildings.opacity == 1 && buildings.isShown)
  }

  @Test("leave the places where imports found faults out of the map until somebody asks for them")
  func importProblems() throws {
    let catalog = try LayerCatalog.load(folder: folder)
    #expect(try !#require(catalog["import-problem"]).style.isShown)
    // The data that is imported is drawn at once.
    for id in ["building", "road", "water", "green"] {
      #expect(try #require(catalog[id]).style.isShown, "\(id)")
    }
  }

  @Test("take names of OpenStreetMap, of its tiles and of Chinese exports") func aliases() throws {
    let catalog = try LayerCatalog.load(folder: folder)
    let floors = try #require(catalog["building"]?.field(named: "floors"))
    #expect(Set(floors.aliases).isSuperset(of: ["building:levels", "层数"]))
    #expect(floors.type == .integer)
    let roadClass = try #require(catalog["road"]?.field(named: "class"))
    #expect(Set(roadClass.aliases).isSuperset(of: ["highway", "kind_detail"]))
    #expect(catalog["building"]?.duplicates == .union)
    #expect(catalog["water"]?.identifiers.prefix(2) == ["id", "osm_id"])
  }

  @Test(
    "take the words that offices write for their codes",
    arguments: [
      ("building", "usage", "住宅", "residential"), ("building", "usage", "商铺", "retail"),
      ("building", "usage", "写字楼", "office"), ("road", "class", "主干道", "primary"),
      ("drainage-pipe", "material", "钢筋砼", "reinforced_concrete"),
      ("drainage-pipe", "status", "在用", "in_use"), ("hydrant", "kind", "地上", "ground"),
      ("reservoir", "rank", "小（2）型", "small_2"), ("manhole", "class", "供水", "JS"),
    ])
  func words(layer: String, field: String, word: String, code: String) throws {
    let definition = try #require(try LayerCatalog.load(folder: folder)[layer])
    let field = try #require(definition.field(named: field))
    #expect(try FieldConverter(field).converted(.text(word)) == .text(code))
  }

  @Test("are described by the committed JSON Schema") func schema() throws {
    let file = repository.appending(path: "Layers/schema.json")
    if ProcessInfo.processInfo.environment["YUTU_BLESS"] != nil {
      try Data(LayerCatalog.jsonSchema().utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == LayerCatalog.jsonSchema())
    let object = try JSONSerialization.jsonObject(with: Data(LayerCatalog.jsonSchema().utf8))
    #expect(object is [String: Any])
  }

  @Test("take the example of their README as one more, relations and rules and all") func readme()
    throws
  {
    let file = repository.appending(path: "Layers/README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: "```yaml\n"))
    let end = try #require(text[start.upperBound...].range(of: "\n```"))
    let yaml = String(text[start.upperBound..<end.lowerBound])
    #expect(diagnostics(in: yaml, file: "bench.yml") == [])

    let copy = FileManager.default.temporaryDirectory.appending(path: "layers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: copy) }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasSuffix(".yml") {
      let layer = try Data(contentsOf: repository.appending(path: "Layers/\(name)"))
      try layer.write(to: copy.appending(path: name))
    }
    let added = copy.appending(path: "bench.yml")
    let path = copy.path(percentEncoded: false)
    try Data(yaml.utf8).write(to: added)
    let bench = try #require(try LayerCatalog.load(folder: path)["bench"])
    #expect(bench.relations.map(\.layers) == [["green"]])
    #expect(bench.rules.map(\.id) == ["seat-above-ground", "within-green"])

    // A slip in its relation or rule is found against the layers beside it.
    try Data(yaml.replacing("    layer: green\n", with: "    layer: greens\n").utf8).write(
      to: added)
    let messages = LayerCatalog.check(folder: path).diagnostics.map(\.message)
    #expect(messages == ["the rule `within-green` names the layer `greens`, which has no file"])
  }
}
