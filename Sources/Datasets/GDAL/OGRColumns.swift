import CGDAL
import SimpleFeatures

/// The columns of a layer that GDAL reads, and a feature's values by them.
struct OGRColumns {
  /// How values and shapes are taken.
  struct Reading {
    /// The encoding of texts that come as the file's own bytes.
    var encoding = TextEncoding.utf8
    /// Whether closed lines are polygons, as in drawings that have no polygons.
    var closesPolygons = false
    /// Columns whose texts GDAL leaves in the file's encoding, unlike the others'.
    var bytesOf: [String: TextEncoding] = [:]
  }

  private struct Column {
    var name: String
    var type: OGRFieldType
    var isBoolean: Bool
    /// Bytes that a text may have; 0 where there is no bound.
    var width: Int
  }

  private let columns: [Column]
  /// The name of the column of feature numbers, where the format has one of its own.
  let numberColumn: String?
  private let reading: Reading
  private var clippedTexts = 0
  private var closedLines = 0
  /// Columns beyond which a file is refused.
  static let mostColumns = 10_000

  init(_ layer: OGRLayerH, _ reading: Reading, _ file: String) throws(ImportError) {
    self.reading = reading
    let definition = unsafe OGR_L_GetLayerDefn(layer)
    let count = unsafe Int(OGR_FD_GetFieldCount(definition))
    guard count <= Self.mostColumns else { throw .tooManyColumns(file, count) }
    columns = (0..<count).map { index in
      let field = unsafe OGR_FD_GetFieldDefn(definition, Int32(index))
      return unsafe Column(
        name: GDALSession.text(OGR_Fld_GetNameRef(field), reading.encoding)
          ?? "column \(index + 1)",
        type: OGR_Fld_GetType(field), isBoolean: OGR_Fld_GetSubType(field) == OFSTBoolean,
        width: Int(OGR_Fld_GetWidth(field)))
    }
    let name = unsafe String(cString: OGR_L_GetFIDColumn(layer))
    numberColumn = name.isEmpty ? nil : name
  }

  /// The names in their order, without the number of the feature.
  var names: [String] { columns.map(\.name) }

  /// What was done to values and shapes so far.
  var remarks: [String] {
    var remarks: [String] = []
    if clippedTexts > 0 {
      remarks.append(
        "\(clippedTexts) texts fill their columns and end in half a character, which is left out")
    }
    let nameless = columns.filter { $0.name.count > 2 && $0.name.allSatisfy { $0 == "_" } }
    if !nameless.isEmpty {
      remarks.append(
        "attributes without readable names were lost: save the file as GeoJSON or GeoPackage, or "
          + "give its attributes a schema")
    }
    if closedLines > 0 { remarks.append("\(closedLines) closed lines are taken as polygons") }
    return remarks
  }

  /// A feature with its values in the order of the columns.
  mutating func feature(_ handle: OGRFeatureH) throws(FormatError) -> Feature {
    var properties: [Property] = []
    properties.reserveCapacity(columns.count + 1)
    if let numberColumn {
      properties.append(
        Property(numberColumn, .integer(unsafe OGR_F_GetFID(handle))))
    }
    for (index, column) in columns.enumerated() {
      properties.append(
        Property(column.name, unsafe try value(of: column, Int32(index), in: handle)))
    }
    return Feature(geometry: unsafe try geometry(of: handle), properties: properties)
  }

  // MARK: Values

  private mutating func value(
    of column: Column, _ index: Int32, in handle: OGRFeatureH
  ) throws(FormatError) -> PropertyValue {
    guard unsafe OGR_F_IsFieldSetAndNotNull(handle, index) != 0 else { return .null }
    switch column.type {
    case OFTInteger where column.isBoolean:
      return .boolean(unsafe OGR_F_GetFieldAsInteger(handle, index) != 0)
    case OFTInteger, OFTInteger64:
      return .integer(unsafe OGR_F_GetFieldAsInteger64(handle, index))
    case OFTReal: return .real(unsafe OGR_F_GetFieldAsDouble(handle, index))
    case OFTBinary: return .null
    case OFTDate, OFTDateTime:
      return unsafe OGRMoment(handle, index).map { .text($0.text) } ?? .null
    case OFTStringList:
      return .json(JSONValue.strings(unsafe texts(handle, index)).text)
    default:
      guard let start = unsafe OGR_F_GetFieldAsString(handle, index) else { return .null }
      if reading.encoding == .utf8, reading.bytesOf.isEmpty,
        let text = unsafe String(validatingCString: start)
      {
        return .text(text)
      }
      return .text(try decoded(unsafe GDALSession.bytes(start), column))
    }
  }

  private mutating func decoded(
    _ bytes: [UInt8], _ column: Column
  ) throws(FormatError) -> String {
    let encoding = reading.bytesOf[column.name] ?? reading.encoding
    guard let (text, isClipped) = encoding.clippedText(bytes),
      !isClipped || bytes.count >= column.width && column.width > 0
    else {
      throw FormatError(
        .badEncoding, "the text of \"\(column.name)\" is not \(encoding.name)",
        hint: "name the file's encoding, for example --encoding "
          + (encoding == .utf8 ? "GBK" : "UTF-8"))
    }
    if isClipped { clippedTexts += 1 }
    return text
  }

  private func texts(_ handle: OGRFeatureH, _ index: Int32) -> [String] {
    let list = unsafe OGR_F_GetFieldAsStringList(handle, index)
    return (0..<(unsafe CSLCount(list))).compactMap { item in
      unsafe list?[Int(item)].flatMap { unsafe GDALSession.text($0, reading.encoding) }
    }
  }

  // MARK: Shapes

  /// The shape, arcs as the chains of chords that stand for them; `nil` where there is none.
  private mutating func geometry(of handle: OGRFeatureH) throws(FormatError) -> Geometry? {
    guard let shape = unsafe OGR_F_GetGeometryRef(handle) else { return nil }
    guard unsafe OGR_G_HasCurveGeometry(shape, 1) == 0 else {
      let straight = unsafe OGR_G_GetLinearGeometry(shape, 0, nil)
      defer { unsafe OGR_G_DestroyGeometry(straight) }
      guard let straight = unsafe straight else { return nil }
      return closed(unsafe try decoded(straight))
    }
    return closed(unsafe try decoded(shape))
  }

  private func decoded(_ shape: OGRGeometryH) throws(FormatError) -> Geometry {
    let size = Int(unsafe OGR_G_WkbSize(shape))
    var bytes = [UInt8](repeating: 0, count: size)
    let result = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      unsafe OGR_G_ExportToIsoWkb(shape, wkbNDR, buffer.baseAddress)
    }
    guard result == OGRERR_NONE else {
      throw FormatError(.unsupported, "the shape cannot be read")
    }
    return try WKB.decode(bytes)
  }

  private mutating func closed(_ shape: Geometry) -> Geometry {
    guard reading.closesPolygons, shape.kind == .lineString, shape.vertexCount > 3,
      shape.ordinates.prefix(2) == shape.flattened.ordinates.suffix(2)
    else { return shape }
    closedLines += 1
    return .polygon([shape.flattened.ordinates])
  }
}

extension ImportError {
  static func tooManyColumns(_ file: String, _ count: Int) -> ImportError {
    ImportError(
      .unreadableFile, "\(file) has \(count) columns, at most \(OGRColumns.mostColumns) are read",
      hint: "are rows and columns exchanged?")
  }
}
