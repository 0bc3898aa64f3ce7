import SimpleFeatures
import Simulation
import Testing

@testable import ParkingProcesses

@Suite("What answers on parking say is known, and what is not")
struct ParkingWordsTests {
  private static let inputs: [(String, JSONValue)] = [
    ("from", ClosedCity.place(0, 0)), ("to", ClosedCity.place(2.9, 2)), ("stay_min", 25),
    ("count", 20),
  ]

  private func offers(
    _ city: ClosedCity, _ more: [(String, JSONValue)] = []
  ) async throws -> (all: [JSONValue], notes: [String]) {
    let answer = try await city.ask(
      ParkingChoiceProcess(city.service), .object(Self.inputs + more))
    return (
      answer["choice"]?.features ?? [], answer["notes"]?.items?.compactMap(\.string) ?? []
    )
  }

  @Test("Where nothing was counted no chance is told in words")
  func nothingCounted() async throws {
    let (offers, _) = try await offers(try ClosedCity(counts: false))
    #expect(!offers.isEmpty)
    for offer in offers {
      let (english, chinese) = (offer.words("why_en") ?? "", offer.words("why_zh") ?? "")
      #expect(english.contains("not known") && !english.contains("%"), "\(english)")
      #expect(chinese.contains("不知有无空位") && !chinese.contains("%"), "\(chinese)")
      #expect(english.contains("if full"))
    }
  }

  @Test("Words on stale counts tell their age, and are never sure")
  func stale() async throws {
    let city = try ClosedCity()
    let (offers, notes) = try await offers(
      city, [("depart", "2026-04-01T03:10"), ("issued", "2026-04-01T03:10")])
    let first = try #require(offers.first { $0["id"]?.string == "A" })
    #expect(first.words("why_en")?.contains("last counted 42 h before") ?? false)
    #expect(first.words("why_zh")?.contains("42 h") ?? false)
    #expect(offers.allSatisfy { !($0.words("why_en") ?? "").contains("100 %") })
    #expect(notes.contains { $0.contains("more than 6 h") })
    let other = try #require(offers.first { $0["id"]?.string == "G" })
    #expect(other.words("why_en")?.contains("no counts of its own") ?? false)
    let forecast = try await city.ask(
      ParkingForecastProcess(city.service),
      ["time": "2026-04-01T03:10", "issued": "2026-04-01T03:10"])
    #expect(forecast["notes"]?.items?.first?.string?.contains("6 lots") ?? false)
  }

  @Test("A permit that no car park asks for is noted with those that there are")
  func permits() async throws {
    let city = try ClosedCity()
    let (_, notes) = try await offers(city, [("permit", ["residnet", "resident"])])
    #expect(notes.contains { $0.contains("\"residnet\"") && $0.contains("resident") })
    let (_, none) = try await offers(city, [("permit", ["resident"])])
    #expect(!none.contains { $0.contains("permit") })
    let answer = try await city.ask(
      ParkingAssignmentProcess(city.service),
      [
        "drivers": [
          ["from": ClosedCity.place(0, 0), "to": ClosedCity.place(2, 2), "permit": ["vip"]]
        ]
      ])
    let told = answer["notes"]?.items?.compactMap(\.string) ?? []
    #expect(told.contains { $0.contains("\"vip\"") && $0.contains("resident") })
  }

  @Test("A tariff that no file defines is named with those most like it")
  func tariffs() async throws {
    let (offers, _) = try await offers(try ClosedCity())
    let words = try #require(offers.first { $0["id"]?.string == "E" }?.words("fee_unknown"))
    #expect(words.contains("\"no-such\"") && words.contains("most alike are centre"), "\(words)")
  }

  @Test("Lots beyond the distance asked for are too far, and those without a road unreachable")
  func tooFar() async throws {
    let city = try ClosedCity()
    let near: [(String, JSONValue)] = [("within_m", 300)]
    let answer = try await city.ask(
      ParkingChoiceProcess(city.service), .object(Self.inputs + near))
    let beyond = answer["refused"]?["too-far"]?.wholeNumber ?? 0
    #expect(beyond + (answer["considered"]?.wholeNumber ?? 0) == 7 && beyond > 0)
    let drivers = try await city.ask(
      ParkingAssignmentProcess(city.service),
      [
        "within_m": 250,
        "drivers": [
          [
            "from": ClosedCity.place(0, 0), "to": ClosedCity.place(0.9, 1), "accessible": true,
          ],
          ["from": ClosedCity.place(0, 0), "to": ClosedCity.place(3, 2), "accessible": true],
        ],
      ])
    let refused = (drivers["assignment"]?.features ?? []).compactMap { $0.words("refused") }
    #expect(refused.count == 2)
    #expect(refused[0].contains("too-far") && refused[0].contains("permit 1"), "\(refused)")
    #expect(!refused[0].contains("unreachable"))
  }

  @Test("Who asks for a lot that is not there is told the names most like it")
  func names() async throws {
    let city = try ClosedCity()
    let fault = await #expect(throws: ProcessError.self) {
      try await city.ask(
        ParkingForecastProcess(city.service), ["time": "2026-03-30T10:00", "lots": ["CC"]])
    }
    #expect(fault?.hint?.contains(": C, ") ?? false, "\(fault?.hint ?? "")")
  }
}
