package import Flood
package import SimpleFeatures

extension FloodScenario {
  /// Numbers over time.
  package enum Series: Equatable, Sendable {
    /// The same at all times.
    case constant(Double)
    /// Seconds and numbers; times grow.
    case rows([[Double]])
    /// CSV of seconds and numbers.
    case file(Located<String>)
  }

  /// What a series counts.
  package enum Quantity: Sendable {
    /// Water that comes, or below zero is taken out, m³/s.
    case inflow
    /// Water over a side, m³/s.
    case discharge
    /// mm/h.
    case rain
    /// Metres.
    case level
    /// Of a gate above its sill, metres.
    case opening

    /// What a column of seconds may be called.
    package static let timeHeaders = ["s", "time_s", "seconds"]

    /// What its column in a file may be called.
    package var headers: [String] {
      switch self {
      case .inflow, .discharge: ["m3/s", "m³/s", "m^3/s"]
      case .rain: ["mm/h"]
      case .level, .opening: ["m"]
      }
    }

    private var range: ClosedRange<Double> {
      switch self {
      case .inflow: FloodLimits.inflow
      case .discharge: 0...FloodLimits.inflow.upperBound
      case .rain: FloodLimits.rain
      case .level: FloodLimits.level
      case .opening: FloodLimits.height
      }
    }

    /// Why a number cannot be one, as in `rain` "is negative: -1.0"; `nil` for one that can.
    package func refusal(of number: Double) -> String? {
      guard !range.contains(number) else { return nil }
      if number < 0, range.lowerBound == 0 { return "is negative: \(number)" }
      return "is \(number) \(headers[0]), not between \(range.lowerBound) and "
        + "\(range.upperBound)"
    }
  }

  /// Water at the beginning.
  package enum InitialWater: Equatable, Sendable {
    /// Up to a level, metres.
    case level(Double)
    /// A raster of depths, metres.
    case depth(Located<String>)
  }

  /// How the water of the beginning moves, m/s.
  package struct InitialVelocity: Equatable, Sendable {
    /// One number for all places, or one for each.
    package enum Component: Equatable, Sendable {
      case number(Double)
      case raster(Located<String>)
    }

    /// Eastwards.
    package var east: Component
    /// Northwards.
    package var north: Component
  }

  /// A line or an area.
  package enum Shape: Equatable, Sendable {
    /// x and y, one after the other; areas are closed by the reader.
    case coordinates([Double])
    /// All shapes of a file.
    case file(Located<String>)
  }

  /// Which cells are meant.
  package enum Place: Equatable, Sendable {
    /// The cell of a point, or all cells whose centres lie within a radius of it, metres.
    case point(x: Double, y: Double, radiusMetres: Double?)
    /// All cells that a line passes.
    case along(Shape)
    /// All cells whose centres lie in an area.
    case polygon(Shape)
  }

  /// Water that comes in at a place.
  package struct Inflow: Equatable, Sendable {
    /// Its name.
    package var id: String
    /// Which cells it comes to.
    package var place: Place
    /// m³/s.
    package var flow: Series
    /// Where it stands in the scenario.
    package var position: TextPosition
  }

  /// Rain, mm/h.
  package enum Rain: Equatable, Sendable {
    /// The same everywhere.
    case hyetograph(Series)
    /// A design storm, the same everywhere.
    case storm(Storm)
    /// By areas.
    case zones(Zones)
  }

  /// A design storm by an intensity formula or a pattern.
  package struct Storm: Equatable, Sendable {
    /// Where it is told.
    package enum Origin: Equatable, Sendable {
      /// A file of the scenario's.
      case file(Located<String>)
      /// The id of one that comes with the program.
      case installed(Located<String>)

      /// As the scenario says it.
      package var words: Located<String> {
        switch self {
        case .file(let words), .installed(let words): words
        }
      }
    }

    /// A file of the form of `Models/storms/`.
    package var origin: Origin
    /// How rare it is, years, for a formula.
    package var returnPeriodYears: Double?
    /// How long it rains, minutes, for a formula.
    package var durationMinutes: Double?
    /// All its rain, for a pattern.
    package var depthMillimetres: Double?
    /// Minutes between the numbers of a formula.
    package var intervalMinutes: Double
  }

  /// Rain by areas.
  package struct Zones: Equatable, Sendable {
    /// Polygons or a raster of whole numbers.
    package var file: Located<String>
    /// The attribute that names a polygon's hyetograph.
    package var field: String?
    /// By the names that the file uses.
    package var hyetographs: [Named<Series>]
    /// A table of them instead, a column of mm/h each.
    package var table: Located<String>?
    /// Where the file says nothing; `nil` for no rain there.
    package var elsewhere: Series?
  }

  /// A value by the name that files use for it.
  package struct Named<Value: Equatable & Sendable>: Equatable, Sendable {
    /// The name.
    package var name: String
    /// What it means.
    package var value: Value
    /// Where it stands in the scenario.
    package var position: TextPosition
  }

  /// What happens along a part of a side.
  package struct Boundary: Equatable, Sendable {
    /// Which side.
    package var side: BoundaryCondition.Side
    /// Coordinates between which it holds: x for south and north, y for west and east.
    package var range: ClosedRange<Double>?
    /// What happens there.
    package var kind: BoundaryKind
    /// Where it stands in the scenario.
    package var position: TextPosition
  }

  /// What water does at a side.
  package enum BoundaryKind: Equatable, Sendable {
    case closed
    /// Water leaves; with a slope, at normal depth.
    case free(slope: Double?)
    /// Water outside stands at a level, metres.
    case level(Series)
    /// Water comes in, m³/s along the whole part.
    case hydrograph(Series)
  }
}
