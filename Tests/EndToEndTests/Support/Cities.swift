import Foundation
import Testing

/// Cities that several tests start from; each is made once, and tests work on copies.
enum Cities {
  /// A copy of the city with Guanggu's buildings, roads and water.
  static func guanggu(in folder: TestFolder) async throws -> String {
    try copy(of: try await guangguMade.value, into: folder)
  }

  /// A copy of the city with Shanghai's streets in the layer `road`.
  static func shanghai(in folder: TestFolder) async throws -> String {
    try copy(of: try await shanghaiMade.value, into: folder)
  }

  /// A copy of the city with four made-up buildings and a road.
  static func small(in folder: TestFolder) async throws -> String {
    try copy(of: try await smallMade.value, into: folder)
  }

  /// A copy of the made-up district.
  static func sample(in folder: TestFolder) async throws -> String {
    try copy(of: try await sampleMade.value, into: folder)
  }

  /// The features of a layer of a city.
  static func features(
    of layer: String, in city: String, _ folder: TestFolder
  ) async throws -> [JSON] {
    let file = "\(layer)-exported.geojson"
    let ended = try await yutu(
      "export", "--city", city, "--layer", layer, folder.file(file), in: folder, within: 180)
    guard ended.code == 0 else { throw ProgramFault(description: ended.errors) }
    return try JSON(Array(folder.bytes(file)))["features"].list
  }

  /// Writes the bytes of a made city as `test.city`.
  private static func copy(of city: Data, into folder: TestFolder) throws -> String {
    try folder.write("test.city", Array(city))
  }

  private static let guangguMade = Task {
    try await make { folder in
      ["building": "buildings", "road": "roads", "water": "water"]
        .mapValues { "\(Place.data)/osm/wuhan_guanggu_\($0)_osm.geojson" }
    }
  }

  private static let sampleMade = Task {
    let folder = try TestFolder()
    let ended = try await yutu(
      "sample", "--out", folder.file("made.city"), in: folder, within: 180)
    guard ended.code == 0 else { throw ProgramFault(description: ended.errors) }
    return try folder.bytes("made.city")
  }

  private static let shanghaiMade = Task {
    try await make { folder in ["road": try await shanghaiStreets(in: folder)] }
  }

  /// The streets of the Shanghai extract as GeoJSON, made by ogr2ogr.
  static func shanghaiStreets(in folder: TestFolder) async throws -> String {
    let file = folder.file("shanghai.geojson")
    try await Program.succeed(
      Place.program("ogr2ogr"),
      ["-f", "GeoJSON", file, Place.data + "/osm/shanghai_center.osm", "lines"], in: folder)
    return file
  }

  private static let smallMade = Task {
    try await make { folder in
      [
        "building": try folder.write("buildings.geojson", SmallCity.buildings),
        "road": try folder.write("road.geojson", SmallCity.road),
      ]
    }
  }

  /// Imports one file into each layer; all must succeed and leave one file, the city.
  private static func make(
    _ files: (TestFolder) async throws -> [String: String]
  ) async throws -> Data {
    let folder = try TestFolder()
    let city = folder.file("made.city")
    for (layer, file) in try await files(folder).sorted(by: { $0.key < $1.key }) {
      let ended = try await yutu(
        "import", "--city", city, "--layer", layer, "--no-problem-layer", file, in: folder)
      guard ended.code == 0 else { throw ProgramFault(description: ended.errors) }
    }
    #expect(folder.names.filter { $0.hasPrefix("made.city") } == ["made.city"])
    return try folder.bytes("made.city")
  }
}
