import TestSupport
import Testing

extension EndToEndTests {
  @Suite("The past of a city and its what-ifs, from the command line and over HTTP")
  struct HistoryTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// Buildings a, b, c; then b grows, c is gone and d is new.
    private func twoCommits() async throws -> String {
      let city = folder.file("test.city")
      for (index, ids) in [[("a", 3), ("b", 3), ("c", 3)], [("a", 3), ("b", 9), ("d", 4)]]
        .enumerated()
      {
        let file = try folder.write(
          "\(index).geojsonl",
          ids.enumerated().map { SmallCity.square($1.0, column: $0, floors: $1.1) }
            .joined(separator: "\n"))
        let ended = try await yutu(
          "import", "--city", city, "--layer", "building", "--replace", "--message",
          "delivery \(index + 1)", file, in: folder)
        #expect(ended.code == 0, "\(ended.errors)")
      }
      return city
    }

    @Test("What is missing says from where it was looked for; scenarios say whether they fit")
    func absence() async throws {
      let folder = try await scenarios()
      try await serving(try await twoCommits(), in: self.folder, ["--scenarios", folder]) {
        served in
        let item = "/collections/building/items/d"
        #expect(try served.get(item).status == 200)
        for (query, words) in ["commit=1": "at commit 1", "datetime=2000-01-01": "at 2000-01-01"] {
          let answer = try served.get("\(item)?\(query)")
          #expect(answer.status == 404)
          #expect(String(decoding: answer.body, as: UTF8.self).contains(words), "\(query)")
        }
        let listed = try served.json("/scenarios").scenarios.list
        let fits = Dictionary(uniqueKeysWithValues: listed.map { ($0.id.text ?? "", $0.fits) })
        #expect(fits == ["tower": .boolean(true), "broken": .boolean(false)])
      }
    }

    /// A folder with one scenario that fits the city, and one that does not.
    private func scenarios() async throws -> String {
      try await Program.succeed("/bin/mkdir", ["-p", folder.file("scenarios")], in: folder)
      try folder.write(
        "scenarios/tower.yml",
        """
        id: tower
        title: {zh: 塔, en: Tower}
        edits:
          - {layer: building, id: a, set: {floors: 99}}
          - {layer: building, id: b, remove: true}
          - layer: building
            id: t
            add: {floors: 50}
            geometry: "POLYGON ((114.4 30.6, 114.401 30.6, 114.401 30.601, 114.4 30.6))"
        """)
      try folder.write(
        "scenarios/broken.yml",
        """
        id: broken
        title: {zh: 坏, en: Broken}
        edits:
          - {layer: building, id: nobody, set: {floors: 9}}
        """)
      return folder.file("scenarios")
    }

    @Test("The check tries the edits of a folder of scenarios on the city")
    func check() async throws {
      let (city, folder) = (try await twoCommits(), try await scenarios())
      let ended = try await yutu("check", "--city", city, "--scenarios", folder, in: self.folder)
      #expect(ended.code == 1)
      #expect(ended.output.contains("broken.yml:4:5: error: layer `building`"), "\(ended.output)")
      #expect(ended.output.contains(" 1 scenario,"), "\(ended.output)")
    }

