/// Text as a key that equals only the same bytes.
///
/// Swift takes é in one character and é in two for equal; ids of features are other ids then, as
/// they are to SQLite.
public struct ExactText: Hashable, Comparable, Sendable {
  private let bytes: [UInt8]

  /// The key for `text`.
  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// In the order of bytes, as SQLite sorts.
  public static func < (a: ExactText, b: ExactText) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }
}
