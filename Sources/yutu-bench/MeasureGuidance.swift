import ArgumentParser
import Foundation
import Parking
import SimpleFeatures

/// Plays an afternoon of guided drivers and writes down what came of it.
struct MeasureGuidance: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parking-guidance",
    abstract: "Play a made-up afternoon with guidance and with greed; for measurements.",
    discussion: """
      Drivers are sent to the cheapest lot free now (greedy), and by rounds of assignment with \
      foresight from past days (foresight). The afternoon follows from its seed.
      """)

  @OptionGroup var town: GuidedTown
  @Option(help: "Spaces free for guided drivers by drivers.")
  var ratio = 1.05
  @Option(help: "Where the afternoon goes, as JSON; by default standard output.")
  var out: String?

  func validate() throws {
    guard ratio > 0, ratio <= 10 else { throw ValidationError("--ratio is above 0 and up to 10") }
  }

  func run() throws {
    let instance = town.instance(ratio: ratio)
    var greedy = GreedyGuidance()
    let options = ForesightGuidance.Options()
    var foresight = ForesightGuidance(
      past: (0..<options.days).map { instance.pastDay($0) }, options: options)
    let results = [
      (policy: "greedy", result: GuidanceSimulation.play(instance, &greedy)),
      (policy: "foresight", result: GuidanceSimulation.play(instance, &foresight)),
    ]
    let text = instance.json(results: results).text + "\n"
    guard let out else {
      print(text, terminator: "")
      return
    }
    try Bench.write(text, to: out)
  }
}
