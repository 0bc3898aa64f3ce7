import Foundation
import TestSupport
import Testing

extension ModelEndToEndTests {
  @Suite("Parking of a served city")
  struct ParkingProcessTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Three weeks of counts every half hour up to 2026-03-30 09:00.
    static func occupancy(of lots: [(id: String, capacity: Int)]) -> String {
      var text = "lot,capacity,occupancy,time\n"
      for (number, lot) in lots.enumerated() {
        for half in (0...(21 * 48)).reversed() {
          let date = Date(timeIntervalSince1970: 1_774_861_200 - Double(half) * 1800)
          let hour = (date.timeIntervalSince1970 / 3600).truncatingRemainder(dividingBy: 24)
          let wave = 0.08 * sin(Double(half * (number + 2)) * 0.9)
          let share = min(1, max(0, 0.3 + 0.6 * exp(-pow((hour - 11) / 4, 2)) + wave))
          text += "\(lot.id),\(lot.capacity),\(Int((share * Double(lot.capacity)).rounded())),"
          text += "\(date.formatted(.iso8601).dropLast())\n"
        }
      }
      return text
    }

    /// Waits for a job and gives the ids of the layers that it left.
    private func layers(of job: String, at server: Served) async throws -> [String] {
      for _ in 0..<600 {
        let state = try server.json("/jobs/\(job)")["status"].text ?? ""
        guard state == "accepted" || state == "running" else {
          #expect(state == "successful")
          break
        }
        try await Task.sleep(for: .milliseconds(50))
      }
      return try server.json("/collections").collections.list.compactMap { $0.id.text }.filter {
        $0.hasPrefix("run-\(job)")
      }
    }

    @Test("Forecast, choice and assignment come over HTTP, and a job's results are layers")
    func served() async throws {
      let city = folder.file("sample.city")
      let made = try await yutu("sample", "--out", city, in: folder, within: 180)
      #expect(made.code == 0)
      var lots: [(id: String, capacity: Int)] = []
      var places: [String] = []
      try await serving(city, in: folder) { server in
        let items = try server.json("/collections/parking-lot/items?limit=1000").features
        lots = items.list.compactMap { lot in
          guard let id = lot.id.text, let capacity = lot.properties.capacity.integer else {
            return nil
          }
          return (id, capacity)
        }
        places = items.list.compactMap { lot in
          let corner = lot.geometry.coordinates[0][0]
          return corner[0].number.flatMap { x in corner[1].number.map { "[\(x),\($0)]" } }
        }
        let answer = try server.post(
          "/processes/parking-forecast/execution",
          "{\"inputs\":{\"time\":\"2026-03-30T10:00:00\",\"issued\":\"2026-03-30T09:10:00\"}}")
        #expect(answer.status == 422)
        #expect(try JSON(answer.body).code.text == "no-occupancy")
      }
      #expect(lots.count > 3)
      let counts = try folder.write("occupancy.csv", Self.occupancy(of: lots))
      try await serving(city, in: folder, ["--occupancy", counts]) { server in
        func ask(_ process: String, _ inputs: String) throws -> (Int, JSON) {
          let answer = try server.post(
            "/processes/\(process)/execution",
            "{\"inputs\":\(inputs),\"response\":\"document\"}")
          return (answer.status, try JSON(answer.body))
        }
        let when = "\"issued\":\"2026-03-30T09:10:00\""
        let (code, forecast) = try ask(
          "parking-forecast", "{\"time\":\"2026-03-30T10:00:00\",\(when)}")
        #expect(code == 200)
        try await Self.compare(forecast.forecast.value.features, lots, counts, in: folder)

        let (chosen, choice) = try ask(
          "parking-choice",
          "{\"from\":\(places[0]),\"to\":\(places[places.count - 1]),\"within_m\":5000,"
            + "\"depart\":\"2026-03-30T09:10:00\",\"stay_min\":90,\"count\":3}")
        #expect(chosen == 200, "\(choice)")
        let costs = choice.choice.value.features.list.compactMap {
          $0.properties.cost_s.number
        }
        #expect(costs.count == 3 && costs == costs.sorted())
        let first = choice.choice.value.features[0].properties
        #expect(first.why_en.text?.contains("min drive") ?? false)
        #expect(first.fee_cny.number ?? 0 > 0 && first.chance_basis.text == "last-count")

        let drivers = (0..<40).map {
          "{\"from\":\(places[$0 % places.count]),\"to\":\(places[1]),\"stay_min\":60}"
        }.joined(separator: ",")
        let inputs = "{\"drivers\":[\(drivers)],\"depart\":\"2026-03-30T09:10:00\"}"
        let (solved, assignment) = try ask("parking-assignment", inputs)
        #expect(solved == 200, "\(assignment)")
        #expect(assignment.assignment.value.features.list.count == 40)
        let totals = assignment.totals.value
        #expect(totals.cost_s.number ?? .nan <= (totals.greedy_cost_s.number ?? .nan) + 0.001)
        #expect(totals.assigned.number ?? 0 > 0)

        let job = try server.http.send(
          "POST", "/processes/parking-assignment/execution",
          ["Content-Type": "application/json", "Prefer": "respond-async"],
          body: "{\"inputs\":\(inputs)}")
        #expect(job.status == 201)
        let id = try #require(try JSON(job.body).jobID.text)
        let layers = try await layers(of: id, at: server)
        #expect(layers.sorted() == ["run-\(id)-assignment", "run-\(id)-lots"])
        let items = try server.json("/collections/run-\(id)-assignment/items?limit=100")
        #expect(items.features.list.count == 40)
        let layer = try server.json("/collections/run-\(id)-assignment")
        #expect(layer.title.text?.contains("40 drivers to around") ?? false, "\(layer)")
      }
    }

    /// Holds a forecast to the rows that the command writes.
    private static func compare(
      _ features: JSON, _ lots: [(id: String, capacity: Int)], _ counts: String,
      in folder: TestFolder
    ) async throws {
      let rows = lots.map { "\($0.id),2026-03-30T10:00:00,2026-03-30T09:10:00\n" }.joined()
      let times = try folder.write("times.csv", "lot,time,issued\n" + rows)
      let ended = try await yutu(
        "parking", "forecast", "--history", counts, "--at", times, in: folder)
      #expect(ended.code == 0, "\(ended.errors)")
      #expect(features.list.count == lots.count)
      for row in ended.output.split(separator: "\n").dropFirst() {
        let cells = row.split(separator: ",").map(String.init)
        let feature = features.list.first { $0.id.text == cells[0] }?.properties ?? .null
        for (name, cell) in zip(["mean", "p10", "p50", "p90", "p_space"], cells.dropFirst(3)) {
          #expect(feature[name].number == Double(cell), "\(cells[0]) \(name)")
        }
      }
    }
  }
}
