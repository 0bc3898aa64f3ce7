import Datasets
import SimpleFeatures

/// Looks at the values of a record before they take the types of the layer's fields: fills what the
/// file leaves out, and says what does not go together.
///
/// Used by one thread at a time.
protocol RecordCompletion: AnyObject {
  /// - Parameter values: One for each field of the layer, as the file has them.
  func complete(_ values: inout [PropertyValue], _ remarks: inout [NormalisedRecord.Diagnostic])

  /// What it did, one sentence each; complete after the last record.
  var remarks: [String] { get }
}

extension PropertyValue {
  /// The value as text without white space at its ends; `nil` where that is empty.
  var filledText: String? {
    let text: String =
      if case .real(let number) = self, let whole = Int64(exactly: number) {
        String(whole)
      } else {
        switch self {
        case .null: ""
        case .boolean(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text), .json(let text): TableText.trimmed(text)
        }
      }
    return text.isEmpty ? nil : text
  }
}
