import Catalog
import FeatureStore
import Foundation
import OneMap
import SimpleFeatures
import Simulation
import Testing

@Suite("Runs that are kept with a city are layers with a time axis")
struct KeptRunTests {
  private let runs: URL
  private let lattice = RasterLattice(
    columns: 4, rows: 3, originX: 530_000, originY: 3_380_000, cellWidth: 10, cellHeight: 10,
    crs: "EPSG:4547")
  private let layer = """
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
      resampling: nearest
    tiles: {minzoom: 8, maxzoom: 18}
    style: {colour: "#2171b5"}
    provenance:
      owner: {zh: 舆图, en: Yutu}
      source: {zh: 试验, en: A test}
      licence: CC0-1.0
      grade: general
    """

  init() throws {
    runs = FileManager.default.temporaryDirectory.appending(path: "runs-\(UUID().uuidString)")
  }

  /// Writes a run whose depth is a metre at each hour more, in one cell.
  private func write(_ id: String, frames: Int) throws -> FrameFile {
    let folder = runs.appending(path: id)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "layers"), withIntermediateDirectories: true)
    try Data(layer.utf8).write(to: folder.appending(path: "layers/depth.yml"))
    let record = RunRecord(
      id: id, process: "flood", title: LocalisedText(zh: "试验", en: "Trial"), scenario: "trial",
      commit: 7, start: "2026-07-05T12:00:00Z", created: "2026-07-01T00:00:00Z",
      layers: [RunLayer("depth", .field("depth")), RunLayer("level", .surface("depth"))])
    try JSONEncoder().encode(record).write(to: folder.appending(path: RunRecord.fileName))
    let file = FrameFile(folder: folder.path)
    let field = FrameField(
      name: "depth", unit: "m", resolution: 0.001, zh: "水深", en: "Depth", isAboveGround: true)
    try file.begin(
      FrameHead(
        model: "flood", version: "1", lattice: lattice, fields: [field],
        ground: RasterGrid(lattice, filledWith: 20)), after: 0)
    for index in 0..<frames { try append(index, to: file) }
    return file
  }

  private func append(_ index: Int, to file: FrameFile) throws {
    var depth = RasterGrid(lattice, filledWith: 0)
    depth.values[5] = Float(index)
    try file.append(Frame(seconds: Double(index) * 3600, fields: [depth]))
  }

  private func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  private func values(_ store: RunStore, _ id: String, at text: String?) throws -> [Float]? {
    guard let raster = try store.raster(id, at: try text.map(moment)) else { return nil }
    return try store.grid(of: raster, level: 0, columns: 0..<4, rows: 0..<3).values
  }

  @Test("The last frame that is not after a moment is seen, the latest without one")
  func moments() throws {
    defer { try? FileManager.default.removeItem(at: runs) }
    let file = try write("storm-1", frames: 3)
    let store = RunStore(runs.path)
    let id = "run-storm-1-depth"
    #expect(try values(store, id, at: nil)?[5] == 2)
    #expect(try values(store, id, at: "2026-07-05T13:59:59Z")?[5] == 1)
    let first = try #require(try values(store, id, at: "2026-07-05T12:00:00Z"))
    let isDry = first.allSatisfy(\.isNaN)
    #expect(isDry, "dry cells have no value")
    #expect(throws: StoreError.self) { _ = try values(store, id, at: "2026-07-05T11:59:00Z") }
    #expect(store.timeAxis(of: id)?.moments.count == 3)
    // While the run goes on, what is new is seen, and what was keeps its version.
    let before = try #require(try store.raster(id, at: nil)?.lastCommitToken)
    try append(3, to: file)
    #expect(try values(store, id, at: nil)?[5] == 3)
    let now = try store.raster(id, at: nil)
    #expect(now?.lastCommitToken != before)
    let past = try store.raster(id, at: try moment("2026-07-05T14:30:00Z"))
    #expect(past?.lastCommitToken == before)
    let raster = try #require(try store.raster(id, at: nil))
    let series = try store.series(
      of: raster, x: 530_015, y: 3_379_985, since: try moment("2026-07-05T13:00:00Z"), until: nil)
    #expect(series.map(\.value) == [1, 2, 3])
    // Nothing is known after the time that the last frame stands for; a date means the whole day.
    #expect(try values(store, id, at: "2026-07-05T15:59:59Z")?[5] == 3)
    #expect(try values(store, id, at: "2026-07-05T23:59:59+08:00")?[5] == 3)
    #expect(throws: StoreError.self) { _ = try values(store, id, at: "2026-07-05T17:00:00Z") }
  }

  @Test("An id from a request reads nothing but a run of this city")
  func escapes() throws {
    defer { try? FileManager.default.removeItem(at: runs) }
    _ = try write("mine", frames: 1)
    let store = RunStore(runs.appending(path: "mine").path)
    for id in ["run-../mine-depth", "run-..%2Fmine-depth", "run--depth", "run-.-depth"] {
      let found = try store.raster(id)
      #expect(found == nil, "\(id)")
    }
    let nowhere = try RunStore("").raster("run-\(runs.path)/mine-depth")
    #expect(nowhere == nil)
    // A folder that says it is another run.
    try FileManager.default.copyItem(
      at: runs.appending(path: "mine"), to: runs.appending(path: "other"))
    let ids = try RunStore(runs.path).rasters().map(\.id)
    #expect(ids == ["run-mine-depth"])
  }

  @Test("A folder without a whole record or with damaged frames leaves the others as they are")
  func damaged() throws {
    defer { try? FileManager.default.removeItem(at: runs) }
    for name in ["whole", "empty", "short", "torn"] { _ = try write(name, frames: 2) }
    func file(_ name: String) -> URL { runs.appending(path: name) }
    try FileManager.default.removeItem(at: file("empty/frames.yfr"))
    let record = try Data(contentsOf: file("short/record.json"))
    try record.prefix(40).write(to: file("short/record.json"))
    let frames = try Data(contentsOf: file("torn/frames.yfr"))
    try frames.prefix(frames.count - 3).write(to: file("torn/frames.yfr"))
    let store = RunStore(runs.path)
    let ids = try store.rasters().map(\.id)
    #expect(ids == ["run-torn-depth", "run-whole-depth"])
    #expect(store.timeAxis(of: "run-torn-depth")?.moments.count == 1)
    #expect(try values(store, "run-whole-depth", at: nil)?[5] == 1)
  }
}
