import Foundation

/// How the text of a file is encoded.
package enum OutputEncoding: String, Sendable, CaseIterable {
  case utf8 = "UTF-8"
  /// GBK, code page 936, which older Chinese programs and Excel expect.
  case gbk = "GBK"

  /// The encoding that people call `name`; `nil` for others.
  package init?(named name: String) {
    switch name.uppercased() {
    case "UTF-8", "UTF8": self = .utf8
    case "GBK", "CP936", "GB2312": self = .gbk
    default: return nil
    }
  }
}

/// Text on its way into one encoding: how long it is there, and which characters it lacks.
struct TextCoder {
  let encoding: OutputEncoding
  private let gbk: GBKConverter?

  init(_ encoding: OutputEncoding) {
    self.encoding = encoding
    gbk = encoding == .gbk ? GBKConverter() : nil
  }

  /// The bytes of `text`; characters that the encoding lacks are question marks.
  func bytes(_ text: String) -> [UInt8] {
    guard let gbk else { return Array(text.utf8) }
    return gbk.bytes(text) ?? text.unicodeScalars.flatMap { gbk.bytes(String($0)) ?? [0x3F] }
  }

  /// The length of `text` in bytes.
  func byteCount(_ text: String) -> Int {
    guard encoding == .gbk, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text.utf8.count }
    return bytes(text).count
  }

  /// The text with question marks for what the encoding lacks; `nil` where it lacks nothing.
  func replacingUnknown(_ text: String) -> String? {
    guard let gbk, !text.utf8.allSatisfy({ $0 < 0x80 }), gbk.bytes(text) == nil else { return nil }
    var known = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      known.append(gbk.bytes(String(scalar)) == nil ? "?" : scalar)
    }
    return String(known)
  }

  /// As many whole characters of `text` as fit into `limit` bytes.
  func prefix(_ text: String, bytes limit: Int) -> String {
    var (count, end) = (0, text.startIndex)
    for index in text.indices {
      count += byteCount(String(text[index]))
      if count > limit { break }
      end = text.index(after: index)
    }
    return String(text[..<end])
  }
}

/// UTF-8 to GBK by the C library; one thread at a time.
@safe private final class GBKConverter {
  private let handle: iconv_t

  init() {
    unsafe handle = iconv_open("GBK", "UTF-8")
    let isOpen = unsafe Int(bitPattern: handle) != -1
    precondition(isOpen, "the C library knows GBK")
  }

  deinit { unsafe _ = iconv_close(handle) }

  /// The bytes of `text`; `nil` where GBK lacks a character of it.
  func bytes(_ text: String) -> [UInt8]? {
    var source = text.utf8.map { CChar(bitPattern: $0) }
    var target = [CChar](repeating: 0, count: source.count * 2)
    var (sourceLeft, targetLeft) = (source.count, target.count)
    unsafe _ = iconv(handle, nil, nil, nil, nil)
    let failed = unsafe source.withUnsafeMutableBufferPointer { from in
      unsafe target.withUnsafeMutableBufferPointer { to in
        var (start, end) = (from.baseAddress, to.baseAddress)
        return unsafe iconv(handle, &start, &sourceLeft, &end, &targetLeft) == -1
      }
    }
    guard !failed, sourceLeft == 0 else { return nil }
    return target.prefix(target.count - targetLeft).map { UInt8(bitPattern: $0) }
  }
}
