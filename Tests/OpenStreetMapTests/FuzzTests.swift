import Foundation
import TestSupport
import Testing

@testable import OpenStreetMap

/// What holds for any input: it is refused in short words or read, what is read takes no more room
/// than its bytes explain, and it is the same on one thread and on two, in small pieces and large.
@Suite("Garbled files")
struct FuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["YUTU_FUZZ_COUNT"].flatMap { Int($0) } ?? 3000
  private static let seed = environment["YUTU_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

  private static let numbers: [[UInt8]] = [
    [0x80], [0xFF], [0x7F], [0x00], [0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
    [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
    [0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
    Array(repeating: 0x80, count: 12), [0x0A], [0x12], [0x1A], [0x22], [0x2A, 0x02, 0x32, 0x00],
    [0x42, 0x01, 0x02], [0x4A, 0x00], [0x52, 0x02, 0x01, 0x01], [0x88, 0x01, 0x01], [0x08, 0x01],
  ]

  private static let marks: [[UInt8]] = [
    "<", ">", "/", "\"", "'", "&", "=", " ", "\n", "<!--", "-->", "<?", "?>", "<![CDATA[", "]]>",
    "&amp;", "&#x10FFFF;", "&#xD800;", "</osm>", "<osm>", "<node ", "<way ", "<relation ", "</way>",
    "<nd ref=\"1\"/>", "<tag k=\"a\" v=\"b\"/>", "<member type=\"way\" ref=\"1\" role=\"\"/>",
    "visible=\"false\"", "id=\"9223372036854775807\"", "lat=\"90.1\"", "lon=\"1e-7\"", "\u{0}",
  ].map { Array($0.utf8) }

  private static let objects = (1...8).map { Objects.random(seed: $0, count: 8, withDeleted: true) }

  // MARK: What holds

  /// How an input reads: what it holds, or the error.
  private enum Reading: Equatable {
    case objects(Objects)
    case refused

    init(_ path: String, threads: Int, chunkBytes: Int, _ fault: inout String?) {
      do {
        var file = try OSMFile(path: path)
        file.chunkBytes = chunkBytes
        self = .objects(try Objects(of: file, threads: threads))
      } catch {
        self = .refused
        if !(error is OSMError) { fault = "another error: \(error)" }
        let error = "\(error)"
        if error.utf8.count > 700 { fault = "words of \(error.utf8.count) bytes" }
      }
    }

    var size: Int {
      guard case .objects(let all) = self else { return 0 }
      return all.nodes.count + all.ways.count + all.relations.count
        + all.ways.reduce(0) { $0 + $1.refs.count }
        + all.relations.reduce(0) { $0 + $1.members.count }
    }
  }

  private static func fault(_ bytes: [UInt8], _ path: String) throws -> String? {
    var fault: String?
    let one = Reading(path, threads: 1, chunkBytes: XMLFeed.usualChunkBytes, &fault)
    if one.size > 8 * bytes.count + 8 { fault = "\(one.size) objects of \(bytes.count) bytes" }
    for (threads, chunkBytes) in [(2, 64), (1, 7)] {
      let other = Reading(path, threads: threads, chunkBytes: chunkBytes, &fault)
      if other != one {
        fault = "on \(threads) threads, by \(chunkBytes) bytes, it reads otherwise"
      }
    }
    return fault
  }

  /// Reads mutated samples.
  ///
  /// Each input is the file that is read, so one that stops the program is
  /// not lost; what did harm is kept beside it.
  private func run(
    _ name: String, _ samples: [[UInt8]], _ pieces: [[UInt8]], share: Int = 1,
    wrap: ([UInt8]) -> [UInt8]
  ) throws {
    var mutator = Mutator(seed: Self.seed, words: pieces)
    let trail = FileManager.default.temporaryDirectory
      .appending(path: "yutu-osm-fuzz-\(ProcessInfo.processInfo.processIdentifier).\(name)")
    var diagnostics = 0
    for number in 0..<Self.count / share where diagnostics < 5 {
      let sample = samples.randomElement(using: &mutator.random) ?? []
      let other = samples.randomElement(using: &mutator.random) ?? []
      let input = wrap(mutator.mutated(sample, with: other))
      try Data(input).write(to: trail)
      let start = ContinuousClock.now
      var fault = try Self.fault(input, trail.path)
      let took = start.duration(to: .now) / .seconds(1)
      if took > 5 { fault = fault ?? "it took \(took) s" }
      guard let fault else { continue }
      diagnostics += 1
      let kept = trail.appendingPathExtension("\(number)")
      try Data(input).write(to: kept)
      Issue.record("input \(number) of seed \(Self.seed): \(fault); it lies in \(kept.path)")
    }
    try FileManager.default.removeItem(at: trail)
  }

  // MARK: Tests

  @Test("Files that once did harm do none")
  func kept() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Crashes")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!names.isEmpty)
    for name in names {
      let path = folder.appending(path: name).path
      #expect(
        try Self.fault([UInt8](Data(contentsOf: URL(filePath: path))), path) == nil, "\(name)")
    }
  }

  @Test("No block of PBF can stop the program")
  func blocks() throws {
    let writers = RepeatedStyle.allCases.flatMap { style in
      [true, false].map { PBFWriter(isDense: $0, style: style, hasLocationsOnWays: $0) }
    }
    let samples = zip(writers + writers, Self.objects + Self.objects).map { $0.block($1) }
    let writer = PBFWriter(isPacked: false)
    let header = writer.header()
    try run("block", samples, Self.numbers) { header + writer.data($0) + writer.data($0) }
  }

  @Test("No PBF file can stop the program")
  func files() throws {
    let samples = Self.objects.enumerated().map { number, objects in
      PBFWriter(isPacked: number % 2 == 0).file(objects)
    }
    try run("pbf", samples, Self.numbers) { $0 }
  }

  @Test("No XML can stop the program")
  func xml() throws {
    try run("osm", Self.objects.map { XMLWriter.file($0) }, Self.marks) { $0 }
  }

  @Test(
    "No block of a real file can stop the program",
    .enabled(if: TestData.isExpected, "there is no folder of test data"))
  func realFiles() throws {
    let file = try InputFile(TestData.map("Helsinki.osm.pbf"))
    var frames = BlobFrames(file)
    var reader = BlobReader(file)
    var blocks: [[UInt8]] = []
    while let frame = try frames.next() {
      var bytes = Column<UInt8>()
      try reader.read(frame, into: &bytes)
      blocks.append((0..<bytes.count).map { bytes[$0] })
    }
    let writer = PBFWriter(isPacked: false)
    let header = writer.header()
    try run("real", blocks, Self.numbers, share: 50) { header + writer.data($0) }
    let osm = [UInt8](try Data(contentsOf: URL(filePath: TestData.map("shanghai_center.osm"))))
    let end = Array("</osm>".utf8)
    let samples = stride(from: 0, to: 400_000, by: 100_000).map {
      Array(osm[..<(2000 + $0 / 40)]) + end
    }
    try run("real-osm", samples, Self.marks, share: 10) { $0 }
  }
}
