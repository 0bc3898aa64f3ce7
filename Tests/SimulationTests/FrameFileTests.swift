import Foundation
import SimpleFeatures
import Testing

@testable import Simulation

@Suite("Finished frames survive whatever ends a run")
struct FrameFileTests {
  private let clock = RunClock(endSeconds: 250, everySeconds: 10)

  /// The bytes of the file of a whole run, and its saved states.
  private func whole(_ folder: Folder) throws -> (bytes: [UInt8], saved: [[UInt8]]) {
    var saved: [[UInt8]] = []
    try Run<Basin>(Basin.Setup(), clock: clock).execute(
      into: FrameFile(folder: folder.path), saving: { saved.append($0.bytes) })
    return (try folder.bytes(FrameFile.name), saved)
  }

  @Test("Frames are read by number and by time, in any order")
  func reading() throws {
    let folder = Folder()
    _ = try whole(folder)
    var reader = try FrameReader(folder.path + "/frames.yfr")
    #expect(reader.count == 26 && reader.seconds[25] == 250)
    #expect(reader.head.fields == Basin(Basin.Setup()).head.fields && reader.head.seed == 1)
    #expect(reader.summary?.contains("\"frames\":26") == true)
    for index in [25, 0, 13, 14, 9, 10, 11, 10, 24] {
      let frame = try reader.frame(index)
      let volume = Basin.volume(Basin.Setup(), at: Double(index) * 10)
      #expect(frame.seconds == Double(index) * 10)
      #expect(abs(Double(frame.fields[0].values[0]) - volume) < 0.00051)
      #expect(frame.fields[0].values[1].isNaN && frame.numbers[0].name == "volume")
    }
    #expect(try reader.frame(notAfter: 39.9)?.seconds == 30)
    #expect(try reader.frame(notAfter: 40)?.seconds == 40)
    #expect(try reader.frame(notAfter: -1) == nil)
  }

  @Test(
    "Wherever the file breaks off, whole frames are read, and the run goes on to the same bytes")
  func torn() throws {
    let folder = Folder()
    let (bytes, saved) = try whole(folder)
    let reader = try FrameReader(folder.path + "/frames.yfr")
    let ends = (0..<reader.count).map { reader.end(ofFrame: $0) }
    for length in stride(from: ends[11], to: ends[14], by: 1) {
      try folder.write(Array(bytes.prefix(length)), FrameFile.name)
      let frames = ends.count { $0 <= length }
      #expect(try FrameReader(folder.path + "/frames.yfr").count == frames)
      guard length % 7 == 0 else { continue }
      try Run<Basin>(Basin.Setup(), clock: clock, resuming: saved[frames - 1]).execute(
        into: FrameFile(folder: folder.path))
      #expect(try folder.bytes(FrameFile.name) == bytes)
    }
    // A byte that changed on the disk ends what is read; nothing wrong is given out.
    for place in [ends[11] + 2, ends[11] + 6, ends[11] + 8, ends[12] - 1] {
      var damaged = bytes
      damaged[place] ^= 1
      try folder.write(damaged, FrameFile.name)
      #expect(try FrameReader(folder.path + "/frames.yfr").count == 12)
    }
  }

  @Test("Frames that a run takes back are gone for who reads on, until they are there again")
  func takenBack() throws {
    let folder = Folder()
    let (bytes, _) = try whole(folder)
    var reader = try FrameReader(folder.path + "/frames.yfr")
    let end = reader.end(ofFrame: 11)
    let handle = try FileHandle(forWritingTo: URL(filePath: folder.path + "/frames.yfr"))
    try handle.truncate(atOffset: UInt64(end))
    try reader.refresh()
    #expect(reader.count == 12 && reader.seconds.count == 12 && reader.summary == nil)
    #expect(throws: SimulationError.self) { _ = try reader.frame(12) }
    #expect(try reader.frame(11).seconds == 110)
    try handle.seekToEnd()
    try handle.write(contentsOf: bytes[end...])
    try reader.refresh()
    #expect(try reader.count == 26 && reader.frame(25).seconds == 250)
  }

  @Test("A share of the work is from 0 to 1, whatever a file says")
  func shares() {
    for (said, share) in [(Double.nan, 0), (-1e30, 0), (.infinity, 1), (0.4, 0.4)] {
      #expect(ProcessProgress(share: said).share == share)
      #expect(RequestedJob.BrokenOff(share: said, isPaused: false).share == share)
    }
  }

