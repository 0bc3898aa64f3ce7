import Catalog
import Flood
import Foundation
import Ingest
import SimpleFeatures

/// The files of a flood scenario as they are read: each is named in the report, and all lie in the
/// terrain's CRS.
struct FloodSources {
  /// A file that was read.
  struct Input {
    /// As the scenario names it.
    var name: String
    var byteCount: Int
    var fingerprint: String
  }

  let scenario: FloodScenario
  /// The CRS of the terrain; empty where nothing is known of it.
  var crs = ""
  private(set) var inputs: [Input] = []
  private(set) var warnings: [String] = []

  init(_ scenario: FloodScenario) {
    self.scenario = scenario
  }

  /// A name for all that the run is made of: equal for equal scenarios and files.
  var fingerprint: String {
    let parts = [scenario.fingerprint] + inputs.map { "\($0.name) \($0.fingerprint)" }
    return Fingerprint.text(of: parts.joined(separator: "\n").utf8)
  }

  mutating func warn(_ words: String) { warnings.append(words) }

  func fault(_ place: TextPosition, _ message: String, hint: String? = nil) -> CatalogError {
    CatalogError(faults: [scenario.fault(place, message, hint: hint)])
  }

  // MARK: Files

  /// Where a file is, once it is noted as an input.
  mutating func open(_ name: Placed<String>) throws -> String {
    let path = try scenario.path(name)
    guard FileManager.default.fileExists(atPath: path) else {
      throw fault(
        name.position, "there is no file \(path)",
        hint: "paths are beside the scenario's file, or begin with $NAME of the environment")
    }
    guard !inputs.contains(where: { $0.name == name.value }) else { return path }
    var count = 0
    var sums = ""
    for file in Self.parts(of: path) {
      let chunks = try FileChunks(path: file)
      var hash = FingerprintSum()
      while case let chunk = try chunks.next(), !chunk.isEmpty { hash.add(chunk) }
      count += chunks.readBytes
      sums += sums.isEmpty ? hash.text : "+" + hash.text
    }
    if sums.contains("+") { sums = Fingerprint.text(of: sums.utf8) }
    inputs.append(Input(name: name.value, byteCount: count, fingerprint: sums))
    return path
  }

  /// The file, and those that belong to it: a Shapefile's table, the files of a folder.
  private static func parts(of path: String) -> [String] {
    let url = URL(fileURLWithPath: path)
    if (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.sorted().map { "\(path)/\($0)" }
    }
    guard url.pathExtension.lowercased() == "shp" else { return [path] }
    let base = path.dropLast(4)
    return [path]
      + ["dbf", "shx", "prj", "cpg"].map { "\(base).\($0)" }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// Refuses a file of another CRS than the terrain's.
  private func check(_ other: String, _ name: Placed<String>) throws {
    guard !other.isEmpty, other != crs else { return }
    let own = crs.isEmpty ? "a CRS that is not named" : crs
    throw fault(
      name.position, "\(name.value) is in \(other), the terrain in \(own)",
      hint: crs.isEmpty
        ? "say the terrain's: crs: EPSG:n"
        : "nothing is converted here: ogr2ogr -t_srs \(crs) (gdalwarp for a raster) does it")
  }

  /// The shapes of a file, in the terrain's CRS.
  mutating func shapes(_ name: Placed<String>) throws -> [Feature] {
    let file = try ShapeFile(try open(name))
    try check(file.crs, name)
    guard file.features.contains(where: { $0.geometry != nil }) else {
      throw fault(name.position, "\(name.value) holds no shapes")
    }
    return file.features
  }

  /// A raster in the terrain's CRS, on its own cells.
  mutating func raster(_ name: Placed<String>) throws -> RasterGrid {
    let grid = try GridFile.read(try open(name)).grid
    try check(grid.lattice.crs, name)
    var lattice = grid.lattice
    lattice.crs = crs
    return RasterGrid(lattice, values: grid.values)
  }

  // MARK: Numbers

  /// What the columns of series are called.
  enum Quantity {
    case flow, rain, level, opening

    fileprivate var headers: [String] {
      switch self {
      case .flow: ["m3/s", "m³/s", "m^3/s"]
      case .rain: ["mm/h"]
      case .level, .opening: ["m"]
      }
    }
  }

  /// Numbers over time.
  mutating func series(
    _ series: FloodScenario.Series, _ quantity: Quantity, isNegativeAllowed: Bool = true
  ) throws -> TimeSeries {
    switch series {
    case .constant(let number): return TimeSeries(constant: number)
    case .rows(let rows):
      return try TimeSeries(seconds: rows.map { $0[0] }, values: rows.map { $0[1] })
    case .file(let name):
      let table = try NumberTable(
        try open(name), headers: [["s", "time_s", "seconds"], quantity.headers])
      let rows = try table.numbers()
      for (row, numbers) in zip(table.rows, rows) where numbers[1] < 0 && !isNegativeAllowed {
        throw CommandFault(
          message: "\(table.path):\(row.line): \(quantity) is negative: \(numbers[1])",
          hint: "correct the row")
      }
      do {
        return try TimeSeries(seconds: rows.map { $0[0] }, values: rows.map { $0[1] })
      } catch {
        let line = error.entry.map { ":\(table.rows[$0].line)" } ?? ""
        throw CommandFault(
          message: "\(table.path)\(line): \(error.message)", hint: error.hint)
      }
    }
  }

  /// Rows of numbers.
  mutating func rows(
    _ table: FloodScenario.Table, headers: [[String]]
  ) throws -> [[Double]] {
    switch table {
    case .rows(let rows): return rows
    case .file(let name):
      return try NumberTable(try open(name), headers: headers).numbers()
    }
  }
}

/// ``Fingerprint`` over chunks.
struct FingerprintSum {
  private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  init(of bytes: [UInt8] = []) { add(bytes) }

  mutating func add(_ bytes: [UInt8]) {
    var sum = hash
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = sum
  }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
