import CityFile
import SimpleFeatures

extension LayerCheck {
  /// Features, those of the past included, without a geometry of their layer's type, or whose
  /// stored box is not that of their points.
  func geometryFaults() throws -> [CityDiagnostic] {
    let past = try table.past.exists(database) ? [table.past.quotedName] : []
    return try ([table.quotedName] + past).compactMap { table in
      let rows = try RowStatement(
        database,
        """
        SELECT geom, id, MbrMinX(geom), MbrMinY(geom), MbrMaxX(geom), MbrMaxY(geom) FROM \(table)
        """, isOneOfFew: false)
      var geometry = Geometry(kind: .point)
      var wrong: (count: Int, id: String) = (0, "")
      while try rows.step() {
        guard !isSound(rows, &geometry) else { continue }
        if wrong.count == 0 { wrong.id = rows.text(1) }
        wrong.count += 1
      }
      return wrong.count == 0
        ? nil
        : fault(
          "the geometry of \(wrong.count.of("feature")) is damaged, the first is \(wrong.id)",
          advice.restore)
    }
  }

  private func isSound(_ row: RowStatement, _ geometry: inout Geometry) -> Bool {
    guard (try? row.read(0, into: &geometry)) != nil, geometry.pathFault == nil,
      table.takes(geometry.kind)
    else { return false }
    let box = geometry.envelope
    return !box.isEmpty
      && box
        == Envelope(
          minX: row.double(2), minY: row.double(3), maxX: row.double(4), maxY: row.double(5))
  }

  /// Whether the box that the last commit left holds all features.
  func extentFaults() throws -> [CityDiagnostic] {
    let row = try RowStatement(
      database,
      """
      SELECT min(MbrMinX(geom)), min(MbrMinY(geom)), max(MbrMaxX(geom)), max(MbrMaxY(geom))
      FROM \(table.quotedName)
      """)
    defer { row.reset() }
    guard try row.step(), !row.isNull(0) else { return [] }
    let box = Envelope(
      minX: row.double(0), minY: row.double(1), maxX: row.double(2), maxY: row.double(3))
    guard layer.extent?.contains(box) != true else { return [] }
    return [fault("its extent does not hold all of its features", nil, .counts)]
  }

  /// Tiles are known by the last commit that concerns them, which is one to this layer.
  func tileFaults() throws -> [CityDiagnostic] {
    let wrong = try count(
      """
      SELECT count(*) FROM yutu_tile_commits t WHERE layer = '\(layer.id)' AND (cell < 0
        OR commit_seq NOT IN (SELECT seq FROM yutu_commits WHERE layer = '\(layer.id)'))
      """)
    guard wrong > 0 else { return [] }
    return [fault("which of its tiles have changed is not known", nil, .tiles)]
  }
}

extension LayerTable {
  /// Whether the layer's column holds geometries of `kind`, single parts unwrapped.
  fileprivate func takes(_ kind: Geometry.Kind) -> Bool {
    switch columnType {
    case "POINT": kind == .point
    case "MULTILINESTRING": kind == .lineString || kind == .multiLineString
    default: kind == .polygon || kind == .multiPolygon
    }
  }
}
