import Catalog
import Datasets
import Flood
import SimpleFeatures

/// Rain on the city.
extension CityFloodInputs {
  mutating func writeRain() throws {
    switch flood.rain {
    case nil: return
    case .grids(let said): try writeRain(said)
    case .said(let rain):
      try folder.write(try hyetograph(rain), unit: "mm/h", to: "rain.csv")
      folder.add("rain", ["hyetograph": "rain.csv"])
    }
  }

  private mutating func hyetograph(_ rain: FloodScenario.Rain) throws -> TimeSeries {
    switch rain {
    case .hyetograph(let said): return try series(said)
    case .storm(let said):
      let name = said.origin.words
      let ids = CatalogFile.ids(in: "\(sources.models)/storms")
      guard ids.contains(name.value) else {
        throw fault(
          name.position, "no storm `\(name.value)` comes with this program",
          hint: suggestion(for: name.value, among: ids).map { "did you mean `\($0)`?" }
            ?? "there are: \(ids.joined(separator: ", "))")
      }
      let storm = try DesignStorm.load(file: "\(sources.models)/storms/\(name.value).yml")
      if storm.source == nil {
        assume("the storm `\(storm.id)` is not confirmed by a publication")
      }
      do {
        return try storm.hyetograph(of: said)
      } catch let error as PlainError {
        throw fault(name.position, error.message, hint: error.hint)
      }
    case .zones: preconditionFailure("the rain of a flood of the city is the same everywhere")
    }
  }

  /// Rasters at times, as zones with hyetographs of their own.
  private mutating func writeRain(_ said: CityFlood.RainGrids) throws {
    let path: String
    if let file = said.file {
      path = try file.path(beside: scenario.file)
    } else if let forecast = sources.forecast {
      path = forecast
    } else {
      throw fault(
        said.position, "there is no forecast of rain",
        hint: "name one: --rain FILE, a NetCDF file or a folder of GeoTIFFs")
    }
    let rain: CityRain
    do {
      rain = try CityRain(said, path, on: lattice, hasMembers: isEnsemble)
      start = flood.start ?? rain.moments[0]
      for member in rain.members.indices {
        let table = try rain.table(
          ofMember: member, start: start, durationSeconds: flood.durationSeconds)
        try folder.write(table.lines, to: FloodInputFolder.name("rain.csv", ofMember: member))
        if member == 0, let remark = table.remark { assume(remark) }
      }
      folder.members = rain.members.count
      assumptions += rain.assumptions
    } catch let error as PlainError {
      throw fault(said.position, error.message, hint: error.hint)
    } catch let error as ImportError {
      throw fault(said.position, error.message, hint: error.hint)
    }
    try folder.write(rain.zones, to: "rain-zones.tif", unit: nil)
    folder.add("rain", ["zones": ["file": "rain-zones.tif", "hyetographs": "rain.csv"]])
  }
}
