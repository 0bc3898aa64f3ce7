import ArgumentParser
import CommandSupport
import Datasets
import Foundation
import RoadProcesses
import Roads

/// `yutu route matrix`: times or lengths between all places of two tables.
struct RouteTable: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matrix",
    abstract: "Travel time or distance matrix between origins and destinations.",
    discussion: """
      Tables of places have the header id,lon,lat. The result has one row per pair: \
      from,to,duration_s, or from,to,length_m with --metric length; the value is empty where there \
      is no route.
      """)

  @OptionGroup var roads: RoadOptions
  @Option(help: "The CSV of origins.")
  var sources: String
  @Option(help: "The CSV of destinations; default: the origins.")
  var targets: String?
  @Option(help: "The CSV to write; default: standard output.")
  var out: String?

  func run() async throws {
    try OutputPaths.check([out], against: roads.files + [sources, targets])
    let router = try await roads.router()
    let from = try PlaceTable(sources, on: router, withinMetres: roads.snap, warn: Terminal.warn)
    let to =
      try targets.map {
        try PlaceTable($0, on: router, withinMetres: roads.snap, warn: Terminal.warn)
      } ?? from
    let matrix = router.matrix(
      from: from.places.compactMap { $0 }, to: to.places.compactMap { $0 },
      threads: roads.threads)
    let isTime = roads.metric == .time
    var text = "from,to,\(isTime ? "duration_s" : "length_m")\n"
    var rows = matrix.costs.makeIterator()
    for (source, place) in zip(from.ids, from.places) {
      var row = (place == nil ? [] : rows.next() ?? []).makeIterator()
      for (target, goal) in zip(to.ids, to.places) {
        let cost = place == nil || goal == nil ? nil : row.next() ?? nil
        let value = cost.map { String(format: "%.3f", Double($0) / (isTime ? 1000 : 100)) } ?? ""
        text += "\(CSVCell.text(source)),\(CSVCell.text(target)),\(value)\n"
      }
    }
    try out.map { try Terminal.write(text, to: $0) } ?? print(text, terminator: "")
  }
}
