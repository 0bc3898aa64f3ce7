import ArgumentParser
import Catalog
import CityFile
import CommandSupport
import FeatureStore
import Foundation
import SampleCity
import SimpleFeatures

/// `yutu sample`: a made-up city with all layers.
struct Sample: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a sample city: a fictional riverside district with all layers.",
    discussion: """
      The same seed always gives the same city. Scale 1 is about 2,000 buildings; 235 is as many \
      as Wuhan has.

      Example: yutu sample --out sample.city
      Example: yutu sample --out large.city --scale 100 --seed 7
      """)

  @Option(help: "The city file to make.")
  var out: String
  @Option(help: "Number of neighbourhoods of about 2,000 buildings.")
  var scale = 1
  @Option(help: "Random seed: a whole number from 0.")
  var seed: UInt64 = 1
  @Option(help: "The folder of layer files.")
  var layers: String?
  @Flag(help: "Print what was written as JSON on standard output.")
  var json = false

  func validate() throws {
    guard SampleCity.scales.contains(scale) else {
      throw ValidationError(
        "--scale \(scale) is not between \(SampleCity.scales.lowerBound) and "
          + "\(SampleCity.scales.upperBound)")
    }
  }

  func run() throws {
    guard !FileManager.default.fileExists(atPath: out) else {
      throw PlainError(
        message: "\(out) exists", hint: "name another file, or remove this one first")
    }
    let start = ContinuousClock.now
    let sample = try SampleCity(
      scale: scale, seed: seed, layers: try LayerFolder(layers ?? ResourcePaths.layers).all())
    let draft = CityDraft(out)
    do {
      let written = try sample.write(into: SpatiaLiteStore(try draft.open())) {
        Terminal.progress("\($0.layer): \($0.count)")
      }
      try draft.publish()
      show(written, since: start)
    } catch {
      draft.discard()
      throw error
    }
  }

  private func show(_ written: [SampleCity.Written], since start: ContinuousClock.Instant) {
    guard json else {
      let buildings = written.first { $0.layer == "building" }?.count ?? 0
      let seconds = Int(((ContinuousClock.now - start) / .seconds(1)).rounded(.up))
      return Terminal.say(
        "\(out): \(written.count.of("layer")) with \(buildings.of("building")) in \(seconds) s; "
          + "see it with yutu serve --city \(out)")
    }
    let layers = written.map { ($0.layer, JSONValue.integer($0.count)) }
    let report: JSONValue = [
      "city": .string(out), "scale": .integer(scale), "seed": .string(String(seed)),
      "layers": .object(layers),
    ]
    print(report.text)
  }
}
