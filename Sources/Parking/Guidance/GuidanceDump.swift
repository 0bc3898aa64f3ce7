public import SimpleFeatures

extension GuidanceInstance {
  /// The afternoon as JSON, with what came of it under each policy, for solvers elsewhere.
  ///
  /// Places in m, times in s. `free_since` of a result lists, by lot, since when each space that
  /// was left to guided cars at the end had been free of uninformed ones.
  public func json(results: [(policy: String, result: GuidanceResult)]) -> JSONValue {
    [
      "seed": .integer(Int(truncatingIfNeeded: seed)), "ratio": .real(ratio),
      "driving_ms": .real(Self.driving_ms), "walking_ms": .real(Self.walking_ms),
      "walk_weight": .real(Self.walkWeight), "side_m": .real(Self.side_m),
      "duration_s": .real(duration_s), "patience_s": .real(patience_s),
      "unserved_s": .real(unserved_s),
      "lots": .array(
        lots.map {
          [
            "x": .real($0.x_m), "y": .real($0.y_m), "capacity": .integer($0.capacity),
            "fee_s": .real($0.fee_s), "uninformed": .integer($0.occupied),
          ]
        }),
      "drivers": .array(
        drivers.map {
          [
            "time_s": .real($0.time_s), "x": .real($0.x_m), "y": .real($0.y_m),
            "to_x": .real($0.toX_m), "to_y": .real($0.toY_m), "slowness": .real($0.slowness),
          ]
        }),
      "results": .object(results.map { ($0.policy, $0.result.json) }),
    ]
  }
}

extension GuidanceResult {
  fileprivate var json: JSONValue {
    [
      "cost_s": .real(cost_s), "unserved": .integer(unserved),
      "found_full": .integer(outcomes.reduce(0) { $0 + $1.refused }),
      "sent_elsewhere": .integer(outcomes.reduce(0) { $0 + $1.rerouted }),
      "uninformed_lost": .integer(turnedAway),
      "guided": .array(guided.map { .integer($0) }),
      "lots": .array(outcomes.map { JSONValue($0.lot) }),
      "costs_s": .array(outcomes.map { .real($0.cost_s) }),
      "promised_s": .array(outcomes.map { $0.promised_s.map { .real($0) } ?? .null }),
      "free_since": .array(freeSince_s.map { .array($0.map { .real($0) }) }),
    ]
  }
}
