public import SUMOFiles
public import SimpleFeatures

/// The plan as JSON with the words of GB/T 20999; conformance to it is not claimed.
///
/// `"format": "yutu-signal-plan", "version": 1`. What is read back equals what was written.
public enum PlanJSON {
  /// What the format calls itself.
  public static let format = "yutu-signal-plan"
  /// The version that is written and read.
  public static let version = 1

  /// A checked plan as JSON.
  public static func json(_ checked: CheckedPlan) -> JSONValue {
    let plan = checked.plan
    return .object([
      ("format", .string(format)), ("version", .integer(version)), ("title", "信号配时方案"),
      (
        "note",
        .string(
          "The words follow GB/T 20999-2017 as far as its table of contents is known; "
            + "conformance is "
            + "not claimed.")
      ),
      ("programmes", titled("配时方案", plan.programs.map(json))),
      (
        "timetables",
        titled(
          "时段表",
          plan.tables.map { table in
            .object([
              ("signal", .string(table.signal)), ("first", .string(table.first)),
              (
                "switches",
                titled(
                  "方案切换",
                  table.switches.map {
                    .object([("time_s", .real($0.timeSeconds)), ("programme", .string($0.program))])
                  })
              ),
            ])
          })
      ),
    ])
  }

  private static func titled(_ title: String, _ items: [JSONValue]) -> JSONValue {
    .object([("title", .string(title)), ("items", .array(items))])
  }

  private static func json(_ program: SignalProgram) -> JSONValue {
    let phases = SignalPhase.phases(of: program)
    let stages = program.stages.enumerated().map { number, stage in
      let green = phases.filter { SignalAspect($0.letters[number]) == .green }
      var members: [(String, JSONValue)] = [
        ("number", .integer(number + 1)), ("duration_s", .real(stage.durationSeconds)),
        ("state", .string(stage.state)),
        ("kind", stage.isTransition || !stage.hasGreen ? "intergreen" : "green"),
        ("green_phases", .array(green.map { .integer($0.number) })),
      ]
      if let minimum = stage.minimumSeconds { members.append(("minimum_s", .real(minimum))) }
      if let maximum = stage.maximumSeconds { members.append(("maximum_s", .real(maximum))) }
      if !stage.next.isEmpty {
        members.append(("next", .array(stage.next.map { .integer($0 + 1) })))
      }
      if !stage.name.isEmpty { members.append(("name", .string(stage.name))) }
      return JSONValue.object(members)
    }
    return .object([
      ("signal", .string(program.signal)), ("id", .string(program.id)),
      ("kind", .string(program.kind)), ("cycle_s", .real(program.cycleSeconds)),
      ("offset_s", .real(program.offsetInCycleSeconds)),
      (
        "phases",
        titled(
          "相位",
          phases.map { phase in
            .object([
              ("number", .integer(phase.number)),
              ("links", .array(phase.links.map { .integer($0) })),
              ("green_s", .real(phase.greenSeconds)),
              ("split", .real(phase.greenSeconds / program.cycleSeconds)),
            ])
          })
      ), ("stages", titled("相位阶段", stages)),
      (
        "intergreens",
        titled(
          "绿间隔",
          SignalPhase.intergreens(of: program, phases).map { gap in
            .object([
              ("from", .integer(gap.from)), ("to", .integer(gap.to)),
              ("seconds", .real(gap.gapSeconds)),
            ])
          })
      ),
    ])
  }

  /// Reads a plan, which has still to be checked.
  ///
  /// - Throws: ``SignalError`` `invalid-plan` with the place of what is wrong.
  public static func plan(_ bytes: [UInt8]) throws(SignalError) -> SUMOPlan {
    let json: JSONValue
    do throws(FormatError) { json = try JSONValue(parsing: bytes) } catch {
      throw SignalError(.invalidPlan, "the plan is no JSON: \(error.message)", hint: error.hint)
    }
    guard json["format"]?.string == format else {
      throw SignalError(
        .invalidPlan, "this is no plan: its format is \(json["format"]?.string ?? "not there")",
        hint: "A plan says \"format\": \"\(format)\".")
    }
    guard json["version"]?.wholeNumber == version else {
      throw SignalError(
        .invalidPlan,
        "the plan is of version \(json["version"]?.wholeNumber.map(String.init) ?? "?")",
        hint: "Version \(version) is read.")
    }
    let reader = PlanReader()
    var plan = SUMOPlan(programs: [])
    for (number, item) in try reader.items(json, "programmes", "the plan").enumerated() {
      plan.programs.append(try reader.program(item, "programme \(number + 1)"))
    }
    for (number, item) in try reader.items(json, "timetables", "the plan").enumerated() {
      plan.tables.append(try reader.table(item, "timetable \(number + 1)"))
    }
    return plan
  }
}

