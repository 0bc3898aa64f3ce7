import SimpleFeatures

/// Why a flood run cannot begin, go on or write its files.
package struct FloodFileError: ExplainedError, Equatable {
  package var message: String
  package var hint: String?

  package init(message: String, hint: String?) {
    self.message = message
    self.hint = hint
  }
}
