package import Catalog
package import Flood
import SimpleFeatures

/// What each class of land cover is to the water: `Models/flood/land-cover.yml`.
package struct LandCoverTable: Equatable, Sendable {
  /// One class.
  package struct Entry: Equatable, Sendable {
    /// Manning's n, s/m^(1/3).
    package var roughness: Double
    /// What pervious ground of the class takes.
    package var infiltration: Flood.Infiltration.Model
    /// The share of the ground that is sealed, 0 to 1.
    package var imperviousShare: Double

    /// What a cell of the class takes as a whole: rates are those of the pervious share.
    var mean: Flood.Infiltration.Model {
      let share = 1 - imperviousShare
      switch infiltration {
      case _ where share == 0: return .none
      case .none: return .none
      case .greenAmpt(let conductivity, let suction, let deficit):
        return .greenAmpt(
          conductivityMillimetresPerHour: conductivity * share, suctionMillimetres: suction,
          moistureDeficit: deficit)
      case .horton(let first, let last, let decay):
        return .horton(
          initialMillimetresPerHour: first * share, finalMillimetresPerHour: last * share,
          decayPerHour: decay)
      case .curveNumber(let number, let ratio):
        return .curveNumber(
          number * share + Self.sealedCurveNumber * imperviousShare, initialAbstractionRatio: ratio)
      }
    }

    private static let sealedCurveNumber = 98.0
  }

  /// Where its numbers were read; `nil` where nobody has confirmed them.
  package var source: String?
  /// By the values of the raster.
  package var classes: [Int: Entry]
  /// Where the raster has no value, or one that ``classes`` lacks.
  package var elsewhere: Entry
}

extension KeySet {
  fileprivate static let landCover = KeySet(
    owner: "the table", required: ["id", "source", "classes", "default"], optional: ["title"])
  fileprivate static let coverClass = KeySet(
    owner: "the class", required: ["roughness"], optional: ["infiltration", "impervious"])
}

extension LandCoverTable: ConfigFile {
  package static func read(
    _ tree: YAMLTree, text: String, by reader: inout ConfigReader
  ) -> LandCoverTable? {
    guard let entries = reader.entries(of: tree, keys: .landCover) else { return nil }
    _ = reader.fileID(
      entries["id"], expected: CatalogFile.id(of: reader.file), of: "land cover table")
    _ = entries["title"].flatMap { reader.localised($0, "title") }
    let source = reader.text(entries["source"], "source")
    var classes: [Int: Entry] = [:]
    for named in reader.named(entries["classes"], "classes", { $0.coverClass($1) }) {
      guard let value = Int(named.name) else {
        reader.note(
          named.position, "`\(named.name)` is not a value of a raster",
          hint: "classes are named by the whole numbers that the layer's file lists")
        continue
      }
      classes[value] = named.value
    }
    guard let elsewhere = entries["default"].flatMap({ reader.coverClass($0) }), let source,
      reader.diagnostics.isEmpty
    else { return nil }
    return LandCoverTable(
      source: source == "unconfirmed" ? nil : source, classes: classes, elsewhere: elsewhere)
  }
}

extension ConfigReader {
  fileprivate mutating func coverClass(_ tree: YAMLTree) -> LandCoverTable.Entry? {
    guard let entries = entries(of: tree, keys: .coverClass) else { return nil }
    let n = number(entries["roughness"], "roughness", in: FloodLimits.roughness)
    let model = entries["infiltration"].map { groundClass($0) } ?? Flood.Infiltration.Model.none
    let share = number(entries["impervious"], "impervious", in: FloodLimits.share)
    guard let n, let model else { return nil }
    return LandCoverTable.Entry(
      roughness: n, infiltration: model, imperviousShare: share ?? 0)
  }
}
