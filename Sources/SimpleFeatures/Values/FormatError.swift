/// Why a text or a byte string is not the geometry, feature or document that it claims to be.
public struct FormatError: ExplainedError, Equatable {
  /// A stable name for the kind of fault, for programs.
  public enum Code: String, Sendable {
    case truncated = "truncated"
    case syntax = "syntax"
    case notGeoJSON = "not-geojson"
    case badCoordinate = "bad-coordinate"
    case unclosedRing = "unclosed-ring"
    case tooFewPoints = "too-few-points"
    case nulCharacter = "nul-character"
    case badEncoding = "bad-encoding"
    case tooLarge = "too-large"
    case unsupported = "unsupported"
    case unreadable = "unreadable"
    case notARecord = "not-a-record"
  }

  /// The kind of fault.
  public var code: Code
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// What the person can do about it.
  public var hint: String?
  /// Where in the file, once known.
  public var position: TextPosition?
  /// The offset in bytes within the record or buffer.
  public var offset: Int?

  /// A fault with what is known of its place.
  public init(
    _ code: Code, _ message: String, hint: String? = nil, offset: Int? = nil,
    position: TextPosition? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.offset = offset
    self.position = position
  }

  /// The beginning of a text of the input, as messages quote it: they stay short whatever it is.
  static func quoted(_ text: String) -> String {
    let start = text.unicodeScalars.prefix(41)
    let isWhole = start.count <= 40
    return "\"" + String(start.prefix(40)) + (isWhole ? "\"" : "…\"")
  }

  /// Place, message and hint on one line.
  public var description: String {
    (position.map { "\($0): " } ?? "") + message + (hint.map { " (\($0))" } ?? "")
  }
}
