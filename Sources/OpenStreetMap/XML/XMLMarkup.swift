/// What XML allows between tags, and OpenStreetMap has no use for.
enum XMLMarkup {
  private static let open = UInt8(ascii: "<")

  /// Puts blanks in place of comments, character data, declarations and instructions.
  ///
  /// - Returns: Up to where that is done; more bytes must come before what is there can be told.
  static func blankOut(
    _ text: inout [UInt8], from start: Int, isAtEnd: Bool
  ) throws(OSMError) -> Int {
    var place = start
    while let tag = text[place...].firstIndex(of: open) {
      place = tag + 1
      guard place < text.count || isAtEnd else { return tag }
      guard place < text.count, text[place] == UInt8(ascii: "!") || text[place] == UInt8(ascii: "?")
      else { continue }
      // The longest word that tells these apart is <![CDATA[.
      guard text.count - tag >= 9 || isAtEnd else { return tag }
      guard let end = try end(of: tag, in: text) else {
        guard isAtEnd else { return tag }
        throw OSMError.truncated("what starts here has no end", at: tag)
      }
      try check(text[tag..<end], at: tag)
      for index in tag..<end where text[index] != UInt8(ascii: "\n") {
        text[index] = UInt8(ascii: " ")
      }
      place = end
    }
    return text.count
  }

  /// Behind the end of what starts at `tag`; `nil` where the text does not go so far.
  private static func end(of tag: Int, in text: [UInt8]) throws(OSMError) -> Int? {
    let kinds = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!DOCTYPE", ">")]
    let rest = text[tag...]
    guard let (opening, closing) = kinds.first(where: { rest.starts(with: $0.0.utf8) }) else {
      throw OSMError.damaged("this is no markup of XML", at: tag)
    }
    let last = Array(closing.utf8)
    var place = tag + opening.utf8.count
    while let found = text[place...].firstIndex(of: last[0]) {
      if text.count - found < last.count { return nil }
      if text[found..<found + last.count].elementsEqual(last) { return found + last.count }
      place = found + 1
    }
    return nil
  }

  private static func check(_ markup: ArraySlice<UInt8>, at tag: Int) throws(OSMError) {
    if markup.starts(with: "<!DOCTYPE".utf8), markup.contains(UInt8(ascii: "[")) {
      throw OSMError(
        .unsupported, "the file defines a document type of its own, which is not read", at: tag,
        hint: "OpenStreetMap's XML has none: download the data again")
    }
    guard markup.starts(with: "<?xml ".utf8) else { return }
    let words = String(decoding: markup, as: UTF8.self)
    guard let name = words.firstMatch(of: #/encoding\s*=\s*["']([^"']*)["']/#)?.1 else { return }
    guard ["utf-8", "utf8", "us-ascii"].contains(name.lowercased()) else {
      throw OSMError(
        .unsupported, "the text is in \(name.prefix(40)), and OpenStreetMap's is in UTF-8",
        at: tag, hint: "iconv -t UTF-8, and name the encoding in the first line accordingly")
    }
  }

  /// Where the last node, way or relation starts.
  static func lastObject(in text: ArraySlice<UInt8>) -> Int? {
    var end = text.endIndex
    while let tag = text[..<end].lastIndex(of: open) {
      let rest = text[(tag + 1)...]
      for name in ["node", "way", "relation"] where rest.starts(with: name.utf8) {
        let behind = tag + 1 + name.utf8.count
        guard behind < text.endIndex else { continue }
        let byte = text[behind]
        if XMLCursor.isBlank(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") {
          return tag
        }
      }
      end = tag
    }
    return nil
  }
}
