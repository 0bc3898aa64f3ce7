import Foundation
import Testing

extension ModelEndToEndTests {
  @Suite("Signal plans for a city")
  struct SignalCityTests {
    @Test("Plans come from the city's roads, signals and counts, and carry the map's ids")
    func counted() async throws {
      let folder = try TestFolder()
      let city = folder.file("sample.city")
      let made = try await yutu("sample", "--out", city, in: folder, within: 180)
      #expect(made.code == 0, "\(made.errors)")
      var rows = "detector,time,vehicles\n"
      let detectors = try await Cities.features(of: "detector", in: city, folder)
      let signal = try #require(
        Dictionary(grouping: detectors) { $0["properties"]["signal"].text ?? "" }
          .filter { $0.value.count == 3 }.min { $0.key < $1.key })
      let loops = signal.value.compactMap { $0["id"].text }.sorted()
      for (detector, vehicles) in zip(loops, [90, 70, 40]) {
        for (place, minute) in ["00", "15", "30", "45"].enumerated() {
          rows += "\(detector),2026-11-23T07:\(minute):00+08:00,\(vehicles + 5 * place)\n"
        }
      }
      rows += "\(loops[0]),2026-11-23T08:00:00,-4\nelsewhere,2026-11-23T07:00:00,9\n"
      let counts = try folder.write("counts.csv", rows)
      let plan = folder.file("plan.json")
      let ended = try await yutu(
        "signals", "optimise", "--city", city, "--counts", counts, "--evaluations", "60",
        "--out", folder.file("plan.add.xml"), "--json-plan", plan, "--out-network",
        folder.file("net"), "--json", in: folder, within: 180)
      #expect(ended.code == 0, "\(ended.errors)")
      #expect(ended.errors.contains("count is negative"))
      #expect(ended.errors.contains("not in the map: elsewhere"))
      #expect(try JSON(ended.output).delay_s.number ?? 0 > 0)
      #expect(try folder.read("plan.add.xml").contains("id=\"\(signal.key)\""))
      #expect(try folder.read("net/streets.rou.xml").contains("<vehicle id=\"v0\""))
      let checked = try await yutu(
        "signals", "check", "--city", city, "--plan", plan, in: folder, within: 60)
      #expect(checked.code == 0 && checked.output.hasPrefix("safe"), "\(checked.errors)")
    }

    @Test("A city without counts, without signals, or two networks at once are refused")
    func refused() async throws {
      let folder = try TestFolder()
      let city = folder.file("sample.city")
      let made = try await yutu("sample", "--out", city, in: folder, within: 180)
      #expect(made.code == 0, "\(made.errors)")
      let cases: [([String], Int32, String)] = [
        (["optimise", "--city", city], 2, "--counts FILE"),
        (["evaluate", "--city", city, "--routes", "r.xml", "--counts", "c.csv"], 2, "--net FILE"),
        (["check", "--city", city, "--net", "n.xml"], 2, "one of --net FILE and --city CITY"),
        (["check", "--city", city, "--area", "1,2,3"], 2, "west,south,east,north"),
        (["check", "--city", city, "--area", "0,0,1,1"], 1, "no roads in the area"),
        (["check", "--city", folder.file("none.city")], 1, "none.city"),
      ]
      for (arguments, code, words) in cases {
        let ended = try await Program(Place.command, ["signals"] + arguments, in: folder).end()
        #expect(ended.code == code && ended.errors.contains(words), "\(ended.errors)")
      }
    }
  }
}
