package import Catalog
import CityFile
import GRDB
package import SimpleFeatures

/// A raster that is to be written: where its cells lie.
package struct RasterDraft: Sendable {
  /// In the raster's own CRS, which the layer keeps.
  package var lattice: RasterLattice
  /// What the file writes where it has no value; an export writes it again.
  package var noValue: Double?
  /// Longitude and latitude of all cells.
  package var extent: Envelope

  package init(lattice: RasterLattice, noValue: Double? = nil, extent: Envelope) {
    self.lattice = lattice
    self.noValue = noValue
    self.extent = extent
  }
}

extension SpatiaLiteStore {
  /// Makes one commit to a raster layer: `body` writes the bands of a file through the writer and
  /// answers how many cells it rejected.
  ///
  /// The first file gives the layer its CRS and cells; further ones must fit them and go over what
  /// is there. All or nothing: when `body` throws, or the process ends, the city is as it was
  /// before. The counts of the commit are cells.
  ///
  /// - Returns: The commit, which a rehearsal has undone; `nil` where nothing changed, and then
  ///   none is made.
  /// - Throws: ``RasterError`` `different-lattice`, `incompatible-definition`; whatever `body`
  ///   throws.
  package func commitRaster(
    _ draft: CommitDraft, _ raster: RasterDraft, to definition: LayerDefinition,
    _ body: (RasterWriter) throws -> Int, report: (Commit) -> String = { _ in "{}" }
  ) throws -> Commit? {
    guard case .raster(let rule) = definition.content else {
      throw RasterError(
        .incompatibleDefinition, "layer \"\(definition.id)\" holds features, not a raster",
        hint: "give `kind: raster` in a layer file of its own")
    }
    do {
      return try city.write { database in
        var commit = try Commit.begin(draft, layer: definition.id, in: database)
        let before = try StoredRaster.find(database, id: definition.id, upTo: nil)
        let number = try prepare(raster, definition, rule, before, in: database)
        let anchor = before?.anchor ?? raster.lattice
        guard let offset = anchor.offset(of: raster.lattice) else {
          throw RasterError.differentLattice(
            raster.lattice, before?.lattice ?? anchor, layer: definition.id)
        }
        let writer = RasterWriter(
          try RasterTiles(
            database, raster: number, commit: commit.number, codec: RasterTileCodec(rule.type)),
          source: raster.lattice, offset: offset, isOfClasses: !rule.classes.isEmpty)
        writer.isWhole = rule.type != .float32
        commit.counts.rejected = try body(writer)
        commit.counts.add(writer.counts)
        let isNewDefinition = before.map { $0.definition.text != definition.text } ?? false
        guard commit.counts.touched > 0 || isNewDefinition else { throw NothingWritten() }
        var state = RasterState(raster, offset, writer)
        if let before { state.include(before) }
        let levels = StoredRaster.levels(columns: state.columns, rows: state.rows)
        try writer.finish(levels: levels, known: before?.levels ?? 1)
        try commit.recordCounts(in: database)
        try record(state, of: number, after: commit, definition, levels, in: database)
        try database.execute(
          sql: "UPDATE yutu_commits SET report = ? WHERE seq = ?",
          arguments: [report(commit), commit.number])
        if draft.isRehearsal { throw Rehearsed(commit: commit) }
        return commit
      }
    } catch is NothingWritten {
      return nil
    } catch let rehearsed as Rehearsed {
      return rehearsed.commit
    }
  }

  /// Thrown to undo a transaction in which nothing happened.
  private struct NothingWritten: Error {}

