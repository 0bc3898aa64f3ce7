import Foundation
import SUMOFiles
import SimpleFeatures

/// SUMO's files: read, or refused in short words with a place.
extension FuzzTarget {
  private static let pieces = [
    "\"", "<", ">", "/>", "-", "9223372036854775807", "1e308", "-1", "nan", " ", ":A0_0_0",
    "&amp;", "&#0;", "<tlLogic id=\"A0\" programID=\"0\">", "</tlLogic>",
    "<phase duration=\"1\" state=\"G\"/>",
    "<junction id=\"\" type=\"priority\" x=\"0\" y=\"0\"/>", "linkIndex=\"2147483647\"",
    "tl=\"A0\"", "<request index=\"0\" response=\"1\" foes=\"1\"/>", "</net>",
    "<lane id=\"\" length=\"1\" speed=\"1\"/>", "function=\"crossing\"", "function=\"internal\"",
    "<WAUT id=\"w\" startProg=\"0\">", "</WAUT>", "<!DOCTYPE a [<!ENTITY b \"c\">]>",
  ]

  static let sumo: [FuzzTarget] = [
    FuzzTarget("sumo-net", words: pieces, longestBytes: 8192) {
      { bytes in sumoFault(bytes) { _ = try SUMONetwork(parsing: $0) } }
    },
    FuzzTarget("sumo-routes", words: pieces) {
      { bytes in sumoFault(bytes) { _ = try SUMODemand(parsing: $0) } }
    },
    FuzzTarget("sumo-plan", words: pieces) {
      let network = try smallNetwork()
      return { bytes in sumoFault(bytes) { _ = try SUMOPlan(parsing: $0, for: network) } }
    },
  ]

  /// The network that the inputs of `sumo-net` begin with.
  private static func smallNetwork() throws -> SUMONetwork {
    let file = FuzzInputs.folder("sumo-net").appending(path: "signals.net.xml")
    return try SUMONetwork(parsing: try String(contentsOf: file, encoding: .utf8))
  }

  private static func sumoFault(_ bytes: [UInt8], _ read: (String) throws -> Void) -> String? {
    do {
      try read(String(decoding: bytes, as: UTF8.self))
      return nil
    } catch {
      return fault(error, mostBytes: 2000)
    }
  }
}
