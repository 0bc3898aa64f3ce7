package import SimpleFeatures

/// A part of a YAML document with its place in the file.
package struct YAMLTree: Equatable, Sendable {
  package var position: TextPosition
  package var content: Content

  package enum Content: Equatable, Sendable {
    /// A key or list item with nothing after it, or `null`.
    case nothing
    /// Text as written; whether it stands without quotes and so may be a number or a boolean.
    case scalar(String, isPlain: Bool)
    case list([YAMLTree])
    case mapping([Entry])
  }

  package struct Entry: Equatable, Sendable {
    package var key: String
    package var keyPosition: TextPosition
    package var value: YAMLTree
  }

  /// What a person calls this kind of content.
  package var kind: String {
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
