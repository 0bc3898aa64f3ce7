import CGDAL
import Catalog
import Foundation
import SimpleFeatures

/// One value of a feature on its way into a column of a GDAL file.
@safe struct FileCell {
  let record: OGRFeatureH
  let index: Int32
  let column: FileColumn
  let format: ExportFormat
  /// The feature's id.
  let id: String

  /// Sets the value in the column's form; what the form cannot hold is counted.
  func set(_ value: PropertyValue, _ coder: TextCoder, _ losses: inout LossTally) {
    switch (column.form, value) {
    case (_, .null):
      unsafe OGR_F_SetFieldNull(record, index)
      if format == .shapefile { losses.count(.null, in: id) }
    case (.text, _): set(text: FieldValue.plainText(value), coder, &losses)
    case (.integer, .integer(let number)):
      unsafe OGR_F_SetFieldInteger64(record, index, number)
    case (.real, .real(let number)): set(real: number, &losses)
    case (.boolean, .boolean(let flag)):
      unsafe OGR_F_SetFieldInteger(record, index, flag ? 1 : 0)
    case (.date, .text(let text)): set(StoredMoment(date: text), &losses)
    case (.dateTime, .text(let text)):
      // FlatGeobuf has no dates: a day is its midnight, of no zone.
      let day = StoredMoment(date: text)
      set(day ?? StoredMoment(instant: text), zone: day == nil ? 100 : 0, &losses)
    default: leaveOut(&losses)
    }
  }

  /// Another program has put something else into the city.
  private func leaveOut(_ losses: inout LossTally) {
    unsafe OGR_F_SetFieldNull(record, index)
    losses.count(.otherType, column.name, in: id)
  }

  private func set(text: String, _ coder: TextCoder, _ losses: inout LossTally) {
    var text = text
    if text.utf8.contains(0) {
      losses.count(.character, column.name, in: id)
      text.unicodeScalars.removeAll { $0 == "\0" }
    }
    if let known = coder.replacingUnknown(text) {
      losses.count(.character, column.name, in: id)
      text = known
    }
    if format == .shapefile {
      if text.isEmpty { losses.count(.emptyText, column.name, in: id) }
      if coder.byteCount(text) > ShapefileLimits.textBytes {
        losses.count(.textCut, column.name, in: id)
        text = coder.prefix(text, bytes: ShapefileLimits.textBytes)
      }
      if text.utf8.last == UInt8(ascii: " ") {
        losses.count(.trailingSpaces, column.name, in: id)
      }
    }
    unsafe OGR_F_SetFieldString(record, index, text)
  }

  private func set(real number: Double, _ losses: inout LossTally) {
    switch format {
    case .shapefile:
      let written = String(format: "%.\(column.decimals)f", number)
      if Double(written) != number { losses.count(.digits, column.name, in: id) }
    case .geoPackage where number == 0 && number.sign == .minus:
      losses.count(.negativeZero, column.name, in: id)
    default: break
    }
    unsafe OGR_F_SetFieldDouble(record, index, number)
  }

  /// - Parameter zone: GDAL's number for it: 0 unknown, 100 UTC.
  private func set(_ moment: StoredMoment?, zone: Int32 = 0, _ losses: inout LossTally) {
    guard let moment else { return leaveOut(&losses) }
    if !moment.isExact { losses.count(.fractionOfSecond, column.name, in: id) }
    unsafe OGR_F_SetFieldDateTimeEx(
      record, index, moment.year, moment.month, moment.day, moment.hour, moment.minute,
      moment.seconds, zone)
  }
}
