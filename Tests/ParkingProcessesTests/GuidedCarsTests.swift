import Foundation
import SimpleFeatures
import Simulation
import Testing

@testable import ParkingProcesses

@Suite("Cars that were guided and are not there yet")
struct GuidedCarsTests {
  /// Cars guided to A, minutes from now.
  private static func cars(_ count: Int, in minutes: Int, compliance: Double = 1) -> JSONValue {
    let arrives = ParkingClock(zone: .gmt).text(ClosedCity.nowSeconds + Int64(60 * minutes))
    return .array(
      (0..<count).map { _ in
        ["lot": "A", "arrives": .string(arrives), "compliance": .real(compliance)]
      })
  }

  private func chance(_ city: ClosedCity, _ guided: JSONValue?) async throws -> Double {
    var inputs: [(String, JSONValue)] = [
      ("from", ClosedCity.place(0, 0)), ("to", ClosedCity.place(2.1, 2)), ("stay_min", 60),
      ("count", 9),
    ]
    if let guided { inputs.append(("guided", guided)) }
    let answer = try await city.ask(ParkingChoiceProcess(city.service), .object(inputs))
    let lot = (answer["choice"]?.features ?? []).first { $0["id"]?.string == "A" }
    return lot?.number("chance") ?? .nan
  }

  @Test("They take spaces from those who come after them, and none once they are long overdue")
  func chances() async throws {
    let city = try ClosedCity()
    let alone = try await chance(city, nil)
    let few = try await chance(city, Self.cars(5, in: -1))
    let many = try await chance(city, Self.cars(40, in: -1))
    #expect(many < few && few < alone, "\(many) \(few) \(alone)")
    let overdue = try await chance(city, Self.cars(40, in: -120, compliance: 0.5))
    #expect(abs(overdue - alone) < 1e-6, "\(overdue) \(alone)")
  }

  @Test("An assignment leaves their spaces free")
  func rooms() async throws {
    let city = try ClosedCity()
    func room(_ guided: JSONValue?) async throws -> (Double, [String]) {
      let driver: JSONValue = ["from": ClosedCity.place(0, 0), "to": ClosedCity.place(2, 2)]
      var inputs: [(String, JSONValue)] = [("drivers", [driver])]
      if let guided { inputs.append(("guided", guided)) }
      let answer = try await city.ask(ParkingAssignmentProcess(city.service), .object(inputs))
      let lot = (answer["lots"]?.features ?? []).first { $0["id"]?.string == "A" }
      return (lot?.number("room") ?? .nan, answer["notes"]?.items?.compactMap(\.string) ?? [])
    }
    let (alone, _) = try await room(nil)
    #expect(alone > 4)
    #expect(try await room(Self.cars(4, in: 5)).0 == alone - 4)
    #expect(try await room(Self.cars(1000, in: 5)).0 == 0)
    let (_, notes) = try await room([["lot": "Q", "arrives": "2026-03-30T09:15"]])
    #expect(
      notes.contains { $0.hasPrefix("1 guided car goes to car parks") && $0.contains("\"Q\"") })
  }

  @Test("A time that is none is named")
  func noTime() async throws {
    let city = try ClosedCity()
    await #expect {
      _ = try await chance(city, [["lot": "A", "arrives": "in a moment"]])
    } throws: {
      let fault = $0 as? ProcessError
      return fault?.code == "invalid-input" && fault?.message.contains("guided[0].arrives") ?? false
    }
  }
}
