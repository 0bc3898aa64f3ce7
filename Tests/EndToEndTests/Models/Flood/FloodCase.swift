import Foundation
import Testing

/// A small valley with what people run on it, as files in a folder.
struct FloodCase {
  let folder: TestFolder
  static let columns = 40
  static let rows = 30

  init() throws {
    folder = try TestFolder()
    try folder.write("dem.asc", Self.text(Self.height))
    try folder.write("q.csv", "s,m3/s\n0,0\n60,4\n300,1\n")
    try folder.write("gauges.csv", "id,x,y\nupper,509,20029\nlower,571,20033\n")
  }

  /// A valley that falls to the east, with humps, 2 m cells, its north-western corner cut off.
  static func height(_ column: Int, _ row: Int) -> Double {
    if column < 3, row < 3 { return -9999 }
    let across = Double(row) - 14.5
    let hump = sin(Double(column) * 0.9) * cos(Double(row) * 0.7) * 0.3
    return 20 - 0.05 * Double(column) + 0.01 * across * across + hump
  }

  static func text(
    columns: Int = columns, rows: Int = rows, cell: Double = 2,
    _ height: (Int, Int) -> Double
  ) -> String {
    var text = "ncols \(columns)\nnrows \(rows)\nxllcorner 500\nyllcorner 20000\n"
    text += "cellsize \(cell)\nNODATA_value -9999\n"
    for row in 0..<rows {
      text +=
        (0..<columns).map { String(format: "%.4f", height($0, row)) }
        .joined(separator: " ") + "\n"
    }
    return text
  }

  /// The usual scenario, with more keys where they are given.
  static func scenario(_ more: String = "", duration: Int = 240, every: Int = 60) -> String {
    """
    model: flood
    terrain: dem.asc
    duration: \(duration)
    roughness: 0.03
    inflows:
      - {id: spring, at: [505, 20030], radius: 4, hydrograph: q.csv}
    rain: {hyetograph: [[0, 60], [120, 0]]}
    gauges: gauges.csv
    output: {every: \(every), gauges_every: 30, velocity: true}
    \(more)
    """
  }

  @discardableResult
  func run(
    _ scenario: String, out: String = "out", _ options: String...
  ) async throws -> Ended {
    let file = try folder.write("scenario.yml", scenario)
    return try await Program(
      Place.command, ["run", file, "--out", folder.file(out)] + options, in: folder
    ).end()
  }

  func json(_ name: String) throws -> JSON { try JSON([UInt8](folder.bytes(name))) }

  /// The cells of a raster as GDAL reads them: value by centre; those without a value are left out.
  func cells(_ name: String) async throws -> [Centre: Double] {
    let text = try await Program.succeed(
      Place.program("gdal_translate"),
      ["-q", "-of", "XYZ", folder.file(name), "/vsistdout/"], in: folder)
    var cells: [Centre: Double] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").compactMap { Double($0) }
      if words.count == 3, words[2].isFinite { cells[Centre(x: words[0], y: words[1])] = words[2] }
    }
    return cells
  }

  struct Centre: Hashable { var x, y: Double }

  /// The rows of a CSV file by its columns.
  func rows(_ name: String) throws -> [[String: String]] {
    let lines = try folder.read(name).split(separator: "\n")
    let header = lines[0].split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
      let words = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(zip(header, words)) { first, _ in first }
    }
  }

  /// The results in a folder, by name: all but what tells of the computer.
  func results(_ out: String) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file(out))
    return try Dictionary(
      uniqueKeysWithValues: names.filter { $0 != "run.json" && $0 != "run.state" }.map {
        ($0, try folder.bytes("\(out)/\($0)"))
      })
  }
}
