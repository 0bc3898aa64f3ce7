import SimpleFeatures
import Testing

@testable import SampleCity

@Suite struct DrainageTests {
  @Test("Every drain lies between its manholes and falls enough", arguments: MadeCity.cases)
  func falls(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let nodes = city.byID("manhole").merging(city.byID("outfall")) { first, _ in first }
    for (pipe, drain) in zip(city["drainage-pipe"], city.neighbourhoods.flatMap(\.drains.pipes)) {
      let (from, to) = (nodes[pipe.text("from_node")], nodes[pipe.text("to_node")])
      #expect(pipe.ends[0] == from?.ends[0] && pipe.ends[1] == to?.ends[0])
      let fall = pipe.number("start_height") - pipe.number("end_height")
      let least = DrainageNetwork.leastSlope(pipe.number("diameter"))
      #expect(fall >= least * drain.lengthMetres, "\(pipe.id ?? "")")
    }
  }

  @Test(
    "From every manhole water runs to an outfall, in pipes that grow", arguments: MadeCity.cases)
  func reachesOutfall(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let outfalls = city.byID("outfall")
    let leaving = Dictionary(grouping: city["drainage-pipe"]) { $0.text("from_node") }
    for manhole in city["manhole"] where manhole.text("class") == "YS" {
      var (place, width, steps) = (manhole.id ?? "", 0.0, 0)
      while outfalls[place] == nil, steps < 10_000 {
        let pipes = leaving[place] ?? []
        #expect(pipes.count == 1, "\(place)")
        guard let pipe = pipes.first else { break }
        #expect(pipe.number("diameter") >= width)
        (place, width, steps) = (pipe.text("to_node"), pipe.number("diameter"), steps + 1)
      }
      #expect(outfalls[place] != nil, "\(manhole.id ?? "")")
    }
  }

  @Test("Manholes are as deep as the terrain and their bottom say", arguments: MadeCity.cases)
  func depths(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let terrain = try TerrainProbe(made)
    for manhole in city["manhole"] {
      let depth = manhole.number("ground_height") - manhole.number("bottom_height")
      #expect(abs(depth - manhole.number("depth")) < 0.0015)
      #expect((1.2...9).contains(depth), "\(manhole.id ?? "") \(depth)")
      let surveyed = try terrain.height(at: manhole.ends[0])
      #expect(abs(surveyed - manhole.number("ground_height")) < 0.15, "\(manhole.id ?? "")")
    }
  }
}
