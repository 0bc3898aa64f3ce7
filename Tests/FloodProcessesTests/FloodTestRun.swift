import Catalog
import CityFile
import FeatureStore
import FloodProcesses
import Foundation
import OneMap
import SimpleFeatures
import Simulation

/// A run of a flood in a folder of its own: 20 by 10 cells of 10 m near Wuhan, of which the
/// south-western is a wall.
final class FloodTestRun {
  let runs: URL
  let lattice = RasterLattice(
    columns: 20, rows: 10, originX: 530_000, originY: 3_380_100, cellWidth: 10, cellHeight: 10,
    crs: "EPSG:4547")
  private let file: FrameFile

  private static let models = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Models/flood")

  /// Writes a run `storm` without frames, with the files of its layers and limits.
  init(_ layers: [RunLayer]) throws {
    runs = FileManager.default.temporaryDirectory.appending(path: "flood-\(UUID().uuidString)")
    let folder = runs.appending(path: "storm")
    for name in ["layers", "impact"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    for layer in layers {
      let name = "\(layer.name).yml"
      try FileManager.default.copyItem(
        at: Self.models.appending(path: "results/\(name)"),
        to: folder.appending(path: "layers/\(name)"))
    }
    for name in ["impact.yml", "hazard.yml"] {
      try FileManager.default.copyItem(
        at: Self.models.appending(path: name), to: folder.appending(path: "impact/\(name)"))
    }
    let record = RunRecord(
      id: "storm", process: "flood", title: LocalisedText(zh: "试验", en: "Trial"),
      scenario: "trial", commit: 1, start: "2026-07-05T12:00:00Z",
      created: "2026-07-01T00:00:00Z", layers: layers)
    try JSONEncoder().encode(record).write(to: folder.appending(path: RunRecord.fileName))
    file = FrameFile(folder: folder.path)
    let fields = [("depth", 0.001), ("velocity-east", 0.01), ("velocity-north", 0.01)].map {
      FrameField(name: $0.0, unit: "m", resolution: $0.1, zh: $0.0, en: $0.0)
    }
    try file.begin(
      FrameHead(model: "flood", version: "1", lattice: lattice, fields: fields), after: 0)
  }

  deinit { try? FileManager.default.removeItem(at: runs) }

  /// The map of a city without layers of its own that the run is kept with.
  func map() throws -> CityMap {
    CityMap(
      SpatiaLiteStore(try City.openOrCreate(runs.appending(path: "test.city").path)),
      scenarios: ScenarioFolder(""),
      runs: runs.path, runFeatures: [FloodImpact.shared])
  }

  /// Appends a frame with water in some cells, its speed half to the east and half to the north.
  func append(
    minutes: Double, _ water: [(column: Int, row: Int, depth: Float, speed: Float)],
    _ numbers: [(String, Double)] = []
  ) throws {
    var depth = RasterGrid(lattice, filledWith: 0)
    var part = depth
    for cell in water {
      depth[cell.column, cell.row] = cell.depth
      part[cell.column, cell.row] = cell.speed * Float(0.5).squareRoot()
    }
    depth[0, 9] = .nan
    try file.append(
      Frame(seconds: minutes * 60, fields: [depth, part, part], numbers: numbers))
  }

  /// The moment of a minute, as requests name it.
  static func moment(_ minutes: Int) -> String {
    "2026-07-05T12:\(String(minutes + 100).suffix(2)):00Z"
  }
}
