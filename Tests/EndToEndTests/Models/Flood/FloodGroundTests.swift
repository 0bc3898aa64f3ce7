import Foundation
import Testing

extension ModelEndToEndTests {
  @Suite("What lies on the ground of a flood scenario", .needsGDAL)
  struct FloodGroundTests {
    private let flood: FloodCase

    init() throws {
      flood = try FloodCase()
      // A plane of 40 by 40 cells of 1 m at 10 m.
      try flood.folder.write(
        "plane.asc", FloodCase.text(columns: 40, rows: 40, cell: 1) { _, _ in 10 })
      try flood.folder.write(
        "houses/a.csv", folder: "houses", "510,20010\n520,20010\n520,20016\n510,20016\n")
      try flood.folder.write(
        "houses/b.csv", folder: "houses", "x,y\n525,20025\n529,20025\n529,20030\n")
    }

    private func plane(_ more: String, duration: Int = 60) -> String {
      "model: flood\nterrain: plane.asc\nduration: \(duration)\n" + more
    }

    /// The cells of a frame whose centres lie in a box.
    private func cells(
      _ name: String, x: ClosedRange<Double>, y: ClosedRange<Double>
    ) async throws -> [Double] {
      try await flood.cells(name).filter { x.contains($0.key.x) && y.contains($0.key.y) }.map(
        \.value)
    }

    @Test("Walls of houses hold no water; raised houses stand out of it") func houses() async throws
    {
      let wall = try await flood.run(
        plane("buildings: {file: houses}\ninitial: {level: 11}"), out: "wall", "--json")
      #expect(wall.code == 0, "\(wall.errors)")
      #expect(try JSON(wall.output).cells.integer == 1600 - 60 - 10)
      #expect(try await cells("wall/depth-60.tif", x: 510...520, y: 20010...20016).isEmpty)
      #expect(
        try await cells("wall/depth-60.tif", x: 500...510, y: 20000...20040)
          .allSatisfy { abs($0 - 1) < 1e-6 })

      let raised = try await flood.run(
        plane("buildings: {file: houses, mode: raised, height: 0.4}\ninitial: {level: 11}"),
        out: "raised", "--json")
      #expect(try JSON(raised.output).cells.integer == 1600)
      let inside = try await cells("raised/depth-60.tif", x: 510...520, y: 20010...20016)
      #expect(inside.count == 60 && inside.allSatisfy { abs($0 - 0.6) < 1e-5 })
    }

    @Test("Water that moves at the beginning goes on where nothing slows it") func moving()
      async throws
    {
      try flood.folder.write(
        "north.asc",
        FloodCase.text(columns: 40, rows: 40, cell: 1) { _, _ in 0.3 })
      let ended = try await flood.run(
        plane(
          """
          roughness: 0
          initial: {level: 11, velocity: {east: -0.7, north: north.asc}}
          gauges: [{id: middle, at: [520.5, 20020.5]}]
          output: {every: 1}
          """, duration: 2))
      #expect(ended.code == 0, "\(ended.errors)")
      // Waves from the sides come 7 m near in that time.
      let rows = try flood.rows("out/gauges.csv")
      #expect(rows.count == 3)
      for row in rows {
        #expect(abs((Double(row["u_ms"] ?? "") ?? 9) + 0.7) < 1e-4)
        #expect(abs((Double(row["v_ms"] ?? "") ?? 9) - 0.3) < 1e-4)
      }
      let lost = try await flood.run(
        plane("initial: {level: 11, velocity: {east: none.asc, north: 0}}"), out: "lost")
      #expect(lost.code == 1 && lost.errors.contains("scenario.yml:4:"))
    }

    @Test("Each zone has its own rain, by areas and by a raster") func zones() async throws {
      try flood.folder.write(
        "zones.asc",
        FloodCase.text(columns: 40, rows: 40, cell: 1) { column, _ in column < 20 ? 1 : 2 })
      let rain = "rain: {zones: {file: zones.asc, hyetographs: {1: 36, 2: 72}}}"
      let ended = try await flood.run(plane(rain))
      #expect(ended.code == 0, "\(ended.errors)")
      // 36 mm/h for a minute on 800 m², twice that on the others.
      let total = try flood.json("out/balance.json").rain.number ?? 0
      #expect(abs(total - (0.0006 * 800 + 0.0012 * 800)) < 2e-5)
      let unknown = try await flood.run(
        plane("rain: {zones: {file: zones.asc, hyetographs: {1: 36}}}"), out: "unknown")
      #expect(unknown.code == 1 && unknown.errors.contains("zones.asc holds 2.0"))
      #expect(unknown.errors.contains("row 1, column 21"))

      try flood.folder.write(
        "areas.geojson",
        """
        {"type": "FeatureCollection", "features": [{"type": "Feature",
        "properties": {"gauge": "north"}, "geometry": {"type": "Polygon", "coordinates":
        [[[500, 20030], [540, 20030], [540, 20040], [500, 20040], [500, 20030]]]}}]}
        """)
      let areas = try await flood.run(
        plane(
          "rain: {zones: {file: areas.geojson, field: gauge, hyetographs: {north: 36}, default: 0}}"
        ),
        out: "areas")
      #expect(areas.code == 0, "\(areas.errors)")
      let north = try flood.json("areas/balance.json").rain.number ?? 0
      #expect(abs(north - 0.0006 * 400) < 1e-5)
    }

