/// What layer ids, field names and colours look like.
enum NameRules {
  static let idPattern = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
  static let fieldPattern = "^[a-z][a-z0-9_]*$"
  static let colourPattern = "^#[0-9a-fA-F]{6}$"
  static let variablePattern = "^[A-Z][A-Z0-9_]*$"

  /// Columns that every layer's table has, and SQLite's own names of the row number.
  static let reservedColumns = ["fid", "id", "geom", "commit_seq", "rowid", "oid", "_rowid_"]

  /// What the names of tables that a city file already has begin with, hyphens for `_`.
  static let reservedIDs = [
    "data-licenses", "elementarygeometries", "geometry-columns", "grdb-", "idx-", "knn", "spatial",
    "sql-statements-log", "sqlite-", "vector-layers", "views-geometry", "virts-geometry", "yutu-",
  ]

  /// Whether a layer's table would have the name of one that SQLite, SpatiaLite or Yutu keeps.
  static func isReservedID(_ id: String) -> Bool { reservedIDs.contains { id.hasPrefix($0) } }

  /// Lower-case words of letters and digits, joined by single hyphens.
  static func isLayerID(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return text.utf8.first.map(isLetter) == true
      && words.allSatisfy { !$0.isEmpty && $0.allSatisfy { isLetter($0) || isDigit($0) } }
      && text.utf8.count <= LayerLimits.nameLength
  }

  /// Lower-case letters, digits and `_`, a letter first.
  static func isFieldName(_ text: String) -> Bool {
    text.utf8.first.map(isLetter) == true
      && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
      && text.utf8.count <= LayerLimits.nameLength
  }

  /// Whether SQLite, which ignores letter case, would take `name` for a column of its own.
  static func isReservedColumn(_ name: String) -> Bool {
    reservedColumns.contains(name.lowercased())
  }

  /// The name of an environment variable: capitals, digits and `_`, a capital first.
  static func isVariable(_ text: String) -> Bool {
    let first = text.utf8.first.map { isLetter($0 | 0x20) } == true
    return first && text.utf8.count <= LayerLimits.nameLength
      && text.utf8.allSatisfy {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || isDigit($0)
          || $0 == UInt8(ascii: "_")
      }
  }

  /// `#rrggbb`.
  static func isColour(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst()
    return text.utf8.first == UInt8(ascii: "#") && digits.count == 6
      && digits.allSatisfy {
        isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20)
      }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
