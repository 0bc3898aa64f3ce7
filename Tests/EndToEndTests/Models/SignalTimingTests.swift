import Foundation
import Testing

extension ModelEndToEndTests {
  @Suite("Signal plans by command")
  struct SignalTimingTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private static let source = Place.repository + "/Tests/SUMOFilesTests/Files/avenue.net.xml"

    private func text() throws -> String {
      try String(contentsOfFile: Self.source, encoding: .utf8)
    }

    /// The avenue with something changed in it.
    private func network(_ old: String = "", _ new: String = "") throws -> String {
      let text = try text()
      guard !old.isEmpty else { return try folder.write("avenue.net.xml", text) }
      let range = try #require(text.range(of: old), "the avenue does not hold \(old)")
      return try folder.write("avenue.net.xml", text.replacingCharacters(in: range, with: new))
    }

    /// Traffic along and across the avenue for ten minutes.
    private func routes(_ flows: String? = nil) throws -> String {
      func flow(_ id: String, _ from: String, _ to: String, _ hourly: Int) -> String {
        "<flow id='\(id)' begin='0' end='600' vehsPerHour='\(hourly)' from='\(from)' to='\(to)'/>"
      }
      let usual =
        flow("w", "left0A0", "B0right0", 500) + flow("e", "right0B0", "A0left0", 400)
        + flow("n", "top0A0", "A0bottom0", 250) + flow("s", "bottom1B0", "B0top1", 250)
        + flow("t", "top0A0", "B0right0", 80)
      return try folder.write("avenue.rou.xml", "<routes>\(flows ?? usual)</routes>")
    }

    private func signals(_ arguments: String...) async throws -> Ended {
      try await run(arguments)
    }

    private func run(_ arguments: [String]) async throws -> Ended {
      try await Program(Place.command, ["signals"] + arguments, in: folder).end()
    }

    @Test("A search writes a safe plan in every form, the same for the same seed")
    func optimise() async throws {
      let (net, routes) = (try network(), try routes())
      func optimise(_ out: String) async throws -> Ended {
        try await signals(
          "optimise", "--net", net, "--routes", routes, "--evaluations", "60", "--seed", "3",
          "--out", folder.file(out), "--json-plan", folder.file("plan.json"), "--table",
          folder.file("plan.csv"), "--diagram", folder.file("plan.svg"), "--time-space",
          folder.file("band.svg"), "--corridor", "A0,B0", "--json")
      }
      let ended = try await optimise("plan.add.xml")
      #expect(ended.code == 0, "\(ended.errors)")
      let figures = try JSON(ended.output)
      #expect((figures.delay_s.number ?? 0) > 0)
      #expect((figures.delay_s.number ?? 0) <= (figures.own_delay_s.number ?? 0) + 1e-9)
      _ = try await optimise("again.add.xml")
      #expect(try folder.read("plan.add.xml") == folder.read("again.add.xml"))
      #expect(try folder.read("plan.csv").hasPrefix("signal,programme,cycle_s"))
      #expect(try folder.read("plan.svg").contains("相位阶段"))
      #expect(try folder.read("band.svg").contains("<polygon"))
      for plan in ["plan.add.xml", "plan.json"] {
        let checked = try await signals(
          "check", "--net", net, "--plan", folder.file(plan), "--proof", folder.file("proof.json"))
        #expect(checked.code == 0 && checked.output.hasPrefix("safe: 2 programmes"))
        #expect(try JSON(folder.read("proof.json")).result.text == "passed")
      }
      try await compare(net, routes, figures)
    }

