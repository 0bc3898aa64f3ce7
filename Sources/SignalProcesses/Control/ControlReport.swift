package import SimpleFeatures

/// What was done in the control of a street.
package struct ControlReport: Sendable {
  package var server: String
  package var fromSeconds: Double
  package var toSeconds: Double
  package var signals = 0
  package var detectors: Int
  package var changes = 0
  /// The signals that run the programme of another client at the end.
  package var others: [String] = []
  /// The signals that were left to their plan as a detector failed.
  package var leftToPlan: [String] = []
  /// The detectors before stop lines that detected no vehicle at all.
  package var silentDetectors: [String] = []

  init(server: String, fromSeconds: Double, detectors: Int) {
    self.server = server
    self.fromSeconds = fromSeconds
    toSeconds = fromSeconds
    self.detectors = detectors
  }

  /// The report as one JSON object.
  package var json: JSONValue {
    .object([
      ("server", .string(server)), ("from_s", .real(fromSeconds)), ("to_s", .real(toSeconds)),
      ("signals", .integer(signals)), ("detectors", .integer(detectors)),
      ("changes", .integer(changes)), ("left_to_others", .array(others.map { .string($0) })),
      ("left_to_plan", .array(leftToPlan.map { .string($0) })),
      ("saw_nobody", .array(silentDetectors.map { .string($0) })),
    ])
  }

  /// The report as a sentence.
  package var message: String {
    "controlled \(signals) signals of \(server) by \(detectors) detectors from \(fromSeconds) s to "
      + "\(toSeconds) s: \(changes) changes of stage"
      + (others.isEmpty ? "" : "; left to others: \(others.joined(separator: ", "))")
      + (leftToPlan.isEmpty ? "" : "; left to their plan: \(leftToPlan.joined(separator: ", "))")
      + (silentDetectors.isEmpty
        ? "" : "; no vehicles detected: \(silentDetectors.joined(separator: ", "))")
  }
}