    @Test("A design storm brings the formula's rain; beyond what it was made for it is refused")
    func storm() async throws {
      let file = Place.repository + "/Models/storms/wuhan.yml"
      func rain(_ more: String) -> String {
        plane("rain: {storm: {file: \(file), \(more)}}", duration: 7200)
      }
      let ended = try await flood.run(rain("return_period: 50, duration_minutes: 120"))
      #expect(ended.code == 0, "\(ended.errors)")
      #expect(ended.errors.contains("unconfirmed"))
      // q = 983.928 (1 + 0.52 lg 50) / 123^0.535 L/(s·ha), i = q / 167 mm/min.
      let depth = 983.928 * (1 + 0.52 * log10(50)) / pow(123, 0.535) / 167 * 120
      let told = try flood.json("out/balance.json").rain.number ?? 0
      #expect(abs(told / (depth / 1000 * 1600) - 1) < 1e-3)
      let beyond = try await flood.run(rain("return_period: 500, duration_minutes: 120"), out: "b")
      #expect(beyond.code == 1 && beyond.errors.contains("it was made for 1 to 100 years"))
      let bare = try await flood.run(rain("interval_minutes: 5"), out: "c")
      #expect(bare.code == 1 && bare.errors.contains("give `return_period`"))
    }

    @Test("The ground of each class takes its share") func infiltration() async throws {
      try flood.folder.write(
        "soil.asc",
        FloodCase.text(columns: 40, rows: 40, cell: 1) { column, _ in column < 10 ? 7 : -9999 })
      let ended = try await flood.run(
        plane(
          """
          rain: {hyetograph: 36}
          infiltration:
            classes: {7: {horton: {initial: 18, final: 18, decay: 0}}, sealed: none}
            file: soil.asc
            default: sealed
          boundaries: {east: closed}
          """))
      #expect(ended.code == 0, "\(ended.errors)")
      // Half the rain on a quarter of the plane; water runs there while it seeps.
      let balance = try flood.json("out/balance.json")
      #expect(abs((balance.rain.number ?? 0) - 0.0006 * 1600) < 2e-5)
      #expect(abs((balance.infiltrated.number ?? 0) - 0.0003 * 400) < 0.0003 * 400 * 0.02)
      let without = try await flood.run(
        plane("infiltration: {classes: {7: none}, file: soil.asc}"), out: "without")
      #expect(without.code == 1 && without.errors.contains("says nothing of row 1, column 11"))
    }

    @Test(
      "A dyke has no gap, whichever way it runs",
      arguments: [
        "[[520.5, 19990], [520.5, 20050]]", "[[500, 20000], [540, 20040]]",
        "[[500, 20040], [540, 20000]]", "[[499.5, 20040.5], [540.5, 19999.5]]",
        "[[495, 20013.3], [517, 20022.1], [530, 20019.9], [545, 20031]]",
        "[[513, 20045], [519.99, 20020.01], [527, 19995]]",
      ])
    func dyke(_ line: String) async throws {
      let points = try JSON(line).list.map { (x: $0[0].number ?? 0, y: $0[1].number ?? 0) }
      let source = (x: 502.5, y: 20007.5)
      let ended = try await flood.run(
        plane(
          """
          inflows: [{at: [\(source.x), \(source.y)], radius: 1.5, constant: 2}]
          embankments: [{line: \(line), height: 14}]
          """, duration: 120))
      #expect(ended.code == 0, "\(ended.errors)")
      let frame = try await flood.cells("out/depth-120.tif")
      // Cells that a way along centres reaches from the source without a crossing.
      func crosses(_ a: FloodCase.Centre, _ b: FloodCase.Centre) -> Bool {
        zip(points, points.dropFirst()).contains { p, q in
          func side(_ u: (x: Double, y: Double), _ v: (x: Double, y: Double), _ w: (Double, Double))
            -> Double
          {
            (v.x - u.x) * (w.1 - u.y) - (v.y - u.y) * (w.0 - u.x)
          }
          // Moved off the centres as a line in general position is.
          let (p, q) = ((x: p.x + 1.1e-7, y: p.y - 0.7e-7), (x: q.x + 1.1e-7, y: q.y - 0.7e-7))
          let (d1, d2) = (side(p, q, (a.x, a.y)), side(p, q, (b.x, b.y)))
          let (d3, d4) = (
            side((a.x, a.y), (b.x, b.y), (p.x, p.y)), side((a.x, a.y), (b.x, b.y), (q.x, q.y))
          )
          return d1 * d2 < 0 && d3 * d4 < 0
        }
      }
      let start = FloodCase.Centre(x: source.x, y: source.y)
      var reached: Set = [start]
      var open = [start]
      while let centre = open.popLast() {
        for (dx, dy) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
          let next = FloodCase.Centre(x: centre.x + dx, y: centre.y + dy)
          if frame[next] != nil, !reached.contains(next), !crosses(centre, next) {
            reached.insert(next)
            open.append(next)
          }
        }
      }
      #expect(reached.count < 1600, "the dyke divides the plane")
      let beyond = frame.filter { !reached.contains($0.key) && $0.value > 0 }
      #expect(beyond.isEmpty, "\(beyond.prefix(3))")
      #expect(frame.values.count { $0 > 0.01 } > 100)
    }
  }
}

extension TestFolder {
  /// Writes a file into a folder of its own.
  @discardableResult
  fileprivate func write(_ name: String, folder: String, _ text: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: file(folder), withIntermediateDirectories: true)
    return try write(name, text)
  }
}
