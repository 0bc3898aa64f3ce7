import Catalog
import SimpleFeatures

extension RasterHead: Codable {
  private enum Key: String, CodingKey {
    case columns, rows, originX, originY, cellWidth, cellHeight, crs, datum, noValueBits, isRounded
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(lattice.columns, forKey: .columns)
    try values.encode(lattice.rows, forKey: .rows)
    try values.encode(lattice.originX, forKey: .originX)
    try values.encode(lattice.originY, forKey: .originY)
    try values.encode(lattice.cellWidth, forKey: .cellWidth)
    try values.encode(lattice.cellHeight, forKey: .cellHeight)
    try values.encode(lattice.crs, forKey: .crs)
    try values.encode(datum?.rawValue, forKey: .datum)
    // JSON has no NaN.
    try values.encode(noValue?.bitPattern, forKey: .noValueBits)
    try values.encode(isRounded, forKey: .isRounded)
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func side(_ key: Key) throws -> Int {
      let count = try values.decode(Int.self, forKey: key)
      guard (0...Self.longestSide).contains(count) else { throw RecordFrame.Unintelligible() }
      return count
    }
    func size(_ key: Key) throws -> Double {
      let size = try values.decode(Double.self, forKey: key)
      guard size > 0, size.isFinite else { throw RecordFrame.Unintelligible() }
      return size
    }
    lattice = RasterLattice(
      columns: try side(.columns), rows: try side(.rows),
      originX: try values.decode(Double.self, forKey: .originX),
      originY: try values.decode(Double.self, forKey: .originY), cellWidth: try size(.cellWidth),
      cellHeight: try size(.cellHeight), crs: try values.decode(String.self, forKey: .crs))
    datum = try values.decode(String?.self, forKey: .datum).flatMap(VerticalDatum.init)
    noValue = try values.decode(UInt64?.self, forKey: .noValueBits)
      .map { Double(bitPattern: $0) }
    isRounded = try values.decode(Bool.self, forKey: .isRounded)
  }
}
