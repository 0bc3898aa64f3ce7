import FeatureStore
import Foundation
import Ingest
import SimpleFeatures
import TestSupport
import Testing

@testable import Datasets

@Suite("Damaged files")
struct DamagedFileTests {
  /// A format and its sample file.
  struct Sample: Sendable, CustomTestStringConvertible {
    var format: String
    var file: String
    var testDescription: String { file }
  }

  static let samples = [
    Sample(format: "GPKG", file: "a.gpkg"), Sample(format: "ESRI Shapefile", file: "a.shp"),
    Sample(format: "FlatGeobuf", file: "a.fgb"), Sample(format: "LIBKML", file: "a.kml"),
    Sample(format: "LIBKML", file: "a.kmz"), Sample(format: "XLSX", file: "a.xlsx"),
    Sample(format: "DXF", file: "a.dxf"), Sample(format: "CSV", file: "a.csv"),
  ]

  /// A small file of a format in the folder of `test`.
  private static func path(_ sample: Sample, in test: TestImport) throws -> String {
    switch sample.format {
    case "XLSX", "CSV": try test.table(sample.file)
    case "DXF": try test.sample(sample.file, "DXF", .line, crs: "EPSG:4547")
    case "ESRI Shapefile":
      try test.sample(sample.file, sample.format, options: ["-lco", "ENCODING=GBK"])
    default: try test.sample(sample.file, sample.format, crs: "EPSG:4326")
    }
  }

  /// Imports a file into a new city: how many features there are, or the words of the error.
  private static func outcome(_ path: String, _ sample: Sample) throws -> (
    count: Int, words: String
  ) {
    let test = try TestImport()
    let isDrawing = sample.format == "DXF"
    do {
      let report = try test.take(
        path, isDrawing ? .line : .point, crs: isDrawing ? "EPSG:4547" : nil,
        map: isDrawing ? ["id": "EntityHandle"] : [:])
      #expect(report.addsUp)
      return (report.added, "")
    } catch let error as any ExplainedError {
      #expect(try test.store.logNow().isEmpty)
      return (0, error.description)
    }
  }

  @Test("cut off at every quarter give an error or the records before the cut", arguments: samples)
  func truncated(_ sample: Sample) throws {
    let test = try TestImport()
    let path = try Self.path(sample, in: test)
    let whole = [UInt8](try test.folder.bytes(of: sample.file))
    #expect(try Self.outcome(path, sample).count == FormatFiles.count)
    for quarter in 0..<4 {
      _ = try test.folder.write(whole.prefix(whole.count * quarter / 4), to: sample.file)
      let (count, words) = try Self.outcome(path, sample)
      #expect(count < FormatFiles.count)
      #expect(
        (words.isEmpty || words.contains("(")) && !words.contains("\n"), "\(quarter): \(words)")
    }
  }

  /// Corrupted files of each format: 40, or as many as `YUTU_FUZZ` says.
  private static var rounds: Int {
    ProcessInfo.processInfo.environment["YUTU_FUZZ"].flatMap { Int($0) } ?? 40
  }

  @Test("with bytes changed at random never stop the program", arguments: samples)
  func corrupted(_ sample: Sample) throws {
    let test = try TestImport()
    let path = try Self.path(sample, in: test)
    // The table of a Shapefile is as easily damaged as its shapes.
    let names = sample.file.hasSuffix("shp") ? ["a.shp", "a.dbf", "a.shx"] : [sample.file]
    let whole = try names.map { [UInt8](try test.folder.bytes(of: $0)) }
    for seed in 0..<Self.rounds {
      var random = SeededGenerator(seed: UInt64(seed))
      for (name, good) in zip(names, whole) {
        var bytes = good
        for _ in 0..<Int.random(in: 1...12, using: &random) where !bytes.isEmpty {
          let at = Int.random(in: 0..<bytes.count, using: &random)
          switch Int.random(in: 0..<8, using: &random) {
          case 0: bytes.removeSubrange(at..<min(at + 16, bytes.count))
          case 1: bytes.insert(contentsOf: bytes[at..<min(at + 16, bytes.count)], at: at)
          default: bytes[at] = UInt8.random(in: 0...255, using: &random)
          }
        }
        _ = try test.folder.write(bytes, to: name)
      }
      let read = try Self.read(path, sample)
      #expect(!read.contains("\n"), "seed \(seed): \(read)")
    }
  }

  /// Reads a file to its end without writing it into a city, which is many times faster.
  private static func read(_ path: String, _ sample: Sample) throws -> String {
    let isDrawing = sample.format == "DXF"
    let request = SourceRequest(
      file: path, layer: try FormatFiles.layer(isDrawing ? .line : .point),
      crs: isDrawing ? "EPSG:4547" : nil)
    do {
      let source = try SourceFile.open(request)
      while let record = try source.next() { _ = record.feature }
      _ = try source.declaredCRS
      return ""
    } catch let error as any ExplainedError {
      return error.description
    }
  }
}
