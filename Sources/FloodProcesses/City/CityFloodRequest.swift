import Catalog
import Flood
import Foundation
import SimpleFeatures
import Simulation

/// Which flood a request asks for.
struct CityFloodRequest {
  private static let scenario = ProcessInput(
    "scenario", optional: InputType<String>.text(length: 1...200).naming(.scenarios),
    title: LocalisedText(zh: "情景", en: "Scenario"),
    LocalisedText(
      zh: "含 flood 部分的情景标识（见 /scenarios）；省略时由 flood 给出全部内容",
      en: "id of a scenario with a part `flood` (/scenarios lists them); without one, `flood` says "
        + "it all"))
  private static let flood = ProcessInput(
    "flood", optional: .object, title: LocalisedText(zh: "洪涝参数", en: "Flood"),
    LocalisedText(
      zh: "替换情景 flood 部分中的若干键，如 rain、water_levels、gates、pumps、breaches",
      en: "keys that replace those of the scenario's part `flood`, such as rain, water_levels, "
        + "gates, pumps and breaches"))

  private static let edits = ProcessInput(
    "edits", optional: InputType.object.list(count: 0...1000),
    title: LocalisedText(zh: "要素修改", en: "Edits"),
    LocalisedText(
      zh: "对图层要素的修改，写法同情景文件的 edits；与情景自身对同一要素的修改冲突时以此为准",
      en: "changes of features, as a scenario's file writes `edits`; one of a feature that the "
        + "scenario edits itself takes that edit's place"))
  private static let run = ProcessInput(
    "run", InputType.text(length: 1...200).naming(.runs),
    title: LocalisedText(zh: "模拟", en: "Run"),
    LocalisedText(
      zh: "内涝模拟的标识（见 /runs）", en: "id of a run of the process flood (/runs lists them)"))
  private static let moment = ProcessInput(
    "datetime", optional: InputType<String>.text(length: 1...40).instant,
    title: LocalisedText(zh: "时刻", en: "Moment"),
    LocalisedText(
      zh: "该模拟的时刻，RFC 3339，取此刻或之前的一帧；省略时为最后一帧",
      en: "moment of that run, RFC 3339: its frame then or before; the last where it is left out"))

  /// What another run it begins from.
  static let from = ProcessInput(
    "from", optional: .object(of: InputSet(run, moment)),
    title: LocalisedText(zh: "热启动", en: "Hot start"),
    LocalisedText(
      zh: "从另一模拟某一时刻的水深与流速开始，其后可用不同的降雨、水位、闸泵或情景；范围和网格须相同，时间轴相同；"
        + "省略 scenario 时沿用该模拟的情景与参数",
      en: "begins from the water of another run at a moment, and goes on with other rain, levels, "
        + "gates, pumps or edits; on the same cells and the same time axis. Without `scenario` it "
        + "is that of the run, with its `flood`"))

  /// What a process of floods takes.
  static let inputs = InputSet(scenario, flood, edits)

  /// The scenario, with what the request says instead.
  let scenario: Scenario
  /// What the flood is made from beside the city's layers.
  let sources: CityFloodSources
  /// The moment of another run that it begins from; `nil` for none.
  let origin: FloodOrigin?

  /// - Parameter runs: The folder of the city's runs.
  /// - Throws: ``ProcessError`` for a request that names nothing, or what is not there.
  init(_ inputs: InputValues, _ context: ServiceContext, in runs: String) throws {
    origin = try inputs[Self.from].map { from in
      try FloodOrigin(
        try from[Self.run], at: try from[Self.moment].map { try RunFolder.moment($0) }, in: runs)
    }
    scenario = try Self.scenario(inputs, context, from: origin)
    sources = CityFloodSources(models: context.models, forecast: FloodService.forecast(context))
  }

  /// The scenario that the inputs name, with what they say instead.
  private static func scenario(
    _ inputs: InputValues, _ context: ServiceContext, from origin: FloodOrigin?
  ) throws -> Scenario {
    let scenario = try named(inputs, context, from: origin)
    guard let edits = try inputs[Self.edits], !edits.isEmpty else { return scenario }
    return try scenario.with(edits: JSONValue.array(edits).text)
  }