    private func compare(_ net: String, _ routes: String, _ figures: JSON) async throws {
      var delays: [Double] = []
      for plan in [
        [], ["--plan", folder.file("plan.add.xml")], ["--plan", folder.file("plan.json")],
      ] {
        let ended = try await run(
          ["evaluate", "--net", net, "--routes", routes, "--json", "--queues"] + plan)
        #expect(ended.code == 0, "\(ended.errors)")
        let answer = try JSON(ended.output)
        for name in ["depart_delay_s", "vehicles", "finished", "undeparted", "cpu_s"] {
          #expect(answer[name].number != nil, "\(name)")
        }
        #expect((answer.vehicle_seconds.number ?? 0) > 1000)
        #expect(answer.queues[0].lane.text != nil)
        #expect(answer.queues[0].interval_begin_s.number == 0)
        #expect(answer.queues[0].vehicles.number != nil)
        delays.append(try #require(answer.delay_s.number))
      }
      #expect(delays[1] < delays[0])
      #expect(delays[1] == delays[2])
    }

    @Test("Roads are graded in the network's metres, or by longitude where it says its projection")
    func links() async throws {
      let routes = try routes()
      let local = try await signals(
        "evaluate", "--net", try network(), "--routes", routes, "--links", folder.file("a.geojson"))
      #expect(local.code == 0 && local.errors.contains("coordinates stay in its metres"))
      let metres = try JSON(folder.read("a.geojson"))
      #expect(metres.coordinate_system.text == "local metres of the network")
      #expect(metres.features.list.contains { $0.properties.level_of_service.text != nil })
      // Wuhan in the zone of 114° E.
      let placed = try await signals(
        "evaluate", "--net",
        try network(
          "netOffset=\"0.00,0.00\" convBoundary=\"0.00,0.00,550.00,300.00\" "
            + "origBoundary=\"0.00,0.00,550.00,300.00\" projParameter=\"!\"",
          "netOffset=\"-529000,-3386000\" projParameter=\"+proj=tmerc +lat_0=0 +lon_0=114 +k=1 "
            + "+x_0=500000 +y_0=0 +ellps=GRS80 +units=m +no_defs\""), "--routes", routes, "--links",
        folder.file("b.geojson"))
      #expect(placed.code == 0 && !placed.errors.contains("metres"), "\(placed.errors)")
      let place = try JSON(folder.read("b.geojson")).features[0].geometry.coordinates[0]
      #expect(abs((place[0].number ?? 0) - 114.305) < 0.02)
      #expect(abs((place[1].number ?? 0) - 30.595) < 0.02)
    }

    @Test("An unsafe plan fails with each finding, and is written nowhere")
    func unsafe() async throws {
      // The yellow of A0's first change is left out, and its left turns get a green of their own.
      let plan = try folder.write(
        "unsafe.add.xml",
        "<additional><tlLogic id='A0' programID='p' type='static' offset='0'>"
          + "<phase duration='30' state='gGGgrrrrgGggrrrrrrrr'/>"
          + "<phase duration='30' state='rrrrgGggrrrrgGggrrrr'/></tlLogic></additional>")
      let net = try network()
      let ended = try await signals(
        "check", "--net", net, "--plan", plan, "--proof", folder.file("proof.json"), "--diagram",
        folder.file("plan.svg"))
      #expect(ended.code == 1)
      #expect(ended.output.hasPrefix("unsafe: "))
      for rule in ["yellow", "must-yield", "intergreen", "never-green"] {
        #expect(ended.errors.contains("unsafe: \(rule): signal \"A0\""), "\(rule)")
      }
      #expect(!folder.names.contains("proof.json") && !folder.names.contains("plan.svg"))
      let json = try await signals("check", "--net", net, "--plan", plan, "--json")
      let answer = try JSON(json.output)
      #expect(json.code == 1 && answer.safe == .boolean(false))
      let finding = try #require(
        answer["findings"].list.first { $0.rule.text == "yellow" && $0.severity.text == "unsafe" })
      #expect(finding.found_s.number == 0 && (finding.asked_s.number ?? 0) > 3)
      #expect(!finding["links"].list.isEmpty)
    }

    @Test(
      "Networks and routes with a fault end with what is wrong and what to do",
      arguments: [
        ("type=\"traffic_light\"", "type=\"round\"", "unknown type \"round\""),
        ("version=\"1.20\"", "version=\"0.30\"", "of version 0.30"),
        ("<tlLogic id=\"A0\"", "<tlLogic id=\"Z\"", "governs no lane"),
        ("state=\"gGggrrrrgGggrrrrrGrG\"", "state=\"gGgg\"", "links in stage 1"),
        (
          "edge id=\"A0B0\" from=\"A0\"", "edge id=\"A0B0\" from=\"Z\"", "\"Z\", which is not there"
        ),
      ])
    func badNetworks(_ old: String, _ new: String, _ words: String) async throws {
      let ended = try await signals(
        "optimise", "--net", try network(old, new), "--routes", try routes(), "--out",
        folder.file("plan.add.xml"))
      #expect(ended.code == 1)
      #expect(ended.errors.contains("error: ") && ended.errors.contains(words), "\(ended.errors)")
      #expect(!folder.names.contains("plan.add.xml"))
    }

