import ArgumentParser
import CommandSupport
import Datasets
import Foundation
import RoadProcesses
import Roads

/// `yutu route nearest`: which of many places are nearest by road.
struct RouteNearest: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nearest",
    abstract: "The facilities nearest to a place by road.",
    discussion: """
      The table has the header id,lon,lat. The result has the header rank,id,duration_s (or \
      length_m). --direction to, the default, measures from the facilities to the place, as for \
      fire engines.
      """)

  @OptionGroup var roads: RoadOptions
  @Option(parsing: .unconditional, help: "The place: longitude,latitude.")
  var at: PlaceArgument
  @Option(help: "The CSV of facilities.")
  var among: String
  @Option(help: "Number of facilities to return.")
  var count = 5
  @Option(help: "to: from the facilities to the place; from: from the place to the facilities.")
  var direction: RouteIsochrone.Direction = .to

  func validate() throws {
    guard (1...1_000_000).contains(count) else {
      throw ValidationError("--count \(count) is not between 1 and 1000000")
    }
  }

  func run() async throws {
    let router = try await roads.router()
    let table = try PlaceTable(among, on: router, withinMetres: roads.snap, warn: Terminal.warn)
    let place: RoadPlace
    do throws(RouteError) {
      place = try router.snapToMainComponent(
        at.end, isStart: true, withinMetres: roads.snap)
    } catch {
      throw error.error()
    }
    let known = zip(table.ids, table.places).filter { $0.1 != nil }
    let found = router.nearest(
      count, of: known.compactMap(\.1), to: place, towards: direction == .to)
    let isTime = roads.metric == .time
    print("rank,id,\(isTime ? "duration_s" : "length_m")")
    for (rank, hit) in found.enumerated() {
      let value = Double(hit.cost) / (isTime ? 1000 : 100)
      print("\(rank + 1),\(CSVCell.text(known[hit.target].0)),\(String(format: "%.3f", value))")
    }
    if found.isEmpty { Terminal.say("no route connects the place with any of them") }
  }
}
