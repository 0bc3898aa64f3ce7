import Catalog
import Datasets
import FeatureStore
import SimpleFeatures

/// A first look at all values of a layer, from which the columns of its Shapefile follow: a dBASE
/// table wants to know its widths before the first row.
struct ColumnSurvey {
  private let layer: LayerDefinition
  private var rows = 0
  private var shapeBytes = 0
  private var idBytes = 0
  /// For each field the most bytes of a text, characters of a whole number, or digits before the
  /// point.
  private var widths: [Int]

  /// Text columns are at least this wide, so that people can edit them.
  private static let roomForText = 80

  init(_ source: ExportSource, _ coder: TextCoder) throws {
    layer = source.layer.definition
    widths = layer.fields.map { _ in 0 }
    try source.forEachFeature { feature in
      rows += 1
      shapeBytes += ShapefileLimits.recordBytes(feature.geometry)
      idBytes = max(idBytes, coder.byteCount(feature.id))
      for (index, value) in feature.values.enumerated() {
        widths[index] = max(widths[index], Self.width(value, coder))
      }
    }
  }

  private static func width(_ value: PropertyValue, _ coder: TextCoder) -> Int {
    switch value {
    case .null: 0
    case .boolean: 1
    case .integer(let number): String(number).utf8.count
    case .real(let number): wholeDigits(number)
    case .text(let text), .json(let text): coder.byteCount(text)
    }
  }

  /// Sign and digits before the point.
  private static func wholeDigits(_ number: Double) -> Int {
    let sign = number.sign == .minus ? 1 : 0
    // Rounding to the decimals that fit may carry into one more digit.
    var (digits, bound) = (1, 10.0)
    while abs(number) >= bound * (1 - 1e-15) && bound.isFinite {
      digits += 1
      bound *= 10
    }
    return sign + digits
  }

  /// The columns; `losses` says what they are called and what they cannot hold.
  ///
  /// - Throws: ``ImportError`` `format-limit` where the layer is too large for a Shapefile.
  func columns(_ losses: inout LossTally) throws(ImportError) -> [FileColumn] {
    let names = ShapefileLimits.names(["id"] + layer.fields.map(\.name))
    var columns = [
      FileColumn(name: "id", field: nil, form: .text, width: Self.textWidth(idBytes))
    ]
    for (index, field) in layer.fields.enumerated() {
      let name = names[index + 1]
      if name != field.name {
        losses.note(
          .renamed, name,
          "field \(field.name): names have at most "
            + "\(ShapefileLimits.nameBytes) bytes")
      }
      columns.append(column(name, index, field.type, &losses))
    }
    if layer.geometry == .polygon {
      losses.note(
        .ringDirection, nil,
        "outer rings run clockwise and inner ones against it, as the format wants")
    }
    try ShapefileLimits.check(columns, rows: rows, shapeBytes: shapeBytes)
    return columns
  }

  private static func textWidth(_ bytes: Int) -> Int {
    min(max(bytes, roomForText), ShapefileLimits.textBytes)
  }

  private func column(
    _ name: String, _ index: Int, _ type: FieldType, _ losses: inout LossTally
  ) -> FileColumn {
    var column = FileColumn(name: name, field: index, form: .init(type))
    let width = widths[index]
    switch column.form {
    case .text: column.width = Self.textWidth(width)
    case .date: column.width = 8
    case .boolean:
      column.width = 1
      losses.note(.booleanAsNumber, name, "true and false are 1 and 0: the format has no booleans")
    case .dateTime:
      (column.form, column.width) = (.text, max(width, 30))
      losses.note(
        .dateTimeAsText, name, "times are text, RFC 3339 in UTC: the format has dates only")
    case .integer, .real:
      let isWhole = column.form == .integer
      let room = isWhole ? ShapefileLimits.integerWidth : ShapefileLimits.realWidth - 2
      guard width <= room else {
        (column.form, column.width) = (.text, Self.textWidth(width))
        losses.note(
          .numberAsText, name, "numbers are text: some have more digits than a number may have")
        break
      }
      column.width = isWhole ? ShapefileLimits.integerWidth : ShapefileLimits.realWidth
      if !isWhole {
        column.decimals = min(
          ShapefileLimits.realDecimals, ShapefileLimits.realWidth - 1 - max(width, 1))
      }
    }
    return column
  }
}