    @Test(
      "Traffic that cannot be ends with what is wrong and what to do",
      arguments: [
        ("", "nobody drives"),
        ("<flow id='f' begin='0' end='9' number='-5' from='left0A0' to='B0right0'/>", "number"),
        (
          "<flow id='f' begin='0' end='9' vehsPerHour='-5' from='left0A0' to='B0right0'/>",
          "is negative"
        ), ("<trip id='t' depart='0' from='left0A0' to='nowhere'/>", "nowhere"),
        (
          "<vehicle id='v' depart='0'><route edges='left0A0 gone B0right0'/></vehicle>", "gone"
        ),
        ("<trip id='t' type='tram' depart='0' from='left0A0' to='B0right0'/>", "tram"),
      ])
    func badTraffic(_ flows: String, _ words: String) async throws {
      for command in ["optimise", "evaluate"] {
        let ended = try await signals(
          command, "--net", try network(), "--routes", try routes(flows))
        #expect(ended.code == 1 && ended.output.isEmpty)
        #expect(ended.errors.contains("error: ") && ended.errors.contains(words), "\(ended.errors)")
        #expect(ended.errors.contains("hint: "), "\(ended.errors)")
      }
    }

    @Test("A signal whose own stages conflict gets no plan; without another the search fails")
    func conflict() async throws {
      // 5 goes straight across 1, both with a green that does not yield.
      let bad = "state=\"gGggrGrrgGggrrrrrGrG\""
      let net = try network("state=\"gGggrrrrgGggrrrrrGrG\"", bad)
      let check = try await signals("check", "--net", net)
      #expect(check.code == 1 && check.errors.contains("must-yield"), "\(check.errors)")
      let one = try await signals(
        "optimise", "--net", net, "--routes", try routes(), "--evaluations", "8", "--out",
        folder.file("plan.add.xml"))
      #expect(one.code == 0 && one.errors.contains("left out of the plan"), "\(one.errors)")
      #expect(try !folder.read("plan.add.xml").contains("\"A0\""))
      let all = try folder.write(
        "avenue.net.xml",
        text().replacing("state=\"gGggrrrrgGggrrrrrGrG\"", with: bad))
      let none = try await signals(
        "optimise", "--net", all, "--routes", try routes(), "--evaluations", "8", "--out",
        folder.file("none.add.xml"))
      #expect(none.code == 1 && none.errors.contains("no signal can be timed safely"))
      #expect(!folder.names.contains("none.add.xml"))
    }

    @Test("Time tables change programmes where that is safe")
    func timetables() async throws {
      let net = try network()
      // First all along the avenue, then all across it.
      func flow(_ id: String, _ begin: Int, _ from: String, _ to: String) -> String {
        "<flow id='\(id)' begin='\(begin)' end='\(begin + 600)' vehsPerHour='700' from='\(from)' "
          + "to='\(to)'/>"
      }
      let routes = try routes(
        flow("w", 0, "left0A0", "B0right0") + flow("n", 600, "top0A0", "A0bottom0")
          + flow("s", 600, "bottom1B0", "B0top1"))
      let ended = try await signals(
        "optimise", "--net", net, "--routes", routes, "--evaluations", "400", "--periods", "2",
        "--out", folder.file("plan.add.xml"))
      #expect(ended.code == 0 && !ended.errors.contains("warning"), "\(ended.errors)")
      #expect(try folder.read("plan.add.xml").contains("<wautSwitch"))
      let check = try await signals("check", "--net", net, "--plan", folder.file("plan.add.xml"))
      #expect(check.code == 0, "\(check.errors)")
    }

