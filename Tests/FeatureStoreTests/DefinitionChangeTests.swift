import Catalog
import FeatureStore
import SimpleFeatures
import Testing

@Suite("When a layer's file changes after data came in")
struct DefinitionChangeTests {
  let test: TestCity

  init() throws {
    test = try TestCity()
    try test.write(
      [point("a", 1, 1, [.text("x"), .integer(1)])],
      to: TestLayer.make("hydrant", "point", fields: ["name: text", "size: integer"]))
  }

  @Test("A new field is a new column, empty for the features that are there")
  func addedField() async throws {
    let wider = try TestLayer.make(
      "hydrant", "point", fields: ["kind: text", "size: integer", "name: text"])
    let (commit, outcomes) = try test.write(
      [point("b", 2, 2, [.text("k"), .integer(2), .text("y")])], to: wider)
    #expect(commit?.number == 2 && outcomes == ["added"])
    #expect(
      try test.items("hydrant").map(\.values) == [
        [.null, .integer(1), .text("x")], [.text("k"), .integer(2), .text("y")],
      ])
    #expect(try await test.store.layer("hydrant").definition == wider)
  }

  @Test("New words in the file are a commit of their own, though no feature changes")
  func newText() async throws {
    let text = TestLayer.yaml("hydrant", "point", fields: ["name: text", "size: integer"])
      .replacing("en: Layer", with: "en: Hydrants")
    let renamed = try #require(LayerCatalog.parse(yaml: text, file: "hydrant.yml").layer)
    let item = point("a", 1, 1, [.text("x"), .integer(1)])
    #expect(try test.write([item], to: renamed).0?.number == 2)
    #expect(try await test.store.layer("hydrant").definition.title.en == "Hydrants")
    #expect(try test.write([item], to: renamed).0 == nil)
  }

  @Test(
    "A field that is gone or of another type, or another geometry, is refused and nothing changes",
    arguments: [
      ("point", ["name: text"]), ("point", ["name: text", "size: real"]),
      ("point", ["name: integer", "size: integer"]), ("point", ["note: text"]),
      ("line", ["name: text", "size: integer"]), ("polygon", ["name: text", "size: integer"]),
    ])
  func incompatible(geometry: String, fields: [String]) async throws {
    let other = try TestLayer.make("hydrant", geometry, fields: fields)
    let before = try await test.store.layer("hydrant")
    do {
      try test.write([point("b", 2, 2)], to: other)
      Issue.record("the layer was changed")
    } catch {
      let fault = try #require(error as? StoreError)
      #expect(fault.code == .incompatibleDefinition && fault.hint != nil)
      #expect(fault.message.contains("hydrant"))
    }
    #expect(try await test.store.layer("hydrant") == before)
    #expect(try test.items("hydrant").count == 1)
    #expect(try test.integer("SELECT count(*) FROM yutu_commits") == 1)
  }
}
