import ArgumentParser
import CityFile
import CommandSupport
import FeatureStore
import SimpleFeatures

/// `yutu log`: the commits of a city.
struct Log: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the commits of a city, newest first.",
    discussion: "Example: yutu log --city wuhan.city --layer building")

  @Option(help: "The city file.")
  var city: String
  @Option(help: "Only commits to this layer.")
  var layer: String?
  @Option(help: "Maximum number of commits to list.")
  var limit = 20
  @Flag(help: "Print the commits as JSON on standard output.")
  var json = false

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit \(limit) is not at least 1") }
  }

  func run() throws {
    let open = try City.open(city)
    defer { try? open.close() }
    let store = SpatiaLiteStore(open)
    let layer = try layer.map { try store.layerID(of: $0) }
    let commits = try store.logNow(layer: layer, limit: limit)
    if json { return print(JSONValue.array(commits.map(Self.json)).text) }
    for commit in commits { Terminal.answer(Self.line(commit)) }
    if commits.isEmpty { Terminal.answer("\(city): no commits yet") }
  }

  private static func line(_ commit: Commit) -> String {
    let counts = commit.counts
    let draft = commit.draft
    let head =
      "\(commit.number)  \(Speech.time(commit.time))  \(commit.layer)  +\(counts.added)"
      + " ~\(counts.changed) -\(counts.removed), \(counts.rejected) rejected  \(draft.author)"
    return draft.message.isEmpty ? head : "\(head)  \(draft.message)"
  }

  private static func json(_ commit: Commit) -> JSONValue {
    [
      "commit": .integer(commit.number), "time": .string(commit.time),
      "layer": .string(commit.layer), "author": .string(commit.draft.author),
      "message": .string(commit.draft.message), "source": .string(commit.draft.source),
      "added": .integer(commit.counts.added), "changed": .integer(commit.counts.changed),
      "removed": .integer(commit.counts.removed), "unchanged": .integer(commit.counts.unchanged),
      "rejected": .integer(commit.counts.rejected),
    ]
  }
}