    @Test("A plan in JSON becomes a file for SUMO once it is found safe")
    func converted() async throws {
      let (net, routes) = (try network(), try routes())
      let made = try await signals(
        "optimise", "--net", net, "--routes", routes, "--evaluations", "8", "--out",
        folder.file("a.add.xml"), "--json-plan", folder.file("plan.json"))
      #expect(made.code == 0, "\(made.errors)")
      let ended = try await signals(
        "check", "--net", net, "--plan", folder.file("plan.json"), "--out", folder.file("b.add.xml")
      )
      #expect(ended.code == 0, "\(ended.errors)")
      #expect(try folder.read("a.add.xml") == folder.read("b.add.xml"))
    }

    @Test("A link to a device or a file is written through, and standard output by its name")
    func devices() async throws {
      let (net, manager) = (try network(), FileManager.default)
      let (null, link) = (folder.file("null"), folder.file("link"))
      try manager.createSymbolicLink(atPath: null, withDestinationPath: "/dev/null")
      _ = try folder.write("target.json", String(repeating: "x", count: 1 << 20))
      try manager.createSymbolicLink(atPath: link, withDestinationPath: "target.json")
      let ended = try await signals("check", "--net", net, "--proof", link, "--diagram", null)
      #expect(ended.code == 0, "\(ended.errors)")
      for path in [null, link] {
        let kind = try manager.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        #expect(kind == .typeSymbolicLink)
      }
      #expect(try JSON(folder.read("target.json")).result.text == "passed")
      let printed = try await signals("check", "--net", net, "--proof", "/dev/stdout")
      #expect(printed.code == 0 && printed.output.contains("yutu-signal-proof"))
    }

    @Test("Plans of another network and wrong limits are refused by name")
    func badPlans() async throws {
      let net = try network()
      let other = try folder.write(
        "other.add.xml",
        "<additional><tlLogic id='Z' programID='p'><phase duration='9' "
          + "state='G'/></tlLogic></additional>"
      )
      for command in ["check", "evaluate"] {
        var arguments = [command, "--net", net, "--plan", other]
        if command == "evaluate" { arguments += ["--routes", try routes()] }
        let ended = try await run(arguments)
        #expect(ended.code == 1 && ended.errors.contains("no signal \"Z\""), "\(ended.errors)")
      }
      let limits = try String(
        contentsOfFile: Place.repository + "/Models/signals/safety.yml", encoding: .utf8)
      let strict = try folder.write(
        "safety.yml", limits.replacing("minimum_green: 5 ", with: "minimum_green: 600 "))
      let ended = try await signals("check", "--net", net, "--limits", strict)
      #expect(ended.code == 1 && ended.errors.contains("safety.yml:"), "\(ended.errors)")
    }

    @Test(
      "A wrong command line is refused with the usage",
      arguments: [
        ["optimise"], ["optimise", "--net", "a", "--routes", "b", "--begin", "9", "--end", "3"],
        ["optimise", "--net", "a", "--routes", "b", "--evaluations", "0"],
        ["optimise", "--net", "a", "--routes", "b", "--periods", "0"],
        ["optimise", "--net", "a", "--routes", "b", "--json"],
        ["evaluate", "--net", "a", "--routes", "b", "--queues"],
        ["evaluate", "--net", "a", "--routes", "b", "--interval", "-1"], ["check"], ["dance"],
      ])
    func usage(_ arguments: [String]) async throws {
      let ended = try await run(arguments)
      #expect(ended.code == 2 && ended.output.isEmpty)
      #expect(ended.errors.contains("Usage: yutu signals"), "\(ended.errors)")
      #expect(folder.names.isEmpty)
    }

    @Test("What cannot be written or drawn is refused before the search")
    func early() async throws {
      let (net, routes) = (try network(), try routes())
      let endless = ["optimise", "--net", net, "--routes", routes, "--evaluations", "1000000"]
      let cases = [
        (["--out", folder.file("none/plan.add.xml")], "there is no folder"),
        (["--json-plan", folder.file("")], "folder"),
        (["--time-space", folder.file("a.svg"), "--corridor", "A0,Z"], "no signal \"Z\""),
      ]
      for (options, words) in cases {
        let ended = try await run(endless + options)
        #expect(ended.code == 1 && ended.errors.contains(words), "\(ended.errors)")
        #expect(ended.output.isEmpty && !ended.errors.contains("vehicles,"))
      }
    }

