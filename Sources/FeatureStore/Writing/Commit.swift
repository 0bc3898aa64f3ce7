/// What a commit says of itself before it is made.
package struct CommitDraft: Equatable, Sendable {
  package var author: String
  package var message: String
  /// The file or service that the features come from.
  package var source: String
  /// Whether the commit is made although features break rules that forbid it; the report names
  /// them.
  package var acceptsBreaches = false
  /// Whether everything is done and then undone, to see what it would do.
  package var isRehearsal = false

  package init(author: String, message: String, source: String) {
    self.author = author
    self.message = message
    self.source = source
  }
}

/// What a commit did to a layer's features.
package struct CommitCounts: Equatable, Sendable {
  package var added = 0
  package var changed = 0
  package var removed = 0
  package var unchanged = 0
  package var rejected = 0
  /// How many features are not as they were.
  package var touched: Int { added + changed + removed }

  package init() {}
}

/// A commit as the store keeps it.
package struct Commit: Equatable, Sendable {
  package var number: Int
  /// RFC 3339, UTC.
  package var time: String
  package var layer: String
  package var draft: CommitDraft
  package var counts: CommitCounts
  /// What the layer's rules and relations say about it; known where it is made, and kept in its
  /// report.
  package var rules = RuleReport()
}
