package import SimpleFeatures

/// Something wrong with a city file.
package struct CityDiagnostic: Equatable, Sendable, CustomStringConvertible {
  /// What ``SpatiaLiteStore/repair(author:)`` does about it.
  package enum Repair: Sendable {
    /// Makes indexes again.
    case indexes
    /// Makes the full-text index again, of the past too.
    case search
    /// Counts anew what the states of the layer count, and measures the last one's extent.
    case counts
    /// Takes all tiles of the layer as changed by its last commit.
    case tiles
    /// Makes a commit of what another program did.
    case takeOver
  }

  /// The layer that it concerns; `nil` for the file as a whole.
  package var layer: String?
  package var message: String
  package var hint: String
  /// How it is mended; `nil` where only a backup helps.
  package var repair: Repair?
  package var isRepairable: Bool { repair != nil }

  package var description: String {
    "error: \(layer.map { "layer \($0): " } ?? "")\(message)\n  hint: \(hint)"
  }

  /// The fault for programs.
  package var json: JSONValue {
    ["layer": JSONValue(layer), "message": .string(message), "hint": .string(hint)]
  }
}