/// Takes the members of a plan apart.
private struct PlanReader {
  func fault(_ place: String, _ words: String) -> SignalError {
    SignalError(.invalidPlan, "\(place): \(words)", hint: "Write it as yutu signals optimise does.")
  }

  func items(_ json: JSONValue, _ name: String, _ place: String) throws(SignalError) -> [JSONValue]
  {
    guard let items = json[name]?["items"]?.items else {
      throw fault(place, "\(name).items is no array")
    }
    return items
  }

  func text(_ json: JSONValue, _ name: String, _ place: String) throws(SignalError) -> String {
    guard let text = json[name]?.string else { throw fault(place, "\(name) is no text") }
    return text
  }

  func seconds(_ json: JSONValue, _ name: String, _ place: String) throws(SignalError) -> Double {
    guard let number = json[name]?.number else { throw fault(place, "\(name) is no number") }
    guard number.magnitude <= SignalProgram.latestSeconds else {
      throw fault(place, "\(name) is \(number), beyond a billion seconds")
    }
    return number
  }

  func optional(_ json: JSONValue, _ name: String, _ place: String) throws(SignalError) -> Double? {
    json[name] == nil ? nil : try seconds(json, name, place)
  }

  func program(_ json: JSONValue, _ place: String) throws(SignalError) -> SignalProgram {
    var program = SignalProgram(
      signal: try text(json, "signal", place), id: try text(json, "id", place),
      kind: try text(json, "kind", place), offsetSeconds: try seconds(json, "offset_s", place),
      stages: [])
    for (number, item) in try items(json, "stages", place).enumerated() {
      let place = "\(place), stage \(number + 1)"
      guard item["number"]?.wholeNumber == number + 1 else {
        throw fault(place, "its number is not \(number + 1)")
      }
      var next: [Int] = []
      for item in item["next"]?.items ?? [] {
        guard let stage = item.wholeNumber, stage > 0 else {
          throw fault(place, "next is no stage")
        }
        next.append(stage - 1)
      }
      program.stages.append(
        SignalProgram.Stage(
          durationSeconds: try seconds(item, "duration_s", place),
          state: try text(item, "state", place),
          minimumSeconds: try optional(item, "minimum_s", place),
          maximumSeconds: try optional(item, "maximum_s", place), next: next,
          name: item["name"]?.string ?? ""))
    }
    guard !program.stages.isEmpty else { throw fault(place, "it has no stages") }
    for (number, stage) in program.stages.enumerated()
    where stage.durationSeconds <= 0 || stage.durationSeconds > SignalProgram.longestStageSeconds {
      throw fault(
        "\(place), stage \(number + 1)",
        "duration_s is \(stage.durationSeconds): a stage lasts more than 0 s and at most a day")
    }
    // What is told twice must agree: somebody may have changed one of the two.
    let cycleSeconds = try seconds(json, "cycle_s", place)
    guard abs(cycleSeconds - program.cycleSeconds) < 1e-6 else {
      throw fault(place, "cycle_s is \(cycleSeconds) and its stages last \(program.cycleSeconds) s")
    }
    return program
  }

  func table(_ json: JSONValue, _ place: String) throws(SignalError) -> SUMOPlan.Table {
    var table = SUMOPlan.Table(
      signal: try text(json, "signal", place), first: try text(json, "first", place), switches: [])
    for (number, item) in try items(json, "switches", place).enumerated() {
      let place = "\(place), switch \(number + 1)"
      table.switches.append(
        SUMOPlan.Switch(
          timeSeconds: try seconds(item, "time_s", place),
          program: try text(item, "programme", place)))
    }
    return table
  }
}
