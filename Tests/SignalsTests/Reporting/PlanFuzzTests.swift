import Foundation
import SUMOFiles
import SimpleFeatures
import TestSupport
import Testing

@testable import Signals

/// What holds for any text: it is refused in words, or read, checked and, where it is safe, written
/// so that it reads back the same.
@Suite("Garbled plans")
struct PlanFuzzTests {
  private static let count =
    ProcessInfo.processInfo.environment["YUTU_FUZZ_COUNT"].flatMap { Int($0) } ?? 1500

  private static let pieces = [
    "1e308", "-1", "0", "1e17", "null", "0.5", "\"", "{", "}", "[", "]", ",", "\"A0\"", "\"B0\"",
    "\"static\"", "\"actuated\"", "\"NEMA\"", "\"state\": \"\"", "\"minimum_s\": 1,",
    "\"next\": [1],",
    "\"kind\": \"delay_based\",", "G", "g", "y", "r", "s", "o", "u", "99999999999999999999",
  ]

  @Test("They do no harm, and none that is unsafe gets out")
  func garbled() throws {
    let network = try TestNetworks.avenue()
    let checker = try SafetyChecker(network)
    let plan = SUMOPlan(
      programs: [
        network.programs[0].changed("day", offsetSeconds: 12),
        network.programs[0].changed("night", offsetSeconds: 12),
        network.programs[1].changed("day", offsetSeconds: 3),
      ],
      tables: [
        SUMOPlan.Table(
          signal: "A0", first: "day",
          switches: [
            SUMOPlan.Switch(timeSeconds: 3612, program: "night"),
            SUMOPlan.Switch(timeSeconds: 7212, program: "day"),
          ])
      ])
    let sample = Array(PlanJSON.json(try checker.checked(plan)).text)
    var random = SeededGenerator(seed: 3)
    var (refused, unsafe, safe) = (0, 0, 0)
    for _ in 0..<Self.count {
      var text = sample
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<text.count, using: &random)
        let end = min(text.count, place + Int.random(in: 1...6, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text.removeSubrange(place..<end)
        case 1: text[place] = "0123456789GgyrsoOu".randomElement(using: &random) ?? "r"
        default:
          // A number or a letter of a state in place of another keeps most of the text readable.
          let digits = text[place..<end].contains { $0.isNumber }
          let piece = Self.pieces.randomElement(using: &random) ?? ""
          text.replaceSubrange(digits ? place..<place + 1 : place..<place, with: piece)
        }
      }
      do throws(SignalError) {
        var read = try PlanJSON.plan(Array(String(text).utf8))
        let checked = try checker.checked(read)
        // What is written says each offset within its cycle.
        for place in read.programs.indices {
          read.programs[place].offsetSeconds = read.programs[place].offsetInCycleSeconds
        }
        safe += 1
        #expect(checked.findings.allSatisfy { $0.severity == .asInNetwork })
        let again = try PlanJSON.plan(PlanJSON.json(checked).bytes)
        #expect(again == read)
        _ = checked.ringDiagram
        if let file = try? checked.additionalFile(for: network) {
          #expect(throws: Never.self) { try SUMOPlan(parsing: file, for: network) }
        }
      } catch {
        if error.code == .unsafePlan { unsafe += 1 } else { refused += 1 }
        #expect(error.message.utf8.count < 1200)
      }
    }
    #expect(refused > 0 && unsafe > 0 && safe > 0, "\(refused), \(unsafe), \(safe)")
  }
}
