import CGDAL

/// A date or a time of a feature as the text that fields of dates read.
struct OGRMoment {
  /// `2026-05-31`, `2026-05-31T08:00:00.5+08:00`; without a zone where the file names none.
  let text: String

  /// - Returns: `nil` where the value is no date.
  init?(_ feature: OGRFeatureH, _ index: Int32) {
    var parts = [Int32](repeating: 0, count: 6)
    var seconds: Float = 0
    let found = unsafe parts.withUnsafeMutableBufferPointer { p in
      guard let start = p.baseAddress else { return Int32(0) }
      return unsafe OGR_F_GetFieldAsDateTimeEx(
        feature, index, start, start + 1, start + 2, start + 3, start + 4, &seconds, start + 5)
    }
    guard found != 0 else { return nil }
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let year = String(repeating: "0", count: max(0, 4 - "\(parts[0])".count)) + "\(parts[0])"
    let date = "\(year)-\(two(Int(parts[1])))-\(two(Int(parts[2])))"
    let field = unsafe OGR_F_GetFieldDefnRef(feature, index)
    guard unsafe OGR_Fld_GetType(field) == OFTDateTime else {
      text = date
      return
    }
    let milliseconds = Int((Double(seconds) * 1000).rounded())
    let rest = milliseconds % 1000
    let decimals = rest == 0 ? "" : "." + String(String(rest + 1000).dropFirst())
    let time = "\(two(Int(parts[3]))):\(two(Int(parts[4]))):\(two(milliseconds / 1000))\(decimals)"
    text = "\(date)T\(time)\(Self.zone(Int(parts[5])))"
  }

  /// The zone of OGR's flag: quarters of an hour from 100, which is UTC; below, none is known.
  private static func zone(_ flag: Int) -> String {
    guard flag > 1 else { return "" }
    guard flag != 100 else { return "Z" }
    let minutes = abs(flag - 100) * 15
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(flag < 100 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }
}
