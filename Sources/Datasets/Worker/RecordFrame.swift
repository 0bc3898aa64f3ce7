import Foundation
import GeometryCore
import SimpleFeatures

/// A message from the process that reads a foreign file: a kind (1 byte), a length (4 bytes, little
/// endian) and that many bytes.
///
/// Whoever receives it believes nothing: the process may have been taken over by the file.
enum RecordFrame {
  /// What is known before the first record.
  case head(DatasetHead)
  case records(RecordBatch)
  /// What was decided so far where the file left a choice.
  case remarks([String])
  case end
  /// What is known of a raster before its cells.
  case raster(RasterHead)
  /// What is known of rasters at times before their cells.
  case series(RasterSeriesHead)
  /// Cells of whole rows, from north to south.
  case cells([Float])
  /// Why nothing more comes.
  case failure(ImportError)
  /// What is wrong with the file as a text or as bytes, after which nothing more comes.
  case fault(FormatError)

  /// The kind as it is written.
  private enum Kind: UInt8 {
    case head = 0x48
    case records = 0x52
    case remarks = 0x4E
    case end = 0x45
    case raster = 0x54
    case series = 0x53
    case cells = 0x43
    case failure = 0x46
    case fault = 0x58
  }

  /// Kind, length and content.
  var bytes: [UInt8] {
    let (kind, content): (Kind, [UInt8]) =
      switch self {
      case .head(let head): (.head, Self.json(head))
      case .records(let batch): (.records, batch.bytes)
      case .remarks(let remarks): (.remarks, Self.json(remarks))
      case .end: (.end, [])
      case .raster(let head): (.raster, Self.json(head))
      case .series(let head): (.series, Self.json(head))
      case .cells(let cells): (.cells, unsafe cells.withUnsafeBytes { unsafe Array($0) })
      case .failure(let error): (.failure, Self.json(DatasetFailure(error)))
      case .fault(let error): (.fault, Self.json(DatasetFailure(error)))
      }
    var bytes = [kind.rawValue]
    bytes.reserveCapacity(content.count + Self.headerBytes)
    bytes.appendLittleEndian(UInt32(content.count))
    return bytes + content
  }

  static let headerBytes = 5

  /// Bytes that are no frame.
  struct Unintelligible: Error {}

  /// Reads a frame's content.
  ///
  /// - Throws: ``Unintelligible`` where it is none.
  init(kind: UInt8, _ content: [UInt8]) throws(Unintelligible) {
    switch Kind(rawValue: kind) {
    case .head: self = .head(try Self.read(content))
    case .records: self = .records(RecordBatch(bytes: content))
    case .remarks: self = .remarks(try Self.read(content))
    case .end: self = .end
    case .raster: self = .raster(try Self.read(content))
    case .series: self = .series(try Self.read(content))
    case .cells: self = .cells(try Self.cells(content))
    case .failure: self = .failure((try Self.read(content) as DatasetFailure).importError)
    case .fault: self = .fault((try Self.read(content) as DatasetFailure).formatError)
    case nil: throw Unintelligible()
    }
  }

  /// The two processes are one program on one machine, which has one order of bytes.
  private static func cells(_ content: [UInt8]) throws(Unintelligible) -> [Float] {
    let size = MemoryLayout<Float>.size
    guard content.count % size == 0 else { throw Unintelligible() }
    return unsafe [Float](unsafeUninitializedCapacity: content.count / size) { buffer, count in
      unsafe UnsafeMutableRawBufferPointer(buffer).copyBytes(from: content)
      count = content.count / size
    }
  }

  private static func json(_ value: some Encodable) -> [UInt8] {
    // Numbers and texts can always be encoded.
    (try? JSONEncoder().encode(value)).map { [UInt8]($0) } ?? []
  }

  private static func read<Value: Decodable>(_ content: [UInt8]) throws(Unintelligible) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(content))
    } catch {
      throw Unintelligible()
    }
  }
}

/// What a dataset's process says before its first record.
struct DatasetHead: Codable {
  /// A ``DeclaredCRS``, as far as files that GDAL reads declare one.
  struct CRS: Codable {
    var named: String?
    var unknown: String?

    init(_ crs: DeclaredCRS) {
      switch crs {
      case .named(let name): named = name
      case .unknown(let name): unknown = name
      case .none, .impliedByFormat: break
      }
    }

    var declared: DeclaredCRS {
      named.map { .named($0) } ?? unknown.map { .unknown($0) } ?? .none
    }
  }

  var format: String
  /// The name of the number that records have before their values, where the format has one.
  var numberColumn: String?
  var columns: [String]
  var hasShapes: Bool
  var crs: CRS
  /// Number of records where the file tells.
  var count: Int?
}

/// An ``ImportError`` or a ``FormatError`` on its way to another process.
struct DatasetFailure: Codable {
  var code: String
  var message: String
  var hint: String?
  var offset: Int?

  init(_ error: ImportError) {
    (code, message, hint) = (error.code.rawValue, error.message, error.hint)
  }

  init(_ error: FormatError) {
    (code, message, hint) = (error.code.rawValue, error.message, error.hint)
    offset = error.offset
  }

  var importError: ImportError {
    ImportError(ImportErrorCode(rawValue: code) ?? .unreadableFile, message, hint: hint)
  }

  var formatError: FormatError {
    FormatError(
      FormatError.Code(rawValue: code) ?? .unreadable, message, hint: hint, offset: offset)
  }
}
