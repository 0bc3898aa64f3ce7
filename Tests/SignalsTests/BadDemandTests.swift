import SUMOFiles
import SimpleFeatures
import Testing

@testable import Signals

@Suite("Demand that cannot be driven is told")
struct BadDemandTests {
  private func error(_ demand: SUMODemand, beginSeconds: Double = 0, endSeconds: Double = 100)
    throws
    -> SignalError?
  {
    let network = try SmallStreets.oneSignal([(60, "G"), (3, "y")])
    do throws(SignalError) {
      _ = try TrafficModel(
        network: network, demand: demand, beginSeconds: beginSeconds, endSeconds: endSeconds)
      return nil
    } catch {
      return error
    }
  }

  @Test("Nobody in the hour asked for")
  func nobody() throws {
    let error = try #require(try error(try SmallStreets.drivers([500])))
    #expect(error.code == .noDemand && error.hint?.contains("--begin") == true)
  }

  @Test("An end before the begin")
  func times() throws {
    #expect(
      try error(try SmallStreets.drivers([0]), beginSeconds: 10, endSeconds: 5)?.code
        == .invalidValue)
  }

  @Test("A route over an edge that is not there names vehicle and edge")
  func missingEdge() throws {
    let demand = try SUMODemand(
      parsing: "<routes><vehicle id=\"v\" depart=\"0\"><route edges=\"in "
        + "nowhere\"/></vehicle></routes>")
    let error = try #require(try error(demand))
    #expect(error.code == .missingReference)
    #expect(error.message.contains("\"v\"") && error.message.contains("nowhere"))
  }

  @Test("A route that jumps, and a trip against the way")
  func noWay() throws {
    for text in [
      "<vehicle id=\"v\" depart=\"0\"><route edges=\"out in\"/></vehicle>",
      "<trip id=\"v\" depart=\"0\" from=\"out\" to=\"in\"/>",
    ] {
      let demand = try SUMODemand(parsing: "<routes>\(text)</routes>")
      #expect(try error(demand)?.code == .noRoute)
    }
  }
}
