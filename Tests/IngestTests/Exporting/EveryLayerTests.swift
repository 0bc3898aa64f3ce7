import Catalog
import Foundation
import GRDB
import Ingest
import SimpleFeatures
import TestSupport
import Testing

/// Each layer of `Layers/` with some features, exported in each format and read by other programs:
/// Shapefiles and FlatGeobufs by ogr2ogr, GeoPackages by SQLite, CSV by Python.
@Suite("Every layer of the city can be given away in every format", .needsGDAL)
struct EveryLayerTests {
  let city: ExportCity
  let layers: [LayerDefinition]

  init() throws {
    city = try ExportCity()
    let folder = TestData.repository.appending(path: "Layers")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    layers = try files.filter { $0.hasSuffix(".yml") }.sorted()
      .map { try TestData.layer(String($0.dropLast(4))) }.filter(\.hasFeatures)
    for layer in layers { try city.write(Self.items(layer), to: layer) }
  }

  private static func items(_ layer: LayerDefinition) -> [ExportCity.Item] {
    (0..<4).map { number in
      ExportCity.Item(
        id: "\(layer.id)-\(number)",
        geometry: ExportCity.geometry(layer.geometry.rawValue, number + 3),
        values: layer.fields.enumerated().map { index, field in
          (number + index) % 4 == 0 ? .null : value(field, number)
        })
    }
  }

  private static func value(_ field: Field, _ number: Int) -> PropertyValue {
    switch field.type {
    case .text: .text(field.codes.first?.value ?? "\(field.title.zh) \(number)号")
    case .integer: .integer(Int64(number) * 9_007_199_254_740_993)
    case .real: .real(Double(number) * 12.375)
    case .boolean: .boolean(number % 2 == 0)
    case .date: .text("2026-05-3\(number % 2)")
    case .datetime: .text("2026-05-31T08:00:0\(number).250Z")
    }
  }

  /// Exports all layers into a folder of their own.
  private func exportAll(_ ending: String) throws -> String {
    let path = city.folder.file(ending)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    for layer in layers {
      let report = try Exporter(layer.id, "\(path)/\(layer.id).\(ending)").run(from: city.store)
      #expect(report.features == 4)
    }
    return path
  }

  /// Holds the tables of a GeoPackage to the layers, column by column.
  private func check(_ package: String, _ layer: LayerDefinition, _ ending: String) throws {
    let rows = try DatabaseQueue(path: package).read {
      try Row.fetchAll($0, sql: "SELECT * FROM \"\(layer.id)\" ORDER BY fid")
    }
    let items = Self.items(layer)
    #expect(rows.count == items.count)
    for (row, item) in zip(rows, items) {
      // fid, geom and id come first, then the fields in their order.
      #expect(row[2] == item.id && row.count == 3 + layer.fields.count)
      if ending != "shp" { #expect(Self.shape(row[1]) == item.geometry.promotedToMulti) }
      for (index, value) in item.values.enumerated() {
        let found: DatabaseValue = row[3 + index]
        #expect(
          Self.isSame(found, value, layer.fields[index].type, ending),
          "\(ending) \(layer.id) \(layer.fields[index].name): \(found)")
      }
    }
  }

  /// The well-known binary after the head and the box of a GeoPackage's geometry.
  private static func shape(_ blob: Data) -> Geometry? {
    let boxBytes = [0, 32, 48, 48, 64][Int(blob[3] >> 1 & 7)]
    return (try? WKB.decode(Array(blob.dropFirst(8 + boxBytes))))?.promotedIfSurface
  }

  private static func isSame(
    _ found: DatabaseValue, _ value: PropertyValue, _ type: FieldType, _ ending: String
  ) -> Bool {
    switch value {
    case .null: return found.isNull
    case .boolean(let flag): return Int64.fromDatabaseValue(found) == (flag ? 1 : 0)
    case .integer(let number): return Int64.fromDatabaseValue(found) == number
    case .real(let number): return Double.fromDatabaseValue(found) == number
    case .text(let text), .json(let text):
      let read = String.fromDatabaseValue(found)
      // FlatGeobuf's midnights have no zone, which GeoPackages write without its Z.
      return type == .date && ending == "fgb"
        ? read?.hasPrefix(text + "T00:00:00") == true : read == text
    }
  }

  @Test("As GeoPackage, read by SQLite")
  func geoPackage() throws {
    let folder = try exportAll("gpkg")
    for layer in layers { try check("\(folder)/\(layer.id).gpkg", layer, "gpkg") }
  }

  @Test("As Shapefile and FlatGeobuf, read by ogr2ogr", arguments: ["shp", "fgb"])
  func readByGDAL(ending: String) throws {
    let folder = try exportAll(ending)
    let package = city.folder.file("\(ending).gpkg")
    let ended = try run(
      "ogr2ogr", ["-f", "GPKG", "-nlt", "PROMOTE_TO_MULTI", package, folder], in: city.folder)
    #expect(ended.code == 0, "\(ended.errors)")
    for layer in layers { try check(package, layer, ending) }
  }

  @Test("As CSV and GeoJSON, read as text", arguments: ["csv", "geojson"])
  func text(ending: String) throws {
    let folder = try exportAll(ending)
    for layer in layers {
      let path = "\(folder)/\(layer.id).\(ending)"
      let read =
        try ending == "csv"
        ? readCSV(path, in: city.folder)
        : readFeatures(Data(contentsOf: URL(filePath: path)))
      #expect(read.count == 4)
      for (read, item) in zip(read, Self.items(layer)) {
        #expect(read.holds(item.geometry))
        for (field, value) in zip(layer.fields, item.values) {
          let found = read[field.name]
          let isSame =
            switch value {
            case .null: ending == "csv" ? found.text == "" : found == .null
            case .boolean(let flag):
              ending == "csv" ? found.text == "\(flag)" : found.boolean == flag
            case .integer(let number):
              ending == "csv" ? found.text == "\(number)" : found.whole == number
            case .real(let number):
              (ending == "csv" ? found.text.flatMap { Double($0) } : found.real) == number
            case .text(let text), .json(let text): found.text == text
            }
          #expect(isSame, "\(layer.id) \(field.name)")
        }
      }
    }
  }
}

extension Geometry {
  /// A point stays a point; others are multi-geometries already.
  fileprivate var promotedIfSurface: Geometry { kind == .point ? promotedToMulti : self }
}
