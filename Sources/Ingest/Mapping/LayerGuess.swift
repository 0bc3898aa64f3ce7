package import Catalog
package import Datasets
import Foundation
import SimpleFeatures

/// How well a layer fits a file, by its shapes, the names of its columns and its name.
package struct LayerGuess: Sendable {
  package let mapping: MappingGuess
  /// What the file and the layer have in common, 0 to 1.
  package let score: Double
  package var layer: LayerDefinition { mapping.layer }

  /// Below this, a layer does not fit.
  private static let threshold = 0.15
  /// How far ahead of the second the first must be to be taken for sure.
  private static let margin = 0.08

  /// The layers that fit, the best first.
  ///
  /// - Parameter name: Name of the file or of its layer, which may say what it holds.
  package static func ranked(
    _ layers: [LayerDefinition], sample: [SourceRecord], name: String
  ) -> [LayerGuess] {
    layers.filter(\.hasFeatures).compactMap { layer in
      let share = shapeShare(of: sample, for: layer.geometry)
      guard share > 0.5 else { return nil }
      let mapping = MappingGuess(layer, named: ImportMapping(), sample: sample)
      let score = share * (columnScore(mapping) * 0.6 + nameScore(layer, name) * 0.4)
      return score >= threshold ? LayerGuess(mapping: mapping, score: score) : nil
    }.sorted { ($0.score, $1.layer.id) > ($1.score, $0.layer.id) }
  }

  /// Whether the first is so far ahead that no person would choose another.
  package static func isClear(_ ranked: [LayerGuess]) -> Bool {
    guard let first = ranked.first else { return false }
    return ranked.count == 1 || first.score - ranked[1].score >= margin
  }

  /// How many of the shapes belong into a layer of `type`; records without shape count for all.
  private static func shapeShare(of sample: [SourceRecord], for type: GeometryType) -> Double {
    let shapes = sample.compactMap { try? $0.feature.get().geometry?.demotedFromMulti }
    guard !shapes.isEmpty else { return 1 }
    return Double(shapes.filter { $0.kind.fits(type) }.count) / Double(shapes.count)
  }

  /// How much of the file's columns the layer takes; what many layers have tells less.
  private static func columnScore(_ guess: MappingGuess) -> Double {
    let common: Set = ["name", "id", "code", "status", "permanent_code", "operator", "address"]
    let weights = guess.lines.map { common.contains($0.field) ? 0.3 : 1 }
    let matched = weights.reduce(0, +)
    let all = matched + Double(guess.unused.count) * 0.5
    return all == 0 ? 0 : matched / all
  }

  /// Whether the name of the file holds a name of the layer.
  private static func nameScore(_ layer: LayerDefinition, _ name: String) -> Double {
    let plain = name.lowercased()
    let words = Set(
      plain.split { !$0.isLetter && !$0.isNumber }.map { singular(String($0)) })
    let titles = [layer.id, layer.title.en].map { title in
      title.lowercased().split { !$0.isLetter }.map { singular(String($0)) }
    }
    if titles.contains(where: { !$0.isEmpty && Set($0).isSubset(of: words) }) { return 1 }
    if plain.contains(layer.title.zh) { return 1 }
    return titles.joined().contains { words.contains($0) && $0.count > 3 } ? 0.5 : 0
  }

  private static func singular(_ word: String) -> String {
    word.hasSuffix("s") && word.count > 3 ? String(word.dropLast()) : word
  }
}
