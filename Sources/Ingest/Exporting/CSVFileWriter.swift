import Catalog
import Datasets
import FeatureStore
import Foundation
import SimpleFeatures

/// Writes CSV (RFC 4180) with the columns `id`, the fields, longitude and latitude of points, and
/// `WKT`; numbers are the shortest that read back equal.
///
/// Nothing between two commas is no value, `""` is the empty text; what a spreadsheet would run has
/// an apostrophe before it. A second file with the ending
/// .csvt says the types to GDAL and QGIS.
final class CSVFileWriter: FeatureFileWriter {
  private let sink: ByteSink
  private let coder: TextCoder
  private let fields: [Field]
  private let writesPlace: Bool
  private var line: [UInt8] = []

  /// - Parameter crs: The system of the coordinates, `EPSG:4490`.
  init(
    _ path: String, _ layer: LayerDefinition, _ encoding: OutputEncoding, crs: ExportProjection,
    _ losses: inout LossTally
  ) throws {
    sink = try ByteSink(path)
    coder = TextCoder(encoding)
    fields = layer.fields
    writesPlace = layer.geometry == .point
    let place = crs.isGeographic ? ["lon", "lat"] : ["x", "y"]
    var names = ["id"] + fields.map(\.name)
    for name in (writesPlace ? place : []) + ["WKT"] {
      let isTaken = names.contains { $0.lowercased() == name.lowercased() }
      names.append(isTaken ? name + "_geom" : name)
    }
    try sink.write(Array((names.joined(separator: ",") + "\n").utf8))

    let types =
      ["String"] + fields.map { Self.csvtName($0.type) }
      + (writesPlace ? ["Real", "Real"] : []) + ["WKT"]
    let sidecar = URL(fileURLWithPath: path).deletingPathExtension().path + ".csvt"
    let typeSink = try ByteSink(sidecar)
    try typeSink.write(Array((types.joined(separator: ",") + "\n").utf8))
    try typeSink.finish()
    losses.note(
      .typesBeside, nil,
      "the columns' types are in the .csvt file beside it, which GDAL and QGIS read; others guess")
    losses.note(
      .noCRS, nil,
      "the file cannot say that its coordinates are \(crs.identifier), "
        + (crs.isGeographic ? "longitude before latitude" : "easting before northing"))
  }

  private static func csvtName(_ type: FieldType) -> String {
    switch type {
    case .text: "String"
    case .integer: "Integer64"
    case .real: "Real"
    case .boolean: "Integer(Boolean)"
    case .date: "Date"
    case .datetime: "DateTime"
    }
  }

  func write(_ feature: StoredFeature, _ losses: inout LossTally) throws {
    append(feature.id, "id", feature.id, &losses)
    for (field, value) in zip(fields, feature.values) {
      line.append(UInt8(ascii: ","))
      switch value {
      case .null: break
      case .text(let text), .json(let text):
        if text.isEmpty { losses.count(.emptyText, field.name, in: feature.id) }
        append(text, field.name, feature.id, &losses)
      case .boolean, .integer, .real: line += FieldValue.plainText(value).utf8
      }
    }
    if writesPlace {
      let ordinates = feature.geometry.ordinates
      line += ",\(ordinates[0]),\(ordinates[1])".utf8
    }
    line += ",\"\(WKT.encode(feature.geometry))\"\n".utf8
    try sink.write(line)
    line.removeAll(keepingCapacity: true)
  }

  func finish() throws { try sink.finish() }

  /// Appends a text, in quotes where it needs them.
  ///
  /// No byte of a longer character of UTF-8 or GBK
  /// looks like a comma, a quote or a line end.
  private func append(
    _ text: String, _ column: String, _ id: String, _ losses: inout LossTally
  ) {
    let harmless = TableText.withApostrophe(text)
    if harmless != nil { losses.count(.formula, column, in: id) }
    let text = harmless ?? text
    if coder.replacingUnknown(text) != nil { losses.count(.character, column, in: id) }
    let bytes = coder.bytes(text)
    let quote = UInt8(ascii: "\"")
    guard bytes.isEmpty || bytes.contains(where: { $0 <= 0x20 || $0 == quote || $0 == 0x2C })
    else {
      line += bytes
      return
    }
    line.append(quote)
    for byte in bytes {
      if byte == quote { line.append(quote) }
      line.append(byte)
    }
    line.append(quote)
  }
}
