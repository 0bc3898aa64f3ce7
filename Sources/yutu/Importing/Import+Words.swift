import Catalog
import CommandSupport
import Datasets
import FeatureStore
import Foundation
import Ingest
import Messages
import SimpleFeatures

/// What `yutu import` says to people.
extension Import {
  func words(for progress: Importer.Progress, since start: ContinuousClock.Instant)
    -> String
  {
    let seconds = max(start.duration(to: .now) / .seconds(1), 0.001)
    let rate = Int(Double(progress.records) / seconds)
    var line = "\(progress.records.of("record")), \(rate)/s"
    let extent = progress.extent
    if let total = extent.total, total > 0, extent.done > 0 {
      let share = Double(extent.done) / Double(total)
      let left = Int((seconds / share - seconds).rounded())
      line += ", \(Int(share * 100)) %, \(left) s left"
    }
    return line
  }

  func show(_ report: ImportReport, placed: Int, since start: ContinuousClock.Instant) {
    if json { return print(report.json.text) }
    let shown = report.kinds.prefix(Self.shownProblems)
    for kind in shown {
      Terminal.write(kind.first.line(file: file, count: kind.count, told: Speech.told))
    }
    let count = report.countsByRule.map(\.count).reduce(0, +)
    let others = count - shown.map(\.count).reduce(0, +)
    if others > 0 { Terminal.say("… and \(others) more; --report FILE.txt lists all") }
    for rule in report.countsByRule {
      let title = Speech.language == .english ? "" : " \(Speech.rule(rule.rule))"
      Terminal.say("\(rule.severity.rawValue): \(rule.count) × \(rule.rule)\(title)")
    }
    for breach in report.rules.breaches {
      Terminal.say("\(breach.severity.rawValue): \(breach.line)")
    }
    for remark in report.remarks { Terminal.say("note: \(remark)") }
    for note in report.rules.notes { Terminal.say("note: \(note)") }
    if !report.ignoredProperties.isEmpty {
      Terminal.say(
        "not in the layer, left out: " + report.ignoredProperties.joined(separator: ", ")
          + " (--map field=column fills a field; a new field goes into the layer file)")
    }
    if report.identifiedByGeometry > 0 {
      Terminal.say("\(report.identifiedByGeometry.of("record")) had no id: made from the geometry")
      if let remark = report.idRemark { Terminal.say("note: \(remark)") }
    }
    if report.flattened > 0 {
      Terminal.say(
        "\(report.flattened.of("record")) had heights, which layer \(report.layer) does not keep")
    }
    for residual in report.residuals { Terminal.say(residual.line) }
    if placed > 0, problemLayer, !dryRun {
      let commit = report.problemCommit.map { ", commit \($0)" } ?? ""
      Terminal.say("\(placed.of("problem")) on the map, in layer \(ProblemLayer.id)\(commit)")
    }
    let seconds = (start.duration(to: .now) / .seconds(0.1)).rounded() / 10
    let accuracy = report.accuracyMetres > 0 ? " (\(report.operation))" : ""
    Terminal.answer("\(report.summary), \(seconds) s\(accuracy)")
  }

  /// What the columns of the file seem to mean.
  func show(_ guess: MappingGuess) {
    Terminal.say("\(file) → layer \(guess.layer.id) (\(LayerText.own(guess.layer.title)))")
    let width = guess.lines.map(\.field.count).max() ?? 0
    for line in guess.lines {
      let field = line.field.padding(toLength: width, withPad: " ", startingAt: 0)
      let unit = line.source.unit.map { " in \($0)" } ?? ""
      let example = line.example.map { " (\($0.prefix(40)))" } ?? ""
      let doubt = line.reason == .guess ? ", a guess" : ""
      Terminal.say(
        "  \(field) ← \(line.source.columns.joined(separator: ", else "))\(unit)\(example)\(doubt)")
    }
    for remark in guess.remarks { Terminal.say("  \(remark)") }
    for doubt in guess.doubts { Terminal.say("  not used: \(doubt)") }
    if !guess.unused.isEmpty {
      Terminal.say("  unused: " + guess.unused.joined(separator: ", "))
    }
  }

  /// How many problems are shown, those in the same words as one.
  static let shownProblems = 20
}
