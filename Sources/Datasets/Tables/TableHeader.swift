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

  /// The text as a cell that no spreadsheet runs as a formula; `nil` where it is harmless as it is.
  ///
  /// An apostrophe before it says that it is a text (OWASP, CSV injection). Texts that begin with
  /// apostrophes before a formula get one more, so that ``withoutApostrophe(_:)`` gives each back.
  package static func withApostrophe(_ text: String) -> String? {
    isFormula(text.drop { $0 == "'" }) ? "'" + text : nil
  }

  /// The text that ``withApostrophe(_:)`` has made harmless.
  static func withoutApostrophe(_ cell: String) -> String {
    guard cell.utf8.first == 0x27, isFormula(cell.drop { $0 == "'" }) else { return cell }
    return String(cell.dropFirst())
  }

  private static func isFormula(_ text: Substring) -> Bool {
    guard text.utf8.count > 1, let first = text.unicodeScalars.first,
      "=+-@\t\r".unicodeScalars.contains(first)
    else { return false }
    return CoordinateText.number(String(text)) == nil
  }

  /// Words with which a row of totals begins.
  static let totals: Set<String> = ["合计", "总计", "小计", "共计", "total", "totals", "sum"]
}
