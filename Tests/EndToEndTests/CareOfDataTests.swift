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
          hint: revert the later commits first, the newest before the others: yutu revert --city \
          \(city) --commit 4; or take the layer back with all that was done to it since: yutu \
          revert --city \(city) --to 2 --layer road

          """)
      let json = try await yutu("revert", "--city", city, "--commit", "3", "--json", in: folder)
      #expect(json.code == 1)
      #expect(try JSON(json.output).features[0].id.text == "7")
      let hint = Hint(in: refused.errors)
      let earlier = try await hint.follow(0, in: folder)
      #expect(earlier.output.hasPrefix("road: commit 5: revert commit 4: 0 added, 1 changed"))
      let now = try await yutu("revert", "--city", city, "--commit", "3", in: folder)
      #expect(now.code == 0 && now.output.hasPrefix("road: commit 6: revert commit 3"))
      let back = try await hint.follow(1, in: folder)
      #expect(back.output == "revert to the state after commit 2: nothing to do, no commit\n")
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

    @Test("Only a city or an empty file is replaced; the hint puts another file away")
    func onlyCities() async throws {
      let city = try await Cities.small(in: folder)
      let picture = try folder.write("my picture.png", "not a city")
      let refused = try await yutu("backup", "--replace", city, picture, in: folder)
      #expect(refused.code == 1 && refused.errors.contains("is no city, and --replace"))
      #expect(try folder.read("my picture.png") == "not a city")
      try await Hint(in: refused.errors).follow(in: folder)
      try await Program.succeed(Place.command, ["backup", "--replace", city, picture], in: folder)
      let device = try await yutu("backup", "--replace", city, "/dev/null", in: folder)
      #expect(device.code == 1 && device.errors.contains("/dev/null is no city"))
      let missing = try await yutu("backup", city, folder.file("a b/copy.city"), in: folder)
      try await Hint(in: missing.errors).follow(in: folder)
      try await Program.succeed(
        Place.command, ["backup", city, folder.file("a b/copy.city")], in: folder)
      for arguments in [["backup", "", "x"], ["backup", city, ""], ["check", "--city", ""]] {
        let ended = try await Program(Place.command, arguments, in: folder).end()
        #expect(ended.code == 1 && ended.errors.contains("has no name\nhint: "), "\(ended.errors)")
      }
      let examples = try await yutu("examples", "", in: folder)
      #expect(examples.code == 2 && examples.errors.contains("has no name"))
    }

    @Test("A city whose server was killed is restored; a log without its city is not taken over")
    func killed() async throws {
      let city = try await Cities.small(in: folder)
      let copy = folder.file("copy.city")
      try await Program.succeed(Place.command, ["backup", city, copy], in: folder)
      let server = try Program(
        Place.command, ["serve", "--city", city, "--port", "0"], in: folder)
      while server.isRunning, server.output.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      try await importRoad("银桥大道", into: city)
      let busy = try await yutu("backup", "--replace", copy, city, in: folder)
      #expect(busy.code == 1 && busy.errors.contains("is open in another program"))
      server.send(SIGKILL)
      _ = try await server.end()
      #expect(folder.names.contains("test.city-wal"))
      try await Program.succeed("/bin/cp", ["test.city-wal", "old.city-wal"], in: folder)
      let back = try await yutu("backup", "--replace", copy, city, in: folder)
      #expect(back.code == 0 && back.output.contains("commit 2 of"), "\(back.errors)")
      #expect(
        folder.names.filter { $0.hasPrefix("test.city") } == ["test.city", "test.city.token"])
      let left = try await yutu("backup", city, "old.city", in: folder)
      #expect(left.code == 1 && left.errors.contains("left of a city that was moved away"))
      try await Hint(in: left.errors).follow(in: folder)
      try await Program.succeed(Place.command, ["backup", city, "old.city"], in: folder)
    }

    @Test("A city of somebody else's folder is copied by its owner, as the hint says")
    func readOnly() async throws {
      let city = try await Cities.small(in: folder)
      let setpriv = try #require(Place.program("setpriv"))
      try await Program.succeed("/bin/chmod", ["755", folder.path], in: folder)
      try await Program.succeed("/bin/chmod", ["644", city], in: folder)
      try await Program.succeed(
        "/bin/sh", ["-c", "mkdir open && chmod 777 open"], in: folder)
      func asNobody(_ arguments: [String]) async throws -> Ended {
        try await Program(
          setpriv, ["--reuid=65534", "--clear-groups", Place.command] + arguments, in: folder
        ).end()
      }
      for arguments in [["log"], ["export", "--layer", "building", "open/a.geojson"]] {
        let ended = try await asNobody(arguments + ["--city", city])
        #expect(ended.code == 0, "\(arguments): \(ended.errors)")
      }
      let refused = try await asNobody(["revert", "--city", city, "--commit", "1"])
      #expect(refused.code == 1 && refused.errors.contains("can only be read"))
      #expect(try await asNobody(["backup", city, "open/first.city"]).code == 0)
      let closed = try await asNobody(["backup", city, "second.city"])
      #expect(closed.code == 1, "\(closed.output)")
      #expect(closed.errors.contains("second.city cannot be written: nothing may be written in"))
      // With a log beside it, as a killed program leaves, the file alone is not the city.
      try await Program.succeed("/bin/sh", ["-c", "echo log > \(city)-wal"], in: folder)
      let ended = try await asNobody(["backup", city, "open/copy.city"])
      #expect(ended.code == 1, "\(ended.output)")
      #expect(ended.errors.contains("can be read only by who may write to its folder"))
      try await Hint(in: ended.errors).follow(with: ["FILE": "open/copy.city"], in: folder)
    }

    /// Faults of a city, each with the damage that another program does.
    static let faults = [
      ("its spatial index is missing", "DROP TABLE idx_building_geom"),
      ("search holds", "DELETE FROM yutu_search_entries WHERE fid > 1"),
      ("but its last commit left 1", "UPDATE yutu_layer_states SET feature_count = 1"),
      (
        "its history lacks 1 of the versions",
        "UPDATE yutu_commits SET added = added + 1 WHERE seq = 1"
      ),
      ("commits 1 to 2 are missing", "DELETE FROM yutu_commits"),
      ("its state after commit 1 is missing", "DELETE FROM yutu_layer_states"),
      ("its definition as of commit 1 is missing", "DELETE FROM yutu_definitions"),
      ("its table road is missing", "DROP TABLE road"),
      ("its table yutu_commits is missing", "DROP TABLE yutu_commits"),
      ("it lacks the tables of a city", "DROP TABLE grdb_migrations"),
    ]

    @Test("What the check advises for each fault leaves none", arguments: faults)
    func adviceHelps(words: String, damage: String) async throws {
      let city = folder.file("the city's.city")
      try await Program.succeed(
        "/bin/mv", [try await Cities.small(in: folder), city], in: folder)
      try await Program.succeed(Place.command, ["backup", city, "copy.city"], in: folder)
      try await Program.succeed(Place.program("sqlite3"), [city, damage], in: folder)
      let found = try await yutu("check", "--city", city, in: folder)
      let text = found.output + found.errors
      #expect(found.code == 1 && text.contains(words), "\(text)")
      try await Hint(in: text).follow(with: ["BACKUP": "copy.city"], in: folder)
      let after = try await yutu("check", "--city", city, in: folder)
      #expect(after.code == 0, "\(after.output)\(after.errors)")
    }

    @Test("The check speaks Chinese, and its commands stay as they are")
    func chinese() async throws {
      let city = try await Cities.small(in: folder)
      try await Program.succeed(
        Place.program("sqlite3"),
        [city, "DROP TABLE idx_building_geom; DELETE FROM yutu_search_entries"], in: folder)
      let found = try await yutu("check", "--city", city, "--lang", "zh", in: folder)
      #expect(
        found.output.contains(
          """
          \(city)：错误：图层 building：缺少空间索引
            提示：可由要素重建：yutu check --city \(city) --repair
          """), "\(found.output)")
      let repaired = try await yutu(
        "check", "--city", city, "--repair", "--lang", "zh", in: folder)
      #expect(repaired.code == 0 && repaired.errors.contains("图层 building：已重建空间索引"))
    }

    @Test("The problems of an import that was reverted are removed as the note says")
    func companion() async throws {
      let city = try await Cities.small(in: folder)
      func importSquare(_ id: String, floors: Int) async throws {
        let file = try folder.write(
          "squares.geojsonl", SmallCity.square(id, column: 1, floors: floors))
        let ended = try await yutu(
          "import", "--city", city, "--layer", "building", "--accept-breaches", file, in: folder)
        #expect(ended.code == 0, "\(ended.errors)")
      }
      // A building of 9000 floors is a problem of its own.
      try await importSquare("tower", floors: 9000)
      let log = try await yutu("log", "--city", city, in: folder)
      #expect(log.output.contains("import-problem"), "\(log.output)")
      let reverted = try await yutu("revert", "--city", city, "--commit", "3", in: folder)
      let hint = Hint(in: reverted.errors)
      #expect(hint.commands == ["yutu revert --city \(city) --commit 4"], "\(reverted.errors)")
      let removed = try await hint.follow(in: folder)
      #expect(removed.output.hasPrefix("import-problem: commit 6: revert commit 4: 0 added"))
      // Nothing was reverted, or no import, or the problems are gone: nothing is said.
      for commit in ["3", "2", "5", "3"] {
        let again = try await yutu("revert", "--city", city, "--commit", commit, in: folder)
        #expect(again.code == 0 && again.errors == "", "\(commit): \(again.errors)")
      }
    }

    @Test("The end of its terminal ends a server in good order; SIGHUP alone does not")
    func hangup() async throws {
      let city = try await Cities.small(in: folder)
      /// Runs a shell command that starts the server, and answers once it listens.
      func started(_ shell: String) async throws -> Program {
        let server = try Program("/bin/sh", ["-c", shell, Place.command, city], in: folder)
        while server.isRunning, !server.output.contains("/map") {
          try await Task.sleep(for: .milliseconds(5))
        }
        return server
      }
      // util-linux's script gives it a terminal, and hangs up when it is ended.
      let terminal = try await started(
        "exec script -qec \"$0 serve --city $1 --port 0\" typescript")
      #expect(folder.names.contains("test.city.token"))
      terminal.send(SIGKILL)
      _ = try await terminal.end(within: 20)
      for _ in 0..<2000 where folder.names.contains("test.city.token") {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(!folder.names.contains { $0.hasPrefix("test.city.") }, "\(folder.names)")
      // A service has none, so SIGHUP only asks it to open its log anew.
      let kept = try await started(
        "exec setsid --wait sh -c 'echo $$; exec $0 serve --city $1 --port 0' $0 $1")
      let process = try #require(kept.output.split(separator: "\n").first.flatMap { Int32($0) })
      kill(process, SIGHUP)
      try await Task.sleep(for: .milliseconds(300))
      #expect(kept.isRunning)
      kill(process, SIGTERM)
      #expect(try await kept.end(within: 20).code == 0)
    }

    @Test("What cannot be written to standard output is an error")
    func fullOutput() async throws {
      let city = try await Cities.small(in: folder)
      for arguments in [
        "layers --city \(city)", "log --json --city \(city)", "check --city \(city)", "--help",
        "diff --city \(city) --layer building --from 0 --json",
        "export --city \(city) --layer building -",
      ] {
        let ended = try await Program(
          "/bin/sh", ["-c", "exec $0 \(arguments) > /dev/full", Place.command], in: folder
        ).end()
        #expect(ended.code == 1, "\(arguments)")
        #expect(ended.errors.contains("standard output cannot be written"), "\(ended.errors)")
        let silent = try await Program(
          "/bin/sh", ["-c", "exec $0 \(arguments) 2> /dev/full", Place.command], in: folder
        ).end()
        #expect(silent.code == 0, "\(arguments): \(silent)")
      }
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
      try await Hint(in: found.output + found.errors).follow(1, in: folder)
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
