import Foundation

/// How the texts of a DXF drawing are encoded.
///
/// Drawings since AutoCAD 2007 (AC1021) are UTF-8. Older ones name a code page; many that say the
/// Western ANSI_1252 hold GBK all the same, which their bytes show.
struct DrawingCodePage {
  /// `nil` where the drawing is ASCII.
  let encoding: TextEncoding?
  /// What was decided without being told.
  let remark: String?

  /// Bytes of the head in which the drawing names its version and code page.
  private static let headBytes = 1 << 16
  private static let sampleBytes = 1 << 22

  init(_ path: String, _ name: String, named given: String?) throws(ImportError) {
    if let given {
      (encoding, remark) = (try TextEncoding.named(given), nil)
      return
    }
    let bytes = VirtualFile.head(path, Self.sampleBytes)
    let lines = bytes.prefix(Self.headBytes).split(
      separator: 0x0A, omittingEmptySubsequences: false
    )
    .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
    let value = { (variable: String) -> String? in
      lines.firstIndex(of: variable).flatMap {
        lines.indices.contains($0 + 2) ? lines[$0 + 2] : nil
      }
    }
    let version = value("$ACADVER") ?? ""
    let declared = value("$DWGCODEPAGE").flatMap { TextEncoding(name: $0) }
    if version.hasPrefix("AC10"), version >= "AC1021" {
      (encoding, remark) = (.utf8, nil)
    } else if let declared {
      (encoding, remark) = (declared, nil)
    } else if bytes.contains(where: { $0 >= 0x80 }) {
      guard let shown = TextEncoding.shown(by: bytes) else { throw TextEncoding.unclear(name) }
      let page = value("$DWGCODEPAGE").map { "code page \($0)" } ?? "no code page"
      encoding = shown
      remark =
        "texts are read as \(shown.name): the drawing names \(page), its bytes look different"
    } else {
      (encoding, remark) = (nil, nil)
    }
  }

  /// What GDAL is told.
  var settings: [String: String] { encoding.map { ["DXF_ENCODING": $0.nameOfGDAL] } ?? [:] }
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
