import SUMOFiles
import SimpleFeatures
import TestSupport
import Testing

@testable import Signals

@Suite("Where ways meet")
struct WayTests {
  @Test("Two straight ways cross where they do, and clear in the time that takes")
  func crossing() throws {
    let east = Way(points: [SIMD2(0, 0), SIMD2(10, 0), SIMD2(30, 0)])
    let north = Way(points: [SIMD2(12, -8), SIMD2(12, 20)])
    let meetings = east.crossings(with: north)
    #expect(meetings.count == 1)
    let meeting = try #require(meetings.first)
    #expect(meeting.firstMetres == 12)
    #expect(meeting.secondMetres == 8)
    #expect(meeting.place == SIMD2(12, 0))
    #expect(east.lengthMetres == 30)
    #expect(north.crossings(with: Way(points: [SIMD2(0, 1), SIMD2(11, 1)])).isEmpty)
  }

  @Test("Ways that do not cross are nearest where they are")
  func nearest() throws {
    let east = Way(points: [SIMD2(0, 0), SIMD2(30, 0)])
    let bent = Way(points: [SIMD2(5, 9), SIMD2(20, 3), SIMD2(28, 9)])
    let meeting = try #require(east.nearest(to: bent))
    #expect(meeting.firstMetres == 20)
    #expect(abs(meeting.secondMetres - (15 * 15 + 36).squareRoot()) < 1e-9)
  }

  @Test("Conflicts by the requests are conflicts by the lines, and the other way round")
  func twoAlgorithms() throws {
    let network = try TestNetworks.avenue()
    for signal in ["A0", "B0"] {
      let links = try SignalLinks(signal, of: network, SafetyRules())
      #expect(links.pairs.count > 50)
      for pair in links.pairs {
        #expect(pair.isByRequests)
        // Who turns around crosses the way of people before his own line over the junction begins.
        let turnsAround = network.connections.contains {
          $0.signal == signal && $0.linkIndex == pair.first && $0.direction == "t"
        }
        #expect(
          pair.isByGeometry || turnsAround && links.links[pair.second].isForWalking,
          "\(signal): \(pair.first), \(pair.second)")
      }
    }
  }

  @Test(
    "On real nets the two agree but for ways that pass each other closely",
    .enabled(if: TestData.isExpected, "no test data: set YUTU_TEST_DATA to its folder"),
    arguments: TestNetworks.names)
  func realNets(name: String) throws {
    let network = try TestNetworks.real(name)
    var (both, byRequests, byGeometry) = (0, 0, 0)
    for signal in Set(network.programs.map(\.signal)).sorted() {
      for pair in try SignalLinks(signal, of: network, SafetyRules()).pairs {
        if pair.isByRequests && pair.isByGeometry {
          both += 1
        } else if pair.isByRequests {
          byRequests += 1
        } else {
          byGeometry += 1
        }
      }
    }
    #expect(both > 40)
    // SUMO counts ways into neighbouring lanes as conflicts, and left turns past each other not.
    #expect(byGeometry <= 2 && byRequests * 3 < both, "\(both), \(byRequests), \(byGeometry)")
  }

  @Test("The time to clear a straight crossing is its way by its speed")
  func clearance() throws {
    let network = try TestNetworks.avenue()
    let links = try SignalLinks("A0", of: network, SafetyRules())
    // 1 comes from the north and goes straight on, 13 from the west: both at 13.89 m/s over 17.6 m.
    let pair = try #require(links.pairs.first { $0.first == 1 && $0.second == 13 })
    let first = network.connections.first { $0.signal == "A0" && $0.linkIndex == 1 }
    let second = network.connections.first { $0.signal == "A0" && $0.linkIndex == 13 }
    let shapes = (try #require(first?.shape), try #require(second?.shape))
    // Straight lines parallel to the axes: they meet at x of the first and y of the second.
    let clearMetres = abs(shapes.0[0].y - shapes.1[0].y)
    let enterMetres = abs(shapes.1[0].x - shapes.0[0].x)
    #expect(abs(pair.firstClearsSeconds - (clearMetres + 5) / 13.89) < 1e-9)
    #expect(abs(pair.secondEntersSeconds - enterMetres / 13.89) < 1e-9)
  }

  @Test("Signals whose ways have no lines are refused, not passed")
  func noLines() throws {
    var network = try TestNetworks.avenue()
    for number in network.connections.indices { network.connections[number].shape = [] }
    let error = #expect(throws: SignalError.self) { _ = try SafetyChecker(network) }
    #expect(error?.hint?.contains("internal lanes") == true)
  }
}
