package import SimpleFeatures

/// A fault in a layer file, at the place where a person can mend it.
public struct Diagnostic: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's path as the caller named it.
  public var file: String
  /// Counts from 1.
  public var line: Int
  /// In Unicode scalars, counts from 1.
  public var column: Int
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// What the person can do about it.
  public var hint: String?

  /// A fault at `line:column` of `file`.
  public init(file: String, line: Int, column: Int, message: String, hint: String? = nil) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
    self.hint = hint
  }

  /// `Layers/building.yml:12:5: error: message`, with the hint on a line of its own.
  public var description: String {
    let way = hint.map { "\n  hint: \($0)" } ?? ""
    return "\(file):\(line):\(column): error: \(message)\(way)"
  }

  /// The fault for programs.
  package var json: JSONValue {
    [
      "file": .string(file), "line": .integer(line), "column": .integer(column),
      "message": .string(message), "hint": JSONValue(hint),
    ]
  }
}

/// Why a folder of layer files cannot be used: every fault that was found in it.
public struct CatalogError: Error, Equatable, Sendable, CustomStringConvertible {
  /// In the order of the files and of the lines in them; never empty.
  public var diagnostics: [Diagnostic]

  /// The error that these faults make, of which there must be one.
  public init(diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  /// The faults, one after the other.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}
