public import SimpleFeatures

/// Why no network can be made of a map's roads and signals, or no traffic of its counts.
public typealias StreetError = CodedError<StreetErrorCode>

/// The kinds of ``StreetError``, as stable names for programs.
public enum StreetErrorCode: String, Sendable {
  /// No road for vehicles in the area.
  case noRoads = "no-roads"
  /// No signal that stands at a junction of roads.
  case noSignals = "no-signals"
  /// No count that says anything of the roads.
  case noCounts = "no-counts"
  /// A value without meaning.
  case invalidValue = "invalid-value"
  /// Coordinates that no plane is known for.
  case projection
}
