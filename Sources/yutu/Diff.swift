import ArgumentParser
import Catalog
import CityFile
import CommandSupport
import FeatureStore
import SimpleFeatures

/// `yutu diff`: what differs in a layer between two commits, or with a scenario.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the changes of a layer between two commits, or by a scenario.",
    discussion: """
      + is a feature that is new, - one that is gone, ~ one that changed, with its fields. Without \
      --from, a scenario is compared with the commit that it starts from.

      Example: yutu diff --city wuhan.city --layer building --from 3 --to 5
      """)

  @Option(help: "The city file.")
  var city: String
  @Option(help: "The layer's id.")
  var layer: String
  @Option(help: "The commit to start from.")
  var from: Int?
  @Option(help: "The commit to end at; default: the latest.")
  var to: Int?
  @Option(
    help: "A scenario whose edits are applied at the end: a file, or a name in Models/scenarios.")
  var scenario: String?
  @Flag(help: "Print the changes as JSON lines on standard output.")
  var json = false

  func validate() throws {
    guard from != nil || scenario != nil else {
      throw ValidationError("name where to start: --from COMMIT, or --scenario SCENARIO")
    }
  }

  mutating func run() throws {
    let what = try scenario.map(Scenario.named)
    let end = MapVersion(to.map { .commit($0) } ?? .latest, scenario: what)
    let start = MapVersion(from.map { .commit($0) } ?? end.revision)
    let open = try City.open(city)
    defer { try? open.close() }
    let store = SpatiaLiteStore(open)
    layer = try store.layerID(of: layer)
    var counts: [FeatureChange.Kind: Int] = [:]
    try store.forEachChange(of: layer, from: start, to: end) { change in
      counts[change.kind, default: 0] += 1
      print(json ? change.json.text : Self.line(change))
      return true
    }
    let words = FeatureChange.Kind.allCases.map { "\(counts[$0] ?? 0) \($0.rawValue)" }
    Terminal.say("\(layer): " + words.joined(separator: ", "))
  }

  private static func line(_ change: FeatureChange) -> String {
    switch change.kind {
    case .added: return "+ \(change.id)"
    case .removed: return "- \(change.id)"
    case .changed:
      let shape = change.hasNewGeometry ? ["shape"] : []
      let fields = change.fields.map {
        "\($0.name): \(words($0.before)) → \(words($0.after))"
      }
      return "~ \(change.id)  " + (shape + fields).joined(separator: ", ")
    }
  }

  private static func words(_ value: PropertyValue) -> String {
    value.isNull ? "nothing" : FieldValue.plainText(value)
  }
}
