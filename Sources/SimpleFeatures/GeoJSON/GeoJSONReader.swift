/// Reads GeoJSON (RFC 7946) and GeoJSON text sequences (RFC 8142, also newline-delimited) feature
/// by feature, holding no more than one feature and one chunk in memory.
///
/// A fault of one record (an open ring, a missing number) comes back in that record; a text that is
/// no JSON, not UTF-8 or cut short throws, since nothing after it can be trusted.
///
/// ```swift
/// let chunks = try FileChunks(path: "roads.geojson")
/// var reader = GeoJSONReader { () throws(FormatError) in try chunks.next() }
/// while let record = try reader.next() { print(record.position, record.feature) }
/// ```
public struct GeoJSONReader {
  /// One feature of the file, or why it is none.
  public struct Record {
    /// Counts from 1.
    public var number: Int
    /// Where the record starts.
    public var position: TextPosition
    /// The feature, or the fault that spoils it.
    public var feature: Result<Feature, FormatError>
    /// How many rings were closed, where the reader closes them.
    public var closedRings = 0
  }

  /// Delivers the next bytes; an empty array at the end.
  public typealias Source = () throws(FormatError) -> [UInt8]

  /// The `name` of the old `crs` member (GeoJSON 2008), which some writers still emit.
  public private(set) var declaredCRS: String?
  /// The `name` of a `crs` member that stands after the features; known at the end.
  public private(set) var lateCRS: String?
  /// The largest record that is accepted, in bytes.
  public static let maximumRecordBytes = 256 << 20

  private enum Stage { case start, betweenFeatures, betweenTexts, end }

  private let source: Source
  private let takesLateCRS: Bool
  private var cursor = JSONCursor([])
  private var sourceIsExhausted = false
  private var stage = Stage.start
  private var recordCount = 0
  /// Position in the file of `cursor.bytes[positionOffset]`.
  private var filePosition = TextPosition(line: 1, column: 1)
  private var positionOffset = 0

  /// A reader of the bytes that `source` delivers.
  ///
  /// - Parameters:
  ///   - closesRings: Whether rings whose last point differs from their first are closed, and
  ///     counted, and not faults.
  ///   - takesLateCRS: Whether a CRS that is declared after the features is only kept in
  ///     ``lateCRS``, since somebody else says where the features lie, and not an error.
  public init(
    closesRings: Bool = false, takesLateCRS: Bool = false, source: @escaping Source
  ) {
    self.takesLateCRS = takesLateCRS
    self.source = source
    cursor.closesRings = closesRings
  }

  /// The next record; `nil` at the end of the file.
  public mutating func next() throws(FormatError) -> Record? {
    do {
      switch stage {
      case .start: return try readFirst()
      case .betweenFeatures: return try readNextFeature()
      case .betweenTexts: return try readNextText()
      case .end: return nil
      }
    } catch {
      stage = .end
      throw located(error)
    }
  }

  // MARK: Stages

  private mutating func readFirst() throws(FormatError) -> Record? {
    try skipByteOrderMark()
    try skipSeparators()
    guard cursor.position < cursor.bytes.count else {
      throw FormatError(.notGeoJSON, "the file is empty", offset: cursor.position)
    }
    guard cursor.current == UInt8(ascii: "{") else {
      throw FormatError(
        .notGeoJSON, "this is not GeoJSON: it does not start with '{'",
        hint: "convert it first, for example: ogr2ogr -f GeoJSON out.geojson INPUT",
        offset: cursor.position)
    }
    if try enterFeatureCollection() { return try readNextFeature() }
    stage = .betweenTexts
    return try readNextText()
  }

  private mutating func skipByteOrderMark() throws(FormatError) {
    while cursor.bytes.count < 3, try loadChunk() {}
    guard cursor.bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
    cursor.position = 3
    // Editors do not count it as a column.
    positionOffset = 3
  }

  /// Looks through the members of the first object for a `features` array.
  ///
  /// Stops inside that array and answers true; otherwise goes back to the object's start.
  private mutating func enterFeatureCollection() throws(FormatError) -> Bool {
    let start = cursor.position
    cursor.position += 1
    var isFirst = true
    while true {
      try skipWhitespace()
      if cursor.take(UInt8(ascii: "}")) { break }
      if !isFirst { try cursor.expect(UInt8(ascii: ",")) }
      isFirst = false
      try skipWhitespace()
      try loadValue()
      let key = try cursor.readString()
      try skipWhitespace()
      try cursor.expect(UInt8(ascii: ":"))
      try skipWhitespace()
      if key == "features" && cursor.current == UInt8(ascii: "[") {
        cursor.position += 1
        stage = .betweenFeatures
        return true
      }
      try loadValue()
      if key == "crs" {
        declaredCRS = try cursor.readCRSName()
      } else {
        let value = cursor.position
        do {
          try cursor.skipValue()
        } catch let error where error.isOfRecord {
          // A fault of this record, if it is one: that is found when it is read.
          cursor.position = value
          try cursor.skipRecord()
        }
      }
    }
    cursor.position = start
    return false
  }

  private mutating func readNextFeature() throws(FormatError) -> Record? {
    try skipWhitespace()
    if cursor.take(UInt8(ascii: "]")) { return try finishFeatureCollection() }
    if recordCount > 0 {
      try cursor.expect(UInt8(ascii: ","))
      try skipWhitespace()
    }
    return try readRecord()
  }

