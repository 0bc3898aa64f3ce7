import Foundation
import SimpleFeatures

/// Records as bytes: of each its shape as WKB and its values in the order of the columns.
struct RecordBatch {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0
  private var position = 0

  init() {}

  init(bytes: [UInt8]) { self.bytes = bytes }

  private enum Tag: UInt8 {
    // Of a record.
    case feature = 1
    case failure = 2
    // Of a value.
    case null = 3
    case no = 4
    case yes = 5
    case integer = 6
    case real = 7
    case text = 8
    case json = 9
    // Of a shape.
    case shape = 10
  }

  // MARK: Writing

  mutating func append(_ record: SourceRecord) {
    count += 1
    switch record.feature {
    case .failure(let error):
      append(tag: .failure)
      let failure = try? JSONEncoder().encode(DatasetFailure(error))
      append(failure ?? Data())
    case .success(let feature):
      append(tag: .feature)
      if let shape = feature.geometry {
        append(tag: .shape)
        append(WKB.encode(shape))
      } else {
        append(tag: .null)
      }
      for property in feature.properties { append(property.value) }
    }
  }

  private mutating func append(tag: Tag) { bytes.append(tag.rawValue) }

  private mutating func append(_ content: some Collection<UInt8>) {
    bytes.appendLittleEndian(UInt32(content.count))
    bytes.append(contentsOf: content)
  }

  private mutating func append(_ value: PropertyValue) {
    switch value {
    case .null: append(tag: .null)
    case .boolean(let flag): append(tag: flag ? .yes : .no)
    case .integer(let number):
      append(tag: .integer)
      bytes.appendLittleEndian(number)
    case .real(let number):
      append(tag: .real)
      bytes.appendLittleEndian(number.bitPattern)
    case .text(let text):
      append(tag: .text)
      append(text.utf8)
    case .json(let text):
      append(tag: .json)
      append(text.utf8)
    }
  }

  // MARK: Reading

  /// The next record's feature, or why it is none; `nil` at the end.
  ///
  /// - Parameter columns: The names of its values.
  /// - Throws: ``RecordFrame/Unintelligible`` where the bytes are no record.
  mutating func next(
    _ columns: [String]
  ) throws(RecordFrame.Unintelligible) -> Result<Feature, FormatError>? {
    guard position < bytes.count else { return nil }
    switch try readTag() {
    case .feature: break
    case .failure:
      let content = Data(bytes[try readContent()])
      guard let failure = try? JSONDecoder().decode(DatasetFailure.self, from: content) else {
        throw RecordFrame.Unintelligible()
      }
      return .failure(failure.formatError)
    default: throw RecordFrame.Unintelligible()
    }
    var feature = Feature(geometry: nil, properties: [])
    switch try readTag() {
    case .null: break
    case .shape: feature.geometry = try readShape()
    default: throw RecordFrame.Unintelligible()
    }
    feature.properties.reserveCapacity(columns.count)
    for column in columns { feature.properties.append(Property(column, try readValue())) }
    return .success(feature)
  }

  private mutating func readTag() throws(RecordFrame.Unintelligible) -> Tag {
    guard position < bytes.count, let tag = Tag(rawValue: bytes[position]) else {
      throw RecordFrame.Unintelligible()
    }
    position += 1
    return tag
  }

  private mutating func readNumber<Number: FixedWidthInteger>(
    _ type: Number.Type
  ) throws(RecordFrame.Unintelligible) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.count - position >= size else { throw RecordFrame.Unintelligible() }
    defer { position += size }
    return unsafe bytes.withUnsafeBytes {
      Number(littleEndian: unsafe $0.loadUnaligned(fromByteOffset: position, as: type))
    }
  }

  /// Where the bytes of a text or a shape are.
  private mutating func readContent() throws(RecordFrame.Unintelligible) -> Range<Int> {
    let count = Int(try readNumber(UInt32.self))
    guard bytes.count - position >= count else { throw RecordFrame.Unintelligible() }
    defer { position += count }
    return position..<position + count
  }

  private mutating func readText() throws(RecordFrame.Unintelligible) -> String {
    let range = try readContent()
    return String(decoding: bytes[range], as: UTF8.self)
  }

  private mutating func readShape() throws(RecordFrame.Unintelligible) -> Geometry {
    let range = try readContent()
    guard let shape = try? WKB.decode(Array(bytes[range])) else {
      throw RecordFrame.Unintelligible()
    }
    return shape
  }

  private mutating func readValue() throws(RecordFrame.Unintelligible) -> PropertyValue {
    switch try readTag() {
    case .null: .null
    case .no: .boolean(false)
    case .yes: .boolean(true)
    case .integer: .integer(try readNumber(Int64.self))
    case .real: .real(Double(bitPattern: try readNumber(UInt64.self)))
    case .text: .text(try readText())
    case .json: .json(try readText())
    default: throw RecordFrame.Unintelligible()
    }
  }
}
