import SUMOFiles
public import SimpleFeatures

/// Why a plan is safe, in numbers that a machine can look through: for each link its times, for
/// each pair of conflicting links the gap between their greens, asked for and there.
public struct SafetyProof: Sendable {
  /// The proof as JSON: `"format": "yutu-signal-proof"`.
  public let json: JSONValue

  init(_ plan: SUMOPlan, _ checker: SafetyChecker, _ findings: [SafetyDiagnostic]) {
    let rules = checker.rules
    json = .object([
      ("format", "yutu-signal-proof"), ("version", 1), ("result", "passed"),
      (
        "rules",
        .object([
          ("minimum_green_s", .real(rules.minimumGreenSeconds)),
          ("walk_start_s", .real(rules.walkStartSeconds)),
          ("walking_speed_ms", .real(rules.walkingSpeedMetresPerSecond)),
          ("maximum_red_s", .real(rules.maximumRedSeconds)),
          (
            "cycle_s", .array([.real(rules.minimumCycleSeconds), .real(rules.maximumCycleSeconds)])
          ),
          ("reaction_s", .real(rules.reactionSeconds)),
          ("deceleration_ms2", .real(rules.decelerationMetresPerSecondSquared)),
          ("maximum_yellow_s", .real(rules.maximumYellowSeconds)),
          ("vehicle_length_m", .real(rules.vehicleLengthMetres)),
          ("step_s", .real(rules.stepSeconds)),
        ])
      ),
      (
        "programmes",
        .array(
          plan.programs.compactMap { program in
            checker.signals[program.signal].map { Self.proof(program, $0, rules) }
          })
      ),
      (
        "changes",
        .array(
          plan.tables.flatMap { table in
            table.switches.map { change in
              JSONValue.object([
                ("signal", .string(table.signal)), ("time_s", .real(change.timeSeconds)),
                ("programme", .string(change.program)), ("result", "passed"),
              ])
            }
          })
      ),
      ("as_in_network", .array(findings.map(\.json))),
    ])
  }

  private static func proof(
    _ program: SignalProgram, _ signal: SignalReference, _ rules: SafetyRules
  ) -> JSONValue {
    let (shortest, longest) = SignalReference.timelines(of: program)
    let measures = SafetyMeasures(shortest, signal.links)
    let reds = longest.map { SafetyMeasures($0, signal.links) } ?? measures
    func value(_ worst: SafetyMeasures.Worst?) -> JSONValue {
      worst.map { .real($0.valueSeconds) } ?? .null
    }
    let links = signal.links.links.indices.map { link in
      JSONValue.object([
        ("link", .integer(link)), ("name", .string(signal.names[link])),
        ("green_s", value(measures.green[link])), ("yellow_s", value(measures.yellow[link])),
        ("yellow_asked_s", .real(signal.yellowSeconds(link, rules))),
        ("red_s", value(reds.red[link])),
      ])
    }
    let pairs = signal.links.pairs.indices.filter {
      signal.links.pairs[$0].first != signal.links.pairs[$0].second
    }.map { number in
      let pair = signal.links.pairs[number]
      let sides = signal.links.sides(of: number)
      return JSONValue.object([
        ("links", .array([.integer(pair.first), .integer(pair.second)])),
        (
          "by",
          .strings(
            (pair.isByRequests ? ["requests"] : []) + (pair.isByGeometry ? ["geometry"] : []))
        ),
        ("place", .array([.real(pair.place.x), .real(pair.place.y)])),
        ("green_together", measures.yielding.contains(number) ? "one yields" : "never"),
        ("gap_s", .array(sides.map { value(measures.gap($0)) })),
        (
          "gap_asked_s",
          .array(
            sides.map {
              .real(
                signal.intergreenSeconds(
                  $0, shownSeconds: measures.yellow[$0.ends]?.valueSeconds, rules))
            })
        ),
        (
          "gap_accepted_s", .array(sides.map { .real(signal.acceptedIntergreenSeconds($0, rules)) })
        ),
      ])
    }
    return .object([
      ("signal", .string(program.signal)), ("programme", .string(program.id)),
      ("cycle_s", .real(program.cycleSeconds)), ("links", .array(links)), ("pairs", .array(pairs)),
    ])
  }
}
