import SUMOFiles
import TestSupport
import Testing

@testable import Signals

@Suite("Detectors that control reads")
struct ControlLayoutTests {
  private static var networks: [String] {
    ["avenue"] + (TestData.isExpected ? TestNetworks.names : [])
  }

  private func network(_ name: String) throws -> SUMONetwork {
    name == "avenue" ? try TestNetworks.avenue() : try TestNetworks.real(name)
  }

  @Test(
    "No detector sees further than 100 m, each lies on its lane, each has its own id",
    arguments: networks)
  func limits(_ name: String) throws {
    let network = try network(name)
    let layout = DetectorLayout(network)
    #expect(!layout.areas.isEmpty)
    #expect(Set(layout.areas.map(\.id)).count == layout.areas.count)
    for area in layout.areas {
      #expect(area.beginMetres >= 0 && area.endMetres <= network.lanes[area.lane].lengthMetres)
      #expect(area.endMetres - area.beginMetres <= DetectorLayout.approachLengthMetres + 1e-9)
    }
    let text = layout.detectors(of: network).text
    #expect(text.split(separator: "\n").count == layout.areas.count + 2)
  }

  @Test(
    "Every lane before a signal that vehicles use is seen, for 100 m where the road is as long",
    arguments: networks)
  func approaches(_ name: String) throws {
    let network = try network(name)
    let layout = DetectorLayout(network)
    for connection in network.connections where connection.signal != nil {
      let shares = try #require(layout.approaches[connection.from])
      guard network.lanes[connection.from].lengthMetres >= DetectorLayout.approachLengthMetres
      else {
        continue
      }
      #expect(shares.count == 1)
      let area = layout.areas[try #require(shares.first).area]
      #expect(abs(area.endMetres - area.beginMetres - DetectorLayout.approachLengthMetres) < 1e-9)
    }
  }

  @Test("Walkers, whom no detector sees, get their green at least as often as from the programme")
  func walkers() throws {
    let network = try TestNetworks.avenue()
    var control = try AdaptiveControl(network)
    let readings = [DetectorReading](repeating: .flow(6), count: control.layout.areas.count)
    for place in control.signals.indices {
      let signal = control.signals[place]
      try #require(!signal.unseen.isEmpty)
      let street = try control.drive(place, seconds: 1200) { _, _ in readings }
      for link in signal.unseen {
        let red = street.shown.map { state in
          let letter = Array(state)[link.letter]
          return letter != "G" && letter != "g"
        }
        let longest = red.split(separator: false).map(\.count).max() ?? 0
        // What runs when the limit comes is ended properly first.
        #expect(Double(longest) <= link.maximumRedSeconds + signal.program.cycleSeconds)
      }
    }
  }
}