    @Test("log, diff and export --at say what each delivery did")
    func commandLine() async throws {
      let city = try await twoCommits()
      let log = try await yutu("log", "--city", city, in: folder)
      let lines = log.output.split(separator: "\n")
      #expect(lines.count == 2 && lines[0].hasPrefix("2  ") && lines[0].hasSuffix("delivery 2"))
      #expect(lines[0].contains("building  +1 ~1 -1, 0 rejected"), "\(log.output)")

      let diff = try await yutu(
        "diff", "--city", city, "--layer", "building", "--from", "1", in: folder)
      #expect(diff.output.contains("~ b  floors: 3 → 9"), "\(diff.output)")
      #expect(diff.output.contains("- c") && diff.output.contains("+ d"))
      #expect(diff.errors.contains("1 added, 1 changed, 1 removed"), "\(diff.errors)")

      let first = try await yutu(
        "export", "--city", city, "--layer", "building", "--at", "1", "-", in: folder)
      let ids = first.output.matches(of: #/"id":"(\w)"/#).map { String($0.1) }
      #expect(ids == ["a", "b", "c"])
      let unknown = try await yutu(
        "export", "--city", city, "--layer", "building", "--at", "7", "-", in: folder)
      #expect(unknown.code == 1 && unknown.errors.contains("no commit 7"))
      #expect(unknown.errors.contains("the last is 2"), "\(unknown.errors)")

      let scenario = try await scenarios() + "/tower.yml"
      let what = try await yutu(
        "export", "--city", city, "--layer", "building", "--scenario", scenario, "-", in: folder)
      let later = what.output.matches(of: #/"id":"(\w)".*?"floors":(\d+)/#).map { "\($0.1)\($0.2)" }
      #expect(later == ["a99", "d4", "t50"], "\(what.output)")
      let broken = try await yutu(
        "diff", "--city", city, "--layer", "building", "--scenario",
        folder.file("scenarios/broken.yml"), in: folder)
      #expect(broken.code == 1 && broken.errors.contains("broken.yml:4:5: error: layer `building`"))
    }

    @Test("Items, counts, tiles and their ETags follow commit, datetime and scenario")
    func overHTTP() async throws {
      let city = try await twoCommits()
      try await serving(city, in: folder, ["--scenarios", try await scenarios()]) { served in
        func ids(_ query: String) throws -> [String?] {
          try served.json("/collections/building/items?" + query).features.list.map(\.id.text)
        }
        #expect(try ids("") == ["a", "b", "d"])
        #expect(try ids("commit=1") == ["a", "b", "c"])
        #expect(try ids("commit=0") == [] && ids("datetime=2000-01-01") == [])
        #expect(try ids("datetime=2999-01-01") == ["a", "b", "d"])
        #expect(try ids("scenario=tower") == ["a", "d", "t"])
        #expect(try ids("scenario=tower&commit=1") == ["a", "c", "t"])
        #expect(try ids("scenario=tower&floors=99") == ["a"])
        #expect(try ids("commit=1&limit=2") == ["a", "b"])
        let page = try served.json("/collections/building/items?commit=1&limit=2")
        let next = try served.follow(try #require(page.link("next"))).json
        #expect(next.features.list.map(\.id.text) == ["c"] && next.numberMatched.integer == 3)
        let layer = try served.json("/collections/building?commit=1")
        #expect(layer.lastCommit.integer == 1)
        let links = layer.links("items").filter { $0.type.text == "application/geo+json" }
        let items = try served.follow(try #require(links.first?.href.text)).json
        #expect(items.features.list.map(\.id.text) == ["a", "b", "c"])
        let old = try served.json("/collections/building/items/b?commit=1")
        #expect(old.properties.floors.integer == 3 && old.commit.integer == 1)
        #expect(try served.get("/collections/building/items/b?scenario=tower").status == 404)

        let tile = "/collections/building/tiles/WebMercatorQuad/14/6727/13398"
        var tags: Set<String?> = []
        for query in ["", "?commit=1", "?scenario=tower", "?scenario=tower&commit=1"] {
          let answer = try served.get(tile + query)
          #expect(answer.status == 200, "\(query): \(answer.status)")
          tags.insert(answer.headers["etag"])
        }
        #expect(tags.count == 4)
        let asOfNow = try served.get(tile + "?commit=2").headers["etag"]
        #expect(try served.get(tile).headers["etag"] == asOfNow)
        let template = try served.json(
          "/collections/building/tiles/WebMercatorQuad?f=tilejson&commit=1"
        ).tiles.list.first?.text
        #expect(template?.hasSuffix("{x}?commit=1") == true)
      }
    }

    @Test("Commits, diffs and scenarios are listed, and what is not there is said")
    func lists() async throws {
      let city = try await twoCommits()
      try await serving(city, in: folder, ["--scenarios", try await scenarios()]) { served in
        let commits = try served.json("/commits?limit=1")
        #expect(commits.commits.list.map { $0["number"].integer } == [2])
        let earlier = try served.follow(try #require(commits.link("next"))).json
        #expect(earlier.commits.list.map(\.message.text) == ["delivery 1"])
        let one = try served.json("/commits/2")
        #expect(one.removed.integer == 1 && one.report.read.integer == 3)

        let diff = try served.json("/collections/building/diff?from=1&to=2")
        let changes = diff.changes.list.map { "\($0.id.text ?? "") \($0.change.text ?? "")" }
        #expect(changes == ["b changed", "c removed", "d added"])
        #expect(diff.changes.list[0].fields.floors.after.integer == 9)
        let paged = try served.json("/collections/building/diff?from=1&limit=2")
        let rest = try served.follow(try #require(paged.link("next"))).json
        #expect(rest.changes.list.map(\.id.text) == ["d"])
        let what = try served.json("/collections/building/diff?scenario=tower")
        #expect(what.changes.list.map(\.change.text) == ["changed", "removed", "added"])

        let list = try served.json("/scenarios")
        #expect(list.scenarios.list.map(\.id.text) == ["broken", "tower"])
        #expect(try served.json("/scenarios/tower").edits.list.count == 3)
        for (target, status, code) in [
          ("/commits/0", 404, "unknown-commit"), ("/commits/9", 404, "unknown-commit"),
          ("/commits/x", 400, "bad-parameter"),
          ("/collections/building?commit=9", 404, "unknown-commit"),
          ("/collections/building?commit=x", 400, "bad-parameter"),
          ("/collections/building?commit=1&datetime=2026-01-01", 400, "bad-parameter"),
          ("/collections/building?datetime=2026-02-31", 400, "bad-datetime"),
          ("/collections/building?datetime=2026-05-31T00:00:00Zjunk", 400, "bad-datetime"),
          ("/collections/building/items?built=garbage", 400, "bad-parameter"),
          ("/collections/building?scenario=none", 404, "unknown-scenario"),
          ("/collections/building/items?scenario=broken", 422, "scenario-does-not-fit"),
          ("/scenarios/..%2Ftower", 404, "unknown-scenario"),
          ("/collections/building/diff?from=9", 404, "unknown-commit"),
        ] {
          let answer = try served.get(target)
          #expect(answer.status == status, "\(target): \(answer.status)")
          #expect(try answer.json.code.text == code)
          #expect(!answer.text.contains(folder.file("")), "\(target): \(answer.text)")
        }
      }
    }
  }
}
