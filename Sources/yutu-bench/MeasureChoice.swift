import ArgumentParser
import Catalog
import Foundation
import Parking
import Simulation

/// CPU milliseconds of one driver's choice among the lots of a made-up town.
struct MeasureChoice: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parking-choice", abstract: "Measure choices of single drivers.",
    discussion: """
      Lots stand at random, a place for 70 by 70 m each; a third has a tariff, a seventh a height \
      limit; one moves on to any of the 40 nearest. Ways are straight and not measured.
      """)

  @Option(help: "Lots of the town.")
  var lots = 5000
  @Option(help: "Drivers, each with places of their own.")
  var drivers = 1000
  @Option(help: "The folder of tariffs.")
  var tariffs = "Models/parking/tariffs"

  func validate() throws {
    guard (1...100_000).contains(lots), (1...100_000).contains(drivers) else {
      throw ValidationError("--lots and --drivers are 1 to 100000")
    }
  }

  func run() throws {
    var random = RandomSource(seed: 9)
    let sideMetres = 70 * Double(lots).squareRoot()
    func place() -> (x: Double, y: Double) {
      (.random(in: 0..<sideMetres, using: &random), .random(in: 0..<sideMetres, using: &random))
    }
    func metres(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
      hypot(a.x - b.x, a.y - b.y)
    }
    let known = ParkingTariff.check(folder: tariffs).values
    let places = (0..<lots).map { _ in place() }
    let town = (0..<lots).map { lot in
      ChoiceLot(
        id: "L\(lot)", spaces: 20,
        tariff: lot % 3 == 0 && !known.isEmpty
          ? .tariff(known[lot / 3 % known.count]) : nil,
        heightLimitMetres: lot % 7 == 0 ? 1.9 : nil)
    }
    let leadsSeconds = [0.0, 300, 900, 3600]
    let chances = try ChanceTable(
      leadsSeconds: leadsSeconds,
      rows: places.map { _ in
        let now = min(1, Double.random(in: 0..<1.4, using: &random))
        return leadsSeconds.map { now * (1 - $0 / 9000) }
      })
    let near = try OnwardTable(
      places.indices.map { from in
        places.indices.filter { $0 != from && metres(places[from], places[$0]) < 350 }
          .map { (lot: $0, driveSeconds: metres(places[from], places[$0]) / 8) }
          .sorted { $0.driveSeconds < $1.driveSeconds }.prefix(40).map { $0 }
      })
    let choice = try ParkingChoice(lots: town, chances: chances, onward: near)
    var request = ParkingRequest(timeSeconds: 20_514 * 86_400 + 9 * 3600, staySeconds: 7200)
    request.heightMetres = 2
    var timesMilliseconds: [Double] = []
    var sum = 0.0
    for _ in 0..<drivers {
      let (from, to) = (place(), place())
      let driveSeconds = places.map { metres($0, from) / 8 }
      let walkSeconds = places.map { metres($0, to) / 1.3 }
      let before = Figures.cpuSeconds
      let answer = try choice.answer(request, driveSeconds: driveSeconds, walkSeconds: walkSeconds)
      timesMilliseconds.append(1000 * (Figures.cpuSeconds - before))
      sum += answer.offers.first?.costSeconds ?? 0
    }
    timesMilliseconds.sort()
    print("mean_ms=\(timesMilliseconds.reduce(0, +) / Double(drivers))")
    print("p99_ms=\(timesMilliseconds[drivers * 99 / 100])")
    print("mean_cost_s=\(sum / Double(drivers))")
  }
}
