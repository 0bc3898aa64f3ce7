import Datasets
import GeometryCore
import SimpleFeatures

/// What a file says of its CRS, where a person says something else.
struct OverruledCRS {
  /// The file's system, as it names it.
  let name: String
  /// How far the middle of the data moves by what the person says, in metres; `nil` where one of
  /// the systems has no place there.
  let shiftMetres: Double?
  /// Whether nothing is published that leads from the file's datum to the city's.
  private let isOtherDatum: Bool

  /// - Parameters:
  ///   - stated: The file's system; `nil` for one that is not known.
  ///   - taken: The way to the city's system from the person's.
  ///   - sample: The first records of the file.
  init(
    _ name: String, _ stated: CoordinateReferenceSystem?, _ taken: CoordinateTransform,
    _ sample: [SourceRecord]
  ) {
    self.name = stated.map { "\($0.identifier) (\($0.name))" } ?? name
    var box = Envelope.empty
    for record in sample {
      if let shape = try? record.feature.get().geometry { box.formUnion(shape.envelope) }
    }
    let own = stated.flatMap { try? CoordinateTransform(from: $0, to: .cgcs2000) }
    isOtherDatum = stated != nil && own == nil
    guard !box.isEmpty, let own else {
      shiftMetres = nil
      return
    }
    let (x, y) = ((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)
    guard let from = try? own.transform(x: x, y: y), let to = try? taken.transform(x: x, y: y)
    else {
      shiftMetres = nil
      return
    }
    let metres = Ellipsoid.cgcs2000.distanceMetres(
      fromLongitude: from.x, latitude: from.y, toLongitude: to.x, latitude: to.y)
    // Below a millimetre two systems are one.
    shiftMetres = metres < 0.001 ? 0 : metres
  }

  /// The warning; `nil` where no place moves.
  func warning(_ given: String) -> RecordDiagnostic? {
    guard shiftMetres != 0 else { return nil }
    let shift = shiftMetres.map { metres in
      metres < 1000
        ? ", which moves its places by \((metres * 100).rounded() / 100) m"
        : ", which moves its places by \(Int(metres / 1000)) km"
    }
    return RecordDiagnostic(
      severity: .warning, rule: "overruled-crs", record: 0,
      message: "the file says \(name), --crs says \(given)\(shift ?? "")",
      hint: isOtherDatum
        ? "systems such as Xi'an 1980 and CGCS2000 lie up to a hundred metres and more apart: make "
          + "sure which one the coordinates are in"
        : "leave out --crs unless the file is known to be wrong")
  }
}
