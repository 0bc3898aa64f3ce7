import ArgumentParser
import Foundation
import Parking
import SimpleFeatures

/// CPU seconds and cost of one assignment, with the problem for solvers elsewhere.
struct MeasureAssignment: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parking-assignment", abstract: "Measure one assignment of drivers to lots.",
    discussion: """
      Drivers and lots of `yutu-bench parking-guidance`, all at once, as many spaces as drivers. \
      Prints cpu_s and cost_s; --out gets costs_s by driver and lot, room and unserved_s.
      """)

  @OptionGroup var town: GuidedTown
  @Option(help: "Where the problem goes, as JSON.")
  var out: String?

  func run() throws {
    let instance = town.instance(ratio: 1)
    let costsSeconds = instance.drivers.map { driver in
      instance.lots.map { GuidanceInstance.costSeconds(driver, $0) }
    }
    let room = instance.lots.map { $0.capacity - $0.occupied }
    let before = Figures.cpuSeconds
    let solved = try LotAssignment(
      costsSeconds: costsSeconds.flatMap { $0 }, room: room,
      unservedSeconds: [Double](repeating: instance.unservedSeconds, count: town.drivers))
    print("cpu_s=\(Figures.cpuSeconds - before)")
    print("cost_s=\(solved.costSeconds)")
    guard let out else { return }
    let problem: JSONValue = [
      "costs_s": .array(costsSeconds.map { .array($0.map { .real($0) }) }),
      "room": .array(room.map { .integer($0) }), "unserved_s": .real(instance.unservedSeconds),
    ]
    try Bench.write(problem.text + "\n", to: out)
  }
}
