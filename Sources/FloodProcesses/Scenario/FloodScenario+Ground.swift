package import Flood
package import SimpleFeatures

extension FloodScenario {
  /// A number for each shape of a file.
  package enum ShapeValue: Equatable, Sendable {
    /// The same for all.
    case number(Double)
    /// An attribute of each.
    case field(Located<String>)
  }

  /// Buildings as obstacles.
  package struct Buildings: Equatable, Sendable {
    /// How buildings block the flow.
    package enum Mode: String, Sendable, CaseIterable {
      /// Water cannot enter their cells.
      case wall
      /// Their cells are higher by their height.
      case raised
    }

    /// Where rain on roofs goes.
    package enum RoofRain: Equatable, Sendable {
      /// To the ground around the building.
      case ground
      /// Into pipes that are no part of the run.
      case none
      /// To the nearest inlet, to the ground around the building where none is near.
      case inlets
      /// To the nearest cell that lines or areas of a file take, in the same way.
      case nearest(Located<String>)
    }

    /// Polygons.
    package var file: Located<String>
    /// How they block the flow.
    package var mode: Mode
    /// Metres above the ground, for ``Mode/raised``.
    package var height: ShapeValue?
    /// Where rain on them goes, for ``Mode/wall``; from raised cells it flows off.
    package var roofRain: RoofRain
  }

  /// Manning's n, s/m^(1/3).
  package struct Roughness: Equatable, Sendable {
    /// Where ``areas`` says nothing.
    package var everywhere: Double?
    /// Polygons or a raster of n.
    package var areas: Located<String>?
    /// n of polygons; `nil` for a raster.
    package var value: ShapeValue?
  }

  /// What the ground takes of the water, by classes.
  package struct Infiltration: Equatable, Sendable {
    /// By the names, or numbers, that the file uses.
    package var classes: [Named<Flood.Infiltration.Model>]
    /// Polygons or a raster of class numbers; `nil` for ``elsewhere`` everywhere.
    package var file: Located<String>?
    /// The attribute that names a polygon's class.
    package var field: String?
    /// The class where the file says nothing.
    package var elsewhere: String?
  }

  /// A dyke or wall along lines.
  package struct Embankment: Equatable, Sendable {
    /// Where it runs.
    package var line: Shape
    /// Height of the crest in the terrain's heights, metres.
    package var crest: ShapeValue
    /// Where it stands in the scenario.
    package var position: TextPosition
  }
}
