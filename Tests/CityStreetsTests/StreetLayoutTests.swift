import SUMOFiles
import Testing

@testable import CityStreets

@Suite("Lanes and connections of a map's roads")
struct StreetLayoutTests {
  /// The connections out of an edge, as "lane>edge_lane:direction".
  private func links(_ network: SUMONetwork, from edge: Int) -> [String] {
    network.connections.filter { network.edges[edge].lanes.contains($0.from) }.map {
      "\($0.from - network.edges[edge].lanes.lowerBound)\($0.direction)"
        + "\($0.to - network.edges[network.lanes[$0.to].edge].lanes.lowerBound)"
    }.sorted()
  }

  private func arrivals(_ network: SUMONetwork) -> [Int] {
    let signalled = network.junctions.firstIndex { $0.kind == "traffic_light" }
    return network.edges.indices.filter { network.edges[$0].to == signalled }
  }

  @Test("At a crossing right turns leave the outer lane, left turns the inner one")
  func turns() throws {
    let network = try Drawing.crossing(lanes: 4).streets().network
    let arrivals = arrivals(network)
    #expect(arrivals.count == 4)
    for edge in arrivals {
      #expect(links(network, from: edge) == ["0r0", "0s0", "1l1", "1s1"])
    }
    #expect(network.programs.map(\.signal) == ["XH1"])
  }

  @Test("Three lanes give a lane to those who turn left, and they a stage of their own")
  func leftLane() throws {
    let streets = try Drawing.crossing(lanes: 6).streets()
    for edge in arrivals(streets.network) {
      #expect(links(streets.network, from: edge) == ["0r0", "0s0", "1s1", "2l2"])
    }
    #expect(streets.report.signals.map(\.stages) == [4])
    let permissive = try Drawing.crossing(lanes: 6, phases: 2).streets()
    #expect(permissive.report.signals.map(\.stages) == [2])
    #expect(permissive.network.programs[0].stages[0].state.contains("g"))
  }

  @Test("Traffic keeps to the right of its road, lanes side by side")
  func sides() throws {
    let network = try Drawing.crossing(lanes: 4).streets().network
    for edge in arrivals(network) {
      let lanes = network.lanes[network.edges[edge].lanes]
      let (first, last) = (lanes.first!.shape.first!, lanes.first!.shape.last!)
      // The middle of the road is the line through the junction: it lies to the left.
      let heading = (last - first) / (last - first).length
      let middle = network.junctions[network.edges[edge].to].place
      #expect(abs(heading.cross(middle - last) - 1.5 * 3.2) < 0.05)
      #expect(abs((lanes.last!.shape.last! - last).length - 3.2) < 0.05)
      #expect(abs(lanes.first!.lengthMetres - 390) < 3)
    }
  }

  @Test("Of two ways that meet just one yields, whatever the map")
  func antisymmetry() throws {
    var drawing = Drawing.crossing()
    drawing.road([(200, 0), (200, 200)], class: "residential")
    drawing.road([(200, 0), (260, -200)], class: "residential")
    let streets = try drawing.streets()
    for junction in streets.network.junctions {
      for (number, request) in junction.requests.enumerated() {
        for foe in request.crosses {
          #expect(junction.requests[foe].crosses.contains(number))
          #expect(
            request.yieldsTo.contains(foe) != junction.requests[foe].yieldsTo.contains(number))
        }
      }
    }
  }

  @Test("A small road yields to a great one, and left turns to those who come straight on")
  func rightOfWay() throws {
    var drawing = Drawing.crossing(class: "primary")
    drawing.road([(200, 0), (200, 200)], class: "residential")
    let network = try drawing.streets().network
    let junction = try #require(network.junctions.firstIndex { $0.kind == "priority" })
    for connection in network.connections
    where network.edges[network.lanes[connection.from].edge].to == junction {
      let edge = network.edges[network.lanes[connection.from].edge]
      let request = network.junctions[junction].requests[connection.request!]
      if edge.type == "highway.primary", connection.direction == "s" {
        #expect(request.yieldsTo.isEmpty)
      }
      if edge.type == "highway.residential" || connection.direction == "l" {
        #expect(!request.yieldsTo.isEmpty)
      }
    }
  }

  @Test("Roads that touch without a vertex in common meet")
  func touching() throws {
    var drawing = Drawing()
    drawing.road([(-300, 0), (300, 0)], lanes: 2)
    // It ends 20 cm short of the other.
    drawing.road([(0, 300), (0, 0.2)], lanes: 2)
    drawing.signal("T", 0, 0)
    let streets = try drawing.streets()
    #expect(streets.report.signals.map(\.approaches) == [3])
    #expect(arrivals(streets.network).count == 3)
  }

  @Test("Lanes and limits that the map does not say come from the class, and are told")
  func guessed() throws {
    var drawing = Drawing()
    drawing.road([(-300, 0), (0, 0), (300, 0)], class: "primary")
    drawing.road([(0, -300), (0, 0), (0, 300)], class: "residential", lanes: 0)
    drawing.signal("S", 0, 0)
    let streets = try drawing.streets()
    #expect(streets.report.roadsWithGuessedLanes == 2)
    #expect(streets.report.roadsWithGuessedSpeed == 2)
    let counts = Set(
      streets.network.edges.map { "\($0.type) \($0.lanes.count)" })
    #expect(counts == ["highway.primary 2", "highway.residential 1"])
  }

  @Test("One-way roads against each other leave no way on, and are no error")
  func headOn() throws {
    var drawing = Drawing.crossing()
    drawing.road([(200, 200), (300, 200)], oneway: "yes")
    drawing.road([(300, 200), (400, 200)], oneway: "-1")
    drawing.signal("H", 300, 200)
    let streets = try drawing.streets()
    #expect(streets.report.signals.map(\.id) == ["XH1"])
    #expect(streets.report.signalsWithoutJunction == ["H"])
    let junction = try #require(
      streets.network.junctions.indices.first { place in
        streets.network.edges.count { $0.to == place } == 2
          && !streets.network.edges.contains { $0.from == place }
      })
    #expect(streets.network.junctions[junction].requests.isEmpty)
  }

  @Test("Streets end where those turn round who have no other way")
  func deadEnds() throws {
    let network = try Drawing.crossing().streets().network
    let round = network.connections.filter { $0.direction == "t" }
    #expect(round.count == 4)
    for connection in round {
      let (from, to) = (network.lanes[connection.from].edge, network.lanes[connection.to].edge)
      #expect(network.edges[from].from == network.edges[to].to)
    }
  }
}
