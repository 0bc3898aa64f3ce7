import Foundation
import TestSupport
import Testing

extension ModelEndToEndTests {
  @Suite("What a flood does to the sample city")
  struct FloodImpactTests {
    private let folder: TestFolder
    private let city: String

    init() async throws {
      folder = try TestFolder()
      city = try await Cities.sample(in: folder)
    }

    /// A storm over the mouth of the canal, with a building less.
    private let story = """
      id: story
      title: {zh: 试验, en: A trial}
      edits: [{layer: building, id: B1-4-2, remove: true}]
      flood:
        duration: 1200
        area: {box: [114.312, 30.520, 114.332, 30.532]}
        cell: 20
        start: 2026-07-05T20:00:00+08:00
        rain: {hyetograph: 200}
        below_bank: 1
        output: {every: 300, velocity: true}
      """

    private func execute(
      _ served: Served, _ process: String, _ inputs: String, status: Int = 200
    ) throws -> JSON {
      let answer = try served.http.send(
        "POST", "/processes/\(process)/execution", ["Content-Type": "application/json"],
        body: #"{"inputs": \#(inputs), "response": "document"}"#)
      #expect(answer.status == status, "\(answer.text)")
      return try answer.json
    }

    private func items(_ served: Served, _ layer: String, _ moment: String = "") throws -> [JSON] {
      let query = moment.isEmpty ? "" : "&datetime=\(moment)"
      return try served.json("/collections/run-wet-\(layer)/items?limit=10000\(query)")["features"]
        .list
    }

    @Test("What water reaches is layers with a time axis, whose totals a process gives")
    func layers() async throws {
      let file = try folder.write("story.yml", story)
      let ended = try await yutu(
        "run", file, "--city", city, "--out", folder.file("test.city.runs/wet"), "--quiet",
        in: folder)
      #expect(ended.code == 0, "\(ended.errors)")
      try await serving(city, in: folder) { served in
        let collections = try served.json("/collections")["collections"].list
          .compactMap { $0["id"].text }
        for name in [
          "buildings", "facilities", "roads", "districts", "bands", "structures", "hazard",
          "worst-hazard", "duration-30cm",
        ] {
          #expect(collections.contains("run-wet-\(name)"))
        }
        let described = try served.json("/collections/run-wet-buildings")
        #expect(described["times"].list.count == 5)
        #expect(try items(served, "buildings", "2026-07-05T12:00:00Z").isEmpty)
        var deepest: [String: Double] = [:]
        for minutes in ["05", "10", "15", "20"] {
          let moment = "2026-07-05T12:\(minutes):00Z"
          let buildings = try items(served, "buildings", moment)
          #expect(!buildings.contains { $0["id"].text == "B1-4-2" }, "the edit is seen")
          for building in buildings {
            let (id, own) = (building["id"].text ?? "", building["properties"])
            let (depth, most) = (own["depth"].number ?? 0, own["deepest"].number ?? 0)
            #expect(depth >= 0.05 && most >= depth && most >= deepest[id] ?? 0)
            deepest[id] = most
          }
          let answer = try execute(
            served, "flood-impact", #"{"run": "wet", "datetime": "\#(moment)"}"#)
          #expect(answer["total"]["value"]["buildings"].number == Double(buildings.count))
          #expect(answer["time"].text == moment)
          let bands = try items(served, "bands", moment)
          for (name, least) in [("wet_area", 0.05), ("area_30cm", 0.3), ("area_100cm", 1)] {
            let deep = bands.filter { $0["properties"]["from_m"].number ?? 0 >= least }
            let area = deep.reduce(0) { $0 + ($1["properties"]["area"].number ?? 0) }
            #expect(answer["total"]["value"][name].number == area, "\(name), \(moment)")
          }
          let districts = try items(served, "districts", moment)
          let told = answer["districts"].list
          #expect(districts.count == told.count && !told.isEmpty)
          for (district, own) in zip(districts, told) {
            #expect(district["id"].text == own["id"].text)
            for name in ["buildings", "facilities", "wet_area", "area_30cm", "closed_car"] {
              #expect(district["properties"][name].number == own[name].number, "\(name)")
            }
          }
        }
        #expect(!deepest.isEmpty, "the storm reaches buildings")
        #expect(try items(served, "roads").count > 0)
        let last = try items(served, "buildings").count
        #expect(try items(served, "buildings", "2026-07-05T12:20:00Z").count == last)
        let early = try served.http.send(
          "GET", "/collections/run-wet-roads/items?datetime=2026-07-05T11:00:00Z")
        #expect(early.status == 404 && early.text.contains("it goes from"))
        _ = try execute(served, "flood-impact", #"{"run": "wat"}"#, status: 404)
        _ = try execute(
          served, "flood-impact", #"{"run": "wet", "district": "nowhere"}"#, status: 422)
        try routes(served)
        try warnings(served)
        try structures(served)
        let roads = try items(served, "roads", "2026-07-05T12:10:00Z")
        try await export(roads)
      }
    }

    /// What stands in `structures.csv` at the end.
    private func structures(_ served: Served) throws {
      let told = try items(served, "structures", "2026-07-05T12:20:00Z")
      let rows = String(
        decoding: try folder.bytes("test.city.runs/wet/structures.csv"), as: UTF8.self
      ).split(separator: "\n").map { $0.split(separator: ",") }.filter { $0[2] == "1200" }
      #expect(!told.isEmpty && told.count == rows.count)
      for row in rows {
        let own = told.first { $0["id"].text == "\(row[1]):\(row[0])" }?["properties"]
        #expect(own?["flow"].number == Double(row[3]) && own?["volume"].number == Double(row[4]))
      }
    }

    /// Layers of features go out as files, as they are at a moment.
    private func export(_ roads: [JSON]) async throws {
      func export(_ words: String...) async throws -> Ended {
        try await Program(
          Place.command, ["export", "--city", city, "--layer", "run-wet-roads"] + words, in: folder
        ).end(within: 600)
      }
      let ended = try await export("--datetime", "2026-07-05T20:10:00+08:00", "roads.geojson")
      #expect(ended.code == 0, "\(ended.errors)")
      let written = try JSON(Array(folder.bytes("roads.geojson")))["features"].list
      #expect(written.map { $0["id"].text } == roads.map { $0["id"].text })
      #expect(written.map { $0["properties"] } == roads.map { $0["properties"] })
      let table = try await export("roads.gpkg")
      #expect(table.code == 0 && table.errors.contains("written to roads.gpkg"))
      let early = try await export("--datetime", "2026-07-05T10:00:00+08:00", "early.csv")
      #expect(early.code == 1 && early.errors.contains("it goes from"), "\(early.errors)")
      let mixed = try await export("--at", "1", "mixed.csv")
      #expect(mixed.code != 0 && mixed.errors.contains("not of a run"), "\(mixed.errors)")
    }

    /// Who is warned stands in water at the moment that the warning names, and not before.
    private func warnings(_ served: Served) throws {
      func warned(_ inputs: String) throws -> [JSON] {
        try execute(served, "flood-warnings", #"{"run": "wet"\#(inputs)}"#)["warnings"].list
      }
      let all = try warned(#", "depth": 0.05"#)
      let last = try items(served, "facilities")
      #expect(all.count >= last.count && !all.isEmpty)
      let times = all.compactMap { $0["from"].text }
      #expect(times == times.sorted())
      for one in all {
        let moment = try #require(one["from"].text)
        let known = try items(served, "facilities", moment)
        let own = known.first { $0["properties"]["feature"] == one["feature"] }
        #expect(own?["properties"]["since"].text == moment, "\(one)")
        let since = try Date("2026-07-05T12:00:00Z", strategy: .iso8601)
        let minutes = try Date(moment, strategy: .iso8601).timeIntervalSince(since) / 60
        #expect(one["minutes_ahead"].number == minutes)
      }
      let deep = try warned(#", "depth": 0.3"#)
      #expect(deep.count <= all.count && deep.allSatisfy { $0["deepest"].number ?? 0 >= 0.3 })
      let later = try warned(#", "depth": 0.05, "now": "2026-07-05T13:00:00Z""#)
      #expect(later.count == all.count && later.allSatisfy { $0["minutes_ahead"].number == 0 })
    }

    /// Routes know the water of a moment.
    private func routes(_ served: Served) throws {
      let ends = #""from": [114.3146, 30.5238], "to": [114.3296, 30.5300]"#
      func seconds(_ more: String) throws -> Double? {
        try execute(served, "route", "{\(ends)\(more)}")["route"]["value"]["features"].list.first?[
          "properties"]["duration_s"].number
      }
      let free = try #require(try seconds(""))
      let dry = try seconds(#", "flood": "wet", "datetime": "2026-07-05T12:00:00Z""#)
      #expect(dry == free, "before the rain nothing is closed")
      let wet = try #require(try seconds(#", "flood": "wet""#))
      #expect(wet > free, "water slows cars")
      for (more, status) in [
        (#", "flood": "wat""#, 404), (#", "datetime": "2026-07-05T12:00:00Z""#, 400),
        (#", "flood": "wet", "datetime": "2026-07-01T12:00:00Z""#, 404),
        (#", "flood": "wet", "datetime": "soon""#, 400),
      ] {
        _ = try execute(served, "route", "{\(ends)\(more)}", status: status)
      }
    }
  }
}
