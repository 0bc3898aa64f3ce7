import ArgumentParser
import CommandSupport
import Foundation
import SUMOFiles
import Signals
import SimpleFeatures

/// `yutu signals detectors`: the detectors that adaptive control reads.
struct SignalsDetectors: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detectors",
    abstract: "Write the detectors that adaptive control needs, as a SUMO additional file.",
    discussion: """
      Lane-area detectors on the last 100 m of each lane before a signal, continued upstream \
      across unsignalled junctions where a lane is shorter; on the last 8 m, for the first vehicle \
      at the stop line; and on the first 30 m of each lane downstream of the signal. Start SUMO \
      with the file (--additional-files); control reads nothing else.

      Example: yutu signals detectors --net town.net.xml --out detectors.add.xml
      """)

  @Option(help: "The network: SUMO's net.xml.")
  var net: String
  @Option(help: "The SUMO additional file to write.")
  var out: String

  func run() async throws {
    try OutputPaths.check([out], against: [net])
    try OutputPaths.tryPaths([out])
    let network = try SUMONetwork(contentsOf: net)
    let layout = DetectorLayout(network)
    guard !layout.areas.isEmpty else {
      throw PlainError(
        message: "\(net) has no lane before a signal",
        hint: "Give a network with signals: its connections name them (tl).")
    }
    try Terminal.write(layout.detectors(of: network).text, to: out)
    let exits = layout.areas.count { $0.id.hasPrefix("yutu-exit-") }
    Terminal.say("\(layout.areas.count - exits) detectors before signals, \(exits) behind them")
  }
}
