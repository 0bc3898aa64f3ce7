import Catalog
import SimpleFeatures

/// The names of a table's columns.
enum TableHeader {
  /// Names from the cells of a header row: unnamed and repeated ones get a number.
  ///
  /// - Throws: ``ImportError`` where the cells are numbers, so that the row is no header.
  static func names(_ cells: [String], of file: String) throws(ImportError) -> [String] {
    if let number = cells.first(where: { CoordinateText.number($0) != nil }) {
      throw ImportError(
        .unreadableFile,
        "the first row of \(file) holds \(number), so it does not name the columns",
        hint: "write the names of the columns into a row above it")
    }
    var seen: [String: Int] = [:]
    return cells.enumerated().map { index, cell in
      let name = cell.isEmpty ? "column \(index + 1)" : cell
      seen[name, default: 0] += 1
      let count = seen[name, default: 1]
      return count == 1 ? name : "\(name) (\(count))"
    }
  }
}

/// Small readings of the cells of tables.
package enum TableText {
  /// The text without white space at its ends.
  package static func trimmed(_ text: String) -> String {
    String(FieldValue.trimmed(text))
  }

  /// Words with which a row of totals begins.
  static let totals: Set<String> = ["合计", "总计", "小计", "共计", "total", "totals", "sum"]
}
