import GRDB

/// Where a tile lies in a level.
struct RasterTilePlace: Hashable, Comparable {
  var row: Int
  var column: Int

  /// The tile of the next level that holds this one.
  var parent: RasterTilePlace { RasterTilePlace(row: row >> 1, column: column >> 1) }

  static func < (a: Self, b: Self) -> Bool { (a.row, a.column) < (b.row, b.column) }
}

/// The tiles of one raster as a commit changes them.
struct RasterTiles {
  private let raster: Int64
  private let commit: Int64
  private let codec: RasterTileCodec
  private let select: RowStatement
  private let insert: RowStatement
  private let replace: RowStatement
  private let end: RowStatement
  private let delete: RowStatement
  private let all: RowStatement

  init(_ database: Database, raster: Int64, commit: Int, codec: RasterTileCodec) throws {
    self.raster = raster
    self.commit = Int64(commit)
    self.codec = codec
    let place = "raster = ?1 AND level = ?2 AND tile_row = ?3 AND tile_column = ?4"
    select = try RowStatement(
      database, "SELECT since, data FROM yutu_raster_tiles WHERE \(place) AND until IS NULL")
    insert = try RowStatement(
      database,
      """
      INSERT INTO yutu_raster_tiles (raster, level, tile_row, tile_column, since, data)
      VALUES (?, ?, ?, ?, ?, ?)
      """)
    replace = try RowStatement(
      database, "UPDATE yutu_raster_tiles SET data = ?5 WHERE \(place) AND since = ?6")
    end = try RowStatement(
      database, "UPDATE yutu_raster_tiles SET until = ?5 WHERE \(place) AND until IS NULL")
    delete = try RowStatement(
      database, "DELETE FROM yutu_raster_tiles WHERE \(place) AND since = ?5")
    all = try RowStatement(
      database,
      """
      SELECT tile_row, tile_column FROM yutu_raster_tiles
      WHERE raster = ? AND level = ? AND until IS NULL
      """)
  }

  private func bind(_ statement: RowStatement, _ level: Int, _ place: RasterTilePlace) {
    statement.bind(1, raster)
    statement.bind(2, Int64(level))
    statement.bind(3, Int64(place.row))
    statement.bind(4, Int64(place.column))
  }

  /// The bytes of a tile as it stands, and the commit that wrote it; `nil` where there is none.
  private func stored(_ level: Int, _ place: RasterTilePlace) throws -> (Int64, [UInt8])? {
    bind(select, level, place)
    guard try select.step() else { return nil }
    defer { select.reset() }
    return (select.int64(0), select.blob(1))
  }

  /// The values of a tile as it stands; `nil` where no cell has one.
  func values(_ level: Int, _ place: RasterTilePlace) throws -> [Float]? {
    try stored(level, place).map { try RasterTileCodec.decode($0.1) }
  }

  /// Every tile of a level as it stands.
  func places(level: Int) throws -> Set<RasterTilePlace> {
    all.bind(1, raster)
    all.bind(2, Int64(level))
    var places: Set<RasterTilePlace> = []
    while try all.step() {
      places.insert(RasterTilePlace(row: Int(all.int64(0)), column: Int(all.int64(1))))
    }
    return places
  }

  /// Makes the tile hold `values`; earlier commits keep what they saw.
  ///
  /// - Returns: Whether anything changed: equal bytes are not stored again.
  func write(_ values: [Float], _ level: Int, _ place: RasterTilePlace) throws -> Bool {
    let old = try stored(level, place)
    let new = codec.encode(values)
    if old?.1 == new { return false }
    if let old, old.0 == commit {
      // This commit's own tile, met again: nobody has seen it.
      let statement = new == nil ? delete : replace
      bind(statement, level, place)
      if let new {
        statement.bind(5, blob: new)
        statement.bind(6, commit)
      } else {
        statement.bind(5, commit)
      }
      try statement.run()
      return true
    }
    if old != nil {
      bind(end, level, place)
      end.bind(5, commit)
      try end.run()
    }
    if let new {
      bind(insert, level, place)
      insert.bind(5, commit)
      insert.bind(6, blob: new)
      try insert.run()
    }
    return true
  }
}
