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
    reader = try CSVReader(chunks, .exact, delimiter: dialect.delimiter)
    columns = try Self.header(&reader, dialect.encoding, file.name)
  }

  /// The names of the columns: the first row in which several cells are filled.
  private static func header(
    _ reader: inout CSVReader, _ encoding: TextEncoding, _ name: String
  ) throws -> [String] {
    for _ in 0..<mostTitleRows {
      guard try reader.nextRow() else { break }
      let texts = reader.cells.map { encoding.text($0).map(TableText.trimmed) }
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
    guard try reader.nextRow() else { return nil }
    number += 1
    return SourceRecord(
      number: number, position: TextPosition(line: reader.line, column: 1),
      feature: feature(reader.cells))
  }

  private func feature(_ cells: [ArraySlice<UInt8>]) -> Result<Feature, FormatError> {
    if cells.allSatisfy({ $0.isEmpty }) { return .success(Feature(geometry: nil)) }
    guard cells.count == columns.count else {
      return .failure(
        FormatError(
          .notARecord, "the row has \(cells.count) values for \(columns.count) columns",
          hint: cells.count > columns.count
            ? "put values that hold the separator into quotes" : "was the row cut off?"))
    }
    var properties: [Property] = []
    properties.reserveCapacity(columns.count)
    for (column, bytes) in zip(columns, cells) {
      guard let text = dialect.encoding.text(bytes) else {
        return .failure(
          FormatError(
            .badEncoding, "the text of \"\(column)\" is not \(dialect.encoding.name)",
            hint: "name the file's encoding, for example --encoding GBK"))
      }
      properties.append(
        Property(
          column,
          bytes.isEmpty ? .null : .text(TableText.withoutApostrophe(text))))
    }
    return .success(Feature(geometry: nil, properties: properties))
  }

  /// A table says nothing of its coordinates.
  var declaredCRS: DeclaredCRS { .none }

  var extent: ReadExtent { ReadExtent(.bytes, done: chunks.readBytes, total: chunks.byteCount) }

  var remarks: [String] { dialect.remark.map { [$0] } ?? [] }
}

extension CSVReader {
  /// Goes on to the next row; `false` at the end.
  ///
  /// - Throws: ``FormatError`` for a row that cannot be split: what follows could not be trusted.
  fileprivate mutating func nextRow() throws(FormatError) -> Bool {
    guard try next() else { return false }
    let start = TextPosition(line: line, column: 1)
    switch fault {
    case nil: return true
    case .openQuote:
      throw FormatError(
        .truncated, "the file ends inside a quoted value of the row that begins here",
        hint: "a quote is not closed, or the file was cut short", position: start)
    case .textBehindQuote:
      throw FormatError(
        .syntax, "text follows a closing quote", hint: "write quotes inside of values twice",
        position: start)
    case .tooLong, .endlessQuote:
      throw FormatError(
        .tooLarge, "a row is longer than \(CSVDialect.longestRecord >> 20) MiB",
        hint: "is a quote not closed, or is this no table?", position: start)
    case .tooManyCells:
      throw FormatError(
        .tooLarge, "a row has more than \(OGRColumns.mostColumns) values",
        hint: "are rows and columns exchanged?", position: start)
    }
  }
}
