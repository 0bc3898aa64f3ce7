import SimpleFeatures

/// Why a table cannot be used, with its file and line.
package struct TableError: ExplainedError, Equatable {
  package var message: String
  package var hint: String?

  package init(message: String, hint: String?) {
    self.message = message
    self.hint = hint
  }
}
