import SimpleFeatures

/// Why a file of signals, or a street that is controlled, is of no use.
package struct SignalFileError: ExplainedError, Equatable {
  package var message: String
  package var hint: String?

  package init(message: String, hint: String?) {
    self.message = message
    self.hint = hint
  }
}
