import SimpleFeatures
import Testing

@testable import SampleCity

/// The features of a made-up city by layer, without a city file.
struct MadeCity {
  let neighbourhoods: [Neighbourhood]
  private let features: [String: [Feature]]

  /// The cities that properties are tested over: one neighbourhood and three, and several seeds.
  static let cases: [(scale: Int, seed: UInt64)] = [(1, 1), (1, 2), (1, 77), (3, 5)]

  init(_ made: (scale: Int, seed: UInt64)) throws {
    let parts = try SampleCityParts(scale: made.scale, seed: made.seed)
    let all = parts.plan.squares.enumerated().map {
      Neighbourhood($0.element, number: $0.offset, in: parts)
    }
    neighbourhoods = all
    features = Dictionary(
      uniqueKeysWithValues: SampleLayers.all.map { layer in (layer.id, all.flatMap(layer.make)) })
  }

  /// The features of a layer.
  subscript(layer: String) -> [Feature] { features[layer] ?? [] }

  /// The features of a layer by id.
  func byID(_ layer: String) -> [String: Feature] {
    Dictionary(self[layer].map { ($0.id ?? "", $0) }) { first, _ in first }
  }
}

extension Feature {
  func text(_ name: String) -> String {
    if case .text(let text)? = self[name] { text } else { "" }
  }

  func number(_ name: String) -> Double {
    switch self[name] {
    case .real(let number)?: number
    case .integer(let number)?: Double(number)
    default: .nan
    }
  }

  /// The first and the last position.
  var ends: [[Double]] {
    let positions = geometry?.ordinates ?? []
    return [Array(positions.prefix(2)), Array(positions.suffix(2))]
  }
}

/// Whether one can come from the first of the nodes to all others.
func isConnected<Node: Hashable>(_ edges: [(Node, Node)]) -> Bool {
  var neighbours: [Node: [Node]] = [:]
  for (a, b) in edges {
    neighbours[a, default: []].append(b)
    neighbours[b, default: []].append(a)
  }
  guard let first = edges.first?.0 else { return false }
  var seen: Set<Node> = [first]
  var open = [first]
  while let node = open.popLast() {
    for next in neighbours[node] ?? [] where seen.insert(next).inserted { open.append(next) }
  }
  return seen.count == neighbours.count
}
