import Foundation
import TestSupport
import Testing

extension ModelEndToEndTests {
  @Suite("Ways on roads by command and over HTTP")
  struct RouteTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// A block of streets of 100 m, with an island beside it: nodes 1 to 4 and 5, 6.
    private func block() throws -> String {
      func node(_ id: Int, _ x: Int, _ y: Int) -> String {
        let (longitude, latitude) = (114.3 + Double(x) * 0.001043, 30.5 + Double(y) * 0.000902)
        return "<node id='\(id)' lon='\(longitude)' lat='\(latitude)'/>"
      }
      func way(_ id: Int, _ nodes: [Int], _ tags: String = "") -> String {
        "<way id='\(id)'>" + nodes.map { "<nd ref='\($0)'/>" }.joined()
          + "<tag k='highway' v='residential'/>\(tags)</way>"
      }
      let nodes = [(1, 0, 0), (2, 1, 0), (3, 1, 1), (4, 0, 1), (5, 9, 9), (6, 9, 8)].map(node)
      let ways = [
        way(10, [1, 2], "<tag k='name' v='东街'/>"), way(11, [2, 3]), way(12, [3, 4, 1]),
        way(13, [5, 6]), way(14, [3, 99]),
      ]
      return try folder.write(
        "block.osm", "<osm version='0.6'>\(nodes.joined())\(ways.joined())</osm>")
    }

    private func route(_ more: String..., pairs: String) async throws -> Ended {
      let file = try folder.write("pairs.csv", pairs)
      return try await Program(
        Place.command, ["route", "--pbf", try block(), "--pairs", file] + more, in: folder
      ).end()
    }

