import Catalog
import Datasets
package import FeatureStore
import GeometryCore
import SimpleFeatures

/// Brings one raster file into one raster layer, as one commit: the cells as they are, in the
/// file's own CRS.
package struct RasterImporter {
  private let request: Importer.Request
  private let progress: (_ rows: Int, _ of: Int) -> Void

  package init(
    _ request: Importer.Request, progress: @escaping (_ rows: Int, _ of: Int) -> Void = { _, _ in }
  ) {
    self.request = request
    self.progress = progress
  }

  /// Imports the file into the city that `openStore` gives, once its head proved good.
  ///
  /// - Throws: ``ImportError`` for a file that cannot be read or used, ``GeometryError`` where no
  ///   sure way leads from its CRS to CGCS2000, ``RasterError`` where its cells do not fit the
  ///   layer's. In all cases the city is unchanged.
  /// - Complexity: O(cells); holds 256 rows at a time.
  package func run(into openStore: () throws -> SpatiaLiteStore) throws -> RasterReport {
    guard case .raster(let rule) = request.layer.content else {
      throw ImportError(
        .unknownFormat, "layer \"\(request.layer.id)\" holds features, \(request.file) is a raster",
        hint: SourceFile.rasterHint)
    }
    let file = try RasterFile(request.file)
    var replaced = ReplacedCells()
    var report = RasterReport(layer: request.layer.id, source: request.file)
    let raster = try place(file, rule, &report)
    var check = RasterCellCheck(rule)
    var draft = CommitDraft(
      author: request.author, message: request.message, source: request.file)
    draft.isRehearsal = request.isDryRun
    report.isDryRun = request.isDryRun
    let store = try openStore()
    if !request.acceptsBreaches,
      let metres = try CityArea(store, for: request.layer.id)?.farness(of: raster.extent)
    {
      throw ImportError.farFromCity(
        message: "the cells of \(request.file) lie \(Int(metres / 1000)) km and more from the rest "
          + "of the city")
    }
    let commit = try store.commitRaster(draft, raster, to: request.layer) { writer in
      var values = 0
      for rows in writer.bands {
        var cells = try file.values(rows: rows)
        check.check(&cells, firstRow: rows.lowerBound, columns: file.lattice.columns)
        for value in cells where !value.isNaN { values += 1 }
        try writer.write(rows: rows, cells)
        progress(rows.upperBound, file.lattice.rows)
      }
      guard values > 0 else { throw ImportError.noValues(request.file, check.diagnostics) }
      replaced = writer.replaced
      return check.diagnostics.reduce(0) { $0 + $1.count }
    } report: { commit in
      report.finished(commit, check.diagnostics, replaced).json.text
    }
    return report.finished(commit, check.diagnostics, replaced)
  }

  /// Where the file's cells lie, in its own CRS and on the map.
  private func place(
    _ file: RasterFile, _ rule: RasterRule, _ report: inout RasterReport
  ) throws -> RasterDraft {
    var lattice = file.lattice
    guard let name = request.crs ?? (lattice.crs.isEmpty ? nil : lattice.crs) else {
      throw ImportError(
        .missingCRS, "\(request.file) does not say in which CRS its cells lie",
        hint: "name it: --crs EPSG:4547")
    }
    try checkDatum(file.datum?.rawValue, rule)
    guard !name.lowercased().hasSuffix(".yml") else {
      throw ImportError(
        .missingCRS, "a raster cannot come in a local frame: its cells would have to be resampled",
        hint: "warp it into a system of the registry first: gdalwarp -t_srs EPSG:4547 IN "
          + "OUT.tif")
    }
    let whole = try CoordinateReferenceSystem(name)
    if let vertical = whole.vertical { try checkDatum(vertical.layerName, rule) }
    let crs =
      whole.vertical == nil ? whole : try CoordinateReferenceSystem(whole.horizontalIdentifier)
    guard crs.identifier.hasPrefix("EPSG:") || crs.identifier.hasPrefix("OGC:") else {
      throw ImportError(
        .missingCRS,
        "a raster cannot be kept in \(crs.identifier): the city stores no shifted cells",
        hint: "warp it into EPSG:4490 or a zone of CGCS2000 first")
    }
    guard lattice.originX + lattice.cellWidth > lattice.originX,
      lattice.originY - lattice.cellHeight < lattice.originY
    else {
      throw ImportError(
        .unsuitableRaster, "the cells of \(request.file) are too small to be told apart",
        hint: "check its cell size: \(lattice.cellWidth) by \(lattice.cellHeight)")
    }
    lattice.crs = crs.identifier
    let transform = try CoordinateTransform(from: crs, to: .cgcs2000)
    let extent = try transform.transform(lattice.envelope)
    report.columns = lattice.columns
    report.rows = lattice.rows
    report.crs = lattice.crs
    report.isRounded = file.isRounded && rule.type == .float32
    report.operation = transform.operation
    report.accuracyMetres = transform.accuracyMetres
    return RasterDraft(lattice: lattice, noValue: file.noValue, extent: extent)
  }
}

extension RasterImporter {
  /// Refuses heights that count from another zero point than the layer's.
  private func checkDatum(_ datum: String?, _ rule: RasterRule) throws {
    guard let datum, let own = rule.datum, datum != own.rawValue else { return }
    throw ImportError(
      .mixedDatums,
      "heights of \(request.file) count from \(datum), those of layer "
        + "\"\(request.layer.id)\" from \(own.rawValue)",
      hint: "have them converted, or give them a layer of their own")
  }
}

extension RasterReport {
  /// The report with what the commit did; without one nothing changed.
  fileprivate func finished(
    _ commit: Commit?, _ diagnostics: [Diagnostic], _ replaced: ReplacedCells
  ) -> RasterReport {
    var report = self
    report.commit = isDryRun ? nil : commit?.number
    report.added = commit?.counts.added ?? 0
    report.changed = commit?.counts.changed ?? 0
    report.unchanged = commit?.counts.unchanged ?? 0
    report.rejected = diagnostics.reduce(0) { $0 + $1.count }
    report.diagnostics = diagnostics
    report.replaced = replaced
    return report
  }
}

extension ImportError {
  fileprivate static func noValues(_ file: String, _ diagnostics: [RasterReport.Diagnostic])
    -> ImportError
  {
    guard let first = diagnostics.first else {
      return ImportError(
        .nothingAccepted, "no cell of \(file) has a value", hint: "is it the right file?")
    }
    return ImportError(
      .nothingAccepted, "no cell of \(file) has a value that the layer takes",
      hint: "the first, in column \(first.column) of row \(first.row), is \(first.value): "
        + first.rule)
  }
}

extension GeometryCore.VerticalDatum {
  /// What layer files call it; a name that none of them has for other datums.
  fileprivate var layerName: String {
    switch self {
    case .yellowSea1985: Catalog.VerticalDatum.yellowSea1985.rawValue
    case .yellowSea1956: Catalog.VerticalDatum.yellowSea1956.rawValue
    case .wusong: Catalog.VerticalDatum.wusong.rawValue
    case .ellipsoid: Catalog.VerticalDatum.ellipsoid.rawValue
    case .station(let name): "station \(name)"
    case .registered(let code, let name): "\(name) (EPSG:\(code))"
    }
  }
}
