import Foundation
import SimpleFeatures

/// How the bytes of a file stand for characters.
enum TextEncoding: Equatable {
  case utf8
  /// GB 18030, which holds GBK and GB 2312 unchanged.
  case gb18030
  case big5

  /// The encoding of a name as people, `.cpg` files and DXF headers write it; `nil` for others.
  init?(name: String) {
    let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    switch plain {
    case "utf8", "65001", "cp65001", "unicode": self = .utf8
    case "gbk", "gb2312", "gb18030", "936", "cp936", "ansi936", "windows936", "euccn", "54936":
      self = .gb18030
    case "big5", "950", "cp950", "ansi950", "windows950": self = .big5
    default: return nil
    }
  }

  /// What people call it.
  var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .gb18030: "GB18030"
    case .big5: "Big5"
    }
  }

  /// The text of `bytes`; `nil` where they are none of this encoding.
  func text(_ bytes: some Collection<UInt8>) -> String? {
    if self == .utf8 || bytes.allSatisfy({ $0 < 0x80 }) {
      return String(validating: bytes, as: UTF8.self)
    }
    // The numbers of Core Foundation: kCFStringEncodingGB_18030_2000 and kCFStringEncodingBig5.
    let code: UInt = self == .gb18030 ? 0x8000_0632 : 0x8000_0A03
    return String(data: Data(bytes), encoding: String.Encoding(rawValue: code))
  }

  /// The text of bytes whose last character a column's width may have cut.
  ///
  /// - Returns: The text, and whether the beginning of a character was left out at its end.
  func clippedText(_ bytes: [UInt8]) -> (text: String, isClipped: Bool)? {
    if let text = text(bytes) { return (text, false) }
    for dropped in 1...3 where dropped < bytes.count {
      if let text = text(bytes.dropLast(dropped)) { return (text, true) }
    }
    return nil
  }

  /// The encoding that the bytes of a sample show: UTF-8 where they are valid as that, else
  /// GB18030 where they are valid as that; `nil` where they are neither.
  ///
  /// Chinese text in GBK is hardly ever valid UTF-8 by chance. The sample may end in the middle
  /// of a character.
  static func shown(by sample: [UInt8]) -> TextEncoding? {
    [.utf8, .gb18030].first { $0.clippedText(sample) != nil }
  }

  /// The encoding that a person names.
  ///
  /// - Throws: ``ImportError`` for a name that is not known.
  static func named(_ name: String) throws(ImportError) -> TextEncoding {
    guard let encoding = TextEncoding(name: name) else {
      throw ImportError(
        .unclearEncoding, "\"\(name)\" is no encoding that is read here",
        hint: "UTF-8, GBK, GB2312, GB18030 and Big5 are")
    }
    return encoding
  }

  /// The error for a file whose texts are in no known encoding.
  static func unclear(_ file: String) -> ImportError {
    ImportError(
      .unclearEncoding, "the texts of \(file) are neither UTF-8 nor GB18030",
      hint: "name their encoding, for example --encoding Big5, or save the file as UTF-8")
  }
}