  /// Reads the rest of a feature collection after its array, whose members may include a late
  /// `crs`.
  private mutating func finishFeatureCollection() throws(FormatError) -> Record? {
    while true {
      try skipWhitespace()
      if cursor.take(UInt8(ascii: "}")) { break }
      try cursor.expect(UInt8(ascii: ","))
      try skipWhitespace()
      try loadValue()
      let key = try cursor.readString()
      try skipWhitespace()
      try cursor.expect(UInt8(ascii: ":"))
      try skipWhitespace()
      try loadValue()
      guard key == "crs" else {
        try cursor.skipValue()
        continue
      }
      guard let name = try cursor.readCRSName(), name != declaredCRS else { continue }
      guard takesLateCRS else {
        throw cursor.fault(
          .unsupported, "the CRS \(FormatError.quoted(name)) is declared after the features",
          hint: "name it with --crs, or move the \"crs\" member to the front")
      }
      lateCRS = name
    }
    try skipSeparators()
    guard cursor.position >= cursor.bytes.count else {
      throw cursor.fault(.syntax, "there is more text after the end of the feature collection")
    }
    stage = .end
    return nil
  }

  private mutating func readNextText() throws(FormatError) -> Record? {
    try skipSeparators()
    guard cursor.position < cursor.bytes.count else {
      stage = .end
      return nil
    }
    return try readRecord()
  }

  private mutating func readRecord() throws(FormatError) -> Record? {
    discardConsumed()
    guard cursor.current != UInt8(ascii: "]"), cursor.current != UInt8(ascii: "}") else {
      throw cursor.fault(.syntax, "a closing bracket stands where a record is expected")
    }
    try loadValue()
    let start = cursor.position
    advanceFilePosition(to: start)
    recordCount += 1
    let position = filePosition
    do {
      cursor.closedRingCount = 0
      let feature = try cursor.readFeature()
      return Record(
        number: recordCount, position: position, feature: .success(feature),
        closedRings: cursor.closedRingCount)
    } catch let error where error.isOfRecord {
      cursor.position = start
      try cursor.skipRecord()
      return Record(number: recordCount, position: position, feature: .failure(located(error)))
    }
  }

  // MARK: The window on the file

  /// Appends one chunk; false at the end of the file.
  private mutating func loadChunk() throws(FormatError) -> Bool {
    guard !sourceIsExhausted else { return false }
    let chunk = try source()
    sourceIsExhausted = chunk.isEmpty
    cursor.bytes.append(contentsOf: chunk)
    return !chunk.isEmpty
  }

  /// Makes sure that the value at the reading position is in memory to its end.
  private mutating func loadValue() throws(FormatError) {
    var extent = JSONExtent(start: cursor.position)
    while !extent.advance(in: cursor.bytes) {
      guard cursor.bytes.count - cursor.position < GeoJSONReader.maximumRecordBytes else {
        throw FormatError(
          .tooLarge, "a record is larger than \(GeoJSONReader.maximumRecordBytes >> 20) MiB",
          hint: "is this one endless line that is no GeoJSON?", offset: cursor.position)
      }
      guard try loadChunk() else {
        // A number at the very end of the text has no closing mark.
        if extent.isComplete(atEndOf: cursor.bytes) { return }
        throw FormatError(
          .truncated, "the file ends in the middle of the record that starts here",
          hint: "a bracket or quote is not closed, or the file was cut short",
          offset: cursor.position)
      }
    }
  }

  private mutating func skipWhitespace() throws(FormatError) {
    try skip { JSONCursor.isWhitespace($0) }
  }

  /// Skips white space and the record separators of RFC 8142.
  private mutating func skipSeparators() throws(FormatError) {
    try skip { $0 == 0x1E || JSONCursor.isWhitespace($0) }
  }

  /// Skips bytes that `belongs` names, loading more of the file as needed.
  private mutating func skip(_ belongs: (UInt8) -> Bool) throws(FormatError) {
    repeat {
      while cursor.position < cursor.bytes.count, belongs(cursor.bytes[cursor.position]) {
        cursor.position += 1
      }
      if cursor.position < cursor.bytes.count { return }
      if stage == .betweenFeatures || stage == .betweenTexts { discardConsumed() }
      guard cursor.bytes.count < GeoJSONReader.maximumRecordBytes else {
        throw FormatError(
          .tooLarge, "there is no end of white space", hint: "is this a GeoJSON file?",
          offset: cursor.position)
      }
    } while try loadChunk()
  }

  /// Drops the bytes before the reading position once they are most of the window.
  private mutating func discardConsumed() {
    guard cursor.position > 1 << 20, cursor.position * 2 > cursor.bytes.count else { return }
    advanceFilePosition(to: cursor.position)
    cursor.bytes.removeFirst(cursor.position)
    cursor.position = 0
    positionOffset = 0
  }

  // MARK: Positions

  private mutating func advanceFilePosition(to offset: Int) {
    filePosition = position(of: offset)
    positionOffset = max(offset, positionOffset)
  }

  private func position(of offset: Int) -> TextPosition {
    guard offset > positionOffset else { return filePosition }
    var passed = cursor.bytes[positionOffset..<min(offset, cursor.bytes.count)]
    var place = filePosition
    if let lineEnd = passed.lastIndex(of: 0x0A) {
      place.line += passed[...lineEnd].count { $0 == 0x0A }
      place.column = 1
      passed = passed[(lineEnd + 1)...]
    }
    place.column += passed.count { $0 & 0xC0 != 0x80 }
    return place
  }

  private func located(_ error: FormatError) -> FormatError {
    guard let offset = error.offset, error.position == nil else { return error }
    var error = error
    error.position = position(of: offset)
    return error
  }
}

extension FormatError {
  /// Whether the fault spoils one record only, so that the reader can go on behind it.
  var isOfRecord: Bool {
    switch code {
    case .notGeoJSON, .badCoordinate, .unclosedRing, .tooFewPoints, .nulCharacter, .unsupported,
      .notARecord:
      true
    case .truncated, .syntax, .badEncoding, .tooLarge, .unreadable: false
    }
  }
}
