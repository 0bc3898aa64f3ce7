import SimpleFeatures

/// Finds the columns of coordinates in a table by their names, and by the size of their numbers
/// where names leave it open.
struct CoordinateGuess {
  let columns: CoordinateColumns
  /// Whether the names say that the numbers are degrees.
  let namesDegrees: Bool

  /// The share of a sample's numbers that must be of the right size.
  private static let leastShare = 0.9

  /// - Parameter sample: The first records.
  /// - Throws: ``ImportError`` `unclear-coordinates` where no columns, or too many, are known.
  init(_ columnNames: [String], _ sample: [Feature], of file: String) throws(ImportError) {
    var found: [CoordinateNames.Meaning: [String]] = [:]
    for name in columnNames {
      if let meaning = CoordinateNames.meaning(of: name) {
        found[meaning, default: []].append(name)
      }
    }
    found[.shape] = found[.shape]?.filter { Self.holdsShapes($0, sample) }
    for (meaning, names) in found where names.count > 1 {
      throw Self.unclear(
        "\(file) has several columns that may hold the \(meaning): "
          + names.joined(separator: ", "), columnNames)
    }
    let one = { (meaning: CoordinateNames.Meaning) in found[meaning]?.first }
    if let shape = one(.shape) {
      (columns, namesDegrees) = (.shape(shape), false)
    } else if let x = one(.longitude), let y = one(.latitude) {
      (columns, namesDegrees) = (.degrees(longitude: x, latitude: y), true)
    } else if let x = one(.easting), let y = one(.northing) {
      (columns, namesDegrees) = (.metres(easting: x, northing: y), false)
    } else if let x = one(.x), let y = one(.y) {
      columns = try Self.sized(x, y, columnNames, sample, of: file)
      namesDegrees = false
    } else {
      throw Self.unclear(
        "\(file) is a table, and no column is known to hold coordinates", columnNames)
    }
  }

  private static func unclear(_ words: String, _ columns: [String]) -> ImportError {
    ImportError(
      .unclearCoordinates, words,
      hint: "name them: --map longitude=COLUMN --map latitude=COLUMN, --map easting=COLUMN "
        + "--map northing=COLUMN, or --map geometry=COLUMN; the columns are "
        + columns.prefix(40).joined(separator: ", "))
  }

  /// Whether a column's texts are WKT or GeoJSON.
  private static func holdsShapes(_ column: String, _ sample: [Feature]) -> Bool {
    let values = sample.compactMap { $0[column] }.filter { !$0.isNull }
    return values.contains { value in (try? GeometryText(value)) != nil }
  }

  // MARK: X and Y

  /// Which of X and Y is the easting, by the size of their numbers.
  private static func sized(
    _ x: String, _ y: String, _ columnNames: [String], _ sample: [Feature], of file: String
  ) throws(ImportError) -> CoordinateColumns {
    let numbers = { (column: String) in sample.compactMap { CoordinateText.number($0[column]) } }
    let (a, b) = (numbers(x), numbers(y))
    let holds = { (numbers: [Double], isOfSize: (Double) -> Bool) in
      !numbers.isEmpty
        && Double(numbers.filter(isOfSize).count) >= leastShare * Double(numbers.count)
    }
    switch (
      holds(a, isEasting) && holds(b, isNorthing), holds(b, isEasting) && holds(a, isNorthing)
    )
    {
    case (true, false): return .metres(easting: x, northing: y)
    case (false, true): return .metres(easting: y, northing: x)
    default: break
    }
    let isLongitude = { (degrees: Double) in (73.0...136).contains(degrees) }
    let isLatitude = { (degrees: Double) in (3.0...54).contains(degrees) }
    if holds(a, isLongitude), holds(b, isLatitude) { return .degrees(longitude: x, latitude: y) }
    if holds(b, isLongitude), holds(a, isLatitude) { return .degrees(longitude: y, latitude: x) }
    let shown = { (numbers: [Double]) in numbers.first.map { "\($0)" } ?? "nothing" }
    throw unclear(
      "whether \"\(x)\" or \"\(y)\" of \(file) is the easting cannot be told by their numbers "
        + "(\(shown(a)) and \(shown(b)))", columnNames)
  }

  /// Metres from 400 km west to 400 km east of a central meridian, with or without the zone.
  static func isEasting(_ metres: Double) -> Bool {
    let zone = (metres / 1e6).rounded(.down)
    return (zone == 0 || (13...45).contains(zone)) && (1e5...9e5).contains(metres - zone * 1e6)
  }

  /// Metres from the equator to the latitudes of China, 17 to 54 degrees.
  static func isNorthing(_ metres: Double) -> Bool { (1.85e6...5.99e6).contains(metres) }
}

extension CoordinateNames.Meaning: CustomStringConvertible {
  var description: String {
    switch self {
    case .shape: "geometry"
    case .longitude: "longitude"
    case .latitude: "latitude"
    case .easting: "easting"
    case .northing: "northing"
    case .x: "X"
    case .y: "Y"
    }
  }
}
