import Foundation
import Testing

extension EndToEndTests {
  @Suite("The commands of hints do what the hints say")
  struct HintTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Runs a command that fails, follows its hint, and runs it again, which must be a success.
    private func mend(
      _ arguments: String..., with values: [String: String] = [:]
    ) async throws {
      let refused = try await Program(Place.command, arguments, in: folder).end()
      #expect(refused.code == 1, "\(arguments): \(refused.output)")
      try await Hint(in: refused.errors).follow(with: values, in: folder)
      try await Program.succeed(Place.command, arguments, in: folder)
    }

    @Test("A city that is not there is made")
    func missingCity() async throws {
      let file = try folder.write("buildings.geojson", SmallCity.buildings)
      let buildings = ["FILE": file]
      try await mend("layers", "--city", "new.city", with: buildings)
      try await mend(
        "export", "--city", "other.city", "--layer", "building", "out.geojson", with: buildings)
      _ = try folder.write("empty.city", "")
      try await mend("check", "--city", "empty.city", with: buildings)
    }

    @Test("What a model needs is imported")
    func missingRoads() async throws {
      let buildings = try folder.write("buildings.geojson", SmallCity.buildings)
      let road = try folder.write("road.geojson", SmallCity.road)
      try await Program.succeed(
        Place.command, ["import", "--city", "t.city", "--layer", "building", buildings], in: folder)
      let pairs = try folder.write(
        "pairs.csv", "id,from_lon,from_lat,to_lon,to_lat\n1,114.3,30.599,114.31,30.599\n")
      try await mend(
        "route", "pairs", "--city", "t.city", "--pairs", pairs,
        with: ["FILE": road, "ID": "road", "CITY": "t.city"])
    }

    @Test("The commits that there are are listed")
    func commits() async throws {
      let city = try await Cities.small(in: folder)
      let unknown = try await yutu("revert", "--city", city, "--commit", "99", in: folder)
      let listed = try await Hint(in: unknown.errors).follow(with: ["CITY": city], in: folder)
      #expect(listed.output.hasPrefix("2 ") && listed.output.contains("\n1 "))
    }

    @Test("A city is exported instead of imported")
    func citySource() async throws {
      let city = try await Cities.small(in: folder)
      let refused = try await yutu(
        "import", "--city", folder.file("b.city"), "--layer", "building", city, in: folder)
      #expect(refused.errors.contains("yutu export writes its layers as files"))
      try await Program.succeed(
        Place.command, ["export", "--city", city, "--layer", "building", "b.geojson"], in: folder)
      try await Program.succeed(
        Place.command, ["import", "--city", "b.city", "--layer", "building", "b.geojson"],
        in: folder)
    }
  }
}
