import Foundation
import SimpleFeatures
import Testing

@testable import Catalog

@Suite("A folder of layer files")
struct LayerFolderTests {
  /// Calls `body` with a folder that holds `files`, and removes it.
  private func withFolder(_ files: [String: Data], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "catalog-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, data) in files { try data.write(to: folder.appending(path: name)) }
    try body(folder.path(percentEncoded: false))
  }

  @Test("is read whole, other files apart, in the order of ids") func load() throws {
    let valve = hydrant.replacing("id: hydrant", with: "id: valve")
    let files = ["valve.yml": valve, "hydrant.yml": hydrant, "README.md": "# x", ".a.yml": "x"]
    try withFolder(files.mapValues { Data($0.utf8) }) { folder in
      let catalog = try LayerCatalog.load(folder: folder)
      #expect(catalog.ids == ["hydrant", "valve"])
      #expect(catalog["valve"]?.text == valve)
      #expect(catalog["road"] == nil)
    }
  }

  @Test("reports the faults of all its files and still gives the good layers") func check() throws {
    let files = ["a.yml": hydrant, "b.yml": "id: b", "hydrant.yml": hydrant, "c.yaml": ""]
    try withFolder(files.mapValues { Data($0.utf8) }) { folder in
      let (layers, diagnostics) = LayerCatalog.check(folder: folder)
      #expect(layers.map(\.id) == ["hydrant"])
      let names = diagnostics.map { $0.file.split(separator: "/").last ?? "" }
      #expect(names == ["a.yml"] + Array(repeating: "b.yml", count: 8) + ["c.yaml"])
      #expect(throws: CatalogError(diagnostics: diagnostics)) {
        try LayerCatalog.load(folder: folder)
      }
    }
  }

  @Test("names every relation and rule that points at what the folder lacks") func references()
    throws
  {
    func check(_ files: [String: String]) throws -> [String] {
      var found: [String] = []
      try withFolder(files.mapValues { Data($0.utf8) }) { folder in
        let (layers, diagnostics) = LayerCatalog.check(folder: folder)
        #expect(
          layers.contains { $0.id == "pipe" } == !diagnostics.contains {
            $0.file.hasSuffix("/pipe.yml")
          }
        )
        // Read alone, with the files that it names, a layer is the same.
        let alone = LayerCatalog.layer("pipe", in: folder)
        #expect(alone == (diagnostics.isEmpty ? layers.first { $0.id == "pipe" } : nil))
        found = diagnostics.map { "\($0.line):\($0.column): \($0.message)" }
      }
      return found
    }
    let manhole = hydrant.replacing("id: hydrant", with: "id: manhole")
    #expect(try check(["pipe.yml": pipe, "manhole.yml": manhole]) == [])
    #expect(
      try check(["pipe.yml": pipe]) == [
        "17:72: the relation `starts-at` names the layer `manhole`, which has no file",
        "34:13: the rule `ends` names the layer `manhole`, which has no file",
      ])
    // Nothing is said about a layer whose own file is at fault.
    #expect(
      try check(["pipe.yml": pipe, "manhole.yml": "id: manhole"]).allSatisfy {
        $0.hasPrefix("1:1: ")
      })
    let target = changed(
      pipe, line: 17,
      "  - {id: a, title: {zh: 起, en: A}, field: code, layer: manhole, target: numbr}")
    #expect(
      try check(["pipe.yml": target, "manhole.yml": manhole]) == [
        "17:73: the relation `a` names the field `numbr`, which the layer `manhole` does not have"
      ])
    let pressure = target.replacing("numbr", with: "pressure")
    #expect(
      try check(["pipe.yml": pressure, "manhole.yml": manhole]) == [
        "17:73: the relation `a` compares `code` (text) to `pressure` of `manhole` (real)"
      ])
    let raster = terrain.replacing("id: terrain", with: "id: manhole")
    #expect(try check(["pipe.yml": pipe, "manhole.yml": raster]).count == 2)
  }

  @Test("says where a file stops being UTF-8") func encoding() throws {
    var data = Data("id: hydrant\ntitle: {zh: 消".utf8)
    data.append(contentsOf: [0xBB, 0xF0])
    data.append(Data(", en: Hydrants}\n".utf8))
    try withFolder(["hydrant.yml": data]) { folder in
      let diagnostics = LayerCatalog.check(folder: folder).diagnostics
      #expect(diagnostics.map(\.message) == ["the file is not UTF-8 from here on"])
      #expect(diagnostics.map { [$0.line, $0.column] } == [[2, 14]])
    }
  }

  @Test("without layers, or that is not there, is a fault") func missing() throws {
    try withFolder([:]) { folder in
      #expect(
        LayerCatalog.check(folder: folder).diagnostics.map(\.message) == [
          "the folder holds no layers"
        ])
    }
    let diagnostics = LayerCatalog.check(folder: "/nowhere/Layers").diagnostics
    #expect(diagnostics.map(\.description.localizedLowercase.isEmpty) == [false])
    #expect(diagnostics.map(\.message) == ["the folder of layers cannot be read"])
  }

  @Test("with a folder called like a layer is a fault") func directory() throws {
    try withFolder([:]) { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/road.yml", withIntermediateDirectories: true)
      #expect(
        LayerCatalog.check(folder: folder).diagnostics.map(\.message)
          == ["the file cannot be read: it is no ordinary file"])
    }
  }
}

@Suite("Suggestions")
struct SuggestionTests {
  @Test("the edit distance has its closed forms") func distance() {
    #expect(editDistance(Array("kitten"), Array("sitting")) == 3)
    #expect(editDistance(Array("color"), Array("colour")) == 1)
    #expect(editDistance(Array("tiels"), Array("tiles")) == 1)
    #expect(editDistance(Array(""), Array("abc")) == 3)
    #expect(editDistance(Array("abc"), Array("")) == 3)
  }

  @Test("the nearest word wins, and nothing far is offered") func nearest() {
    #expect(suggestion(for: "tittle", among: ["tiles", "title"]) == "title")
    #expect(
      suggestion(for: "Public_Theme", among: Theme.allCases.map(\.rawValue)) == "public-theme")
    #expect(suggestion(for: "x", among: ["id", "fields"]) == nil)
  }
}