    @Test("Each pair has a row with what came of it, in order")
    func rows() async throws {
      let ended = try await route(
        "--metric", "length",
        pairs: "id,from_node,to_node\na,1,3\nb,3,1\nc,1,5\nd,1,4711\ne,99,1\nf,1,x\ng,2,2\n")
      #expect(ended.code == 0, "\(ended.errors)")
      let rows = ended.output.split(separator: "\n").map { $0.split(separator: ",") }
      #expect(
        rows[0].joined(separator: ",") == "id,status,duration_s,length_m,snap_from_m,snap_to_m")
      #expect(
        rows.dropFirst().map { $0.prefix(2).joined(separator: " ") } == [
          "a ok", "b ok", "c unreachable", "d unknown-to-node", "e unknown-from-node", "f invalid",
          "g ok",
        ])
      #expect(abs((Double(rows[1][3]) ?? 0) - 200) < 1)
      #expect(ended.errors.contains("`1,x` is not two node ids"))
      #expect(ended.errors.contains("pairs.csv:7"))
      #expect(ended.errors.contains("1 node is missing, as node 99"))
      #expect(ended.errors.contains("7 pairs: 1 invalid, 3 ok"))
    }

    @Test("Places too far from each road are told with their distance")
    func offRoad() async throws {
      let ended = try await route(
        pairs: "id,from_lon,from_lat,to_lon,to_lat\n1,114.3,30.51,114.3,30.5\n")
      let row = try #require(ended.output.split(separator: "\n").last).split(
        separator: ",", omittingEmptySubsequences: false)
      #expect(row[1] == "from-off-road")
      #expect((900...1100).contains(Double(row[4]) ?? 0), "\(row)")
      let near = try await route(
        "--snap", "2000", pairs: "id,from_lon,from_lat,to_lon,to_lat\n1,114.3,30.51,114.3,30.5\n")
      #expect(near.output.contains("1,ok,"))
    }

    @Test("Closed edges are driven around; rows that name no road are told")
    func closures() async throws {
      let edges = try folder.write("edges.csv", "from_node,to_node,speed_kmh\n1,2,0\n1,3,0\n")
      let ended = try await route(
        "--closed", edges, "--metric", "length", pairs: "id,from_node,to_node\n1,1,2\n2,2,1\n")
      #expect(ended.code == 0, "\(ended.errors)")
      let lengths = ended.output.split(separator: "\n").dropFirst().map {
        Double($0.split(separator: ",")[3]) ?? 0
      }
      #expect(abs(lengths[0] - 300) < 1 && abs(lengths[1] - 100) < 1, "\(lengths)")
      #expect(ended.errors.contains("1 of 2 rows name nodes that no road"), "\(ended.errors)")
      let none = try folder.write("none.csv", "from_node,to_node\n1,3\n")
      let refused = try await route("--closed", none, pairs: "id,from_node,to_node\n1,1,2\n")
      #expect(refused.code == 1 && refused.errors.contains("line 2: 1 to 3"))
    }

    @Test("Water closes roads, and the line of a route has directions")
    func flood() async throws {
      let water = try folder.write(
        "water.geojson",
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":
        {"type":"Polygon","coordinates":[[[114.3004,30.4999],[114.3006,30.4999],
        [114.3006,30.5001],[114.3004,30.5001],[114.3004,30.4999]]]}}]}
        """)
      let ended = try await route(
        "--flood", water, "--geometry", folder.file("routes.geojson"), "--language", "en",
        pairs: "id,from_node,to_node\n1,1,2\n")
      #expect(ended.code == 0, "\(ended.errors)")
      let lines = try JSON(Array(folder.bytes("routes.geojson")))
      let route = lines.features[0]
      #expect(abs((route.properties.length_m.number ?? 0) - 300) < 1)
      #expect(route.geometry.coordinates.list.count == 4)
      #expect(route.properties.directions.list.last?["text"].text == "You have arrived")
      let dry = try await self.route(
        "--geometry", folder.file("dry.geojson"), pairs: "id,from_node,to_node\n1,1,2\n")
      #expect(dry.code == 0)
      let first = try JSON(Array(folder.bytes("dry.geojson"))).features[0].properties.directions
      #expect(first.list[0]["text"].text == "沿东街向东行驶 100 米")
    }

    @Test("Reach, tables and the nearest come by command")
    func others() async throws {
      let pbf = try block()
      let reach = try await yutu(
        "route", "isochrone", "--pbf", pbf, "--at", "114.3,30.5", "--metric", "length",
        "--kilometres", "0.1,0.05", in: folder)
      #expect(reach.code == 0, "\(reach.errors)")
      let areas = try JSON(reach.output).features.list.map { $0.properties.area_m2.number ?? 0 }
      #expect(areas.count == 2 && areas[0] > 1.3 * areas[1], "\(areas)")
      let places = try folder.write(
        "places.csv", "id,lon,lat\nA,114.3,30.5\nB,114.301043,30.500902\n")
      let matrix = try await yutu(
        "route", "matrix", "--pbf", pbf, "--sources", places, "--metric", "length", in: folder)
      #expect(matrix.output.hasPrefix("from,to,length_m\nA,A,0.000\nA,B,200."), "\(matrix.output)")
      let nearest = try await yutu(
        "route", "nearest", "--pbf", pbf, "--at", "114.3,30.5", "--among", places, "--count", "1",
        in: folder)
      #expect(nearest.output == "rank,id,duration_s\n1,A,0.000\n", "\(nearest.output)")
    }

    @Test(
      "Files that are no roads are named",
      arguments: [
        ("cut.osm.pbf", "\u{0}\u{0}\u{0}\u{0D}\u{0A}\u{09}OSMHeader"), ("empty.osm", ""),
        ("none.osm", "<osm version='0.6'></osm>"), ("text.osm", "roads"),
      ])
    func noRoads(name: String, content: String) async throws {
      let file = try folder.write(name, content)
      let pairs = try folder.write("pairs.csv", "id,from_node,to_node\n1,1,2\n")
      let ended = try await yutu("route", "--pbf", file, "--pairs", pairs, in: folder)
      #expect(ended.code == 1 && ended.output.isEmpty)
      #expect(ended.errors.contains(name), "\(ended.errors)")
    }

    @Test("A served city answers routes, areas and the nearest, and names what it cannot")
    func processes() async throws {
      let city = folder.file("sample.city")
      let made = try await yutu("sample", "--out", city, in: folder, within: 180)
      #expect(made.code == 0)
      try await serving(city, in: folder) { server in
        func ask(_ process: String, _ inputs: String) throws -> (Int, JSON) {
          let answer = try server.post("/processes/\(process)/execution", "{\"inputs\":\(inputs)}")
          return (answer.status, try JSON(answer.body))
        }
        let items = try server.json("/collections/road/items?limit=200&class=residential").features
        let ends = [items.list.first, items.list.last].compactMap { road -> String? in
          guard let place = road?.geometry.coordinates.list.first else { return nil }
          let point = place[0].list.isEmpty ? place : place[0]
          return "[\(point[0].number ?? 0),\(point[1].number ?? 0)]"
        }
        let (code, route) = try ask(
          "route", "{\"from\":\(ends[0]),\"to\":\(ends[1]),\"language\":\"en\"}")
        #expect(code == 200)
        let properties = route.features[0].properties
        #expect(properties.duration_s.number ?? 0 > 10)
        #expect(properties.directions.list.count >= 2)
        let (_, area) = try ask("isochrone", "{\"at\":\(ends[0]),\"minutes\":[2,1]}")
        #expect(area.features.list.map { $0.properties.minutes.number } == [2, 1])
        let (_, nearest) = try ask(
          "nearest", "{\"at\":\(ends[0]),\"layer\":\"hydrant\",\"count\":3}")
        let times = nearest.features.list.compactMap { $0.properties.duration_s.number }
        #expect(times.count == 3 && times == times.sorted())
        let (far, fault) = try ask("route", "{\"from\":[114.0,30.0],\"to\":\(ends[1])}")
        #expect(far == 422 && fault.code.text == "from-off-road")
        let (bad, closures) = try ask(
          "route",
          "{\"from\":\(ends[0]),\"to\":\(ends[1]),\"closures\":{\"type\":\"Feature\","
            + "\"properties\":{},\"geometry\":{\"type\":\"Point\",\"coordinates\":[0,0]}}}")
        #expect(bad == 422 && closures.code.text == "invalid-input")
        let (unknown, conditions) = try ask(
          "route", "{\"from\":\(ends[0]),\"to\":\(ends[1]),\"conditions\":\"storm\"}")
        #expect(unknown == 422 && conditions.code.text == "unknown-conditions")
      }
    }
  }
}
