import Catalog
import Flood
import SimpleFeatures

extension FloodSources {
  /// The rain of a design storm, mm/h.
  ///
  /// - Throws: ``CatalogError`` at the scenario's line for what the storm was not made for.
  mutating func storm(_ said: FloodScenario.Storm) throws -> TimeSeries {
    let storm = try DesignStorm.load(file: try open(said.file))
    if storm.source == nil {
      warn(
        "the storm `\(storm.id)` is unconfirmed: nobody has checked it against a publication"
      )
    }
    switch storm.kind {
    case .chicago(let formula):
      guard let years = said.returnPeriodYears, let minutes = said.durationMinutes else {
        throw fault(
          said.file.position, "the storm `\(storm.id)` is a formula and needs more",
          hint: "give `return_period` in years and `duration_minutes`")
      }
      do {
        try formula.check(returnPeriodYears: years, durationMinutes: minutes, of: storm)
      } catch {
        throw fault(said.file.position, error.message, hint: error.hint)
      }
      let chicago = try ChicagoStorm(
        a1: formula.a1, c: formula.c, b: formula.b, n: formula.n, peakRatio: formula.peakRatio)
      return try chicago.hyetograph(
        returnPeriodYears: years, durationMinutes: minutes,
        intervalMinutes: said.intervalMinutes)
    case .pattern(let pattern):
      guard let depth = said.depthMillimetres else {
        throw fault(
          said.file.position,
          "the storm `\(storm.id)` is a pattern and does not say how much rains",
          hint: "give `depth` in millimetres")
      }
      return try DesignPattern(
        intervalMinutes: pattern.intervalMinutes, shares: pattern.shares
      ).hyetograph(depthMillimetres: depth)
    }
  }
}
