import Foundation
import SUMOFiles
import SimpleFeatures
import Testing

@testable import Signals

@Suite("Plan files")
struct PlanFileTests {
  private let network: SUMONetwork
  private let checked: CheckedPlan

  init() throws {
    network = try TestNetworks.avenue()
    let day = network.programs[0].changed("day", offsetSeconds: 12) {
      $0[0].name = "南北 \"a\" & <b>"
    }
    let night = network.programs[0].changed("night", offsetSeconds: 12) {
      $0[0].durationSeconds = 28
      $0[5].durationSeconds = 28
    }
    var shifted = network.programs[1]
    shifted.offsetSeconds = -9
    var actuated = network.programs[1].changed("felt") {
      for stage in $0.indices where !$0[stage].isTransition {
        $0[stage].minimumSeconds = $0[stage].durationSeconds
        $0[stage].maximumSeconds = $0[stage].durationSeconds + 4
      }
    }
    actuated.kind = "actuated"
    checked = try SafetyChecker(network).checked(
      SUMOPlan(
        programs: [shifted, day, actuated, night],
        tables: [
          SUMOPlan.Table(
            signal: "A0", first: "night",
            switches: [
              SUMOPlan.Switch(timeSeconds: 25_212, program: "day"),
              SUMOPlan.Switch(timeSeconds: 32_412, program: "night"),
            ])
        ]))
  }

  /// The plan with offsets as all files say them.
  private var written: SUMOPlan {
    var plan = checked.plan
    // -9 s of a cycle of 90 s.
    plan.programs[0].offsetSeconds = 81
    return plan
  }

  @Test("Every file says the same offset, at least 0 and below the cycle")
  func offsets() throws {
    for (offset, cycle, inCycle) in [
      (-9.0, 90.0, 81.0), (90, 90, 0), (-180, 90, 0), (12.5, 90, 12.5), (271, 90, 1), (0, 90, 0),
      (-1e-20, 90, 0), (5, 0, 5),
    ] {
      let program = SignalProgram(
        signal: "A0", id: "p", offsetSeconds: offset,
        stages: [SignalProgram.Stage(durationSeconds: cycle, state: "G")])
      #expect(program.offsetInCycleSeconds == inCycle && program.offsetInCycleSeconds.sign == .plus)
    }
    let json = PlanJSON.json(checked)["programmes"]?["items"]?.items?[0]
    #expect(json?["offset_s"]?.number == 81)
    #expect(checked.cycleTable.contains("B0,0,90,81,1,"))
    #expect(checked.ringDiagram.contains("相位差 offset 81 s"))
    #expect(try checked.additionalFile(for: network).contains("offset=\"81\""))
  }

  @Test("SUMO's file reads back as the plan that was written")
  func additional() throws {
    let text = try checked.additionalFile(for: network)
    #expect(try SUMOPlan(parsing: text, for: network) == written)
    // The network's own programme is shifted, not written again: SUMO would refuse it.
    #expect(text.contains("<tlLogic id=\"B0\" programID=\"0\" offset=\"81\"/>"))
    #expect(text.contains("duration=\"28\" state=\"gGggrrrrgGggrrrrrGrG\""))
    #expect(text.contains("wautSwitch time=\"25212\" to=\"day\""))
  }

  @Test("JSON of no stages, or of times that no signal keeps, is refused as it is read")
  func times() throws {
    func fault(_ stages: [Double], offsetSeconds: Double = 0) -> SignalError.Code? {
      let items = stages.enumerated().map {
        "{\"number\": \($0.offset + 1), \"duration_s\": \($0.element), \"state\": \"G\"}"
      }
      let text = """
        {"format": "\(PlanJSON.format)", "version": \(PlanJSON.version), "programmes": {"items": [
        {"signal": "A0", "id": "p", "kind": "static", "offset_s": \(offsetSeconds),
        "cycle_s": \(stages.reduce(0, +)), "stages": {"items": [\(items.joined(separator: ","))]}}
        ]}, "timetables": {"items": []}}
        """
      do throws(SignalError) {
        _ = try PlanJSON.plan(Array(text.utf8))
        return nil
      } catch { return error.code }
    }
    #expect(fault([30, 86_400], offsetSeconds: -1e9) == nil)
    for stages in [[], [0.0], [30, 0], [30, -5], [30, 1e308], [30, 86_401]] {
      #expect(fault(stages) == .invalidPlan, "\(stages)")
    }
    for offsetSeconds in [1e300, -2e9] {
      #expect(fault([30], offsetSeconds: offsetSeconds) == .invalidPlan)
    }
  }

