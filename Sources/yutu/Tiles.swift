import ArgumentParser
import Catalog
import CityFile
import CommandSupport
import FeatureStore
import Foundation
import OneMap
import SimpleFeatures
import TileArchives
import VectorTiles

/// `yutu tiles`: the whole pyramid of vector tiles in one file.
struct Tiles: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write all vector tiles of a city to one file, PMTiles or MBTiles.",
    discussion: """
      The tiles are those that yutu serve answers, as one commit left the city, also while others \
      write to it. A .pmtiles file (PMTiles 3) needs no server of its own: maps read it by ranges \
      from any web server. A .mbtiles file (MBTiles 1.3) is an SQLite database. Tiles that are \
      equal are stored once. The file appears when it is whole; until then an older one stays, and \
      Ctrl-C leaves nothing behind.

      Example: yutu tiles --city wuhan.city --out wuhan.pmtiles
      Example: yutu tiles --city wuhan.city --layers building,road --zoom 10-14 --out town.mbtiles
      Example: yutu tiles --city wuhan.city --at 3 --out before.pmtiles
      """)

  @Option(help: "The city file.")
  var city: String
  @Option(help: "The file to write, .pmtiles or .mbtiles.")
  var out: String
  @Option(help: "Only these layers, ids separated by commas; default: all that have features.")
  var layers: String?
  @Option(help: "Zoom levels, such as 10-14 or 12; default: those in the layer files.")
  var zoom: String?
  @Option(help: "The tile matrix set; both formats support only WebMercatorQuad.")
  var matrixSet = TileMatrixSet.webMercatorQuad.id
  @OptionGroup var view: ViewOptions
  @Flag(help: "Print the result as JSON on standard output.")
  var json = false

  func validate() throws {
    guard TileArchiveFormat(path: out) != nil else {
      throw ValidationError("--out \(out) ends in neither .pmtiles nor .mbtiles")
    }
    guard let set = TileMatrixSet.named(matrixSet) else {
      let names = TileMatrixSet.all.map(\.id).joined(separator: " and ")
      throw ValidationError("--matrix-set \(matrixSet) is not known; there are \(names)")
    }
    guard set.pyramid == .webMercator else {
      throw ValidationError(
        "PMTiles and MBTiles cannot hold tiles of \(set.id): yutu serve serves them "
          + "at /tiles/\(set.id)")
    }
    _ = try zooms()
  }

  func run() async throws {
    try OutputPaths.check([out], against: [city, view.scenario])
    let mapVersion = try view.mapVersion()
    let zooms = try zooms()
    let open = try City.open(city)
    defer { try? open.close() }
    let store = SpatiaLiteStore(open)
    let map = try CityMap(open).view(at: mapVersion)
    let start = ContinuousClock.now
    let ids = try layers?.split(separator: ",").map { try store.layerID(of: String($0)) }
    let name = URL(filePath: city).deletingPathExtension().lastPathComponent
    let size = try await Interruption.stopping { [out] in
      let pyramid = try await Pyramid(map, name: name, layers: ids, zooms: zooms)
      return try await pyramid.write(to: out) { zoom, done, total in
        Terminal.progress("level \(zoom): \(done) of \(total) places")
      }
    } describing: { _ in
      "stopped: \(out) was not written"
    }
    let seconds = (start.duration(to: .now) / .seconds(0.1)).rounded() / 10
    show(size, seconds)
  }

  private func show(_ size: ArchiveSize, _ seconds: Double) {
    if json {
      let members: JSONValue = [
        "file": .string(out), "tiles": .integer(size.tiles),
        "distinctTiles": .integer(size.distinctTiles), "bytes": .integer(size.bytes),
        "seconds": .real(seconds),
      ]
      return print(members.text)
    }
    let megabytes = (Double(size.bytes) / 10_000).rounded() / 100
    Terminal.say(
      "\(out): \(size.tiles) tiles, \(size.distinctTiles) of them distinct, \(megabytes) MB, "
        + "\(seconds) s")
  }

  /// The levels that `--zoom` names; `nil` where it is not given.
  private func zooms() throws -> ClosedRange<Int>? {
    guard let zoom else { return nil }
    let parts = zoom.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    let last = TilePyramid.deepestZoom
    guard (1...2).contains(parts.count), let first = parts[0], let end = parts[parts.count - 1],
      first >= 0, first <= end, end <= last
    else {
      throw ValidationError("--zoom \(zoom) is not levels between 0 and \(last), as 10-14 or 12")
    }
    return first...end
  }
}
