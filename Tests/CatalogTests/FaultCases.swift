import Testing

/// One change of the hydrant layer and what `yutu check` says about it.
struct FaultCase: CustomTestStringConvertible, Sendable {
  var name: String
  var line: Int
  var text: String?
  var diagnostics: [String]

  var testDescription: String { name }

  init(_ name: String, _ line: Int, _ text: String?, _ diagnostics: String...) {
    (self.name, self.line, self.text, self.diagnostics) = (name, line, text, diagnostics)
  }

  /// `line` of the layer becomes `text` (`nil`: is removed).
  static let all: [FaultCase] = layer + fields + codes + style + syntax

  static let layer: [FaultCase] = [
    FaultCase(
      "an id unlike the file's name", 1, "id: valve",
      "1:5: the id `valve` differs from the file's name `hydrant.yml`"),
    FaultCase("an id in capitals", 1, "id: Hydrant", "1:5: `Hydrant` is not a layer id"),
    FaultCase(
      "an id that ends in a hyphen", 1, "id: hydrant-", "1:5: `hydrant-` is not a layer id"),
    FaultCase(
      "an id that SpatiaLite has a table for", 1, "id: spatial-ref-sys",
      "1:5: the layer id `spatial-ref-sys` is reserved: a city file has tables of such names"),
    FaultCase("no id", 1, nil, "1:1: `id` is missing in the layer"),
    FaultCase(
      "a misspelt key", 4, "themes: public-theme",
      "4:1: unknown key `themes` in the layer"),
    FaultCase("a key without value", 4, "theme:", "4:1: `theme` has no value"),
    FaultCase(
      "an unknown theme", 4, "theme: public", "4:8: `public` is not a theme"),
    FaultCase("an unknown geometry", 5, "geometry: area", "5:11: `area` is not a geometry"),
    FaultCase(
      "an unknown rule for duplicates", 5, "geometry: point\nduplicates: merge",
      "6:13: `merge` is not a duplicates"),
    FaultCase(
      "an identifier given twice", 5, "geometry: point\nidentifiers: [编号, osm_id, 编号]",
      "6:27: `编号` stands twice in `identifiers`"),
    FaultCase(
      "identifiers that are no list", 5, "geometry: point\nidentifiers: 编号",
      "6:14: `identifiers` must be a list, not text"),
    FaultCase("a title in one language", 2, "title: {zh: 消火栓}", "2:8: `en` is missing in `title`"),
    FaultCase(
      "an empty title after Chinese text", 2, "title: {zh: 消火栓, en: \"\"}", "2:22: `en` is empty"),
    FaultCase("a blank title", 2, "title: {zh: \"  \", en: Hydrants}", "2:13: `zh` is empty"),
    FaultCase(
      "a title with a space at its end", 2, "title: {zh: '栓 ', en: Hydrants}",
      "2:13: `zh` begins or ends with a space"),
    FaultCase(
      "a title that is only text", 2, "title: Hydrants",
      "2:8: `title` must be a mapping of keys to values, not text"),
    FaultCase(
      "a minimum zoom below the maximum", 18, "tiles: {minzoom: 17, maxzoom: 16}",
      "18:18: `minzoom` 17 is deeper than `maxzoom` 16"),
    FaultCase(
      "a zoom out of range", 18, "tiles: {minzoom: -1, maxzoom: 25}",
      "18:18: `minzoom` must lie between 0 and 24", "18:31: `maxzoom` must lie between 0 and 24"),
    FaultCase(
      "a zoom in quotes", 18, "tiles: {minzoom: \"14\", maxzoom: 16}",
      "18:18: `minzoom` must be a whole number, not the text \"14\""),
    FaultCase(
      "a simplification that is no number", 18,
      "tiles: {minzoom: 14, maxzoom: 16, simplification: nan}",
      "18:51: `simplification` must be a number, not `nan`"),
    FaultCase("an unknown grade", 30, "  grade: secret", "30:10: `secret` is not a grade"),
  ]

  static let fields: [FaultCase] = [
    FaultCase("a reserved column", 7, "  - name: geom", "7:11: the field name `geom` is reserved"),
    FaultCase(
      "a reserved column in other letters", 7, "  - name: RowID",
      "7:11: the field name `RowID` is reserved"),
    FaultCase(
      "a Chinese field name", 7, "  - name: 压力", "7:11: `压力` is not a field name"),
    FaultCase(
      "a field name twice", 7, "  - name: kind", "11:11: there are two fields called `kind`"),
    FaultCase(
      "an alias that is another field", 14, "    aliases: [类型, PRESSURE]",
      "14:19: `PRESSURE` already stands for the field `pressure`"),
    FaultCase(
      "an alias that another field has", 10, "    unit: MPa\n    aliases: [压力, 类型]",
      "15:15: `类型` already stands for the field `pressure`"),
    FaultCase(
      "an alias given twice", 14, "    aliases: [类型, lx, lx]",
      "14:23: `lx` stands twice in `aliases`"),
    FaultCase("an unknown type", 9, "    type: double", "9:11: `double` is not a type"),
    FaultCase(
      "a unit of text", 9, "    type: text",
      "10:11: `unit` goes with numbers, but the field's type is `text`"),
    FaultCase(
      "an empty range", 10, "    minimum: 2\n    maximum: 1.5",
      "10:14: `minimum` is greater than `maximum`"),
    FaultCase(
      "a bound in hexadecimal", 10, "    minimum: 0x10",
      "10:14: `minimum` must be a number, not `0x10`"),
    FaultCase(
      "a required that is yes", 10, "    required: yes",
      "10:15: `required` must be `true` or `false`, not `yes`"),
    FaultCase(
      "an unknown key of a field", 10, "    units: MPa",
      "10:5: unknown key `units` in the field `pressure`"),
    FaultCase(
      "a field without type", 9, nil, "7:5: `type` is missing in the field `pressure`"),
    FaultCase(
      "a field that is a word", 7, "  - pressure\n  - name: pressure",
      "7:5: the field must be a mapping of keys to values, not text"),
  ]

