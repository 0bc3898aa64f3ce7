import Catalog
import Flood
import SimpleFeatures

extension FloodSources {
  /// The rain of a design storm, mm/h.
  ///
  /// - Throws: ``CatalogError`` at the scenario's line for what the storm was not made for.
  mutating func storm(_ said: FloodScenario.Storm) throws -> TimeSeries {
    let storm = try DesignStorm.load(file: try file(of: said))
    if storm.source == nil {
      warn(
        "the storm `\(storm.id)` is unconfirmed: nobody has checked it against a publication"
      )
    }
    do {
      return try storm.hyetograph(of: said)
    } catch let error as PlainError {
      throw fault(said.origin.words.position, error.message, hint: error.hint)
    }
  }

  /// The file of a storm, once it is noted as an input.
  private mutating func file(of said: FloodScenario.Storm) throws -> String {
    switch said.origin {
    case .file(let name): return try open(name)
    case .installed(let name):
      let ids = CatalogFile.ids(in: storms ?? "")
      guard let storms, ids.contains(name.value) else {
        throw fault(
          name.position, "no storm `\(name.value)` comes with this program",
          hint: suggestion(for: name.value, among: ids).map { "did you mean `\($0)`?" }
            ?? "there are: \(ids.joined(separator: ", ")); `file` names a file of your own")
      }
      return try open(name, at: "\(storms)/\(name.value).yml")
    }
  }
}

extension DesignStorm {
  /// The rain that a scenario asks for, mm/h.
  ///
  /// - Throws: ``PlainError`` for what the storm was not made for, and where the scenario does not
  ///   say enough.
  func hyetograph(of said: FloodScenario.Storm) throws -> TimeSeries {
    switch kind {
    case .chicago(let formula):
      guard let years = said.returnPeriodYears, let minutes = said.durationMinutes else {
        throw PlainError(
          message: "the storm `\(id)` is a formula and needs more",
          hint: "give `return_period` in years and `duration_minutes`")
      }
      try formula.check(returnPeriodYears: years, durationMinutes: minutes, of: self)
      let chicago = try ChicagoStorm(
        a1: formula.a1, c: formula.c, b: formula.b, n: formula.n, peakRatio: formula.peakRatio)
      return try chicago.hyetograph(
        returnPeriodYears: years, durationMinutes: minutes,
        intervalMinutes: said.intervalMinutes)
    case .pattern(let pattern):
      guard let depth = said.depthMillimetres else {
        throw PlainError(
          message: "the storm `\(id)` is a pattern and does not say how much rains",
          hint: "give `depth` in millimetres")
      }
      return try DesignPattern(
        intervalMinutes: pattern.intervalMinutes, shares: pattern.shares
      ).hyetograph(depthMillimetres: depth)
    }
  }
}
