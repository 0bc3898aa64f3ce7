// swift-tools-version: 6.2
import PackageDescription

// The ladder of targets: a target imports only from a strictly lower level.
// It stands in ARCHITECTURE.md, and `Tests/TidyTests` checks every import against it.

/// libFuzzer's library where `scripts/fuzz` builds: then there is `yutu-fuzz`, which may look into
/// the other targets as tests may.
let fuzzer = Context.environment["YUTU_FUZZER"]

/// The settings that every Swift target shares.
let settings: [SwiftSetting] =
  (fuzzer == nil ? [] : [.unsafeFlags(["-enable-testing"])]) + [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
  ]

/// Targets that touch C or raw memory mark each such expression `unsafe`.
let strict: [SwiftSetting] = settings + [.strictMemorySafety()]

func system(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: apt.map { [.apt([$0])] })
}

func library(
  _ name: String, uses: [Target.Dependency] = [], touchesC: Bool = false,
  leavesOut: [String] = []
) -> Target {
  .target(
    name: name, dependencies: uses, exclude: leavesOut,
    swiftSettings: touchesC ? strict : settings)
}

/// The flood kernel: one folder, compiled for any processor, for those with AVX2 and with 64 bits.
///
/// The folders of the other two are links to the first.
func kernel(
  _ name: String, uses: [Target.Dependency], defines: [SwiftSetting] = [], flags: [String] = []
) -> Target {
  .target(
    name: name, dependencies: uses,
    swiftSettings: settings + defines + [.unsafeFlags(["-Ounchecked"] + flags)])
}

#if arch(x86_64)
  let haswell = ["-Xcc", "-march=haswell", "-target-cpu", "haswell"]
#else
  let haswell: [String] = []
#endif