  @Test("A programme of the network's name with other stages is not written")
  func ownName() throws {
    var other = network.programs[0]
    other.stages[0].durationSeconds = 40
    let checked = try SafetyChecker(network).checked(SUMOPlan(programs: [other]))
    let error = #expect(throws: SignalError.self) {
      _ = try checked.additionalFile(for: network)
    }
    #expect(error?.code == .invalidPlan)
    var named = network.programs[0].changed("a\u{1}b")
    named.stages[0].durationSeconds = 40
    let control = try SafetyChecker(network).checked(SUMOPlan(programs: [named]))
    #expect(throws: SignalError.self) { _ = try control.additionalFile(for: network) }
  }

  @Test("JSON reads back as the plan that was written, to the last digit")
  func json() throws {
    let json = PlanJSON.json(checked)
    #expect(try PlanJSON.plan(json.bytes) == written)
    #expect(try PlanJSON.plan(Array(json.indentedText.utf8)) == written)
    #expect(json["format"]?.string == "yutu-signal-plan")
    #expect(json["version"]?.wholeNumber == 1)
    let programme = try #require(json["programmes"]?["items"]?.items?[1])
    #expect(programme["stages"]?["title"]?.string == "相位阶段")
    #expect(programme["intergreens"]?["title"]?.string == "绿间隔")
    #expect(programme["cycle_s"]?.number == 90)
    let gaps = try #require(programme["intergreens"]?["items"]?.items)
    #expect(gaps.contains { $0["seconds"]?.number == 3 })
  }

  @Test(
    "JSON that is no plan, or contradicts itself, is refused with its place",
    arguments: [
      ("\"yutu-signal-plan\"", "\"plan\"", "format"),
      ("\"version\": 1", "\"version\": 2", "version 2"),
      ("\"cycle_s\": 90", "\"cycle_s\": 80", "programme 1"),
      ("\"duration_s\": 28", "\"duration_s\": 29", "cycle_s"),
      (
        "\"number\": 1,\n          \"duration_s\"", "\"number\": 7,\n          \"duration_s\"",
        "stage 1"
      ),
      ("\"state\": \"", "\"start\": \"", "state"),
      ("\"time_s\": 25212", "\"time_s\": null", "switch 1"),
      ("{\n", "", "JSON"), ("\"items\": [", "\"item\": [", "items"),
    ])
  func badJSON(_ old: String, _ new: String, _ word: String) throws {
    let text = PlanJSON.json(checked).indentedText
    let range = try #require(text.range(of: old), "the plan does not hold \(old)")
    let bytes = Array(text.replacingCharacters(in: range, with: new).utf8)
    let error = #expect(throws: SignalError.self) { _ = try PlanJSON.plan(bytes) }
    #expect(error?.code == .invalidPlan)
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
  }

  @Test("The table of cycles has a line for each stage and adds up")
  func table() throws {
    let rows = checked.cycleTable.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows.count == 1 + 40)
    #expect(rows.allSatisfy { $0.count == 10 })
    let day = rows.filter { $0[0] == "A0" && $0[1] == "day" }
    #expect(day.map { Double($0[6]) ?? 0 }.reduce(0, +) == 90)
    #expect(day.map { Double($0[5]) } == [0, 28, 33, 36, 42, 45, 73, 78, 81, 87])
    #expect(day[4][7] == "intergreen" && day[5][8] == "4 5 6 7 12 13 14 15 16 18")
  }
}
