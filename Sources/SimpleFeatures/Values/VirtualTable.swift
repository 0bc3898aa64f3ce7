/// A virtual table of an SQLite file by the statement that its schema keeps.
public enum VirtualTable {
  /// The module that gives the rows of the table `name`, in lower case.
  ///
  /// SQLite writes the words before the name itself, whatever the statement looked like. A
  /// statement that differs, as one that was forged, has no module here.
  ///
  /// - Returns: `nil` for another statement, or one for another table.
  public static func module(_ name: String, sql: String) -> String? {
    guard sql.hasPrefix("CREATE VIRTUAL TABLE ") else { return nil }
    let rest = sql.dropFirst("CREATE VIRTUAL TABLE ".count)
    let forms = ["\"\(name)\"", "[\(name)]", "`\(name)`", "'\(name)'", name]
    guard let form = forms.first(where: rest.hasPrefix) else { return nil }
    let words = rest.dropFirst(form.count).split(whereSeparator: \.isWhitespace)
    guard words.count >= 2, words[0].lowercased() == "using",
      rest.dropFirst(form.count).first?.isWhitespace == true
    else { return nil }
    let module = words[1].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return module.lowercased()
  }
}
