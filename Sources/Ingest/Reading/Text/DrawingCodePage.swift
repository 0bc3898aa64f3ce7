import Foundation

/// How the texts of a DXF drawing are encoded.
///
/// Drawings since AutoCAD 2007 (AC1021) are UTF-8. Older ones name a code page; many that say the
/// Western ANSI_1252 hold GBK all the same, which their bytes show.
struct DrawingCodePage {
  /// What GDAL is told; empty where the drawing's own word is taken.
  let settings: [String: String]
  /// What was decided without being told.
  let remark: String?

  /// Bytes of the head in which the drawing names its version and code page.
  private static let headBytes = 1 << 16
  private static let sampleBytes = 1 << 22

  init(_ path: String, _ name: String, named given: String?) throws(ImportError) {
    if let given {
      settings = ["DXF_ENCODING": try TextEncoding.named(given).nameOfGDAL]
      remark = nil
      return
    }
    let bytes = VirtualFile.head(path, Self.sampleBytes)
    let lines = bytes.prefix(Self.headBytes).split(
      separator: 0x0A, omittingEmptySubsequences: false
    )
    .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespaces) }
    let value = { (variable: String) -> String? in
      lines.firstIndex(of: variable).flatMap {
        lines.indices.contains($0 + 2) ? lines[$0 + 2] : nil
      }
    }
    let version = value("$ACADVER") ?? ""
    let isUnicode = version.hasPrefix("AC10") && version >= "AC1021"
    let declared = value("$DWGCODEPAGE").flatMap { TextEncoding(name: $0) }
    guard !isUnicode, declared == nil, bytes.contains(where: { $0 >= 0x80 }) else {
      (settings, remark) = ([:], nil)
      return
    }
    guard let shown = TextEncoding.shown(by: bytes) else { throw TextEncoding.unclear(name) }
    settings = ["DXF_ENCODING": shown.nameOfGDAL]
    let page = value("$DWGCODEPAGE").map { "code page \($0)" } ?? "no code page"
    remark = "texts are read as \(shown.name): the drawing names \(page), its bytes look different"
  }
}

extension TextEncoding {
  /// The name by which GDAL knows it.
  fileprivate var nameOfGDAL: String {
    switch self {
    case .utf8: "UTF-8"
    case .gb18030: "GB18030"
    case .big5: "BIG5"
    }
  }
}
