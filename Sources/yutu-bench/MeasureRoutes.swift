import ArgumentParser
import Catalog
import Foundation
import Roads
import SimpleFeatures

/// What each step of routing costs on a map.
struct MeasureRoutes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "routes",
    abstract: "Measure each step of routing on a file of roads, or on bare arcs.",
    discussion: """
      Prints one JSON object of CPU seconds and microseconds: reading, order (never from its \
      file), weights, routes of the pairs with and without finding their roads, a table of \
      100 x 100, areas of 15 minutes, and a flood from polygon to weights while another thread \
      goes on searching.

      --arcs reads 32-bit words: counts of nodes, arcs and pairs; tails, heads, weights; x and y \
      in metres as floats; sources, targets and expected distances of the pairs.
      """)

  @Option(help: "An OpenStreetMap file.")
  var pbf: String?
  @Option(help: "Bare arcs, as described above.")
  var arcs: String?
  @Option(help: "The CSV of pairs to route, with --pbf.")
  var pairs: String?
  @Option(help: "The file of a road profile.")
  var profile = "Models/roads/car.yml"
  @Option(help: "Whether turns cost and are forbidden: on or off.")
  var turns: Switch = .on
  @Option(help: "How often short steps are repeated; medians are printed.")
  var times = 5

  enum Switch: String, ExpressibleByArgument, CaseIterable { case on, off }

  func validate() throws {
    guard (pbf == nil) != (arcs == nil), (pbf == nil) == (pairs == nil) else {
      throw ValidationError("name --pbf FILE and --pairs PAIRS, or --arcs FILE")
    }
    guard (1...1000).contains(times) else {
      throw ValidationError("--times \(times) is not between 1 and 1000")
    }
  }

  func run() async throws {
    var figures = Figures(times: times)
    if let arcs {
      try ArcMeasurement(arcs).run(&figures)
    } else if let pbf, let pairs {
      try RoadMeasurement(
        pbf, try RoutePairFile.read(pairs), try RoadProfile.load(file: profile),
        usesTurns: turns == .on
      ).run(&figures)
    }
    print(figures.json.text)
  }
}
