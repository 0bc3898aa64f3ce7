import ArgumentParser
import Foundation
import Parking
import SimpleFeatures

/// CPU seconds and cost of one assignment, with the problem for solvers elsewhere.
struct MeasureAssignment: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assignment", abstract: "Measure one assignment of drivers to lots.",
    discussion: """
      Drivers and lots of `yutu parking guidance`, all at once, as many spaces as drivers. Prints \
      cpu_s and cost_s; --out gets costs_s by driver and lot, room and unserved_s.
      """)

  @OptionGroup var town: GuidedTown
  @Option(help: "Where the problem goes, as JSON.")
  var out: String?

  func run() throws {
    try Output.check([out], against: [])
    let instance = town.instance(ratio: 1)
    let costs_s = instance.drivers.map { driver in
      instance.lots.map { GuidanceInstance.cost_s(driver, $0) }
    }
    let room = instance.lots.map { $0.capacity - $0.occupied }
    let before = ProcessClock.cpu_s
    let solved = try LotAssignment(
      costs_s: costs_s.flatMap { $0 }, room: room,
      unserved_s: [Double](repeating: instance.unserved_s, count: town.drivers))
    print("cpu_s=\(ProcessClock.cpu_s - before)")
    print("cost_s=\(solved.cost_s)")
    guard let out else { return }
    let problem: JSONValue = [
      "costs_s": .array(costs_s.map { .array($0.map { .real($0) }) }),
      "room": .array(room.map { .integer($0) }), "unserved_s": .real(instance.unserved_s),
    ]
    try Terminal.write(problem.text + "\n", to: out)
  }
}
