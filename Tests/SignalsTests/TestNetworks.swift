import Foundation
import SUMOFiles
import TestSupport

/// The networks that tests of signals share.
enum TestNetworks {
  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Real scenarios.
  static let folder = TestData.path("traffic/resco")

  static let names = ["cologne1", "cologne8", "ingolstadt7"]

  static func real(_ name: String) throws -> SUMONetwork {
    try SUMONetwork(contentsOf: "\(folder)/\(name)/\(name).net.xml")
  }

  static func realRoutes(_ name: String) throws -> SUMODemand {
    try SUMODemand(contentsOf: ["\(folder)/\(name)/\(name).rou.xml"])
  }

  /// A made-up avenue of two junctions, A0 and B0, with turn lanes and crossings.
  static func avenue() throws -> SUMONetwork {
    try SUMONetwork(
      contentsOf: tests.appending(path: "SUMOFilesTests/Files/avenue.net.xml").path)
  }
}

extension SignalProgram {
  /// The programme under another name, with its stages changed.
  func changed(
    _ id: String = "p", offsetSeconds: Double? = nil, _ change: (inout [Stage]) -> Void = { _ in }
  ) -> SignalProgram {
    var program = self
    program.id = id
    program.offsetSeconds = offsetSeconds ?? self.offsetSeconds
    change(&program.stages)
    return program
  }
}
