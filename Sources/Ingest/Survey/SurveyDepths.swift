import Catalog
import Datasets
import SimpleFeatures

/// Holds the depths and heights of a line's ends against its points and the lines that meet there.
final class SurveyDepths: RecordCompletion {
  /// The fields of one end of a line.
  private struct End {
    var name: String
    var point: Int
    var depth: Int?
    var height: Int?
  }

  private let points: SurveyPoints
  private let fixes: Bool
  private let ends: [End]
  private let flow: (index: Int, converter: FieldConverter)?
  private let laying: (index: Int, converter: FieldConverter)?
  private let kind: Int?
  /// Whether the layer's pipes are under pressure: their heights are those of their tops.
  private let isPressurised: Bool
  /// The first depth at each point, and of which class of pipe.
  private var depths: [Int: (metres: Double, kind: String?)] = [:]

  private typealias Diagnostic = NormalisedRecord.Diagnostic

  init(_ points: SurveyPoints, _ request: Importer.Request) {
    let layer = request.layer
    let index = { (name: String?) in layer.fields.firstIndex { $0.name == name } }
    let coded = { (name: String) in
      index(name).map { ($0, FieldConverter(layer.fields[$0])) }
    }
    self.points = points
    fixes = request.fixes
    ends = [("from", "start"), ("to", "end")].compactMap { relation, name in
      index(SurveyInput.end(of: layer, relation)?.field).map {
        End(
          name: name, point: $0, depth: index("depth_\(name)"), height: index("\(name)_height"))
      }
    }
    (flow, laying, kind) = (coded("flow"), coded("laying"), index("class"))
    isPressurised = layer.field(named: "pressure") != nil
  }

  var remarks: [String] { [] }

  func complete(_ values: inout [PropertyValue], _ remarks: inout [NormalisedRecord.Diagnostic]) {
    var levels: [Double] = []
    for end in ends {
      let point = values[end.point].filledText.flatMap { points.index(of: $0) }
      let known = point.map { points.heights($0) } ?? SurveyPoints.Heights()
      let height = end.height.flatMap { FieldValue.number(values[$0]) } ?? .nan
      let depth = depth(at: end, known.ground - height, &values, &remarks)
      levels.append(height.isNaN ? known.ground - depth : height)
      guard let point else { continue }
      let title = "\(end.name) at \(points.number(point))"
      check(title, known, depth: depth, height: height, &remarks)
      if isPressurised {
        let metres = depth.isNaN ? known.ground - height : depth
        checkStep(title, point, metres, kind.flatMap { values[$0].filledText }, &remarks)
      }
    }
    if !isPressurised, levels.count == 2 { checkFlow(values, levels[0], levels[1], &remarks) }
  }

  private func code(
    _ values: [PropertyValue], _ field: (index: Int, converter: FieldConverter)?
  ) -> String? {
    field.flatMap { try? $0.converter.converted(values[$0.index]) }?.filledText
  }

  private static func warning(_ rule: String, _ message: String, hint: String) -> Diagnostic {
    Diagnostic(severity: .warning, rule: rule, message: message, hint: hint)
  }

  // MARK: One end

  /// The depth in metres, once its sign and unit are right; NaN where it is not known.
  ///
  /// - Parameter expected: By the heights of ground and pipe; NaN where they are not known.
  private func depth(
    at end: End, _ expected: Double, _ values: inout [PropertyValue], _ remarks: inout [Diagnostic]
  ) -> Double {
    guard let index = end.depth, let stated = FieldValue.number(values[index]) else { return .nan }
    var meant = stated
    var diagnostics: [(rule: String, words: String)] = []
    if stated < 0, code(values, laying) != "overhead" {
      meant = -stated
      diagnostics.append(("depth-sign", "is negative"))
    }
    let tolerance = SurveyTolerance.heightMetres
    let isCentimetres =
      expected.isNaN
      ? meant > SurveyTolerance.deepestMetres
      : meant >= SurveyTolerance.leastCentimetres && abs(meant - expected) > tolerance
        && abs(meant / 100 - expected) <= tolerance
    if isCentimetres {
      meant /= 100
      diagnostics.append(("depth-unit", "seems to be in centimetres"))
    }
    guard !diagnostics.isEmpty else { return stated }
    values[index] = fixes ? .real(meant) : .null
    for fault in diagnostics {
      let words = "the depth \(stated) at the \(end.name) \(fault.words)"
      remarks.append(
        fixes
          ? Diagnostic(
            severity: .repaired, rule: fault.rule, message: "\(words); taken as \(meant) m")
          : Self.warning(
            fault.rule, "\(words); left empty", hint: "--fix takes it as \(meant) m"))
    }
    return meant
  }

  private func check(
    _ title: String, _ known: SurveyPoints.Heights, depth: Double, height: Double,
    _ remarks: inout [Diagnostic]
  ) {
    let tolerance = SurveyTolerance.heightMetres + 1e-9
    let pipe = isPressurised ? "top" : "invert"
    let words = { (metres: Double) in SurveyPoints.metres(metres) }
    // Comparisons with NaN are false: what is not known is not reported.
    if abs(known.ground - depth - height) > tolerance {
      remarks.append(
        Self.warning(
          "depth-mismatch",
          "\(title): ground \(words(known.ground)) less depth \(words(depth)) is "
            + "\(words(known.ground - depth)), but the \(pipe) is said to lie at \(words(height))",
          hint: "one of the three is wrong: look at the field sheet"))
    }
    let level = height.isNaN ? known.ground - depth : height
    if !isPressurised, level < known.bottom - tolerance {
      remarks.append(
        Self.warning(
          "invert-below-bottom",
          "\(title): the invert at \(words(level)) lies below the bottom of the manhole at "
            + words(known.bottom),
          hint: "measure the manhole or the pipe again"))
    }
  }

  // MARK: Several

  private func checkStep(
    _ title: String, _ point: Int, _ depth: Double, _ kind: String?, _ remarks: inout [Diagnostic]
  ) {
    guard !depth.isNaN else { return }
    guard let first = depths[point] else {
      depths[point] = (depth, kind)
      return
    }
    guard first.kind == kind,
      abs(first.metres - depth) > SurveyTolerance.pressureDepthMetres + 1e-9
    else { return }
    remarks.append(
      Self.warning(
        "depth-step",
        "\(title): the depth is \(SurveyPoints.metres(depth)), that of a pipe that meets it "
          + SurveyPoints.metres(first.metres),
        hint: "pipes of one line meet at one depth: correct one, or add the vertical piece"))
  }

  private func checkFlow(
    _ values: [PropertyValue], _ start: Double, _ end: Double, _ remarks: inout [Diagnostic]
  ) {
    let rise: Double
    switch code(values, flow) {
    case "forward": rise = end - start
    case "backward": rise = start - end
    default: return
    }
    guard rise > SurveyTolerance.riseMetres else { return }
    remarks.append(
      Self.warning(
        "flow-against-fall", "the pipe rises by \(SurveyPoints.metres(rise)) in its flow direction",
        hint: "exchange its ends, or correct the flow or the heights"))
  }
}
