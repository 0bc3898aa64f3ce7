import Foundation
import GeometryCore
package import SimpleFeatures

/// The features of a file in its own coordinates, whole and untransformed, for models that compute
/// in the CRS of their terrain.
package struct VectorFile: Sendable {
  /// All features, in the order of the file.
  package var features: [Feature] = []
  /// The CRS as `EPSG:n`, empty where the file names none.
  ///
  /// GeoJSON without the old `crs` member names none.
  package var crs = ""

  /// Features beyond which a file is refused.
  private static let mostFeatures = 5_000_000

  /// Reads GeoJSON, GeoPackage, Shapefile, FlatGeobuf and what else GDAL reads for us; a CSV of
  /// `x,y` rows as one ring, and a folder of such files as one ring each.
  ///
  /// - Throws: ``ImportError`` for a file that is damaged, has several layers, or whose CRS is no
  ///   registered one.
  package init(_ path: String) throws {
    let file = try PlainFile(path)
    if file.isFolder, file.ending != "gdb" {
      let names = file.contents.filter { $0.lowercased().hasSuffix(".csv") }.sorted()
      guard !names.isEmpty else {
        throw ImportError(
          .unreadableFile, "the folder \(path) holds no .csv of x,y rows",
          hint: "name a file of polygons, or a folder of rings")
      }
      for name in names { features.append(try RingTable.feature("\(path)/\(name)")) }
      return
    }
    let kind: FileKind =
      file.isFolder ? .gdal(.fileGDB) : FileSignature(file.head(), ending: file.ending).kind
    switch kind {
    case .table: features = [try RingTable.feature(path)]
    case .geoJSON: try take(try GeoJSONSource(path), path)
    case .gdal: try take(try DatasetRequest(onlyLayerOf: path).open(), path)
    case .openStreetMap:
      throw ImportError(
        .unreadableFile, "\(path) is OpenStreetMap, which holds objects of many layers",
        hint: "import what is meant of it into a layer, and export that as GeoJSON")
    case .zip:
      throw ImportError(
        .unreadableFile, "\(path) is a ZIP archive", hint: "unpack it and name the file in it")
    case .other(let what, let hint): throw ImportError.notRead(path, what, hint: hint)
    case .raster(let what): throw ImportError.notRead(path, what, hint: SourceFile.rasterHint)
    }
  }

  private mutating func take(_ source: any RecordSource, _ path: String) throws {
    do {
      while let record = try source.next() {
        guard features.count < Self.mostFeatures else {
          throw ImportError(.unreadableFile, "\(path) holds too many features")
        }
        features.append(try record.feature.get())
      }
      switch try source.declaredCRS {
      case .none, .impliedByFormat: break
      case .named(let name): crs = try CoordinateReferenceSystem(name).identifier
      case .unknown(let name):
        throw ImportError(
          .missingCRS, "\(path) is in \"\(name)\", which no registered CRS is like",
          hint: "give it a code: ogr2ogr -a_srs EPSG:n OUT.gpkg \(path.shellQuoted)")
      }
    } catch let error as FormatError {
      throw ImportError(
        .unreadableFile,
        path + (error.position.map { ":\($0)" } ?? "") + ": \(error.message)", hint: error.hint)
    }
  }
}

/// One ring as rows of x and y, as hydraulic models have them; a header may stand above.
enum RingTable {
  static func feature(_ path: String) throws(ImportError) -> Feature {
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)), bytes.count < 64 << 20,
      let text = String(validating: bytes, as: UTF8.self)
    else { throw ImportError(.unreadableFile, "\(path) is no text that can be read") }
    var ring: [Double] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let words = line.split { ",;\t ".contains($0) }
      if words.isEmpty || line.hasPrefix("#") { continue }
      let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
      if ring.isEmpty, numbers.isEmpty { continue }
      guard words.count == 2, numbers.count == 2 else {
        throw ImportError(
          .unreadableFile, "\(path):\(index + 1): a corner of a ring is x and y",
          hint: "write rows of x,y; polygons with attributes go into GeoJSON or GeoPackage")
      }
      ring += numbers
    }
    guard ring.count >= 6 else {
      throw ImportError(
        .unreadableFile, "\(path) has \(ring.count / 2) corners, a ring has at least 3")
    }
    if ring.prefix(2) != ring.suffix(2) { ring += ring.prefix(2) }
    return Feature(id: nil, geometry: .polygon([ring]), properties: [])
  }
}
