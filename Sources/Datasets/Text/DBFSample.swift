/// The texts at the beginning of a dBase table, as bytes.
struct DBFSample {
  /// Names of columns and values of text columns, without blanks at their ends.
  let texts: [[UInt8]]
  /// Whether the table's language mark is that of GBK.
  let isMarkedGBK: Bool

  /// - Parameter bytes: The beginning of the file.
  init(_ bytes: [UInt8]) {
    guard bytes.count > 32 else {
      (texts, isMarkedGBK) = ([], false)
      return
    }
    let number = { (at: Int) in Int(bytes[at]) | Int(bytes[at + 1]) << 8 }
    isMarkedGBK = [0x4D, 0x7A].contains(bytes[29])
    let (head, length) = (number(8), number(10))
    var texts: [[UInt8]] = []
    var columns: [Range<Int>] = []
    var offset = 1
    for start in stride(from: 32, to: min(head, bytes.count) - 31, by: 32) {
      guard bytes[start] != 0x0D else { break }
      texts.append(Array(bytes[start..<start + 11].prefix { $0 != 0 }))
      let width = Int(bytes[start + 16])
      if bytes[start + 11] == UInt8(ascii: "C") { columns.append(offset..<offset + width) }
      offset += width
    }
    guard length > 0, offset <= length, head > 32 else {
      self.texts = texts
      return
    }
    for record in stride(from: head, through: bytes.count - length, by: length) {
      for column in columns {
        let text = bytes[record + column.lowerBound..<record + column.upperBound]
        texts.append(Array(text.trimmed { $0 == 0x20 || $0 == 0 }))
      }
    }
    self.texts = texts
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without those at either end that `isBlank` names.
  func trimmed(_ isBlank: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    guard let last = lastIndex(where: { !isBlank($0) }) else {
      return self[startIndex..<startIndex]
    }
    return self[...last].drop(while: isBlank)
  }
}
