public import SimpleFeatures

/// Why a SUMO network, its routes or a plan cannot be read.
public typealias SUMOError = CodedError<SUMOErrorCode>

/// The kinds of ``SUMOError``, as stable names for programs.
public enum SUMOErrorCode: String, Sendable {
  /// A file that is not there or cannot be opened.
  case unreadableFile = "unreadable-file"
  /// Text that is not well-formed XML.
  case invalidXML = "invalid-xml"
  /// XML of another kind than the one asked for.
  case wrongKind = "wrong-kind"
  /// A network written for a version of SUMO that this reader does not know.
  case unknownVersion = "unknown-version"
  /// An attribute that is missing or no number, a state that no signal shows.
  case invalidValue = "invalid-value"
  /// An edge, lane, junction, type or signal that is named and not there.
  case missingReference = "missing-reference"
  /// The same id twice.
  case duplicate
  /// A file that cannot be written.
  case unwritableFile = "unwritable-file"
}

/// What `body` gives; its errors stay short, however long the names are that a file gives things.
func briefly<Value>(_ body: () throws(SUMOError) -> Value) throws(SUMOError) -> Value {
  do throws(SUMOError) {
    return try body()
  } catch {
    throw SUMOError(error.code, brief(error.message), hint: error.hint.map(brief))
  }
}

/// A text without its middle where it is long: what is wrong stands at its ends.
private func brief(_ text: String) -> String {
  let (first, last) = (240, 120)
  guard text.unicodeScalars.count > first + last else { return text }
  return
    "\(String(text.unicodeScalars.prefix(first))) … \(String(text.unicodeScalars.suffix(last)))"
}
