import Datasets
import SimpleFeatures

/// What a Shapefile (ESRI Shapefile Technical Description, July 1998; dBASE III+ tables) can hold.
enum ShapefileLimits {
  static let nameBytes = 10
  static let textBytes = 254
  /// Digits and sign of a whole number that readers keep exact.
  static let integerWidth = 18
  static let realWidth = 24
  static let realDecimals = 15
  static let columns = 255
  static let rowBytes = 65_535
  /// A .shp or .dbf beyond this is not read everywhere.
  static let fileBytes = (1 << 31) - 1
  static let headBytes = 100

  /// Names of at most ten bytes, each once, for the names of fields.
  static func names(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.map { name in
      var short = String(name.prefix(nameBytes))
      var number = 1
      while !taken.insert(short).inserted {
        let end = "_\(number)"
        short = String(name.prefix(nameBytes - end.utf8.count)) + end
        number += 1
      }
      return short
    }
  }

  /// The bytes that a geometry takes in the .shp: its record's head of 8, then its content.
  static func recordBytes(_ geometry: Geometry) -> Int {
    geometry.kind == .point
      ? 8 + 20 : 8 + 44 + 4 * geometry.pathEnds.count + 16 * geometry.vertexCount
  }

  /// The columns of the table in bytes; each row has one more, which marks deleted ones.
  static func rowBytes(_ columns: [FileColumn]) -> Int {
    columns.reduce(1) { $0 + $1.width }
  }

  /// - Throws: ``ImportError`` `format-limit` where the files would be larger than readers take.
  static func check(
    _ columns: [FileColumn], rows: Int, shapeBytes: Int
  ) throws(ImportError) {
    let row = rowBytes(columns)
    guard columns.count <= Self.columns, row <= rowBytes else {
      throw ImportError(
        .formatLimit,
        "a Shapefile has at most \(Self.columns) columns of together \(rowBytes) bytes, the layer "
          + "needs \(columns.count) of \(row)", hint: "name the file .gpkg or .fgb")
    }
    let table = 32 * (columns.count + 1) + 1 + rows * row
    for (bytes, ending) in [(headBytes + shapeBytes, ".shp"), (table, ".dbf")]
    where bytes > fileBytes {
      throw ImportError(
        .formatLimit,
        "the \(ending) of a Shapefile has at most 2 GB, the layer needs \(bytes) bytes",
        hint: "name the file .gpkg or .fgb")
    }
  }
}
