import Catalog
import Datasets
import Flood
import Foundation
import SimpleFeatures

/// The files of a flood scenario as they are read: each is named in the report, and all lie in the
/// terrain's CRS.
package struct FloodSources {
  /// A file that was read.
  struct Input {
    /// As the scenario names it.
    var name: String
    var byteCount: Int
    var fingerprint: String
  }

  package let scenario: FloodScenario
  /// The CRS of the terrain; empty where nothing is known of it.
  var crs = ""
  private(set) var inputs: [Input] = []
  package private(set) var warnings: [String] = []
  /// What was found wrong until now.
  private(set) var errors: [any Error] = []

  /// Where the state is that the run begins from; `nil` for none.
  var hotStart: FloodHotStart?

  /// The folder of the storms that come with the program; `nil` where there are none.
  let storms: String?

  /// - Parameter storms: The folder of the storms that come with the program.
  package init(_ scenario: FloodScenario, storms: String? = nil) {
    self.scenario = scenario
    self.storms = storms
  }

  /// A name for all that the run is made of: equal for equal scenarios and files.
  package var fingerprint: String {
    let parts = [scenario.fingerprint] + inputs.map { "\($0.name) \($0.fingerprint)" }
    return Fingerprint.text(of: parts.joined(separator: "\n").utf8)
  }

  mutating func warn(_ words: String) { warnings.append(words) }

  func fault(_ place: TextPosition, _ message: String, hint: String? = nil) -> CatalogError {
    CatalogError(diagnostics: [scenario.fault(place, message, hint: hint)])
  }

  /// What is read; `nil` where it is wrong, which is told with all else that is.
  mutating func part<Value>(_ read: (inout FloodSources) throws -> Value) -> Value? {
    do { return try read(&self) } catch {
      errors.append(error)
      return nil
    }
  }

  /// What is read of each part that nothing is wrong with.
  mutating func parts<Part, Value>(
    _ all: [Part], _ read: (inout FloodSources, Part) throws -> Value
  ) -> [Value] {
    var values: [Value] = []
    for one in all {
      if let value = part({ try read(&$0, one) }) { values.append(value) }
    }
    return values
  }

  // MARK: Files

  /// Where a file is, once it is noted as an input.
  ///
  /// - Parameter place: Where it is, if not where its name leads.
  mutating func open(_ name: Located<String>, at place: String? = nil) throws -> String {
    let path = try place ?? scenario.path(name)
    guard FileManager.default.fileExists(atPath: path) else {
      throw fault(
        name.position, "there is no file \(path)",
        hint: "paths are beside the scenario's file, or begin with $NAME of the environment")
    }
    guard Self.isFile(path) || Self.isFolder(path) else {
      throw fault(
        name.position, "\(path) is no file but a pipe or a device",
        hint: "save it as a regular file first: the file is read more than once")
    }
    guard !inputs.contains(where: { $0.name == name.value }) else { return path }
    var count = 0
    var sums = ""
    for file in Self.parts(of: path) {
      let chunks = try FileChunks(path: file)
      var hash = Fingerprint()
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
    if isFolder(path) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.sorted().map { "\(path)/\($0)" }.filter(isFile)
    }
    let url = URL(fileURLWithPath: path)
    guard url.pathExtension.lowercased() == "shp" else { return [path] }
    let base = path.dropLast(4)
    return [path] + ["dbf", "shx", "prj", "cpg"].map { "\(base).\($0)" }.filter(isFile)
  }

  private static func isFile(_ path: String) -> Bool { type(of: path) == .typeRegular }

  private static func isFolder(_ path: String) -> Bool { type(of: path) == .typeDirectory }

  private static func type(of path: String) -> FileAttributeType? {
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    return try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  }

  /// Refuses a file of another CRS than the terrain's.
  private func check(_ other: String, _ name: Located<String>) throws {
    guard !other.isEmpty, other != crs else { return }
    let own = crs.isEmpty ? "a CRS that is not named" : crs
    throw fault(
      name.position, "\(name.value) is in \(other), the terrain in \(own)",
      hint: crs.isEmpty
        ? "say the terrain's: crs: EPSG:n"
        : "nothing is converted here: ogr2ogr -t_srs \(crs) (gdalwarp for a raster) does it")
  }

  /// The shapes of a file, in the terrain's CRS.
  mutating func shapes(_ name: Located<String>) throws -> [Feature] {
    let file = try VectorFile(try open(name))
    try check(file.crs, name)
    guard file.features.contains(where: { $0.geometry != nil }) else {
      throw fault(name.position, "\(name.value) holds no shapes")
    }
    return file.features
  }

  /// A raster in the terrain's CRS, on its own cells.
  mutating func raster(_ name: Located<String>) throws -> RasterGrid {
    let grid = try GridFile.read(try open(name)).grid
    try check(grid.lattice.crs, name)
    var lattice = grid.lattice
    lattice.crs = crs
    return RasterGrid(lattice, values: grid.values)
  }

  // MARK: Numbers

  /// Numbers over time.
  ///
  /// - Parameter what: What goes by them, for warnings: `the inflow "dam"`.
  mutating func series(
    _ series: FloodScenario.Series, _ quantity: FloodScenario.Quantity, of what: String
  ) throws -> TimeSeries {
    let read: TimeSeries
    switch series {
    case .constant(let number): return TimeSeries(constant: number)
    case .rows(let rows):
      read = try TimeSeries(seconds: rows.map { $0[0] }, values: rows.map { $0[1] })
    case .file(let name):
      let table = try NumberTable(
        try open(name), headers: [FloodScenario.Quantity.timeHeaders, quantity.headers])
      let rows = try table.numbers()
      for (row, numbers) in zip(table.rows, rows) {
        guard let refusal = quantity.refusal(of: numbers[1]) else { continue }
        throw PlainError(
          message: "\(table.path):\(row.line): \(quantity) \(refusal)", hint: "correct the row")
      }
      do {
        read = try TimeSeries(seconds: rows.map { $0[0] }, values: rows.map { $0[1] })
      } catch {
        let line = error.entry.map { ":\(table.rows[$0].line)" } ?? ""
        throw PlainError(
          message: "\(table.path)\(line): \(error.message)", hint: error.hint)
      }
    }
    if let last = read.seconds.last, last < scenario.durationSeconds, let value = read.values.last,
      value != 0, quantity != .level, quantity != .opening
    {
      warn(
        "\(what) is known until \(last) s; its last number, \(value) \(quantity.headers[0]), holds "
          + "until the end at \(scenario.durationSeconds) s")
    }
    return read
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
