import ArgumentParser
import Catalog
import CityFile
import CommandSupport
import Datasets
import Foundation
import GeometryCore
import OneMap
import OpenStreetMap
import RoadProcesses
import Roads
import SimpleFeatures
import Simulation

/// Which roads a command asks, for whom, and in what state.
struct RoadOptions: ParsableArguments {
  @Option(help: "An OpenStreetMap file: .osm.pbf, .osm or .osm.gz.")
  var pbf: String?
  @Option(help: "A city file: its layers of roads and traffic lights are used.")
  var city: String?
  @Option(help: "Vehicle profile: one of Models/roads, or a file of that format.")
  var profile = "car"
  @Option(help: "Quantity to minimise: time or length.")
  var metric: RouteObjective = .time
  @Option(help: "Turn costs and turn restrictions: on or off.")
  var turns: Switch = .on
  @Option(help: "A CSV of closed or slowed roads: from_node,to_node[,speed_kmh]; 0 closes a road.")
  var closed: String?
  @Option(help: "Closed areas and roads as GeoJSON or another vector file; see Models/roads.")
  var closures: String?
  @Option(
    help: "Flood depth: a raster in metres, polygons with depth_m, or the id of a run of the city.")
  var flood: String?
  @Option(help: "Moment of the run in simulated time, RFC 3339; default: its last frame.")
  var datetime: String?
  @Option(help: "Snapping distance: maximum distance between a place and its road, metres.")
  var snap = Router.snapMetres
  @Option(help: "Number of threads.")
  var threads = ProcessInfo.processInfo.activeProcessorCount

  enum Switch: String, ExpressibleByArgument, CaseIterable { case on, off }

  func validate() throws {
    guard (pbf == nil) != (city == nil) else {
      throw ValidationError("name the roads: one of --pbf FILE and --city CITY")
    }
    guard datetime == nil || run != nil else {
      throw ValidationError("--datetime needs --city CITY and --flood RUN")
    }
    guard (1...64).contains(threads) else {
      throw ValidationError("--threads \(threads) is not between 1 and 64")
    }
    guard snap >= 0, snap <= 100_000 else {
      throw ValidationError("--snap \(snap) is not between 0 and 100000 metres")
    }
  }

  /// The files that the options name.
  var files: [String?] { [pbf, city, closed, closures, run == nil ? flood : nil] }

  /// The run of the city that `--flood` names; `nil` where it names a file.
  private var run: String? {
    guard city != nil, let flood, !flood.contains("/"), !flood.contains("."),
      !FileManager.default.fileExists(atPath: flood)
    else { return nil }
    return flood
  }

  /// Reads the roads, makes their weights, and says what was passed over.
  func router() async throws -> Router {
    let profile = try Self.profile(named: profile)
    let network = try RoadNetwork(
      try await map(), profiles: [profile], usesTurns: turns == .on, threads: threads
    ) { graph, x, y in
      OrderFolder.ofUser.order(of: graph, x: x, y: y, threads: threads)
    }
    for remark in network.remarks { Terminal.say("note: \(remark)") }
    return Router(network, try changed(network))
  }

  /// A profile of the folder, or of a file of one's own.
  static func profile(named name: String) throws -> RoadProfile {
    if name.hasSuffix(".yml") { return try RoadProfile.load(file: name) }
    let (known, diagnostics) = RoadProfile.check(folder: try ResourcePaths.roads)
    if let found = known.first(where: { $0.id == name }) { return found }
    if !diagnostics.isEmpty { throw CatalogError(diagnostics: diagnostics) }
    throw PlainError(
      message: "there is no profile \(name)",
      hint: choices(for: name, among: known.map(\.id)) + "; a file of your own ends in .yml")
  }

  private func map() async throws -> RoadMap {
    if let pbf {
      do {
        return try RoadMap(openStreetMap: try OSMFile(path: pbf), threads: threads)
      } catch let error as OSMError {
        let message = error.message
        throw PlainError(
          message: message.contains(pbf) ? message : "\(pbf): \(message)", hint: error.hint)
      }
    }
    let open = try City.open(city ?? "")
    defer { try? open.close() }
    return try CityRoads.map(of: try await CityMap(open).snapshot())
  }

  /// The weights with what the options close.
  private func changed(_ network: RoadNetwork) throws -> RoadMetric {
    var changes: [SegmentChange] = []
    if let closed { changes += try EdgeList(closed).changes(on: network, warn: Terminal.warn) }
    if let closures { changes += try features(closures, on: network) }
    changes += try wet(network)
    let free = network.metric(profile: 0, metric)
    let metric = network.metric(free, changing: changes)
    if !changes.isEmpty {
      Terminal.say("\(metric.changedSegmentCount) directions of road segments are closed or slower")
    }
    return metric
  }

  /// What the water of a file or of a run does to the roads.
  private func wet(_ network: RoadNetwork) throws -> [SegmentChange] {
    guard let flood else { return [] }
    let grid: RasterGrid
    if let run {
      let moment = try datetime.map { try RunFolder.moment($0) }
      grid = try RunFolder(run, in: "\(city ?? "").runs").values(of: "depth", at: moment).grid
    } else if GridFile.isRaster(flood) {
      grid = try GridFile.read(flood).grid
    } else {
      return try features(flood, on: network, areWater: true)
    }
    guard !grid.lattice.crs.isEmpty else {
      throw PlainError(
        message: "\(flood) does not say in which CRS it is",
        hint: "gdal_edit.py -a_srs EPSG:4547 \(flood)")
    }
    let wet = try network.changes(
      depths: grid, in: try CoordinateReferenceSystem(grid.lattice.crs), profile: 0)
    if wet.isEmpty { Terminal.say("warning: no road lies in the water of \(flood)") }
    return wet
  }

  private func features(
    _ file: String, on network: RoadNetwork, areWater: Bool = false
  ) throws -> [SegmentChange] {
    var features = try ClosureFile.features(file)
    if areWater {
      for place in features.indices {
        features[place].properties.append(Property("water", .boolean(true)))
      }
    }
    do {
      let changes = try network.changes(of: features, profile: 0)
      if changes.isEmpty {
        Terminal.say("warning: \(file) touches no road of this profile; lines must lie within 5 m")
      }
      let timed = ["slot", "from", "until"]
      if features.contains(where: { $0.properties.contains { timed.contains($0.name) } }) {
        Terminal.say("note: \(file): slot, from and until count in --road-conditions of yutu serve")
      }
      return changes
    } catch {
      throw PlainError(message: "\(file): \(error.message)", hint: error.hint)
    }
  }
}
