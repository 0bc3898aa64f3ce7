public import SimpleFeatures

extension GuidanceInstance {
  /// The afternoon as JSON, with what came of it under each policy, for solvers elsewhere.
  ///
  /// Places in m, times in s. `free_since` of a result lists, by lot, since when each space that
  /// was left to guided cars at the end had been free of uninformed ones.
  public func json(results: [(policy: String, result: GuidanceResult)]) -> JSONValue {
    [
      "seed": .integer(Int(truncatingIfNeeded: seed)), "ratio": .real(ratio),
      "driving_ms": .real(Self.drivingMetresPerSecond),
      "walking_ms": .real(Self.walkingMetresPerSecond),
      "walk_weight": .real(Self.walkWeight), "side_m": .real(Self.sideMetres),
      "duration_s": .real(durationSeconds), "patience_s": .real(patienceSeconds),
      "unserved_s": .real(unservedSeconds),
      "lots": .array(
        lots.map {
          [
            "x": .real($0.xMetres), "y": .real($0.yMetres), "capacity": .integer($0.capacity),
            "fee_s": .real($0.feeSeconds), "uninformed": .integer($0.occupied),
          ]
        }),
      "drivers": .array(
        drivers.map {
          [
            "time_s": .real($0.timeSeconds), "x": .real($0.xMetres), "y": .real($0.yMetres),
            "to_x": .real($0.toXMetres), "to_y": .real($0.toYMetres),
            "slowness": .real($0.slowness),
          ]
        }),
      "results": .object(results.map { ($0.policy, $0.result.json) }),
    ]
  }
}

extension GuidanceResult {
  fileprivate var json: JSONValue {
    [
      "cost_s": .real(costSeconds), "unserved": .integer(unserved),
      "found_full": .integer(outcomes.reduce(0) { $0 + $1.refused }),
      "sent_elsewhere": .integer(outcomes.reduce(0) { $0 + $1.rerouted }),
      "uninformed_lost": .integer(turnedAway),
      "guided": .array(guided.map { .integer($0) }),
      "lots": .array(outcomes.map { JSONValue($0.lot) }),
      "costs_s": .array(outcomes.map { .real($0.costSeconds) }),
      "promised_s": .array(outcomes.map { $0.promisedSeconds.map { .real($0) } ?? .null }),
      "free_since": .array(freeSinceSeconds.map { .array($0.map { .real($0) }) }),
    ]
  }
}
