package import Catalog

/// What a person says of a file of features before it is read.
package struct SourceRequest: Sendable {
  /// The path; `-` is standard input.
  package var file: String
  /// The layer that the features are for.
  package var layer: LayerDefinition
  /// The file's CRS where it does not declare one or declares a wrong one: `EPSG:4547`, `GCJ-02`,
  /// or the path of a local frame's `.yml` file.
  package var crs: String?
  /// What is said of the columns; ``CoordinateRole`` names those of a shape.
  ///
  /// Fields and roles are called by their names: ``resolved(_:)`` makes them of titles.
  package var mapping = ImportMapping()
  /// Whether what surely means something else than it says is taken so, and told.
  package var fixes = false
  /// Which of the file's layers is meant, where it has several.
  package var sourceLayer: String?
  /// The encoding of the file's texts where it declares none or a wrong one: `GBK`, `UTF-8`.
  package var encoding: String?
  /// Whether a table need not say where its rows are: they get their places from elsewhere.
  package var isOptionallyPlaced = false

  package init(file: String, layer: LayerDefinition, crs: String? = nil) {
    self.file = file
    self.layer = layer
    self.crs = crs
  }

  /// The mapping with names for what a person calls by its title: fields, the id and the columns of
  /// coordinates.
  package func resolved(_ mapping: ImportMapping) -> ImportMapping {
    let roles = CoordinateRole.allCases
    let names = Set(layer.fields.map(\.name) + roles.map(\.rawValue) + ["id"])
    var titles = layer.fieldsByTitle
    for role in roles where titles[role.title] == nil { titles[role.title] = role.rawValue }
    for word in ["编号", "标识", "标识符"] where titles[word] == nil { titles[word] = "id" }
    return mapping.resolved(names: names, titles: titles)
  }

  /// The mapping of fields alone, without the columns of coordinates.
  ///
  /// A layer may have a field of such a name: its values are then taken from the same column.
  package var fieldMapping: ImportMapping {
    var mapping = mapping
    for role in CoordinateRole.allCases where layer.field(named: role.rawValue) == nil {
      mapping.fields[role.rawValue] = nil
    }
    return mapping
  }

  /// The columns of coordinates that the person names.
  var coordinateColumns: [CoordinateRole: String] {
    CoordinateRole.allCases.reduce(into: [:]) { columns, role in
      columns[role] = mapping.fields[role.rawValue]?.columns.first
    }
  }
}
