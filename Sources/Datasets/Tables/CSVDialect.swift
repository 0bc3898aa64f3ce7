import SimpleFeatures

/// How a text in columns is written: its encoding, and what stands between values.
struct CSVDialect {
  let encoding: TextEncoding
  let delimiter: UInt8
  /// What was decided about the encoding; `nil` where there was nothing to decide.
  let remark: String?

  /// Bytes that are looked at, from the first that is not ASCII on.
  private static let sampleBytes = 1 << 20
  static let longestRecord = 16 << 20

  /// - Parameter named: The encoding that the person names.
  init(_ file: PlainFile, named: String?) throws {
    let head = file.head(Self.longestRecord).drop { [0xEF, 0xBB, 0xBF].contains($0) }
    guard let delimiter = Self.delimiter(head) else {
      throw ImportError(
        .unknownFormat, "\(file.name) is text without commas, semicolons or tabs, so no table",
        hint: FileKind.knownFormats)
    }
    self.delimiter = delimiter
    if let named {
      encoding = try TextEncoding.named(named)
      remark = nil
      return
    }
    let sample = try Self.sample(file)
    guard let shown = TextEncoding.shown(by: sample) else { throw TextEncoding.unclear(file.name) }
    encoding = shown
    remark = shown == .utf8 ? nil : "texts are read as \(shown.name), since they are not UTF-8"
  }

  /// The mark that most often parts the values of the first line with any; quotes hide it.
  ///
  /// - Returns: `nil` where there is none.
  static func delimiter(_ head: some Sequence<UInt8>) -> UInt8? {
    let marks = [",", ";", "\t"].map { UInt8(ascii: $0) }
    var counts = [Int](repeating: 0, count: marks.count)
    var isQuoted = false
    for byte in head {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == 0x0A || byte == 0x0D, !isQuoted, counts.contains(where: { $0 > 0 }) { break }
      if !isQuoted, let index = marks.firstIndex(of: byte) { counts[index] += 1 }
    }
    guard let most = counts.max(), most > 0 else { return nil }
    return counts.firstIndex(of: most).map { marks[$0] }
  }

  /// The file from the first byte on that is not ASCII; empty where all are.
  private static func sample(_ file: PlainFile) throws(FormatError) -> [UInt8] {
    let chunks = try FileChunks(path: file.path)
    var sample: [UInt8] = []
    while sample.count < sampleBytes {
      let chunk = try chunks.next()
      guard !chunk.isEmpty else { break }
      if sample.isEmpty {
        guard let first = chunk.firstIndex(where: { $0 >= 0x80 }) else { continue }
        sample = Array(chunk[first...])
      } else {
        sample += chunk
      }
    }
    return sample
  }
}

extension UInt8 {
  fileprivate init(ascii text: String) { self = text.utf8.first ?? 0 }
}
