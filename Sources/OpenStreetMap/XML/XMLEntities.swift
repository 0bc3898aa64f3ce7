extension XMLCursor {
  /// A value's bytes with its entities written out.
  func unescaped(_ range: Range<Int>) throws(OSMError) -> [UInt8] {
    var out: [UInt8] = []
    var place = range.lowerBound
    while place < range.upperBound {
      let byte = unsafe base.pointer[place]
      guard byte == UInt8(ascii: "&") else {
        out.append(byte)
        place += 1
        continue
      }
      var end = place + 1
      while end < range.upperBound, end - place < 12,
        unsafe base.pointer[end] != UInt8(ascii: ";")
      {
        end += 1
      }
      guard end < range.upperBound, unsafe base.pointer[end] == UInt8(ascii: ";") else {
        throw OSMError.damaged("an & that begins no entity; it is written &amp;", at: place)
      }
      let name = place + 1..<end
      guard let character = character(name) else {
        throw OSMError.damaged("the unknown entity &\(text(name));", at: place)
      }
      out += Array(String(character).utf8)
      place = end + 1
    }
    return out
  }

  /// The character that an entity stands for.
  private func character(_ name: Range<Int>) -> Unicode.Scalar? {
    if self.is(name, "amp") { return "&" }
    if self.is(name, "lt") { return "<" }
    if self.is(name, "gt") { return ">" }
    if self.is(name, "quot") { return "\"" }
    if self.is(name, "apos") { return "'" }
    let words = text(name)
    guard words.hasPrefix("#") else { return nil }
    let isHexadecimal = words.hasPrefix("#x")
    let digits = words.dropFirst(isHexadecimal ? 2 : 1)
    guard digits.first?.isHexDigit == true,
      let code = UInt32(digits, radix: isHexadecimal ? 16 : 10), code != 0
    else { return nil }
    return Unicode.Scalar(code)
  }
}
