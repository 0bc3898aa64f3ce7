import Catalog
import CommandSupport
import Foundation
import Ingest
import SimpleFeatures

extension Import {
  /// The layer that the file seems to be for, once the person has seen and accepted it.
  func guessedLayer(
    for request: Importer.Request, in folder: LayerFolder
  ) throws -> LayerDefinition {
    guard file != "-" else {
      throw PlainError(
        message: "standard input can be read only once, so its layer cannot be guessed",
        hint: "name it: --layer ID")
    }
    let layers = try folder.all()
    let guesses = try Importer(request).fittingLayers(among: layers)
    guard let first = guesses.first else {
      throw PlainError(
        message: "no layer fits \(file)",
        hint: "name one with --layer, and its columns with --map; yutu layers lists the layers")
    }
    show(first.mapping)
    let others = guesses.dropFirst().prefix(3).map {
      "\($0.layer.id) (\(Int(($0.score * 100).rounded())) %)"
    }
    if !others.isEmpty { Terminal.say("  also possible: " + others.joined(separator: ", ")) }
    let isClear = LayerGuess.isClear(guesses)
    if takesGuess && isClear || dryRun { return first.layer }
    guard Terminal.isAsked, !takesGuess else {
      throw PlainError(
        message: isClear
          ? "the layer was not named" : "the layer was not named, and the guess is not clear",
        hint: isClear
          ? "--layer \(first.layer.id) imports it so, and so does --yes"
          : "--layer \(first.layer.id) imports it so")
    }
    guard Terminal.asks("Import it into layer \(first.layer.id)?") else {
      throw PlainError(message: "nothing was imported", hint: "name the layer with --layer")
    }
    return first.layer
  }
}
