import Foundation
import Testing

@testable import Catalog

@Suite("Who answers for a layer's data")
struct ProvenanceTests {
  private static let layers = LayerCatalog.check(
    folder: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Layers").path
  ).layers

  private static let other = Provenance(
    owner: LocalisedText(zh: "无", en: "Nobody: \"made\" up"),
    source: LocalisedText(zh: "种子 1", en: "C:\\seed, {1} # no comment"), licence: "CC0-1.0",
    grade: .core)

  @Test("Every shipped layer can hold other data and stays the same else")
  func shipped() throws {
    #expect(Self.layers.count > 50)
    for layer in Self.layers {
      let held = try #require(layer.holding(dataOf: Self.other))
      #expect(held.provenance == Self.other)
      #expect(held.isTakenOver(from: layer))
      var back = held
      (back.provenance, back.text) = (layer.provenance, layer.text)
      #expect(back == layer)
      #expect(held.holding(dataOf: Self.other)?.text == held.text)
    }
  }

  @Test("A layer whose file says something else is another")
  func changed() throws {
    let layer = try #require(Self.layers.first { $0.id == "building" })
    let yaml = layer.text.replacing("maximum: 20\n", with: "maximum: 21\n")
    #expect(yaml != layer.text)
    let now = try #require(LayerCatalog.parse(yaml: yaml, file: "building.yml").layer)
    #expect(!layer.isTakenOver(from: now))
    #expect(try #require(layer.holding(dataOf: Self.other)).isTakenOver(from: now) == false)
  }

  @Test("Entries after the provenance stay")
  func inTheMiddle() throws {
    let layer = try #require(Self.layers.first { $0.id == "green" })
    let lines = layer.text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("provenance:") })
    let moved = lines[start...].filter { !$0.isEmpty } + [""] + lines[..<start]
    let yaml = moved.joined(separator: "\n")
    let first = try #require(LayerCatalog.parse(yaml: yaml, file: "green.yml").layer)
    let held = try #require(first.holding(dataOf: Self.other))
    #expect(held.provenance == Self.other && held.fields == layer.fields)
  }
}
