import SimpleFeatures
import Testing

@Suite struct SupplyTests {
  @Test(
    "All supply mains hang together, and hydrants and valves are on them",
    arguments: MadeCity.cases)
  func network(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let pipes = city["supply-pipe"]
    #expect(isConnected(pipes.map { ($0.text("from_node"), $0.text("to_node")) }))
    var nodes: [String: [Double]] = [:]
    for layer in ["manhole", "valve", "hydrant", "pump-station"] {
      for feature in city[layer] { nodes[feature.id ?? ""] = feature.ends[0] }
    }
    for pipe in pipes {
      #expect(pipe.ends == [nodes[pipe.text("from_node")], nodes[pipe.text("to_node")]])
    }
    let mains = city.byID("supply-pipe")
    let fittings = city["hydrant"] + city["valve"].filter { $0.text("class") == "JS" }
    #expect(!city["hydrant"].isEmpty)
    for fitting in fittings {
      #expect(mains[fitting.text("pipe")]?.ends.contains(fitting.ends[0]) == true)
    }
  }

  @Test("Gas mains run between their valves", arguments: MadeCity.cases)
  func gas(made: (scale: Int, seed: UInt64)) throws {
    let city = try MadeCity(made)
    let valves = city.byID("valve")
    for pipe in city["gas-pipe"] {
      #expect(pipe.ends[0] == valves[pipe.text("from_node")]?.ends[0])
      #expect(pipe.ends[1] == valves[pipe.text("to_node")]?.ends[0])
    }
  }
}
