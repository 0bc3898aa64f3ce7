import Catalog

/// A column of a file that GDAL writes: which value of a feature it takes, and as what.
struct FileColumn: Equatable {
  /// The column's name in the file.
  var name: String
  /// Which field of the layer; `nil` for the feature's id.
  var field: Int?
  var form: Form
  /// Bytes or digits that are set aside for a value; 0 where the format needs none.
  var width = 0
  /// Digits after the point.
  var decimals = 0

  /// How the column holds its values.
  enum Form: Equatable {
    case text, integer, real, boolean, date, dateTime
  }

  /// The columns of a format that holds every type: `id`, then the fields under their own names.
  static func all(
    of layer: LayerDefinition, _ format: ExportFormat, _ losses: inout LossTally
  ) -> [FileColumn] {
    var columns = [FileColumn(name: "id", field: nil, form: .text)]
    for (index, field) in layer.fields.enumerated() {
      var column = FileColumn(
        name: field.name, field: index, form: Form(field.type))
      if column.form == .date && format == .flatGeobuf {
        column.form = .dateTime
        losses.note(
          .dateAsDateTime, field.name,
          "dates are written as midnight of the day: the format has no dates")
      }
      columns.append(column)
    }
    return columns
  }
}

extension FileColumn.Form {
  init(_ type: FieldType) {
    self =
      switch type {
      case .text: .text
      case .integer: .integer
      case .real: .real
      case .boolean: .boolean
      case .date: .date
      case .datetime: .dateTime
      }
  }
}
