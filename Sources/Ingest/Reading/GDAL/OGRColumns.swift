import CGDAL
import SimpleFeatures

/// The columns of a layer that GDAL reads, and a feature's values by them.
struct OGRColumns {
  private struct Column {
    var name: String
    var type: OGRFieldType
    var isBoolean: Bool
  }

  private let columns: [Column]
  /// The name of the column of feature numbers, where the format has one of its own.
  private let numberColumn: String?

  init(_ layer: OGRLayerH) {
    let definition = unsafe OGR_L_GetLayerDefn(layer)
    columns = (0..<(unsafe OGR_FD_GetFieldCount(definition))).map { index in
      let field = unsafe OGR_FD_GetFieldDefn(definition, index)
      return unsafe Column(
        name: String(cString: OGR_Fld_GetNameRef(field)), type: OGR_Fld_GetType(field),
        isBoolean: OGR_Fld_GetSubType(field) == OFSTBoolean)
    }
    let name = unsafe String(cString: OGR_L_GetFIDColumn(layer))
    numberColumn = name.isEmpty ? nil : name
  }

  /// A feature with its values in the order of the columns.
  func feature(_ handle: OGRFeatureH) throws(FormatError) -> Feature {
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

  private func value(
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
    default:
      guard let text = unsafe OGR_F_GetFieldAsString(handle, index) else { return .null }
      guard let text = unsafe String(validatingCString: text) else {
        throw FormatError(
          .badEncoding, "the text of \"\(column.name)\" is not UTF-8",
          hint: "name the file's encoding, for example --encoding GBK")
      }
      return .text(text)
    }
  }

  /// The shape, arcs as the chains of chords that stand for them; `nil` where there is none.
  private func geometry(of handle: OGRFeatureH) throws(FormatError) -> Geometry? {
    guard let shape = unsafe OGR_F_GetGeometryRef(handle) else { return nil }
    guard unsafe OGR_G_HasCurveGeometry(shape, 1) == 0 else {
      let straight = unsafe OGR_G_GetLinearGeometry(shape, 0, nil)
      defer { unsafe OGR_G_DestroyGeometry(straight) }
      guard let straight = unsafe straight else { return nil }
      return unsafe try decoded(straight)
    }
    return unsafe try decoded(shape)
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
}
