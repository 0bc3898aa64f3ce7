import SimpleFeatures

/// What columns of coordinates say of their CRS, and what was decided about them, in words.
struct CoordinateStatement {
  private let columns: CoordinateColumns
  private let isGuess: Bool
  private let namesDegrees: Bool
  private let sample: [Feature]
  private let request: SourceRequest

  /// - Parameters:
  ///   - isGuess: Whether the columns were found and not named.
  ///   - namesDegrees: Whether the person or the columns' names say that they are degrees.
  ///   - sample: The first records.
  init(
    _ columns: CoordinateColumns, isGuess: Bool, namesDegrees: Bool, _ sample: [Feature],
    _ request: SourceRequest
  ) {
    self.columns = columns
    self.isGuess = isGuess
    self.namesDegrees = namesDegrees
    self.sample = sample
    self.request = request
  }

  /// The system: CGCS2000 for degrees that are named so, what the shapes say, else none.
  ///
  /// - Throws: ``ImportError`` `missing-crs` where the person has to name it, with the system that
  ///   the numbers look like.
  func declaredCRS() throws(ImportError) -> DeclaredCRS {
    switch columns {
    case .shape(let column):
      let shapes = sample.compactMap { feature in
        feature[column].flatMap { try? GeometryText($0) }
      }
      return shapes.first { $0.declaredCRS != .none }?.declaredCRS ?? .none
    case .degrees(let x, let y):
      guard request.crs == nil else { return .none }
      try checkDegrees(x, y)
      if let shifted = [x, y].compactMap(CoordinateNames.shiftedSystem).first {
        throw missing("\(pair) look like \(shifted) by their names", "--crs \(shifted)")
      }
      guard namesDegrees else {
        throw missing("\(pair) look like degrees", "--crs EPSG:4490 or --crs GCJ-02")
      }
      return .named("EPSG:4490")
    case .metres(let x, _):
      guard request.crs == nil else { return .none }
      let zone = sample.compactMap { CoordinateText.number($0[x]) }.first.map {
        Int(min(max($0 / 1e6, 0), 99))
      }
      let code =
        switch zone ?? 0 {
        case 13...23: "--crs EPSG:\(4478 + (zone ?? 0)), the 6-degree zone \(zone ?? 0) of CGCS2000"
        case 25...45: "--crs EPSG:\(4488 + (zone ?? 0)), the 3-degree zone \(zone ?? 0) of CGCS2000"
        default: "--crs EPSG:4547 for the 3-degree zone of 114°E of CGCS2000"
        }
      throw missing("\(pair) are metres", code)
    }
  }

  private func missing(_ words: String, _ example: String) -> ImportError {
    ImportError(
      .missingCRS, "\(request.file) does not say in which CRS its coordinates are: \(words)",
      hint: "name it, for example \(example)")
  }

  private var pair: String { columns.names.map { "\"\($0)\"" }.joined(separator: " and ") }

  /// Degrees that are metres are refused at once, not record by record.
  private func checkDegrees(_ x: String, _ y: String) throws(ImportError) {
    let places = sample.compactMap { feature in
      CoordinateText.degrees(feature[x]).flatMap { x in
        CoordinateText.degrees(feature[y]).map { (x, $0) }
      }
    }
    guard let first = places.first, places.allSatisfy({ abs($0.0) > 180 || abs($0.1) > 180 })
    else { return }
    throw ImportError(
      .unclearCoordinates, "\(pair) of \(request.file) are no degrees: \(first.0), \(first.1)",
      hint: "are these metres? --map easting=COLUMN --map northing=COLUMN --crs EPSG:4547")
  }

  /// What was decided without being told.
  var remarks: [String] {
    var remarks: [String] = []
    if isGuess {
      switch columns {
      case .shape(let column): remarks.append("shapes are read from the column \"\(column)\"")
      case .degrees(let x, let y):
        remarks.append("\"\(x)\" is read as longitude and \"\(y)\" as latitude")
      case .metres(let x, let y):
        remarks.append("\"\(x)\" is read as easting and \"\(y)\" as northing")
      }
    }
    if case .degrees = columns, request.crs == nil {
      remarks.append("degrees are taken as CGCS2000 (EPSG:4490), since --crs names no other")
    }
    return remarks
  }
}
