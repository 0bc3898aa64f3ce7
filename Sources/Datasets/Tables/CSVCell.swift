/// Cells of tables that are written.
package enum CSVCell {
  /// A text as a cell: in quotes where it needs them (RFC 4180).
  package static func text(_ text: String) -> String {
    text.contains(where: { ",\"\n\r".contains($0) })
      ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}
