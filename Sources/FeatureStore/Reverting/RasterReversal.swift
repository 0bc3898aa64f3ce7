import Catalog
import CityFile
import Coverages
import GRDB
import SimpleFeatures

/// Takes cells of one raster layer back, within a commit.
///
/// As ``FeatureReversal``, cell by cell: two files side by side in one tile do not hinder each
/// other.
struct RasterReversal {
  private let database: Database
  private let city: String
  private let reversal: Reversal
  /// The raster as it stands.
  let raster: StoredRaster
  /// The commit to whose cells it goes back; 0 before the first.
  private let base: Int
  private let versions: RowStatement

  init(
    _ reversal: Reversal, _ raster: StoredRaster, of city: String, in database: Database
  ) throws {
    self.database = database
    self.city = city
    self.reversal = reversal
    self.raster = raster
    base = reversal.base
    versions = try RowStatement(
      database,
      """
      SELECT data FROM yutu_raster_tiles
      WHERE raster = ?1 AND level = 0 AND tile_row = ?2 AND tile_column = ?3
        AND since <= ?4 AND (until IS NULL OR until > ?4)
      """)
  }

  /// Writes the cells as they were, and what the raster then covers, as `commit`.
  ///
  /// - Throws: ``RevertConflict``.
  func write(as commit: Int, progress: (Int, Int) -> Void) throws -> CommitCounts {
    guard let rule = raster.rule else { return CommitCounts() }
    let tiles = try RasterTiles(
      database, raster: raster.number, commit: commit, codec: RasterTileCodec(rule.type))
    var counts = CommitCounts()
    var conflict = RevertConflict(
      city: city, reverted: reversal.number, layer: raster.id, isRaster: true)
    var changed: Set<RasterTilePlace> = []
    let places = try touchedPlaces()
    for (done, place) in places.enumerated() {
      progress(done, places.count)
      let cells = try merged(place, &counts)
      if cells.conflicts > 0 {
        conflict.count += cells.conflicts
        conflict.commits.formUnion(try laterCommits(to: place))
      } else if conflict.count == 0, try tiles.write(cells.values, 0, place) {
        changed.insert(place)
      }
    }
    guard conflict.count == 0 else { throw conflict }
    guard !changed.isEmpty else { return counts }
    var pyramid = RasterPyramid(tiles, method: rule.classes.isEmpty ? .average : .mode)
    pyramid.isWhole = rule.type != .float32
    try pyramid.update(changed, levels: raster.levels, known: raster.levels)
    try recordState(as: commit)
    return counts
  }

  /// The tiles of cells that the reverted commits wrote or ended.
  private func touchedPlaces() throws -> [RasterTilePlace] {
    return try Row.fetchAll(
      database,
      sql: """
        SELECT DISTINCT tile_row, tile_column FROM yutu_raster_tiles
        WHERE raster = ?1 AND level = 0
          AND ((since > ?2 AND since <= ?3) OR (until > ?2 AND until <= ?3))
        ORDER BY tile_row, tile_column
        """, arguments: [raster.number, base, reversal.last]
    ).map { try RasterTilePlace(row: $0.value(0), column: $0.value(1)) }
  }

  /// The cells of a tile with the reverted ones as they were.
  private func merged(
    _ place: RasterTilePlace, _ counts: inout CommitCounts
  ) throws -> (values: [Float], conflicts: Int) {
    let old = try values(of: place, at: base)
    var now = try values(of: place, at: .max)
    var left = now
    if case .commit(let number) = reversal { left = try values(of: place, at: number) }
    var conflicts = 0
    for cell in now.indices where old[cell].bitPattern != left[cell].bitPattern {
      if now[cell].bitPattern == old[cell].bitPattern { continue }
      guard now[cell].bitPattern == left[cell].bitPattern else {
        conflicts += 1
        continue
      }
      switch (now[cell].isNaN, old[cell].isNaN) {
      case (true, _): counts.added += 1
      case (_, true): counts.removed += 1
      default: counts.changed += 1
      }
      now[cell] = old[cell]
    }
    return (now, conflicts)
  }

  /// The cells of a tile as a commit left them, gaps all alike.
  private func values(of place: RasterTilePlace, at commit: Int) throws -> [Float] {
    versions.bind(1, raster.number)
    versions.bind(2, Int64(place.row))
    versions.bind(3, Int64(place.column))
    versions.bind(4, Int64(commit == .max ? raster.lastCommit : commit))
    defer { versions.reset() }
    guard try versions.step() else {
      return [Float](repeating: .nan, count: RasterTileCodec.cellCount)
    }
    return try RasterTileCodec.decode(versions.blob(0)).map { $0.isNaN ? .nan : $0 }
  }

  private func laterCommits(to place: RasterTilePlace) throws -> [Int] {
    try Int.fetchAll(
      database,
      sql: """
        SELECT since FROM yutu_raster_tiles WHERE raster = ?1 AND level = 0 AND tile_row = ?2
          AND tile_column = ?3 AND since > ?4
        UNION SELECT until FROM yutu_raster_tiles WHERE raster = ?1 AND level = 0 AND tile_row = ?2
          AND tile_column = ?3 AND until > ?4
        """, arguments: [raster.number, place.row, place.column, reversal.number])
  }

  /// What the raster covers: as at the commit that it goes back to where nothing came since, else
  /// as it stands.
  private func recordState(as commit: Int) throws {
    var source = raster.lastCommit
    if reversal.last >= source, let old = try StoredRaster.find(database, id: raster.id, upTo: base)
    {
      source = old.lastCommit
    }
    try database.execute(
      sql: """
        INSERT INTO yutu_raster_states
        SELECT raster, ?1, (SELECT definition FROM yutu_raster_states
          WHERE raster = ?2 AND commit_seq = ?3), first_column, first_row, columns, rows, levels,
          minimum, maximum, min_x, min_y, max_x, max_y
        FROM yutu_raster_states WHERE raster = ?2 AND commit_seq = ?4
        """, arguments: [commit, raster.number, raster.lastCommit, source])
  }
}
