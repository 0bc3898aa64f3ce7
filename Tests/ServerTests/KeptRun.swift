import Catalog
import Foundation
import SimpleFeatures
import Simulation

/// A run that is kept, for tests: on 64 by 48 cells of 10 m near Wuhan water rises by a decimetre
/// an hour, and by a centimetre a column towards the east; the westernmost eight columns stay dry.
struct KeptTestRun {
  let folder: URL
  let lattice = RasterLattice(
    columns: 64, rows: 48, originX: 530_000, originY: 3_386_000, cellWidth: 10, cellHeight: 10,
    crs: "EPSG:4547")

  private static let layer = """
    id: depth
    kind: raster
    title: {zh: 水深, en: Depth}
    description: {zh: 水深。, en: Depth.}
    theme: public-theme
    level: CIM2
    raster:
      title: {zh: 水深, en: Depth}
      type: float32
      unit: m
      minimum: 0
      maximum: 100
      resampling: bilinear
      ramp:
        - {value: 0.05, colour: "#c6dbef"}
        - {value: 0.5, colour: "#4292c6"}
        - {value: 2, colour: "#08519c"}
    tiles: {minzoom: 8, maxzoom: 18}
    style: {colour: "#2171b5"}
    provenance:
      owner: {zh: 舆图, en: Yutu}
      source: {zh: 试验, en: A test}
      licence: CC0-1.0
      grade: general
    """

  /// Writes the run `storm` with so many hourly frames from 2026-07-05T12:00:00Z on.
  init(frames: Int) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "runs-\(UUID().uuidString)")
    let run = folder.appending(path: "storm")
    try FileManager.default.createDirectory(
      at: run.appending(path: "layers"), withIntermediateDirectories: true)
    try Data(Self.layer.utf8).write(to: run.appending(path: "layers/depth.yml"))
    let record = RunRecord(
      id: "storm", process: "flood", title: LocalisedText(zh: "试验", en: "Trial"),
      scenario: "trial", commit: 1, start: "2026-07-05T12:00:00Z", created: "2026-07-01T00:00:00Z",
      layers: [RunLayer("depth", .field("depth"))])
    try JSONEncoder().encode(record).write(to: run.appending(path: RunRecord.fileName))
    let file = FrameFile(folder: run.path)
    let field = FrameField(
      name: "depth", unit: "m", resolution: 0.001, zh: "水深", en: "Depth", isAboveGround: true)
    try file.begin(
      FrameHead(
        model: "flood", version: "1", lattice: lattice, fields: [field],
        ground: RasterGrid(lattice, filledWith: 20)), after: 0)
    for index in 0..<frames {
      try file.append(Frame(seconds: Double(index) * 3600, fields: [depth(hours: index)]))
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// The depth after so many hours, 0 where it is dry.
  func depth(hours: Int) -> RasterGrid {
    var grid = RasterGrid(lattice, filledWith: 0)
    for row in 0..<grid.rows {
      for column in 8..<grid.columns {
        grid[column, row] = Float(hours * 100 + column * 10) / 1000
      }
    }
    return grid
  }
}
