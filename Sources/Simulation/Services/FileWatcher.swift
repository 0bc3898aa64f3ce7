public import Foundation
import SimpleFeatures

/// A file, or a folder of files, that a served city takes data from and reads anew when it changes.
public struct FileWatcher: Sendable {
  /// What came of reading it.
  public struct Taken: Equatable, Sendable {
    /// The latest time in it, if any.
    public var newest: Date?
    /// Whether all of it was taken.
    public var isWhole: Bool
    /// What the person who runs the server has to know of it, a line each.
    public var remarks: [String]
    /// What the person who asks the server has to know of it, a sentence each without a full stop.
    public var notes: [String]

    /// All of it, unless something else is said.
    public init(
      newest: Date? = nil, isWhole: Bool = true, remarks: [String] = [], notes: [String] = []
    ) {
      self.newest = newest
      self.isWhole = isWhole
      self.remarks = remarks
      self.notes = notes
    }
  }

  /// Where it is.
  public let path: String
  /// How it stands.
  public let status: DataSourceStatus
  private let log: ServiceLog
  private let take: @Sendable (String) throws -> Taken
  private var stamp: Stamp?
  private var changing: Stamp?
  /// For how many looks it has been changing.
  private var changes = 0
  /// For how many looks what grows is waited for.
  private static let mostChanges = 10
  private var taken = Taken()

  /// Reads it for the first time.
  ///
  /// - Parameter name: What it brings, in the plural: `counts`.
  /// - Parameter take: Reads it and puts what it holds in place of what was there; what it throws
  ///   leaves all as it was.
  public init(
    _ path: String, _ name: String, log: ServiceLog,
    take: @escaping @Sendable (String) throws -> Taken
  ) throws {
    self.path = path
    self.take = take
    status = DataSourceStatus(name)
    self.log = log
    try read()
  }

  /// Reads it again if it has changed and changes no more since the last look, as a file that is
  /// being written does; what cannot be read is said, and what was there stays.
  ///
  /// What grows without a pause, as counts that come all the time, is read now and then.
  ///
  /// - Returns: Whether it was read.
  public mutating func look() -> Bool {
    let now = Stamp(path)
    guard now != stamp else { return false }
    guard now == changing || (changes >= Self.mostChanges && now.size >= (stamp?.size ?? 0)) else {
      changing = now
      changes += 1
      return false
    }
    changes = 0
    do {
      try read()
      log.say("\(status.name) reloaded from \(path)")
    } catch {
      status.refuse()
      log.say("warning: \(path) was not loaded, the previous \(status.name) stay in use: ")
      log.report(error)
    }
    return true
  }

  private mutating func read() throws {
    // Before it is read: a change meanwhile is seen at the next look.
    stamp = Stamp(path)
    try Self.check(path)
    let last = taken
    taken = try take(path)
    status.take(newest: taken.newest, isWhole: taken.isWhole, notes: taken.notes)
    // A file that grows would say the same again and again.
    guard taken.remarks != last.remarks else { return }
    for remark in taken.remarks { log.say(remark) }
  }

  /// - Throws: ``PlainError`` for what may never come to an end.
  private static func check(_ path: String) throws {
    var found = stat()
    guard unsafe stat(path, &found) == 0 else { return }
    guard [S_IFREG, S_IFDIR].contains(found.st_mode & S_IFMT) else {
      throw PlainError(
        message: "\(path) is a pipe or a device",
        hint: "name a file: it is read again whenever it has changed")
    }
  }

  /// - Throws: ``PlainError`` for what is no folder.
  public static func check(folder: String) throws {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
      isFolder.boolValue
    else {
      throw PlainError(
        message: "there is no folder \(folder)", hint: "name a folder that this user may read")
    }
  }

  /// What tells one state of a file or folder from another.
  private struct Stamp: Equatable {
    private struct State: Equatable {
      var number: UInt64
      var bytes: Int
      /// Of modification and of change: one that keeps size and time of modification moves the
      /// latter.
      var times: [Int]
    }

    private var states: [String: State] = [:]
    /// Bytes of all files.
    var size: Int { states.values.reduce(0) { $0 + $1.bytes } }

    init(_ path: String) {
      add(path)
      for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
        add(path + "/" + name)
      }
    }

    private mutating func add(_ path: String) {
      var found = stat()
      guard unsafe stat(path, &found) == 0 else { return }
      states[path] = State(
        number: UInt64(found.st_ino), bytes: found.st_size,
        times: [
          found.st_mtim.tv_sec, found.st_mtim.tv_nsec, found.st_ctim.tv_sec, found.st_ctim.tv_nsec,
        ])
    }
  }
}
