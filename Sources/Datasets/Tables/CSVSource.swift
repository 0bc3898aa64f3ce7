import GeometryCore
import SimpleFeatures

/// A table of comma-separated values as records without shapes.
final class CSVSource: RecordSource {
  private let name: String
  private let chunks: FileChunks
  private let dialect: CSVDialect
  private var reader: CSVReader
  private let columns: [String]
  private var number = 0
  /// Rows before the header that is found that are not looked at: titles of the table.
  private static let mostTitleRows = 20

  init(_ file: PlainFile, _ request: SourceRequest) throws {
    name = file.name
    dialect = try CSVDialect(file, named: request.encoding)
    chunks = try FileChunks(path: file.path)
    reader = CSVReader(chunks, delimiter: dialect.delimiter)
    columns = try Self.header(&reader, dialect.encoding, file.name)
  }

  /// The names of the columns: the first row in which several cells are filled.
  private static func header(
    _ reader: inout CSVReader, _ encoding: TextEncoding, _ name: String
  ) throws -> [String] {
    for _ in 0..<mostTitleRows {
      guard let row = try reader.next() else { break }
      let texts = row.values.map { encoding.text($0).map(TableText.trimmed) }
      guard texts.filter({ $0 != "" }).count > 1 else { continue }
      if texts.contains(nil) {
        throw ImportError(
          .unclearEncoding, "the names of the columns of \(name) are not \(encoding.name)",
          hint: "name the file's encoding, for example --encoding GBK")
      }
      return try TableHeader.names(texts.compactMap { $0 }, of: name)
    }
    throw ImportError(
      .unreadableFile, "\(name) has no row with the names of its columns",
      hint: "write the names into its first row")
  }

  var columnNames: [String] { columns }

  func next() throws -> SourceRecord? {
    guard let row = try reader.next() else { return nil }
    number += 1
    return SourceRecord(number: number, position: row.position, feature: feature(row))
  }

  private func feature(_ row: CSVReader.Row) -> Result<Feature, FormatError> {
    if row.values.allSatisfy({ $0.isEmpty }) { return .success(Feature(geometry: nil)) }
    guard row.values.count == columns.count else {
      return .failure(
        FormatError(
          .notARecord, "the row has \(row.values.count) values for \(columns.count) columns",
          hint: row.values.count > columns.count
            ? "put values that hold the separator into quotes" : "was the row cut off?"))
    }
    var properties: [Property] = []
    properties.reserveCapacity(columns.count)
    for (column, bytes) in zip(columns, row.values) {
      guard let text = dialect.encoding.text(bytes) else {
        return .failure(
          FormatError(
            .badEncoding, "the text of \"\(column)\" is not \(dialect.encoding.name)",
            hint: "name the file's encoding, for example --encoding GBK"))
      }
      properties.append(Property(column, bytes.isEmpty ? .null : .text(text)))
    }
    return .success(Feature(geometry: nil, properties: properties))
  }

  /// A table says nothing of its coordinates.
  var declaredCRS: DeclaredCRS { .none }

  var extent: ReadExtent { ReadExtent(.bytes, done: chunks.readBytes, total: chunks.byteCount) }

  var remarks: [String] { dialect.remark.map { [$0] } ?? [] }
}