  static let codes: [FaultCase] = [
    FaultCase(
      "a code given twice", 17, "      - {value: ground, zh: 地下式, en: Underground}",
      "17:17: the code `ground` stands twice"),
    FaultCase(
      "an alias that stands for another code", 17,
      "      - {value: buried, zh: 地下式, en: Underground, aliases: [地上式]}",
      "17:61: `地上式` already stands for the code `ground`"),
    FaultCase(
      "a code without English name", 17, "      - {value: buried, zh: 地下式}",
      "17:9: `en` is missing in the code"),
    FaultCase(
      "a code that is no number", 13, "    type: integer",
      "16:17: the code `ground` is not a whole number, as the field's type demands",
      "17:17: the code `buried` is not a whole number, as the field's type demands"),
    FaultCase(
      "codes of a date", 13, "    type: date",
      "16:7: `codes` go with `text` and `integer`, but the type is `date`"),
  ]

  static let style: [FaultCase] = [
    FaultCase(
      "a sign without an icon", 21, "  label: kind\n  sign: warning",
      "22:9: `sign` has no effect without `icon`"),
    FaultCase("a colour by name", 20, "  colour: red", "20:11: `red` is not a colour"),
    FaultCase(
      "a colour of three digits", 20, "  colour: \"#abc\"", "20:11: `#abc` is not a colour"),
    FaultCase("a colour lost in a comment", 20, "  colour: #c0392b", "20:3: `colour` has no value"),
    FaultCase(
      "a label that is no field", 21, "  label: kinds",
      "21:10: `label` names the field `kinds`, which the layer does not have"),
    FaultCase(
      "label zooms of a value that is no code", 21,
      "  label_zooms: {field: kind, levels: [{value: grund, minzoom: 3, maxzoom: 8}]}",
      "21:47: `grund` is not a code of the field `kind`"),
    FaultCase(
      "label zooms that are none", 21,
      "  label_zooms: {field: kind, levels: [{value: ground, minzoom: 8, maxzoom: 8}]}",
      "21:47: `minzoom` 8 is not below `maxzoom` 8"),
    FaultCase(
      "categories of a field that is missing", 23, "    field: type",
      "23:12: `field` names the field `type`, which the layer does not have"),
    FaultCase(
      "a category that is no code", 25, "      - {value: grund, colour: \"#c0392b\"}",
      "25:17: `grund` is not a code of the field `kind`"),
    FaultCase(
      "a category twice", 25,
      "      - {value: ground, colour: \"#c0392b\"}\n      - {value: ground, colour: \"#000000\"}",
      "26:17: the value `ground` stands twice"),
    FaultCase(
      "a line of no width", 21, "  width: 0", "21:10: `width` must lie between 0.1 and 50.0"),
    FaultCase(
      "more than opaque", 21, "  opacity: 1.5", "21:12: `opacity` must lie between 0.0 and 1.0"),
    FaultCase(
      "shown or not", 21, "  shown: maybe",
      "21:10: `shown` must be `true` or `false`, not `maybe`"),
    FaultCase(
      "a category that is too wide", 25,
      "      - {value: ground, colour: \"#c0392b\", width: 51}",
      "25:51: `width` must lie between 0.1 and 50.0"),
    FaultCase("no categories in the list", 25, "        []", "25:9: `colours` is empty"),
  ]

  static let syntax: [FaultCase] = [
    FaultCase(
      "a key twice", 5, "geometry: point\ntitle: {zh: 栓, en: Hydrant}",
      "6:1: `title` is given twice; the first is at 2:1"),
    FaultCase(
      "keys twice in several mappings", 2, "title: {zh: 消, en: A, zh: 栓, \"en\": B, zh: 火}\nid: x",
      "2:23: `zh` is given twice; the first is at 2:9",
      "2:30: `en` is given twice; the first is at 2:16",
      "2:39: `zh` is given twice; the first is at 2:9",
      "3:1: `id` is given twice; the first is at 1:1"),
    FaultCase("a colon in a text", 4, "theme: a: b", "4:9: a `:` is not allowed here"),
    FaultCase(
      "an open quotation mark", 30, "  grade: \"general",
      "30:10: the quotation mark is not closed properly"),
    FaultCase(
      "a tab as indentation", 8, "\ttitle: {zh: 压力, en: Pressure}",
      "8:1: the line is indented with a tab"),
    FaultCase(
      "a value that begins with a grave", 4, "theme: `public-theme`",
      "4:8: a value cannot begin with this character"),
    FaultCase(
      "a list that is not closed", 14, "    aliases: [类型, lx",
      "15:10: the list in `[ ]` is not closed"),
    FaultCase(
      "an alias of YAML", 4, "theme: *theme", "4:8: aliases such as `*theme` are not allowed",
      "4:8: `*theme` is not a theme"),
    FaultCase(
      "a control character", 2, "title: {zh: 消\u{8}, en: A}",
      "2:14: the character U+0008 is not allowed in YAML"),
    FaultCase(
      "a second document", 30, "  grade: general\n---\nid: valve",
      "31:1: a second document begins here"),
    FaultCase(
      "a key that is a list", 5, "geometry: point\n[a, b]: c",
      "6:1: a key must be a word, not a list"),
  ]
}