    @Test("Control says that it waits for the street, and ends at once when it is stopped")
    func stoppedWaiting() async throws {
      // Port 9, where nobody listens.
      let program = try Program(
        Place.command, ["signals", "control", "--net", try network(), "--traci", "127.0.0.1:9"],
        in: folder)
      let begin = ContinuousClock.now
      while !program.errors.contains("waiting"), program.isRunning,
        begin.duration(to: .now) < .seconds(30)
      {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(program.errors.contains("cannot connect to 127.0.0.1:9 yet: waiting up to 60.0 s"))
      program.send(SIGINT)
      let ended = try await program.end(within: 10)
      // A shell says 130.
      #expect(ended.wasKilled && ended.code == SIGINT, "\(ended.code) \(ended.errors)")
      #expect(ended.errors.contains("stopped before the street answered"))
    }

    @Test("Times of the day are seconds, and numbers below zero are named as such")
    func times() async throws {
      let (net, routes) = (try network(), try routes())
      let evaluate = ["evaluate", "--net", net, "--routes", routes, "--json"]
      let clock = try await run(evaluate + ["--begin", "00:01", "--end", "00:10:30"])
      #expect(clock.code == 0, "\(clock.errors)")
      #expect(try JSON(clock.output).begin_s.number == 60)
      #expect(try JSON(clock.output).end_s.number == 630)
      for (options, words) in [
        (["--begin", "7am"], "7am is no time"), (["--begin", "-5"], "-5 is no time"),
        (["--begin", "07:60"], "07:60 is no time"), (["--interval", "-1"], "between 1 and 86400"),
      ] {
        let ended = try await run(evaluate + options)
        #expect(ended.code == 2 && ended.errors.contains(words), "\(ended.errors)")
      }
    }

    @Test("A check says what the plan leaves out, and that tables are only written")
    func partial() async throws {
      let (net, routes) = (try network(), try routes())
      let made = try await signals(
        "optimise", "--net", net, "--routes", routes, "--evaluations", "8", "--out",
        folder.file("a.add.xml"), "--table", folder.file("plan.csv"), "--json-plan",
        folder.file("plan.json"))
      #expect(made.code == 0 && !made.errors.contains("; --all"), "\(made.errors)")
      let table = try await signals("check", "--net", net, "--plan", folder.file("plan.csv"))
      #expect(table.code == 1 && table.errors.contains("only written"), "\(table.errors)")
      let renamed = try folder.write(
        "other.json", folder.read("plan.json").replacing("\"A0\"", with: "\"Z\""))
      let other = try await signals("check", "--net", net, "--plan", renamed)
      #expect(other.code == 1 && other.errors.contains("no signal \"Z\""), "\(other.errors)")
      #expect(other.errors.split(separator: "\n").count == 2)
      let one = try folder.write(
        "one.add.xml",
        "<additional><tlLogic id='A0' programID='0' offset='3'/></additional>")
      let part = try await signals("check", "--net", net, "--plan", one)
      #expect(
        part.output.hasPrefix("safe: 1 programme; 1 signal not in the plan keeps"),
        "\(part.output)\(part.errors)")
    }

    @Test("What the command reads is never overwritten")
    func overwriting() async throws {
      let (net, routes) = (try network(), try routes())
      let ended = try await signals(
        "optimise", "--net", net, "--routes", routes, "--out", net)
      #expect(ended.code == 1 && ended.errors.contains("would be overwritten"))
      #expect(try folder.read("avenue.net.xml") == text())
    }

    @Test(
      "The signals of real places pass the check with their own programmes", .needsRealData,
      arguments: ["cologne1", "cologne8", "ingolstadt7"])
    func real(name: String) async throws {
      let net = "\(Place.data)/traffic/resco/\(name)/\(name).net.xml"
      let ended = try await signals("check", "--net", net, "--json")
      #expect(ended.code == 0)
      #expect(try JSON(ended.output).safe == .boolean(true))
    }
  }
}