/// Tests are not optimised, while what they test is: that halves their build.
///
/// - Parameter optimised: For tests that calculate much themselves.
func tests(
  _ name: String, uses: [Target.Dependency], leavesOut: [String] = [], optimised: Bool = false
) -> Target {
  .testTarget(
    name: name, dependencies: uses, exclude: leavesOut,
    swiftSettings: settings + (optimised ? [] : [.unsafeFlags(["-Onone"])]))
}

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypesHTTP1 = Target.Dependency.product(
  name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let arguments = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "yutu",
  products: [.executable(name: "yutu", targets: ["yutu"])],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // Level 0: C libraries
    system("CGEOS", pkgConfig: "geos", apt: "libgeos-dev"),
    system("CPROJ", pkgConfig: "proj", apt: "libproj-dev"),
    system("CSpatiaLite", pkgConfig: "spatialite", apt: "libspatialite-dev"),
    system("CDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev"),
    system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    system("CSandbox", pkgConfig: "libseccomp", apt: "libseccomp-dev"),
    system("CGDAL", pkgConfig: "gdal", apt: "libgdal-dev"),
    system("CVector"),
    .target(name: "CEmbedded"),
    .target(name: "CPageChecksum", linkerSettings: [.linkedLibrary("sqlite3")]),
    system("CMalloc"),
    system("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
    system("CRsvg", pkgConfig: "cairo", apt: "librsvg2-dev"),
    system("CFreeType", pkgConfig: "freetype2", apt: "libfreetype-dev"),
    // Level 1: values
    library("SimpleFeatures", touchesC: true),
    library("Compression", uses: ["CDeflate"], touchesC: true),
    library("FloodCells", uses: ["CVector"], touchesC: true),
    library("Messages", uses: ["CEmbedded"], touchesC: true, leavesOut: ["zh.po"]),
    library("EmbeddedPages", uses: ["CEmbedded"], touchesC: true),
    // Level 2: one skill each
    library("GeometryCore", uses: ["SimpleFeatures", "CGEOS", "CPROJ"], touchesC: true),
    library("Coverages", uses: ["SimpleFeatures", "Compression"]),
    library("VectorTiles", uses: ["SimpleFeatures", "Compression"], touchesC: true),
    library("Networks", uses: ["SimpleFeatures", "CVector"], touchesC: true),
    library("OpenStreetMap", uses: ["SimpleFeatures", "Compression", "CZlib"], touchesC: true),
    library("SUMOFiles", uses: ["SimpleFeatures", "CExpat"], touchesC: true),
    library("TraCI", uses: ["SimpleFeatures"], touchesC: true),
    library("Catalog", uses: ["SimpleFeatures", "Messages", yams]),
    library(
      "CityFile", uses: ["SimpleFeatures", "CSpatiaLite", "CPageChecksum", grdb, sqlite],
      touchesC: true),
    kernel("FloodKernel", uses: ["FloodCells", "CVector"]),
    kernel("FloodKernelHaswell", uses: ["FloodCells", "CVector"], flags: haswell),
    kernel(
      "FloodKernelDouble", uses: ["FloodCells", "CVector"], defines: [.define("FLOOD_DOUBLE")]),
    kernel("TrafficKernel", uses: []),
    // Level 3: the store
    library(
      "FeatureStore",
      uses: [
        "CityFile", "Catalog", "GeometryCore", "Coverages", "VectorTiles", "SimpleFeatures",
        "Compression", grdb,
        sqlite,
      ],
      touchesC: true),
    library("MapStyles", uses: ["Catalog", "Messages", "SimpleFeatures"]),
    library(
      "MapSymbols", uses: ["Catalog", "VectorTiles", "SimpleFeatures", "CRsvg", "CFreeType"],
      touchesC: true),
    library("TileArchives", uses: ["VectorTiles", "SimpleFeatures", grdb], touchesC: true),
    library(
      "Simulation", uses: ["Catalog", "SimpleFeatures", "Compression"], touchesC: true),
    library(
      "Datasets",
      uses: [
        "Catalog", "GeometryCore", "OpenStreetMap", "SimpleFeatures", "Messages", "CGDAL",
        "CSandbox",
      ],
      touchesC: true),
    library(
      "CommandSupport",
      uses: ["Catalog", "SimpleFeatures", "Messages", "CEmbedded", arguments], touchesC: true),
    library(
      "Roads", uses: ["Networks", "OpenStreetMap", "GeometryCore", "Catalog", "SimpleFeatures"]),
    // Level 4: the way in, and the one map
    library(
      "Ingest",
      uses: [
        "Datasets", "FeatureStore", "Catalog", "GeometryCore", "SimpleFeatures", "CGDAL",
      ],
      touchesC: true),
    library(
      "SampleCity",
      uses: ["FeatureStore", "Catalog", "Coverages", "GeometryCore", "SimpleFeatures"]),
    library(
      "Flood",
      uses: [
        "Simulation", "FloodCells", "FloodKernel", "FloodKernelHaswell", "FloodKernelDouble",
        "SimpleFeatures", "CVector",
      ]),
    library(
      "Signals",
      uses: [
        "TrafficKernel", "SUMOFiles", "Networks", "Simulation", "Catalog", "SimpleFeatures",
      ]),
    library(
      "Parking",
      uses: ["Simulation", "Networks", "Catalog", "SimpleFeatures"]),
    library(
      "RoadProcesses",
      uses: [
        "Roads", "Networks", "Datasets", "Simulation", "GeometryCore", "Catalog",
        "SimpleFeatures",
      ]),
    library(
      "OneMap",
      uses: [
        "TileArchives", "FeatureStore", "Simulation", "Datasets", "Catalog", "GeometryCore",
        "Coverages", "VectorTiles", "SimpleFeatures",
      ]),
    // Level 5: what joins roads with signals and parking, and HTTP
    library(
      "ParkingProcesses",
      uses: [
        "Parking", "RoadProcesses", "Roads", "Simulation", "Datasets", "Catalog", "GeometryCore",
        "SimpleFeatures",
      ]),
    library(
      "FloodProcesses",
      uses: [
        "Flood", "Simulation", "Datasets", "Catalog", "Coverages", "GeometryCore",
        "SimpleFeatures", "CMalloc",
      ],
      touchesC: true),
    library(
      "CityStreets",
      uses: [
        "Signals", "Roads", "SUMOFiles", "GeometryCore", "Networks", "SimpleFeatures",
      ]),
    library(
      "Server",
      uses: [
        "OneMap", "MapStyles", "MapSymbols", "FeatureStore", "Simulation", "CityFile", "Catalog",
        "Coverages", "VectorTiles", "GeometryCore", "SimpleFeatures", "Messages",
        "EmbeddedPages",
        hummingbird, hummingbirdCore, mustache, httpTypes, logging, nio, nioHTTP1, nioHTTPTypes,
        nioPosix,
      ],
      leavesOut: ["Pages"]),
    // Level 6: what cities, plans and streets have to do with each other
    library(
      "SignalProcesses",
      uses: [
        "CityStreets", "Signals", "Roads", "SUMOFiles", "TraCI", "Simulation", "Datasets",
        "Catalog", "GeometryCore", "SimpleFeatures",
      ]),
    // Level 7: the command line, where all targets meet
    .executableTarget(
      name: "yutu",
      dependencies: [
        "Server", "OneMap", "MapSymbols", "Ingest", "Datasets", "SampleCity", "Flood",
        "FloodProcesses",
        "ParkingProcesses",
        "RoadProcesses",
        "Roads",
        "OpenStreetMap", "CityStreets", "SignalProcesses", "Signals", "Parking", "SUMOFiles",
        "Simulation",
        "TileArchives", "TraCI",
        "FeatureStore", "CityFile", "Catalog", "GeometryCore", "VectorTiles", "SimpleFeatures",
        "CommandSupport", "Messages", "CMalloc", arguments,
      ],
      swiftSettings: settings),
    // Not shipped: what the scripts that measure call
    .executableTarget(
      name: "yutu-bench",
      dependencies: [
        "ParkingProcesses", "Parking", "Roads", "Networks", "OpenStreetMap", "Simulation",
        "Datasets", "Catalog", "SimpleFeatures", arguments,
      ],
      swiftSettings: settings),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
    tests("CompressionTests", uses: ["TestSupport", "Compression"]),
    tests("SimpleFeaturesTests", uses: ["TestSupport", "SimpleFeatures"]),
    tests("GeometryCoreTests", uses: ["TestSupport", "GeometryCore", "SimpleFeatures", "CPROJ"]),
    tests("CoveragesTests", uses: ["TestSupport", "Coverages", "GeometryCore", "SimpleFeatures"]),
    tests("VectorTilesTests", uses: ["TestSupport", "VectorTiles", "SimpleFeatures"]),
    tests("NetworksTests", uses: ["SimpleFeatures", "TestSupport", "Networks"], optimised: true),
    tests("OpenStreetMapTests", uses: ["TestSupport", "OpenStreetMap", "CDeflate"]),
    tests("TraCITests", uses: ["TestSupport", "SimpleFeatures", "TraCI"]),
    tests(
      "SUMOFilesTests", uses: ["SimpleFeatures", "TestSupport", "SUMOFiles"], leavesOut: ["Files"]),
    tests(
      "CityStreetsTests",
      uses: [
        "GeometryCore", "TestSupport",
        "CityStreets", "Signals", "Roads", "OpenStreetMap", "SUMOFiles",
        "SimpleFeatures",
      ]),
    tests(
      "SignalsTests", uses: ["TestSupport", "Signals", "SUMOFiles", "Catalog", "SimpleFeatures"]),
    tests("ParkingTests", uses: ["TestSupport", "Parking", "Catalog"]),
    tests(
      "SignalProcessesTests",
      uses: ["SignalProcesses", "CityStreets", "SimpleFeatures"]),
    tests(
      "ParkingProcessesTests",
      uses: [
        "ParkingProcesses", "Parking", "RoadProcesses", "Roads", "Simulation", "Catalog",
        "SimpleFeatures",
      ]),
    tests("CatalogTests", uses: ["TestSupport", "Catalog", "SimpleFeatures"]),
    tests("CityFileTests", uses: ["TestSupport", "CityFile", "SimpleFeatures", grdb]),
    tests("MapStylesTests", uses: ["MapStyles", "Catalog", "Messages", "SimpleFeatures"]),
    tests(
      "MapSymbolsTests",
      uses: ["TestSupport", "MapSymbols", "Catalog", "Compression", "SimpleFeatures"]),
    tests("TileArchivesTests", uses: ["TileArchives", "VectorTiles", "SimpleFeatures", grdb]),
    tests(
      "FeatureStoreTests",
      uses: [
        "TestSupport",
        "FeatureStore", "CityFile", "Catalog", "Coverages", "VectorTiles", "SimpleFeatures", grdb,
      ], leavesOut: ["Formats"]),
    tests("DatasetsTests", uses: ["TestSupport", "Datasets", "Catalog", "SimpleFeatures"]),
    tests(
      "IngestTests",
      uses: [
        "TestSupport",
        "Ingest", "Datasets", "FeatureStore", "CityFile", "Catalog", "GeometryCore", "Coverages",
        "SimpleFeatures", grdb,
      ]),
    tests(
      "OneMapTests",
      uses: [
        "OneMap", "Ingest", "FeatureStore", "CityFile", "Catalog", "Coverages", "GeometryCore",
        "VectorTiles", "Simulation", "SimpleFeatures", "TestSupport",
      ]),
    tests(
      "RoadsTests",
      uses: [
        "TestSupport",
        "Roads", "Networks", "OpenStreetMap", "GeometryCore", "Catalog", "SimpleFeatures",
      ], optimised: true),
    tests(
      "ServerTests",
      uses: [
        "TestSupport", "EmbeddedPages",
        "Server", "OneMap", "MapSymbols", "Ingest", "Datasets", "FeatureStore", "CityFile",
        "Simulation", "Catalog", "VectorTiles", "SimpleFeatures", "Messages", nio, nioEmbedded,
      ]),
    tests("SimulationTests", uses: ["TestSupport", "Simulation", "Catalog", "SimpleFeatures"]),
    tests(
      "FloodTests", uses: ["TestSupport", "Flood", "Simulation", "SimpleFeatures"],
      optimised: true),
    tests("ExampleModelTests", uses: ["OneMap", "Simulation", "Catalog", "SimpleFeatures"]),
    tests(
      "RoadProcessesTests",
      uses: [
        "TestSupport", "RoadProcesses", "Roads", "Simulation", "Catalog", "SimpleFeatures",
      ]),
    tests(
      "FloodProcessesTests",
      uses: [
        "TestSupport",
        "FloodProcesses", "OneMap", "Flood", "FeatureStore", "Simulation", "CityFile", "Catalog",
        "Coverages", "VectorTiles", "GeometryCore", "SimpleFeatures",
      ]),
    tests(
      "SampleCityTests",
      uses: [
        "TestSupport",
        "SampleCity", "FeatureStore", "CityFile", "Catalog", "Coverages", "GeometryCore",
        "SimpleFeatures",
      ]),
    tests(
      "EndToEndTests", uses: ["TestSupport", "yutu", "GeometryCore", "SimpleFeatures"],
      leavesOut: ["Clients"]),
    tests(
      "ConformanceTests", uses: ["yutu"], leavesOut: ["Runner", "Schemathesis", "own_server.py"]),
    tests(
      "FuzzTests",
      uses: [
        "TestSupport",
        "CityFile", "FeatureStore", "Datasets", "OpenStreetMap", "SUMOFiles", "Catalog",
        "FloodProcesses", "Flood", "Simulation", "Parking", "Roads", "Server", "VectorTiles",
        "Compression", "SimpleFeatures", hummingbird, httpTypes, nio, nioEmbedded, nioHTTP1,
        nioHTTPTypes, nioHTTPTypesHTTP1,
      ], leavesOut: ["Inputs"]),
    tests("MessagesTests", uses: ["Messages"]),
    tests("TidyTests", uses: [], optimised: true),
  ]
)

if let fuzzer {
  package.targets.append(
    // Not shipped: parsers under libFuzzer; `Targets` is a link to what FuzzTests try, too.
    .executableTarget(
      name: "yutu-fuzz",
      dependencies: [
        "CityFile", "FeatureStore", "Datasets", "OpenStreetMap", "SUMOFiles", "Catalog",
        "FloodProcesses", "Flood", "Simulation", "Parking", "Roads", "Server", "VectorTiles",
        "Compression", "SimpleFeatures", hummingbird, httpTypes, nio, nioEmbedded, nioHTTP1,
        nioHTTPTypes, nioHTTPTypesHTTP1,
      ],
      swiftSettings: strict,
      linkerSettings: [.unsafeFlags([fuzzer]), .linkedLibrary("stdc++"), .linkedLibrary("m")]))
}
