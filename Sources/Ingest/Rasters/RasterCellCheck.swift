import Catalog
package import FeatureStore
import Foundation
package import SimpleFeatures

/// What became of a raster file's cells.
package struct RasterReport: Sendable {
  package var layer: String
  package var source: String
  /// Number of the commit; `nil` for a dry run and where nothing changed.
  package var commit: Int?
  package var isDryRun = false
  /// Columns and rows of the file.
  package var columns = 0
  package var rows = 0
  /// The CRS that the layer keeps.
  package var crs = ""
  /// Cells by what became of them; those without a value count nowhere.
  package var added = 0
  package var changed = 0
  package var unchanged = 0
  /// Cells whose value breaks a rule of the layer; they count as without a value.
  package var rejected = 0
  /// What became of the cells that had a value before.
  package var replaced = ReplacedCells()
  /// The rules broken, each with the number of cells and the first of them.
  package var diagnostics: [Diagnostic] = []
  /// Whether the file's numbers were rounded to the layer's 32 bits.
  package var isRounded = false
  /// How the extent came to CGCS2000, and how exactly.
  package var operation = ""
  package var accuracyMetres = 0.0

  /// A rule that cells broke.
  package struct Diagnostic: Equatable, Sendable {
    package var rule: String
    package var count: Int
    /// The first cell, counted from 1.
    package var column: Int
    package var row: Int
    package var value: Float
  }

  package init(layer: String, source: String) {
    self.layer = layer
    self.source = source
  }

  /// The report as one JSON object.
  package var json: JSONValue {
    [
      "layer": .string(layer), "source": .string(source), "commit": JSONValue(commit),
      "dryRun": .boolean(isDryRun),
      "columns": .integer(columns), "rows": .integer(rows), "crs": .string(crs),
      "added": .integer(added), "changed": .integer(changed), "unchanged": .integer(unchanged),
      "rejected": .integer(rejected), "rounded": .boolean(isRounded),
      "operation": .string(operation), "accuracyMetres": .real(accuracyMetres),
      "rules": .array(
        diagnostics.map {
          [
            "rule": .string($0.rule), "count": .integer($0.count), "column": .integer($0.column),
            "row": .integer($0.row), "value": .string("\($0.value)"),
          ]
        }),
      "warnings": .strings(warnings),
    ]
  }

  /// What became of the cells, in one line.
  package var summary: String {
    let outcome =
      isDryRun
      ? "nothing was kept (dry run)"
      : commit.map { "commit \($0)" } ?? "nothing changed, no commit"
    return "\(layer): \(outcome): \(columns) x \(rows) cells in \(crs), \(added) added, "
      + "\(changed) changed, \(unchanged) unchanged, \(rejected) rejected"
  }

  /// What was found in the cells, one line each.
  package var lines: [String] {
    let rejections = diagnostics.map {
      "rejected: \($0.count.of("cell")) × \($0.rule), first \($0.value) in "
        + "column \($0.column) of row \($0.row)"
    }
    let rounding = isRounded ? ["numbers were rounded to 32 bits, which the layer keeps"] : []
    return rejections + rounding + warnings.map { "warning: " + $0 }
  }

  /// What makes it likely that the file was meant for another layer.
  package var warnings: [String] {
    guard replaced.isUnlike, let means = replaced.means else { return [] }
    let words = { (value: Double) in String(format: "%.4g", value) }
    return [
      "\(changed) cells that had a value changed, their mean from \(words(means.before)) to "
        + "\(words(means.after)): does \(source) belong into layer \(layer)?"
        + (commit.map { " yutu export --layer \(layer) --at \($0 - 1) has them as they were" }
          ?? "")
    ]
  }
}

/// Holds the cells of a file against the layer's rule.
struct RasterCellCheck {
  private let rule: RasterRule
  private let codes: Set<Float>
  private let whole: ClosedRange<Float>?
  private let allowed: ClosedRange<Float>
  private(set) var diagnostics: [RasterReport.Diagnostic] = []

  init(_ rule: RasterRule) {
    self.rule = rule
    codes = Set(rule.classes.map { Float($0.value) })
    whole = rule.type.wholeNumbers.map { Float($0.lowerBound)...Float($0.upperBound) }
    let low = Float(rule.minimum ?? -.greatestFiniteMagnitude)
    allowed = low...max(low, Float(rule.maximum ?? .greatestFiniteMagnitude))
  }

  /// Takes away the values that break a rule.
  mutating func check(_ values: inout [Float], firstRow: Int, columns: Int) {
    for i in values.indices {
      let value = values[i]
      if value.isNaN { continue }
      guard let broken = brokenRule(value) else { continue }
      note(broken, value, column: i % columns + 1, row: firstRow + i / columns + 1)
      values[i] = .nan
    }
  }

  private func brokenRule(_ value: Float) -> String? {
    guard value.isFinite else { return "not-finite" }
    if let whole {
      guard value == value.rounded(), whole.contains(value) else { return "not-of-type" }
    }
    if !allowed.contains(value) { return "out-of-range" }
    return codes.isEmpty || codes.contains(value) ? nil : "unknown-class"
  }

  private mutating func note(_ rule: String, _ value: Float, column: Int, row: Int) {
    if let index = diagnostics.firstIndex(where: { $0.rule == rule }) {
      diagnostics[index].count += 1
    } else {
      diagnostics.append(
        RasterReport.Diagnostic(rule: rule, count: 1, column: column, row: row, value: value))
    }
  }
}
