public import SimpleFeatures

/// Why a file of OpenStreetMap cannot be read.
public struct OSMError: ExplainedError, Equatable {
  /// What kind of error.
  public enum Code: String, Sendable {
    /// No such file, no right to it, or the disk fails.
    case unreadable
    /// It is something else than OpenStreetMap, or a format of it that is not read here.
    case unknownFormat = "unknown-format"
    /// It needs something that this reader does not do: a packing, a feature, a kind of change.
    case unsupported
    /// It ends in the middle.
    case truncated
    /// What it says cannot be.
    case damaged
  }

  /// What kind of error.
  public let code: Code
  /// What is wrong, and in which blob or line.
  public let message: String
  /// The byte of the file at which it is wrong; of the unpacked text where the file is a `.gz`.
  public let position: Int?
  /// What to do about it.
  public let hint: String?

  /// An error with its words.
  public init(_ code: Code, _ message: String, at position: Int? = nil, hint: String? = nil) {
    self.code = code
    self.message = message
    self.position = position
    self.hint = hint
  }

  static let fetchAgain = "it is cut off or damaged: fetch it again"

  static func damaged(_ message: String, at position: Int? = nil) -> OSMError {
    OSMError(.damaged, message, at: position, hint: fetchAgain)
  }

  static func truncated(_ message: String, at position: Int? = nil) -> OSMError {
    OSMError(.truncated, message, at: position, hint: fetchAgain)
  }
}
