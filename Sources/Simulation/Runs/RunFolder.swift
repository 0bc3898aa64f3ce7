import Catalog
public import Foundation
public import SimpleFeatures

/// A run that is kept with its city, `CITY.runs/ID/`, as processes read it: its record and when its
/// frames are.
public struct RunFolder: Sendable {
  /// Where it is.
  public let path: String
  /// What the run is.
  public let record: RunRecord
  /// The moment of its simulated second 0.
  public let start: Date

  /// How long a frame stands for what comes after it: until the next is due; a day named by its
  /// date alone means its last second, China Standard Time.
  private static func secondsOfStanding(_ seconds: [Double], at moment: Date) -> Double {
    let second = (moment.timeIntervalSince1970 + 8 * 3600).truncatingRemainder(dividingBy: 86_400)
    if second == 86_399 { return 86_400 }
    return zip(seconds.dropFirst(), seconds).map { $0 - $1 }.max() ?? 0
  }

  /// The run of an id in the folder of a city's runs.
  ///
  /// - Throws: ``ProcessError`` `unknown-run` where there is no such run.
  public init(_ id: String, in runs: String) throws(ProcessError) {
    if !runs.isEmpty, Self.isID(id),
      let folder = RunFolder(path: "\(runs)/\(id)"), folder.record.id == id
    {
      self = folder
      return
    }
    let known = ((try? FileManager.default.contentsOfDirectory(atPath: runs)) ?? []).sorted()
      .filter { RunFolder(path: "\(runs)/\($0)")?.record.id == $0 }
    throw ProcessError(
      "unknown-run", "the city has no run \"\(id.prefix(80))\"",
      hint: known.isEmpty
        ? "none is kept yet: start one by the process flood"
        : choices(for: id, among: known), status: 404)
  }

  /// Whether a text from a request can be the id of a run: it then names a folder among the runs
  /// and nothing else.
  public static func isID(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "_")
    else { return false }
    return text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }

  /// The run of a folder; `nil` where it holds no whole record.
  public init?(path: String) {
    guard let bytes = FileManager.default.contents(atPath: "\(path)/\(RunRecord.fileName)"),
      let record = try? JSONDecoder().decode(RunRecord.self, from: bytes),
      let start = Moment(record.start)?.time
    else { return nil }
    (self.path, self.record, self.start) = (path, record, start)
  }

  /// The frames that are there.
  ///
  /// - Throws: ``ProcessError`` `no-frames` before the first is finished.
  public func frames() throws(ProcessError) -> FrameReader {
    do throws(SimulationError) {
      let reader = try FrameReader("\(path)/\(FrameFile.name)")
      if reader.count > 0 { return reader }
    } catch {
      // There is no file yet, or nothing can be read of it.
    }
    throw ProcessError(
      "no-frames", "run \(record.id) has no results yet", hint: "ask again in a few seconds",
      status: 409)
  }

  /// The index of the last frame that is not after a moment; of the last one for `nil`.
  ///
  /// - Throws: ``ProcessError`` `outside-time` for a moment at which the run has no frame.
  public func frame(at moment: Date?, of seconds: [Double]) throws(ProcessError) -> Int {
    guard let moment else { return seconds.count - 1 }
    let asked = moment.timeIntervalSince(start)
    if let index = seconds.lastIndex(where: { $0 <= asked + 1e-3 }),
      asked <= seconds[index] + Self.secondsOfStanding(seconds, at: moment)
    {
      return index
    }
    let last = start.addingTimeInterval(seconds.last ?? 0)
    throw ProcessError(
      "outside-time", "run \(record.id) has no values at \(moment.formatted(.iso8601))",
      hint: "it goes from \(start.formatted(.iso8601)) to \(last.formatted(.iso8601))", status: 404)
  }

  /// The values of a field of the frames at a moment, at the last frame for `nil`, and which frame
  /// that is.
  ///
  /// - Throws: ``ProcessError`` where the run has none at that moment, ``SimulationError`` for a
  ///   file that is damaged.
  public func values(
    of field: String, at moment: Date?
  ) throws -> (grid: RasterGrid, frame: Int) {
    var reader = try frames()
    let index = try frame(at: moment, of: reader.seconds)
    guard let place = reader.head.place(of: field) else {
      throw ProcessError(
        "no-frames", "run \(record.id) tells no \(field)",
        hint: "it is a run of the process \(record.process)")
    }
    return (try reader.frame(index, fieldCount: place + 1).fields[place], index)
  }

  /// The moment that a text of RFC 3339 names; a time without a zone is China Standard Time.
  ///
  /// - Throws: ``ProcessError`` `invalid-input` where it is none.
  public static func moment(_ text: String) throws(ProcessError) -> Date {
    if let time = Moment(text)?.time { return time }
    throw ProcessError(
      "invalid-input", "input \"datetime\" is `\(text.prefix(40))`, which is no time",
      hint: "write 2026-07-01T08:00:00Z or 2026-07-01T16:00:00+08:00", status: 400)
  }
}