  /// The scenario that the inputs name, with its flood as they say it.
  private static func named(
    _ inputs: InputValues, _ context: ServiceContext, from origin: FloodOrigin?
  ) throws -> Scenario {
    let said = try inputs[Self.flood]
    guard said?["rain"]?["grids"] == nil else {
      throw ProcessError(
        "invalid-input", "`grids` names a file of the server, which a request cannot",
        hint: "name a scenario whose rain it is, or `rain: forecast`", status: 400)
    }
    guard let name = try inputs[Self.scenario] else {
      if let origin {
        let own = try scenario(of: origin, context)
        return try said.map { try own.with($0.text, in: FloodEngine.id) } ?? own
      }
      guard let said else {
        throw ProcessError(
          "invalid-input", "neither `scenario` nor `flood` is given",
          hint: "name a scenario: {\"scenario\": \"ID\"}; GET /scenarios lists them", status: 400)
      }
      return try Scenario.adHoc.with(said.text, in: FloodEngine.id)
    }
    let scenario = try scenario(named: name, context)
    return try said.map { try scenario.with($0.text, in: FloodEngine.id) } ?? scenario
  }

  /// The scenario of the run that a flood begins from, with what was said of its flood and of
  /// features.
  private static func scenario(
    of origin: FloodOrigin, _ context: ServiceContext
  ) throws -> Scenario {
    let id = origin.run.record.scenario
    let scenario = id == Scenario.adHoc.id ? .adHoc : try scenario(named: id, context)
    let edited = try origin.edits.map { try scenario.with(edits: $0) } ?? scenario
    return try origin.flood.map { try edited.with($0, in: FloodEngine.id) } ?? edited
  }

  /// The scenario of a name.
  ///
  /// - Throws: ``ProcessError`` where there is none.
  static func scenario(named name: String, _ context: ServiceContext) throws -> Scenario {
    guard let scenario = try context.scenarios.scenario(name) else {
      let ids = context.scenarios.ids
      throw ProcessError(
        "unknown-scenario", "there is no scenario \"\(name)\"",
        hint: suggestion(for: name, among: ids).map { "did you mean \"\($0)\"?" }
          ?? "GET /scenarios lists them", status: 404)
    }
    return scenario
  }

  /// Makes the folder of a run among those of the city, unless a run of the same id was broken off
  /// there, computes it on a thread of its own and tells what it gave.
  ///
  /// - Parameter compute: Computes the run of a folder to its end and answers what `run.json` says.
  static func outputs(
    of inputs: InputValues, _ context: ServiceContext, on snapshot: any MapSnapshot,
    in runs: String, isEnsemble: Bool,
    compute: @escaping @Sendable (CityFloodFolder, CityFloodRun.Stop) throws -> JSONValue
  ) async throws -> ProcessOutputs {
    let id = CurrentJob.id ?? UUID().uuidString.lowercased()
    let folder = CityFloodFolder("\(runs)/\(id)")
    return try await CityFloodRun.inTask { stop in
      if folder.record == nil {
        do {
          try explaining {
            let request = try CityFloodRequest(inputs, context, in: runs)
            try folder.make(
              request.scenario, id: id, on: snapshot, request.sources, isEnsemble: isEnsemble,
              from: request.origin, unless: { stop.isFinal })
          }
        } catch {
          folder.forgetRequest()
          // Whoever dismissed it while its inputs were made does not find it afterwards.
          if stop.isFinal { try? FileManager.default.removeItem(atPath: folder.path) }
          throw error
        }
      }
      let report = try told(folder) { try compute(folder, stop) }
      var outputs = ProcessOutputs()
      outputs.append("run", .string(id))
      outputs.append(
        "layers", .strings((folder.record?.layers ?? []).map { "run-\(id)-\($0.name)" }))
      outputs.append("assumptions", .strings(folder.assumptions))
      outputs.append("report", report)
      return outputs
    }
  }

  /// Runs `body`; where it fails before it has written anything, the run stands as failed, and is
  /// not tried again.
  private static func told(
    _ folder: CityFloodFolder, _ body: () throws -> JSONValue
  ) throws -> JSONValue {
    do {
      return try body()
    } catch {
      guard folder.record != nil else {
        // It was removed meanwhile.
        folder.forgetRequest()
        throw error
      }
      if !folder.hasReport, !Task.isCancelled, (error as? SimulationError)?.code != .cancelled,
        let hold = try? ResultFolder(folder.path, continues: true)
      {
        try? folder.tell(.failed, in: hold)
      }
      throw error
    }
  }

  /// Tells whoever asked what is wrong with a scenario, or with what it names.
  static func explaining<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as CatalogError {
      guard let first = error.diagnostics.first else { throw error }
      throw ProcessError("invalid-scenario", first.message, hint: first.hint)
    } catch let error as any ExplainedError where !(error is ProcessError) {
      throw ProcessError("invalid-scenario", error.message, hint: error.hint)
    }
  }
}
