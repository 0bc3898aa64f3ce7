import SimpleFeatures

/// A part of a YAML document with its place in the file.
struct YAMLTree: Equatable, Sendable {
  var position: TextPosition
  var content: Content

  enum Content: Equatable, Sendable {
    /// A key or list item with nothing after it, or `null`.
    case nothing
    /// Text as written; whether it stands without quotes and so may be a number or a boolean.
    case scalar(String, isPlain: Bool)
    case list([YAMLTree])
    case mapping([Entry])
  }

  struct Entry: Equatable, Sendable {
    var key: String
    var keyPosition: TextPosition
    var value: YAMLTree
  }

  /// What a person calls this kind of content.
  var kind: String {
    switch content {
    case .nothing: "nothing"
    case .scalar(let text, let isPlain):
      if isPlain && Double(text) != nil {
        "a number"
      } else if isPlain && (text == "true" || text == "false") {
        "true or false"
      } else {
        "text"
      }
    case .list: "a list"
    case .mapping: "a mapping of keys to values"
    }
  }
}