  /// The raster's number, made where there is none.
  private func prepare(
    _ raster: RasterDraft, _ definition: LayerDefinition, _ rule: RasterRule,
    _ before: StoredRaster?, in database: Database
  ) throws -> Int64 {
    if let before {
      guard before.cellType == rule.type, before.rule?.datum == rule.datum else {
        throw RasterError(
          .incompatibleDefinition,
          "layer \"\(definition.id)\" has other cells in this city, or heights that count from "
            + "another datum, than its file says now",
          hint: "give the new layer an id of its own")
      }
      return before.number
    }
    if try StoredLayer.find(database, id: definition.id) != nil {
      throw RasterError(
        .incompatibleDefinition, "layer \"\(definition.id)\" holds features in this city",
        hint: "give the raster an id of its own")
    }
    let cells = raster.lattice
    try database.execute(
      sql: """
        INSERT INTO yutu_rasters
        (layer, crs, origin_x, origin_y, cell_width, cell_height, cell_type, no_value)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        definition.id, cells.crs, cells.originX, cells.originY, cells.cellWidth,
        cells.cellHeight, rule.type.rawValue, raster.noValue.flatMap { $0.isNaN ? nil : $0 },
      ])
    return database.lastInsertedRowID
  }

  private func record(
    _ state: RasterState, of raster: Int64, after commit: Commit, _ definition: LayerDefinition,
    _ levels: Int, in database: Database
  ) throws {
    let extent = state.extent
    try database.execute(
      sql: """
        INSERT INTO yutu_raster_states
        (raster, commit_seq, definition, first_column, first_row, columns, rows, levels,
          minimum, maximum, min_x, min_y, max_x, max_y)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        raster, commit.number, try definition.keepText(in: database), state.columns.lowerBound,
        state.rows.lowerBound,
        state.columns.count, state.rows.count, levels, state.bounds.lowerBound,
        state.bounds.upperBound, extent.minX, extent.minY, extent.maxX, extent.maxY,
      ])
  }
}

/// What a raster covers after a commit.
private struct RasterState {
  var columns: Range<Int>
  var rows: Range<Int>
  var bounds: ClosedRange<Double>
  var extent: Envelope

  init(_ raster: RasterDraft, _ offset: (columns: Int, rows: Int), _ writer: RasterWriter) {
    columns = offset.columns..<offset.columns + raster.lattice.columns
    rows = offset.rows..<offset.rows + raster.lattice.rows
    // Without any value the bounds are those of the raster before, which follows.
    bounds =
      writer.lowest <= writer.highest
      ? Double(writer.lowest)...Double(writer.highest) : .infinity ... .infinity
    extent = raster.extent
  }

  mutating func include(_ before: StoredRaster) {
    let (west, north) = (before.firstColumn, before.firstRow)
    let east = west + before.lattice.columns
    let south = north + before.lattice.rows
    columns = min(columns.lowerBound, west)..<max(columns.upperBound, east)
    rows = min(rows.lowerBound, north)..<max(rows.upperBound, south)
    let isEmpty = bounds.lowerBound == .infinity
    let low = min(bounds.lowerBound, before.bounds.lowerBound)
    bounds =
      low...(isEmpty ? before.bounds.upperBound : max(bounds.upperBound, before.bounds.upperBound))
    extent.formUnion(before.extent)
  }
}

extension StoredRaster {
  /// The first file's cells: where columns and rows are counted from.
  fileprivate var anchor: RasterLattice {
    lattice.part(
      columns: -firstColumn ..< -firstColumn + 1, rows: -firstRow ..< -firstRow + 1)
  }
}

extension CommitCounts {
  /// Adds the counts of a writer.
  fileprivate mutating func add(_ other: CommitCounts) {
    added += other.added
    changed += other.changed
    unchanged += other.unchanged
  }
}

extension RasterError {
  fileprivate static func differentLattice(
    _ file: RasterLattice, _ layer: RasterLattice, layer id: String
  ) -> RasterError {
    func words(_ lattice: RasterLattice) -> String {
      "\(lattice.crs), cells of \(lattice.cellWidth) x \(lattice.cellHeight) from "
        + "(\(lattice.originX), \(lattice.originY))"
    }
    let box = layer.envelope
    return RasterError(
      .differentLattice,
      "the file's cells (\(words(file))) do not lie on those of layer \"\(id)\" (\(words(layer)))",
      hint: "give it a layer of its own, or resample it onto these cells: gdalwarp -t_srs "
        + "\(layer.crs) -tr \(layer.cellWidth) \(layer.cellHeight) -te \(box.minX) \(box.minY) "
        + "\(box.maxX) \(box.maxY) IN OUT.tif")
  }
}
