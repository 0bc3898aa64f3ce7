import ArgumentParser
import CommandSupport
import Foundation
import RoadProcesses
import Roads
import SimpleFeatures

/// `yutu route pairs`: the best way for each row of a table.
struct RoutePairs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pairs",
    abstract: "Routes of origin-destination pairs, as CSV and as lines with directions.",
    discussion: """
      One result row per pair, in the same order: \
      id,status,duration_s,length_m,snap_from_m,snap_to_m. The status is ok; unreachable; \
      from-off-road or to-off-road, with the distance of the nearest road as snap; \
      unknown-from-node or unknown-to-node; invalid for a row that holds no numbers.
      """)

  @OptionGroup var roads: RoadOptions
  @Option(help: "The CSV of origin-destination pairs.")
  var pairs: String
  @Option(help: "The CSV to write; default: standard output.")
  var out: String?
  @Option(help: "Write the routes as lines with directions to this GeoJSON file.")
  var geometry: String?
  @Option(help: "Language of the directions: zh or en.")
  var language: DirectionLanguage = .zh
  @Flag(help: "Print the number of rows by status as JSON on standard output.")
  var json = false

  func run() async throws {
    try OutputPaths.check([out, geometry], against: roads.files + [pairs])
    guard !json || out != nil else {
      throw ValidationError("--json prints on standard output: give the table a file, --out FILE")
    }
    let table = try PairTable(pairs, warn: Terminal.warn)
    let router = try await roads.router()
    let answers = answer(table, router)
    var text = "id,status,duration_s,length_m,snap_from_m,snap_to_m\n"
    for (id, answer) in zip(table.ids, answers) { text += answer.row(id) }
    try out.map { try Terminal.write(text, to: $0) } ?? print(text, terminator: "")
    if let geometry {
      try Terminal.write(
        RouteLines(router, language).text(zip(table.ids, answers).map { ($0, $1) }), to: geometry)
    }
    tell(answers)
  }

  private func answer(_ table: PairTable, _ router: Router) -> [PairAnswer] {
    let count = table.pairs.count
    let share = max(1, (count + 8 * roads.threads - 1) / (8 * roads.threads))
    let parts = (count + share - 1) / share
    let found = Ordered<[PairAnswer]>(count: parts)
    let limit = roads.snap
    DispatchQueue.concurrentPerform(iterations: roads.threads == 1 ? 1 : parts) { part in
      let rows = roads.threads == 1 ? 0..<count : part * share..<min(count, (part + 1) * share)
      let answers = rows.map { PairAnswer(table.pairs[$0], router, limit) }
      found.put(answers, at: part)
    }
    return found.values.flatMap { $0 ?? [] }
  }

  private func tell(_ answers: [PairAnswer]) {
    var counts: [String: Int] = [:]
    for answer in answers { counts[answer.status, default: 0] += 1 }
    let sorted = counts.sorted { $0.key < $1.key }
    if json {
      let members = sorted.map { ($0.key, JSONValue.integer($0.value)) }
      print(
        JSONValue.object([("rows", .integer(answers.count)), ("status", .object(members))]).text)
    } else {
      Terminal.say(
        answers.count.of("pair") + ": "
          + sorted.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
    }
  }
}
