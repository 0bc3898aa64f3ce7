import Datasets
import SimpleFeatures

/// A record of a file on its way into a layer: ready to be written, or why it is not.
struct NormalisedRecord: Sendable {
  /// What is written of it.
  struct Content: Sendable {
    var id: String
    /// In the city's coordinates, valid, of the layer's type.
    var geometry: Geometry
    /// One for each field of the layer, of the field's type.
    var values: [PropertyValue]
    /// The fields, as places in ``values``, that the record has no usable value for: the city's own
    /// stay.
    var kept: [Int] = []
  }

  /// Something that its owner should know.
  typealias Diagnostic = SourceRecord.Diagnostic

  var number: Int
  var position: TextPosition?
  /// The id that the file gives it.
  var id: String?
  /// What is written; `nil` where the record is left out, and then a remark says why.
  var content: Content?
  var remarks: [Diagnostic] = []
  /// A place of the record in the city's coordinates, where one is known.
  var place: RecordDiagnostic.Place?
  /// Whether it had heights, which are left out.
  var isFlattened = false
  /// Whether its id is made from its geometry.
  var isIdentifiedByGeometry = false
  /// How much of the source was read when it had been.
  var extent: ReadExtent

  /// Roughly how much memory it takes, in bytes.
  var weight: Int {
    guard let content else { return 256 }
    return 256 + content.geometry.ordinates.count * 8
      + content.values.reduce(0) { $0 + $1.weight }
  }
}
