// swift-tools-version: 6.2
import PackageDescription

// What the servers are measured against, apart from the package that is served.
let package = Package(
  name: "benchmarks",
  dependencies: [.package(url: "https://github.com/apple/swift-nio.git", from: "2.80.0")],
  targets: [
    .executableTarget(
      name: "hello",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ])
  ]
)
