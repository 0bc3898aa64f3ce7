import SUMOFiles
import Signals
import SimpleFeatures
import Testing

@testable import CityStreets

@Suite("Traffic of counts at detectors")
struct CountTests {
  /// A crossing with a detector on each of its four approaches, 100 m before it.
  private func counted() -> Drawing {
    var drawing = Drawing.crossing(lanes: 4)
    drawing.detector("W", -100, -4, bearing: 90)
    drawing.detector("E", 100, 4, bearing: 270)
    drawing.detector("S", 4, -100, bearing: 0)
    drawing.detector("N", -4, 100, bearing: 180)
    return drawing
  }

  private func counts(_ values: [String: [Double]], from beginSeconds: Double = 0)
    -> [DetectorCount]
  {
    values.sorted { $0.key < $1.key }.flatMap { detector, values in
      values.enumerated().map {
        DetectorCount(
          detector: detector, beginSeconds: beginSeconds + Double($0.offset) * 900,
          vehicles: $0.element)
      }
    }
  }

  @Test("As many vehicles drive as were counted, at each detector and over all")
  func conserved() throws {
    let drawing = counted()
    let streets = try drawing.streets()
    let traffic = try streets.traffic(
      counts: counts(["W": [100, 140], "E": [90, 60], "S": [40, 41], "N": [33, 37]]),
      of: drawing.detectors)
    #expect(traffic.report.fits.count == 4)
    for fit in traffic.report.fits { #expect(abs(fit.counted - fit.modelled) <= 1) }
    #expect(abs(traffic.demand.vehicles.count - 541) <= 2)
    #expect(traffic.report.remarks.isEmpty, "\(traffic.report.remarks)")
    #expect(traffic.endSeconds == 1800)
    // Every way can be driven, and each vehicle is in the model.
    let model = try TrafficModel(
      network: streets.network, demand: traffic.demand, beginSeconds: traffic.beginSeconds,
      endSeconds: traffic.endSeconds)
    #expect(model.vehicleCount == traffic.demand.vehicles.count)
  }

  @Test("A detector that is not there is told once, whatever its counts are like")
  func unknown() throws {
    let drawing = counted()
    let traffic = try drawing.streets().traffic(
      counts: counts([
        "W": [100, 140, 120, 99], "E": [90, 60, 70, 80], "S": [40, 41, 42, 43],
        "N": [33, 37, 31, 30], "nowhere": [-4],
      ]), of: drawing.detectors)
    #expect(traffic.report.detectors == 5)
    #expect(traffic.report.remarks == ["1 detector with counts is not in the map: nowhere"])
  }

  @Test("Counts behind the junction turn the traffic to where it was counted")
  func turns() throws {
    var drawing = counted()
    for (id, place, bearing) in [
      ("out-E", (100.0, -4.0), 90.0), ("out-W", (-100, 4), 270), ("out-N", (4, 100), 0),
      ("out-S", (-4, -100), 180),
    ] { drawing.detector(id, place.0, place.1, bearing: bearing) }
    let traffic = try drawing.streets().traffic(
      counts: counts([
        "W": [200], "E": [0], "S": [0], "N": [0], "out-E": [20], "out-N": [0], "out-S": [180],
        "out-W": [0],
      ]), of: drawing.detectors, intervalSeconds: 900)
    #expect(traffic.demand.vehicles.count == 200)
    #expect(traffic.report.goodShare == 1)
    let ways = Dictionary(grouping: traffic.demand.vehicles, by: \.edges).mapValues(\.count)
    #expect(ways.values.sorted() == [20, 180])
  }

  @Test("One count is met exactly, and shares stay as they were")
  func oneCount() {
    let fit = CountFit(priors: [3, 1, 7], users: [[0, 1]], counts: [200])
    #expect(abs(fit.flows[0] - 150) < 1e-9)
    #expect(abs(fit.flows[1] - 50) < 1e-9)
    #expect(fit.flows[2] == 7)
  }

  @Test("Two counts that share a way are met as in the table of Deming and Stephan")
  func table() {
    // Rows 30 and 70, columns 40 and 60, from a table of equal cells: the product of shares.
    let fit = CountFit(
      priors: [1, 1, 1, 1], users: [[0, 1], [2, 3], [0, 2], [1, 3]], counts: [30, 70, 40, 60])
    for (flow, asked) in zip(fit.flows, [12.0, 18, 28, 42]) { #expect(abs(flow - asked) < 1e-3) }
  }

  @Test("Counts that contradict each other are named with what came of them")
  func contradiction() throws {
    var drawing = counted()
    drawing.detector("W2", -200, -4, bearing: 90)
    let lone = try drawing.streets()
    // Both stand on one street: their mean counts.
    let traffic = try lone.traffic(
      counts: counts(["W": [500], "W2": [300]]), of: drawing.detectors, intervalSeconds: 900)
    #expect(traffic.report.fits.map(\.counted) == [400])
    // 600 come in, 100 go on where all must.
    drawing = Drawing.crossing(lanes: 4)
    drawing.detector("in", -100, -4, bearing: 90)
    drawing.detector("E", 100, -4, bearing: 90)
    drawing.detector("N", 4, 100, bearing: 0)
    drawing.detector("S", -4, -100, bearing: 180)
    let poor = try drawing.streets().traffic(
      counts: counts(["in": [600], "E": [50], "N": [30], "S": [20]]), of: drawing.detectors,
      intervalSeconds: 900)
    #expect(poor.report.goodShare < 1)
    #expect(poor.report.remarks.contains { $0.contains("contradict") })
  }

  @Test("Bad counts are left out and named")
  func badCounts() throws {
    let drawing = counted()
    let streets = try drawing.streets()
    var rows = counts([
      "W": [10, -3, 12, 11, 13, 10, 12, 9], "E": [8, 9, 5000, 7, 8, 9, 8, 7],
      "S": [4, 5, 6, 5], "N": [5, 5, 5, 5, 5, 5, 5, 5], "X": [1, 2, 3, 4, 5, 6, 7, 8],
    ])
    rows.append(DetectorCount(detector: "W", beginSeconds: 0, vehicles: 99))
    rows.append(DetectorCount(detector: "E", beginSeconds: 1800, vehicles: .nan))
    let report = try streets.traffic(counts: rows, of: drawing.detectors).report
    #expect(report.negativeCounts.contains("W at 900 s"))
    #expect(report.impossibleCounts == ["E at 1800 s"])
    #expect(report.unknownDetectors == ["X"])
    #expect(report.stale.count == 1 && report.stale[0].hasPrefix("S"))
    #expect(report.stuck.count == 1 && report.stuck[0].hasPrefix("N"))
    #expect(report.duplicateCounts == ["W at 0 s"])
    #expect(report.gaps == ["W"])
    // What is not known is not zero: W has no count at 900 s and is not compared there.
    let west = try #require(report.fits.first { abs($0.counted - 77) < 1e-9 })
    #expect(abs(west.modelled - 77) <= 1)
  }

  @Test("Detectors on no road, on no lane, or without a direction are named")
  func badDetectors() throws {
    var drawing = counted()
    drawing.detector("field", 200, 200)
    drawing.detector("lane9", -100, -4, bearing: 90, lane: 9)
    drawing.detector("middle", -150, 0)
    drawing.detector("askew", -150, -4, bearing: 20)
    let report = try drawing.streets().traffic(
      counts: counts([
        "W": [9, 9], "field": [9, 9], "lane9": [9, 9], "middle": [9, 9], "askew": [9, 9],
      ]),
      of: drawing.detectors
    ).report
    #expect(Set(report.offRoad) == ["field", "lane9"])
    #expect(Set(report.undirected) == ["middle", "askew"])
    #expect(report.uncountedApproaches == 3)
  }

  @Test("A detector without a bearing counts the side of the road that it lies on")
  func sideOfRoad() throws {
    var drawing = Drawing.crossing(lanes: 4)
    drawing.detector("right", -100, -4)
    drawing.detector("left", -100, 4)
    let traffic = try drawing.streets().traffic(
      counts: counts(["right": [50], "left": [80]]), of: drawing.detectors, intervalSeconds: 900)
    #expect(Set(traffic.report.fits.map(\.counted)) == [50, 80])
  }

  @Test("Detectors of single lanes add up, and lanes without one are as the others")
  func lanes() throws {
    var drawing = Drawing.crossing(lanes: 4)
    drawing.detector("one", -100, -2, bearing: 90, lane: 1)
    let half = try drawing.streets().traffic(
      counts: counts(["one": [50]]), of: drawing.detectors, intervalSeconds: 900)
    #expect(half.report.fits.map(\.counted) == [100])
    #expect(half.report.partlyCounted.count == 1)
    drawing.detector("two", -100, -5, bearing: 90, lane: 2)
    let both = try drawing.streets().traffic(
      counts: counts(["one": [50], "two": [70]]), of: drawing.detectors, intervalSeconds: 900)
    #expect(both.report.fits.map(\.counted) == [120])
  }

  @Test("No counts, only zeros, or one time without an interval are refused")
  func nothing() throws {
    let drawing = counted()
    let streets = try drawing.streets()
    func code(_ rows: [DetectorCount], _ intervalSeconds: Double? = 900) -> StreetError.Code? {
      do throws(StreetError) {
        _ = try streets.traffic(
          counts: rows, of: drawing.detectors, intervalSeconds: intervalSeconds)
        return nil
      } catch { return error.code }
    }
    #expect(code([]) == .noCounts)
    #expect(code(counts(["W": [0], "E": [0]])) == .noCounts)
    #expect(code(counts(["nobody": [5]])) == .noCounts)
    #expect(code(counts(["W": [5]]), nil) == .invalidValue)
  }

  @Test("Counts at times, and of intervals and sizes, that no street has are refused")
  func farAway() throws {
    let drawing = counted()
    let streets = try drawing.streets()
    func code(_ rows: [DetectorCount], _ intervalSeconds: Double?) -> StreetError.Code? {
      do throws(StreetError) {
        _ = try streets.traffic(
          counts: rows, of: drawing.detectors, intervalSeconds: intervalSeconds)
        return nil
      } catch { return error.code }
    }
    for beginSeconds in [1e300, -1e300, .nan, .infinity, 2e9] {
      #expect(code(counts(["W": [5]], from: beginSeconds), 900) == .invalidValue)
    }
    for intervalSeconds in [1e308, .infinity, .nan, 0, -900, 86_401] {
      #expect(code(counts(["W": [5, 6]]), intervalSeconds) == .invalidValue)
    }
    #expect(throws: StreetError.self) {
      try streets.traffic(assumedByClassFor: 1e9)
    }
  }

  @Test("A plan for the counted traffic loses less time than equal greens")
  func plan() throws {
    let drawing = counted()
    var streets = try drawing.streets()
    let equal = SUMOPlan(programs: streets.network.programs)
    let traffic = try streets.traffic(
      counts: counts(["W": [230, 230], "E": [210, 210], "S": [50, 50], "N": [40, 40]]),
      of: drawing.detectors)
    try streets.time(for: traffic.laneFlows)
    let model = try TrafficModel(
      network: streets.network, demand: traffic.demand, beginSeconds: traffic.beginSeconds,
      endSeconds: traffic.endSeconds)
    var options = PlanOptimiser.Options()
    options.evaluations = 300
    var optimiser = PlanOptimiser(model, options: options)
    let result = optimiser.best()
    #expect(model.delaySeconds(of: result.plan) < 0.95 * model.delaySeconds(of: equal))
    #expect(throws: Never.self) { try SafetyChecker(streets.network).checked(result.plan) }
  }

  @Test("Assumed traffic says that it is assumed")
  func assumed() throws {
    let traffic = try Drawing.crossing().streets().traffic(assumedByClassFor: 3600)
    #expect(traffic.report.isAssumed)
    #expect(traffic.report.remarks[0].contains("assumed"))
    #expect(traffic.demand.vehicles.count == 4 * 2 * 200)
  }
}
