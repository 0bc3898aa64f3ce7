import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("Care of data: backup, revert, repair")
  struct CareOfDataTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// A tile with the road.
    private static let roadTile = "/tiles/WebMercatorQuad/14/6728/13393"

    private func importRoad(_ name: String, into city: String) async throws {
      let text = SmallCity.road.replacing("金桥大道", with: name)
      let file = try folder.write("road-\(name).geojson", text)
      let ended = try await yutu(
        "import", "--city", city, "--layer", "road", "--no-problem-layer", file, in: folder)
      #expect(ended.code == 0, "\(ended.errors)")
    }

    @Test("A commit is reverted while the city is served, and the server shows it at once")
    func revert() async throws {
      let city = try await Cities.small(in: folder)
      try await serving(city, in: folder) { served in
        func name() throws -> String? {
          try served.json("/collections/road/items/7").properties.name.text
        }
        #expect(try name() == "金桥大道")
        try await importRoad("银桥大道", into: city)
        let tile = try served.get(Self.roadTile).headers["etag"]
        #expect(tile != nil)
        let rehearsal = try await yutu(
          "revert", "--city", city, "--commit", "3", "--dry-run", in: folder)
        #expect(rehearsal.output.contains("road: nothing was saved (dry run): revert commit 3"))
        #expect(try name() == "银桥大道")
        let ended = try await yutu(
          "revert", "--city", city, "--commit", "3", "--author", "王工", "--json", in: folder)
        let report = try JSON(ended.output)[0]
        #expect(ended.code == 0 && report.commit.integer == 4 && report.changed.integer == 1)
        #expect(try name() == "金桥大道")
        #expect(try served.get(Self.roadTile).headers["etag"] != tile)
        let commit = try served.json("/commits/4")
        #expect(commit.author.text == "王工" && commit.report.revertedCommit.integer == 3)
      }
    }

    @Test("What changed since is listed, and nothing is done; a layer goes back as a whole")
    func conflict() async throws {
      let city = try await Cities.small(in: folder)
      try await importRoad("银桥大道", into: city)
      try await importRoad("铜桥大道", into: city)
      let refused = try await yutu("revert", "--city", city, "--commit", "3", in: folder)
      #expect(refused.code == 1 && refused.output == "")
      #expect(
        refused.errors == """
          error: 1 feature of layer road changed after commit 3, by commit 4: 7 (commit 4); \
          nothing was changed
          hint: revert the later commit first, newest first (--commit 4), or take the whole layer \
          back: --to 2 --layer road

          """)
      let json = try await yutu("revert", "--city", city, "--commit", "3", "--json", in: folder)
      #expect(json.code == 1)
      #expect(try JSON(json.output).features[0].id.text == "7")
      let back = try await yutu(
        "revert", "--city", city, "--to", "2", "--layer", "road", in: folder)
      #expect(
        back.output == "road: commit 5: revert to the state after commit 2: 0 added, 1 changed, "
          + "0 removed\n")
      for wrong in [["--commit", "1", "--to", "1"], [], ["--commit", "0"]] {
        let ended = try await Program(
          Place.command, ["revert", "--city", city] + wrong, in: folder
        ).end()
        #expect(ended.code == 2)
      }
    }

    @Test("A backup is made while the city is served, and restored once it is not")
    func backup() async throws {
      let city = try await Cities.small(in: folder)
      try await serving(city, in: folder) { _ in
        let ended = try await yutu("backup", city, folder.file("copy.city"), in: folder)
        #expect(ended.code == 0 && ended.output.contains("commit 2 of 20"))
        #expect(ended.output.contains("verified"))
        try await importRoad("银桥大道", into: city)
        let back = try await yutu("backup", "--replace", folder.file("copy.city"), city, in: folder)
        #expect(back.code == 1 && back.errors.contains("is open in another program"))
      }
      let again = try await yutu("backup", city, folder.file("copy.city"), in: folder)
      #expect(again.code == 1 && again.errors.contains("--replace"))
      let back = try await yutu(
        "backup", "--replace", "--json", folder.file("copy.city"), city, in: folder)
      #expect(try JSON(back.output).commit.integer == 2)
      let log = try await yutu("check", "--city", city, in: folder)
      #expect(log.code == 0 && log.errors.contains("test.city: commit 2 of "))
      let names = folder.names.filter { $0.contains(".city") }
      #expect(names == ["copy.city", "test.city"])
    }

    @Test("Without room for it, a backup ends with words and leaves nothing behind")
    func noRoom() async throws {
      let city = try await Cities.small(in: folder)
      let ended = try await Program(
        "/bin/sh",
        [
          "-c", "ulimit -f 100; exec \"$0\" backup \"$1\" \"$2\"", Place.command, city,
          folder.file("copy.city"),
        ], in: folder
      ).end()
      #expect(ended.code == 1 && ended.errors.contains("there is no room for the backup"))
      #expect(folder.names.filter { $0.contains(".city") } == ["test.city"])
    }

    @Test("What can be read of a damaged city is saved as the check advises")
    func recover() async throws {
      let city = try await Cities.small(in: folder)
      var bytes = Array(try folder.bytes("test.city"))
      // A page inside: the file opens, but is damaged.
      let page = try await page(of: "spatialite_history", in: city)
      for index in 0..<64 { bytes[(page - 1) * 4096 + index] = 0xA5 }
      try folder.write("test.city", bytes)
      let found = try await yutu("check", "--city", city, in: folder)
      #expect(found.code == 1, "\(found.output)\(found.errors)")
      #expect((found.output + found.errors).contains("sqlite3 \(city) .dump | sed"))
      let copy = try await yutu("backup", city, folder.file("copy.city"), in: folder)
      #expect(copy.code == 1 && copy.errors.contains("is damaged"))
      // The commands as they are printed.
      let advice = try #require(
        (found.output + found.errors).components(separatedBy: "read: ").last)
      let commands = try #require(advice.components(separatedBy: "\n").first)
        .replacing("yutu check", with: "\(Place.command) check")
      try await Program.succeed("/bin/sh", ["-c", commands], in: folder)
      let recovered = folder.file("saved.city")
      let whole = try await yutu(
        "export", "--city", recovered, "--layer", "building", folder.file("out.geojson"), in: folder
      )
      #expect(whole.code == 0, "\(whole.errors)")
      #expect(try JSON(folder.read("out.geojson")).features.list.count == 4)
    }

    private func page(of table: String, in city: String) async throws -> Int {
      let text = try await Program.succeed(
        Place.program("sqlite3"),
        [city, "SELECT rootpage FROM sqlite_master WHERE name = '\(table)'"], in: folder)
      return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
  }
}
