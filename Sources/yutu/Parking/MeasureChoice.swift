import ArgumentParser
import Catalog
import Foundation
import Parking
import Simulation

/// CPU milliseconds of one driver's choice among the lots of a made-up town.
struct MeasureChoice: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "choice", abstract: "Measure choices of single drivers.",
    discussion: """
      Lots stand at random, a place for 70 by 70 m each; a third has a tariff, a seventh a height \
      limit; one moves on to any of the 40 nearest. Ways are straight and not measured.
      """)

  @Option(help: "Lots of the town.")
  var lots = 5000
  @Option(help: "Drivers, each with places of their own.")
  var drivers = 1000

  func validate() throws {
    guard (1...100_000).contains(lots), (1...100_000).contains(drivers) else {
      throw ValidationError("--lots and --drivers are 1 to 100000")
    }
  }

  func run() throws {
    var random = RandomSource(seed: 9)
    let side_m = 70 * Double(lots).squareRoot()
    func place() -> (x: Double, y: Double) {
      (.random(in: 0..<side_m, using: &random), .random(in: 0..<side_m, using: &random))
    }
    func metres(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
      hypot(a.x - b.x, a.y - b.y)
    }
    let tariffs = ParkingTariff.check(folder: Home.tariffs).tariffs
    let places = (0..<lots).map { _ in place() }
    let town = (0..<lots).map { lot in
      ChoiceLot(
        id: "L\(lot)", spaces: 20,
        tariff: lot % 3 == 0 && !tariffs.isEmpty
          ? .tariff(tariffs[lot / 3 % tariffs.count]) : nil,
        heightLimit_m: lot % 7 == 0 ? 1.9 : nil)
    }
    let leads_s = [0.0, 300, 900, 3600]
    let chances = try ChanceTable(
      leads_s: leads_s,
      rows: places.map { _ in
        let now = min(1, Double.random(in: 0..<1.4, using: &random))
        return leads_s.map { now * (1 - $0 / 9000) }
      })
    let near = try OnwardTable(
      places.indices.map { from in
        places.indices.filter { $0 != from && metres(places[from], places[$0]) < 350 }
          .map { (lot: $0, drive_s: metres(places[from], places[$0]) / 8) }
          .sorted { $0.drive_s < $1.drive_s }.prefix(40).map { $0 }
      })
    let choice = try ParkingChoice(lots: town, chances: chances, onward: near)
    var request = ParkingRequest(time_s: 20_514 * 86_400 + 9 * 3600, stay_s: 7200)
    request.height_m = 2
    var times_ms: [Double] = []
    var sum = 0.0
    for _ in 0..<drivers {
      let (from, to) = (place(), place())
      let drive_s = places.map { metres($0, from) / 8 }
      let walk_s = places.map { metres($0, to) / 1.3 }
      let before = ProcessClock.cpu_s
      let answer = try choice.answer(request, drive_s: drive_s, walk_s: walk_s)
      times_ms.append(1000 * (ProcessClock.cpu_s - before))
      sum += answer.offers.first?.cost_s ?? 0
    }
    times_ms.sort()
    print("mean_ms=\(times_ms.reduce(0, +) / Double(drivers))")
    print("p99_ms=\(times_ms[drivers * 99 / 100])")
    print("mean_cost_s=\(sum / Double(drivers))")
  }
}