  @Test("A file of another run, one with too few frames and one that is none are refused")
  func refusals() throws {
    let folder = Folder()
    let saved = try whole(folder).saved
    var setup = Basin.Setup()
    setup.seed = 2
    let other = try Run<Basin>(setup, clock: clock, resuming: saved[4])
    let error = #expect(throws: SimulationError.self) {
      try other.execute(into: FrameFile(folder: folder.path))
    }
    #expect(error?.message.contains("another run") == true)
    try Run<Basin>(Basin.Setup(), clock: RunClock(endSeconds: 20, everySeconds: 10)).execute(
      into: FrameFile(folder: folder.path))
    #expect(throws: SimulationError.self) {
      try Run<Basin>(Basin.Setup(), clock: clock, resuming: saved[9]).execute(
        into: FrameFile(folder: folder.path))
    }
    try folder.write(Array("yutufr1\nsomething else".utf8), FrameFile.name)
    #expect(throws: SimulationError.self) { try FrameReader(folder.path + "/frames.yfr") }
    #expect(throws: SimulationError.self) { try FrameReader(folder.path + "/none.yfr") }
  }

  @Test("A reader sees frames as they are finished")
  func following() throws {
    let folder = Folder()
    var basin = Basin(Basin.Setup())
    let file = FrameFile(folder: folder.path)
    try file.begin(basin.head, after: 0)
    try file.append(basin.frame())
    var reader = try FrameReader(file.path)
    #expect(reader.count == 1 && reader.summary == nil)
    for k in 1...12 {
      while basin.seconds < Double(k) { basin.step(notBeyond: Double(k)) }
      try file.append(basin.frame())
      try reader.refresh()
      #expect(reader.count == k + 1)
      #expect(try reader.frame(k).seconds == Double(k))
    }
    #expect(throws: SimulationError.self) { try file.append(basin.frame()) }
    try file.finish(["well": true])
    try reader.refresh()
    #expect(reader.summary == "{\"well\":true}")
  }

  /// Runs into a file that may have 1,000 bytes, as on a full disk, in a process of its own.
  private static func runIntoLimit(_ folder: String) throws {
    var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    try Run<Basin>(Basin.Setup(), clock: RunClock(endSeconds: 250, everySeconds: 10)).execute(
      into: FrameFile(folder: folder))
  }

  @Test("A full disk is told, and the file ends with the last whole frame")
  func fullDisk() async throws {
    let folder = Folder()
    let path = folder.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let error = #expect(throws: SimulationError.self) { try Self.runIntoLimit(path) }
      #expect(error?.code == .unwritableFile)
      #expect(error?.hint?.contains("make room") == true)
    }
    let reader = try FrameReader(path + "/frames.yfr")
    #expect(reader.count > 3 && reader.count < 26)
    #expect(try folder.bytes(FrameFile.name).count == reader.end(ofFrame: reader.count - 1))
  }

  @Test("A process that is killed while it writes leaves whole frames, and others go behind them")
  func killed() async throws {
    let folder = Folder()
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let file = FrameFile(folder: path)
      try file.begin(Noise.head, after: 0)
      for k in 0..<1_000_000 {
        if k == 3 {
          Thread.detachNewThread {
            usleep(50_000)
            kill(getpid(), SIGKILL)
          }
        }
        try file.append(Noise.frame(k))
      }
    }
    var reader = try FrameReader(path + "/frames.yfr")
    let count = reader.count
    #expect(count > 2)
    for k in 0..<count {
      #expect(try reader.frame(k).fields[0].isIdentical(to: Noise.frame(k).fields[0]))
    }
    let file = FrameFile(folder: path)
    try file.begin(Noise.head, after: count)
    try file.append(Noise.frame(count))
    var longer = try FrameReader(path + "/frames.yfr")
    #expect(longer.count == count + 1)
    #expect(try longer.frame(count).fields[0].isIdentical(to: Noise.frame(count).fields[0]))
  }

  /// Frames that nothing makes smaller, so that writing them takes time.
  private enum Noise {
    static let lattice = RasterLattice(
      columns: 300, rows: 200, originX: 0, originY: 0, cellWidth: 1, cellHeight: 1)
    static let head = FrameHead(
      model: "noise", version: "1", lattice: lattice,
      fields: [FrameField(name: "noise", unit: "1", resolution: 1, zh: "噪声", en: "Noise")])

    static func frame(_ index: Int) -> Frame {
      var dice = RandomSource(seed: UInt64(index))
      let values = (0..<lattice.cellCount).map { _ in Float(dice.next() >> 41) }
      return Frame(
        seconds: Double(index), fields: [RasterGrid(lattice, values: values)])
    }
  }
}
