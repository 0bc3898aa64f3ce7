import Foundation

@testable import Catalog

/// A small layer that is free of faults; its lines are numbered as the tests name them.
let hydrant = """
  id: hydrant
  title: {zh: 消火栓, en: Hydrants}
  description: {zh: 市政消火栓, en: Public hydrants}
  theme: public-theme
  geometry: point
  fields:
    - name: pressure
      title: {zh: 压力, en: Pressure}
      type: real
      unit: MPa
    - name: kind
      title: {zh: 类型, en: Kind}
      type: text
      aliases: [类型, lx]
      codes:
        - {value: ground, zh: 地上式, en: Above ground}
        - {value: buried, zh: 地下式, en: Underground}
  tiles: {minzoom: 14, maxzoom: 16}
  style:
    colour: "#c0392b"
    label: kind
    categories:
      field: kind
      colours:
        - {value: ground, colour: "#c0392b"}
  provenance:
    owner: {zh: 消防救援部门, en: Fire service}
    source: {zh: 现场普查, en: Field survey}
    licence: CC-BY-4.0
    grade: general
  """

/// The faults of `yaml`, each as `line:column: message`.
func diagnostics(in yaml: String, file: String = "Layers/hydrant.yml") -> [String] {
  LayerCatalog.parse(yaml: yaml, file: file).diagnostics.map {
    "\($0.line):\($0.column): \($0.message)"
  }
}

/// The hydrant layer with one line, counted from 1, replaced; `nil` removes it.
func hydrant(line: Int, _ text: String?) -> String { changed(hydrant, line: line, text) }

/// A text with one line, counted from 1, replaced; `nil` removes it.
func changed(_ yaml: String, line: Int, _ text: String?) -> String {
  var lines = yaml.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  lines.replaceSubrange(line - 1..<line, with: text.map { [$0] } ?? [])
  return lines.joined(separator: "\n")
}

/// The repository's folder.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()
