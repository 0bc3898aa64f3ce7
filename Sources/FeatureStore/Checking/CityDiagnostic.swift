/// Something wrong with a city file.
package struct CityDiagnostic: Equatable, Sendable, CustomStringConvertible {
  /// The layer that it concerns; `nil` for the file as a whole.
  package var layer: String?
  package var message: String
  package var hint: String
  /// Whether ``SpatiaLiteStore/repair(author:)`` mends it: what is wrong can be made again from the
  /// features.
  package var isRepairable = false

  package var description: String {
    "error: \(layer.map { "layer \($0): " } ?? "")\(message)\n  hint: \(hint)"
  }
}
