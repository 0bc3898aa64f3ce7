/// The keys of one kind of mapping in a layer file; the reader and the JSON Schema share them.
struct KeySet {
  /// What the mapping is called in messages: `the layer`, `a field`.
  var owner: String
  var required: [String]
  var optional: [String] = []

  var all: [String] { required + optional }

  static let layer = KeySet(
    owner: "the layer",
    required: [
      "id", "title", "description", "theme", "geometry", "fields", "tiles", "style",
      "provenance",
    ],
    optional: ["identifiers", "duplicates"])
  static let text = KeySet(owner: "the text", required: ["zh", "en"])
  static let field = KeySet(
    owner: "the field", required: ["name", "title", "type"],
    optional: ["unit", "required", "aliases", "minimum", "maximum", "codes"])
  static let code = KeySet(owner: "the code", required: ["value", "zh", "en"])
  static let tiles = KeySet(
    owner: "`tiles`", required: ["minzoom", "maxzoom"], optional: ["buffer", "simplification"])
  static let style = KeySet(
    owner: "`style`", required: ["colour"], optional: ["width", "label", "categories"])
  static let categories = KeySet(owner: "`categories`", required: ["field", "colours"])
  static let category = KeySet(
    owner: "the category", required: ["value", "colour"], optional: ["width"])
  static let provenance = KeySet(
    owner: "`provenance`", required: ["owner", "source", "licence", "grade"])
}

/// The bounds that the reader checks and the JSON Schema states.
enum LayerLimits {
  static let zoom = 0...24
  /// In 1/4096 of a tile.
  static let buffer = 0...4096
  /// In 1/4096 of a tile.
  static let simplification = 0.0...4096.0
  /// In pixels.
  static let width = 0.1...50.0
  static let nameLength = 63
  static let fieldCount = 500
}

/// What a layer file may leave out.
enum LayerDefaults {
  static let duplicates = DuplicateRule.reject
  static let buffer = 64
  static let simplification = 4.0
  static let width = 1.0
}
