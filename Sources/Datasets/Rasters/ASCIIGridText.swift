import CGDAL
import SimpleFeatures

/// The text of an ESRI ASCII grid, also gzipped: whether it holds what its head says, and in which
/// line each value stands.
///
/// GDAL takes values in their order, whatever their lines: with a wrong number of columns in the
/// head a grid is sheared without a word.
package struct ASCIIGridText: Sendable {
  /// For each line with values the line's number and the number of the first of its values.
  private var lines: [(line: Int, firstValue: Int)] = []
  /// The heads's numbers by their names in lower case.
  private var head: [String: Double] = [:]
  private var valueCount = 0
  private let path: String

  private static let names: Set<String> = [
    "ncols", "nrows", "xllcorner", "yllcorner", "xllcenter", "yllcenter", "cellsize", "dx", "dy",
    "nodata_value",
  ]

  /// `nil` for a file that is no such grid.
  ///
  /// - Throws: ``ImportError`` that names the line of a word that is no number, and of the first
  ///   line that has too few or too many.
  package init?(_ path: String) throws(ImportError) {
    let isGzipped = VirtualFile.head(path, 2) == [0x1F, 0x8B]
    let opened = isGzipped ? "/vsigzip/\(path)" : path
    let begin = String(decoding: VirtualFile.head(opened, 64), as: UTF8.self).lowercased()
    self.path = path
    if begin.hasPrefix("\u{FEFF}ncols") {
      throw fault(1, "the grid begins with a byte order mark, which no reader of grids takes")
    }
    guard begin.drop(while: \.isWhitespace).hasPrefix("ncols") else { return nil }
    var word: [UInt8] = []
    var name: String?
    var line = 1
    var lastLine = 0
    try VirtualFile.forEachChunk(opened, path) { chunk throws(ImportError) in
      for byte in chunk {
        guard byte == 0x20 || (0x09...0x0D).contains(byte) else {
          word.append(byte)
          continue
        }
        if !word.isEmpty { try take(&word, &name, line, &lastLine) }
        if byte == 0x0A { line += 1 }
      }
    }
    if !word.isEmpty { try take(&word, &name, line, &lastLine) }
    try checkCounts()
  }

  /// The line of a value by its number among all values, row by row from the north-west.
  package func line(ofValue index: Int) -> Int {
    lines[max(lines.partitioningIndex { $0.firstValue > index } - 1, 0)].line
  }

  private mutating func take(
    _ word: inout [UInt8], _ name: inout String?, _ line: Int, _ lastLine: inout Int
  ) throws(ImportError) {
    defer { word.removeAll(keepingCapacity: true) }
    let first = word[0] | 0x20
    let isNumber = Self.isNumber(word)
    if let key = name {
      guard isNumber, let number = Double(String(decoding: word, as: UTF8.self)) else {
        throw fault(line, "`\(key)` is no number")
      }
      head[key] = number
      name = nil
    } else if valueCount == 0, !isNumber, (0x61...0x7A).contains(first) {
      let key = String(decoding: word, as: UTF8.self).lowercased()
      guard Self.names.contains(key) else {
        throw fault(line, "`\(key.prefix(40))` is no key of an ESRI ASCII grid")
      }
      name = key
    } else {
      guard isNumber else {
        throw fault(
          line, "`\(String(decoding: word.prefix(40), as: UTF8.self))` is no number")
      }
      if line != lastLine { lines.append((line, valueCount)) }
      lastLine = line
      valueCount += 1
    }
  }

  private static func isNumber(_ word: [UInt8]) -> Bool {
    let isPlain = word.allSatisfy { byte in
      (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E || byte == 0x2B
        || byte == 0x65 || byte == 0x45
    }
    if isPlain { return true }
    let text = String(decoding: word, as: UTF8.self).lowercased()
    return ["nan", "-nan", "inf", "-inf", "1.#qnan", "-1.#ind"].contains(text)
  }

  private func checkCounts() throws(ImportError) {
    guard let columns = head["ncols"], let rows = head["nrows"], columns >= 1, rows >= 1,
      columns * rows < 1e15
    else { throw fault(1, "its head has no ncols and nrows") }
    let expected = Int(columns * rows)
    guard valueCount != expected else { return }
    let ends = lines.dropFirst().map(\.firstValue) + [valueCount]
    let odd = zip(lines, ends).first { $1 - $0.firstValue != Int(columns) }
    throw fault(
      odd?.0.line ?? 1,
      "the head says \(Int(columns)) x \(Int(rows)) = \(expected) values, the file holds "
        + "\(valueCount)"
        + (odd.map { "; this line holds \($1 - $0.firstValue)" } ?? ""))
  }

  private func fault(_ line: Int, _ message: String) -> ImportError {
    ImportError(
      .unreadableRaster, "\(path):\(line): \(message)",
      hint: "correct the line, or fetch the file again if it is cut off")
  }
}

extension VirtualFile {
  /// Reads a file from front to back, archives included.
  ///
  /// - Parameter name: What the file is called in messages.
  static func forEachChunk(
    _ path: String, _ name: String, _ body: ([UInt8]) throws(ImportError) -> Void
  ) throws(ImportError) {
    let (opened, _) = unsafe GDALSession.run { unsafe VSIFOpenL(path, "rb") }
    guard let file = unsafe opened else {
      throw ImportError(.unreadableFile, "\(name) cannot be opened", hint: "check the path")
    }
    defer { _ = unsafe VSIFCloseL(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let (count, words) = GDALSession.run {
        unsafe bytes.withUnsafeMutableBytes { buffer in
          unsafe VSIFReadL(buffer.baseAddress, 1, buffer.count, file)
        }
      }
      if !words.isEmpty {
        throw ImportError(
          .unreadableFile, "\(name) is damaged: it cannot be unpacked",
          hint: "fetch it again; gzip -t says whether it is whole")
      }
      guard count > 0 else { return }
      try body(count == bytes.count ? bytes : Array(bytes.prefix(count)))
    }
  }
}
