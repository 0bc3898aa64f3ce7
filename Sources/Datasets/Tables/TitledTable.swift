import SimpleFeatures

/// A sheet whose columns are named in a row below a title.
final class TitledTable: RecordSource {
  private let rows: any RecordSource
  private let names: [String]
  private static let mostTitleRows = 20

  /// - Parameter rows: The sheet as rows of texts, the title among them.
  init(_ rows: any RecordSource, _ file: String) throws {
    self.rows = rows
    for _ in 0..<Self.mostTitleRows {
      guard let record = try rows.next() else { break }
      let cells = try record.feature.get().properties.map { property in
        if case .text(let text) = property.value { TableText.trimmed(text) } else { "" }
      }
      guard cells.filter({ !$0.isEmpty }).count > 1 else { continue }
      names = try TableHeader.names(cells, of: file)
      return
    }
    throw ImportError(
      .unreadableFile, "\(file) has no row with the names of its columns",
      hint: "write the names into its first row")
  }

  /// Whether GDAL found but one name for the columns: it calls the others Field2 and so on.
  static func isTitle(_ names: [String]) -> Bool {
    let unnamed = names.enumerated().filter { $1 == "Field\($0 + 1)" }.count
    return names.count > 1 && unnamed >= names.count - 1
  }

  func next() throws -> SourceRecord? {
    guard var record = try rows.next() else { return nil }
    record.feature = record.feature.map { feature in
      Feature(
        geometry: nil,
        properties: zip(names, feature.properties).map { name, property in
          Property(name, property.value)
        })
    }
    return record
  }

  var declaredCRS: DeclaredCRS { .none }
  var extent: ReadExtent { rows.extent }
  var remarks: [String] { rows.remarks }
}
