/// The one table of targets: at which level each stands and which outside modules it may import.
///
/// A target imports only from a strictly lower level. ARCHITECTURE.md draws the same ladder.
/// Targets may be listed before they exist.
enum Ladder {
  struct Rung {
    var level: Int
    /// Modules of other packages that it may import.
    var outside: Set<String> = []
    /// Why it has no tests folder of its own; `nil` when it must have one.
    var untested: String?
  }

  /// Modules that come with Swift and that any target may import.
  static let platform: Set<String> = [
    "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Darwin", "Swift",
    "Synchronization",
  ]

  /// Modules that only tests may import.
  static let testing: Set<String> = ["Testing", "TestSupport"]

  static let rungs: [String: Rung] = [
    "CGEOS": Rung(level: 0, untested: "module map"),
    "CPROJ": Rung(level: 0, untested: "module map"),
    "CSpatiaLite": Rung(level: 0, untested: "module map"),
    "CDeflate": Rung(level: 0, untested: "module map"),
    "CGDAL": Rung(level: 0, untested: "module map"),
    "CPNG": Rung(level: 0, untested: "module map"),
    "CZlib": Rung(level: 0, untested: "module map"),
    "CExpat": Rung(level: 0, untested: "module map"),
    "CMalloc": Rung(level: 0, untested: "module map"),
    "CVector": Rung(level: 0, untested: "a header of vector intrinsics"),

    "SimpleFeatures": Rung(level: 1),
    "TestSupport": Rung(level: 1, untested: "what tests share"),
    "FloodCells": Rung(level: 1, untested: "the kernel's memory; FloodTests run it"),

    "GeometryCore": Rung(level: 2),
    "Coverages": Rung(level: 2),
    "VectorTiles": Rung(level: 2),
    "Networks": Rung(level: 2),
    "OpenStreetMap": Rung(level: 2),
    "SUMOFiles": Rung(level: 2),
    "TraCI": Rung(level: 2),
    "Addresses": Rung(level: 2),
    "Catalog": Rung(level: 2, outside: ["Yams"]),
    "CityFile": Rung(level: 2, outside: ["GRDB", "GRDBSQLite"]),

    "FloodKernel": Rung(level: 2, untested: "FloodTests run it"),
    "FloodKernelHaswell": Rung(level: 2, untested: "FloodTests run it"),
    "FloodKernelDouble": Rung(level: 2, untested: "FloodTests run it"),
    "TrafficKernel": Rung(level: 2, untested: "SignalsTests run it"),

    "FeatureStore": Rung(level: 3, outside: ["GRDB", "GRDBSQLite"]),
    "TileArchives": Rung(level: 3, outside: ["GRDB"]),
    "Observations": Rung(level: 3, outside: ["GRDB", "GRDBSQLite"]),
    "Simulation": Rung(level: 3),
    "Datasets": Rung(level: 3),
    "Roads": Rung(level: 3),

    "Ingest": Rung(level: 4),
    "SampleCity": Rung(level: 4),
    "Flood": Rung(level: 4),
    "Pipes": Rung(level: 4),
    "Signals": Rung(level: 4),
    "Parking": Rung(level: 4),
    "Emergency": Rung(level: 4),
    "OneMap": Rung(level: 4),
    "RoadProcesses": Rung(level: 4, untested: "EndToEndTests ask a running server"),

    "CityStreets": Rung(level: 5),
    "ParkingProcesses": Rung(level: 5),
    "Server": Rung(
      level: 5,
      outside: [
        "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging", "Mustache", "NIOCore",
        "NIOHTTP1", "NIOHTTPTypes",
      ]),

    "yutu": Rung(
      level: 6, outside: ["ArgumentParser"], untested: "EndToEndTests run the built command"),
  ]

  /// The level up to which a test target may import: that of what it tests, the top for others.
  static func level(ofTests name: String) -> Int {
    let subject = name.hasSuffix("Tests") ? String(name.dropLast(5)) : name
    return rungs[subject]?.level ?? 6
  }
}
