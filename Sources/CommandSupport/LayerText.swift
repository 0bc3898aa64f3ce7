package import Catalog
import Messages
package import SimpleFeatures

/// A layer as lists of layers tell it.
package struct LayerText {
  package let layer: LayerDefinition
  /// The features of a city's layer.
  private let count: Int?

  package init(_ layer: LayerDefinition, count: Int? = nil) {
    self.layer = layer
    self.count = count
  }

  /// The layer in a line, its id as wide as the others of the list.
  package func line(idWidth: Int = 0) -> String {
    let parts = [Self.padded(layer.id, idWidth), Self.padded(kind, 7)]
    let number = count.map { Self.padded(String($0), 9, onTheLeft: true) }
    return (parts + [number, Self.own(layer.title)].compactMap(\.self)).joined(separator: "  ")
  }

  /// The layer and its fields with their codes, a line each.
  package var lines: [String] {
    let width = layer.fields.map(\.name.count).max() ?? 0
    var lines = [line()]
    for field in layer.fields {
      let type = field.type.rawValue + (field.unit.map { " \($0)" } ?? "")
      let need = field.isRequired ? "  " + Speech.told("required") : ""
      lines.append(
        "  \(Self.padded(field.name, width))  \(Self.padded(type, 12))  \(Self.own(field.title))"
          + need)
      lines += field.codes.map { "      \($0.value)  \(Self.own($0.title))" }
    }
    return lines
  }

  /// The layer for programs.
  package var json: JSONValue { .object(members) }

  /// The layer with its fields for programs.
  package var jsonWithFields: JSONValue {
    .object(members + [("fields", .array(layer.fields.map(Self.json)))])
  }

  /// A title in the language of the command's messages.
  package static func own(_ title: LocalisedText) -> String {
    Speech.language == .chinese ? title.zh : title.en
  }

  private var members: [(String, JSONValue)] {
    [
      ("id", .string(layer.id)), ("kind", .string(kind)), ("title", Self.json(layer.title)),
      ("features", JSONValue(count)),
    ]
  }

  private var kind: String {
    switch layer.content {
    case .features(let geometry): geometry.rawValue
    case .raster: "raster"
    default: "remote"
    }
  }

  private static func json(_ field: Field) -> JSONValue {
    [
      "name": .string(field.name), "title": json(field.title), "type": .string(field.type.rawValue),
      "unit": JSONValue(field.unit), "required": .boolean(field.isRequired),
      "codes": .array(field.codes.map { ["value": .string($0.value), "title": json($0.title)] }),
    ]
  }

  private static func json(_ text: LocalisedText) -> JSONValue {
    ["zh": .string(text.zh), "en": .string(text.en)]
  }

  private static func padded(_ text: String, _ width: Int, onTheLeft: Bool = false) -> String {
    let blanks = TextColumns.blanks(max(0, width - text.count))
    return onTheLeft ? blanks + text : text + blanks
  }
}
