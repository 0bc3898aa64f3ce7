import Catalog
import FeatureStore
import SimpleFeatures
import TestSupport

/// Random commits to a layer of rectangles, and beside the city what each of them should have left:
/// plain copies of everything.
struct HistoryModel {
  typealias State = [String: TestCity.Item]

  let test: TestCity
  let layer: LayerDefinition
  /// What commit `index + 1` left.
  private(set) var states: [State] = []
  private var generator: SeededGenerator

  init(_ test: TestCity, seed: UInt64, commits: Int) throws {
    self.test = test
    layer = try TestLayer.make("plot", "polygon", fields: ["name: text", "floors: integer"])
    generator = SeededGenerator(seed: seed)
    while states.count < commits { try makeCommit() }
  }

  /// What `commit` left; nothing before the first.
  func state(_ commit: Int) -> State { commit == 0 ? [:] : states[commit - 1] }

  mutating func randomBox() -> Envelope {
    let x = Double.random(in: 114...115, using: &generator)
    let y = Double.random(in: 30...31, using: &generator)
    let size = Double.random(in: 0...0.6, using: &generator)
    return Envelope(minX: x, minY: y, maxX: x + size, maxY: y + size)
  }

  private mutating func makeCommit() throws {
    var state = states.last ?? [:]
    let writes = (0..<Int.random(in: 1...40, using: &generator)).map { _ in randomItem() }
    let removals = state.keys.sorted().filter { _ in Int.random(in: 0..<12, using: &generator) == 0
    }
    let isWhole = Int.random(in: 0..<6, using: &generator) == 0
    let commit = try test.store.commit(TestCity.draft, to: layer) { writer in
      var counts = CommitCounts()
      var written: Set<String> = []
      for item in writes where written.insert(item.id).inserted {
        switch try writer.write(id: item.id, geometry: item.geometry, values: item.values) {
        case .added: counts.added += 1
        case .changed: counts.changed += 1
        case .unchanged: counts.unchanged += 1
        case .duplicate: break
        }
        state[item.id] = item
      }
      for id in removals where !written.contains(id) {
        counts.removed += try writer.remove(id: id) ? 1 : 0
        state[id] = nil
      }
      if isWhole {
        counts.removed += try writer.removeUntouched()
        state = state.filter { written.contains($0.key) }
      }
      return counts
    }
    if commit != nil { states.append(state) }
  }

  private mutating func randomItem() -> TestCity.Item {
    let box = randomBox()
    return rectangle(
      "p\(Int.random(in: 0..<60, using: &generator))", box.minX, box.minY, 0.01, 0.01,
      [
        Bool.random(using: &generator) ? .text("甲") : .null,
        .integer(Int64.random(in: 0..<3, using: &generator)),
      ])
  }
}
