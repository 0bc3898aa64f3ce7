import Catalog
import Datasets
import Foundation
import SimpleFeatures

/// A zone that is written behind a time: `Z` or `+08:00`.
struct WrittenZone: Equatable {
  let text: String
  /// East of Greenwich, s.
  let offsetSeconds: Int64

  /// - Returns: `nil` for what is no zone.
  init?(_ text: String) {
    guard let seconds = WrittenTime.zoneSeconds(Array(text.utf8)[...]) else { return nil }
    self.text = text
    offsetSeconds = Int64(seconds)
  }

  /// Whether one may be the summer time of the other.
  func isNear(_ other: Self) -> Bool { abs(offsetSeconds - other.offsetSeconds) <= 3600 }

  static func == (a: Self, b: Self) -> Bool { a.offsetSeconds == b.offsetSeconds }
}

/// The zones that are written behind the times of a file, with how many rows have each.
///
/// An hour more or less is taken for summer time; zones further apart, and a zone and none, are
/// of different clocks.
struct ZoneTally {
  struct Entry {
    /// `nil` where none is written.
    let zone: WrittenZone?
    /// The first line.
    let line: Int
    var rows = 0

    var words: String { zone.map { "the zone \($0.text)" } ?? "no zone" }

    func isSameClock(as other: Self) -> Bool {
      switch (zone, other.zone) {
      case (nil, nil): true
      case (let a?, let b?): a.isNear(b)
      default: false
      }
    }
  }

  static let hint = "write all times in the lots' local time, with one zone or none"

  /// In the order of their first lines.
  private(set) var entries: [Entry] = []
  private var indices: [String: Int] = [:]
  private var last: (text: String, index: Int)?

  /// Adds the zone that is written behind a time; empty for none.
  ///
  /// - Returns: Its place in `entries`.
  /// - Throws: ``CSVTable/RowError`` for what is no zone.
  mutating func add(_ bytes: ArraySlice<UInt8>, line: Int) throws(CSVTable.RowError) -> Int {
    let text = String(decoding: bytes, as: UTF8.self)
    if let last, last.text == text {
      entries[last.index].rows += 1
      return last.index
    }
    var index = indices[text]
    if index == nil {
      let zone = WrittenZone(text)
      guard zone != nil || text.isEmpty else {
        throw CSVTable.RowError(
          kind: .time, message: "`\(text)` is no zone", hint: "write Z or +08:00, or none")
      }
      index = entries.firstIndex { $0.zone == zone }
      if index == nil { entries.append(Entry(zone: zone, line: line)) }
    }
    let found = index ?? entries.count - 1
    entries[found].rows += 1
    indices[text] = found
    last = (text, found)
    return found
  }

  /// The places in `entries` of the clock that most rows are of.
  var mainClock: [Int] {
    let clocks = entries.map { lowest in
      entries.indices.filter {
        let leastSeconds = lowest.zone?.offsetSeconds ?? 0
        return entries[$0].isSameClock(as: lowest)
          && entries[$0].zone?.offsetSeconds ?? 0 >= leastSeconds
      }
    }
    return clocks.max { rows($0) < rows($1) } ?? []
  }

  /// How many rows some entries have.
  func rows(_ places: some Sequence<Int>) -> Int { places.reduce(0) { $0 + entries[$1].rows } }

  /// What is said of the first time that is of another clock than one before it.
  func conflict(_ path: String) -> PlainError? {
    for (index, entry) in entries.enumerated() {
      if let other = entries[..<index].first(where: { !$0.isSameClock(as: entry) }) {
        return PlainError(
          message: "\(path):\(entry.line): the time has \(entry.words), that of line "
            + "\(other.line) has \(other.words)", hint: Self.hint)
      }
    }
    return nil
  }
}

/// A wall clock as the zones behind times tell it: which of them held when.
package struct WrittenClock {
  /// From each instant on, seconds since 1970 in UTC, its zone held; the first held before, too.
  private(set) var changes: [(fromSeconds: Int64, zone: WrittenZone)] = []
  /// What the wall clock had come to before the last change, s.
  private var shownSeconds = Int64.min

  /// Adds an instant of which a time is written; they come in their order.
  ///
  /// - Returns: Whether the wall clock had not shown that time before, as it does in the hour by
  ///   which it is put back.
  mutating func add(_ instantSeconds: Int64, _ zone: WrittenZone) -> Bool {
    if let last = changes.last {
      if last.zone != zone {
        shownSeconds = max(shownSeconds, instantSeconds + last.zone.offsetSeconds)
        changes.append((instantSeconds, zone))
      }
    } else {
      changes.append((instantSeconds, zone))
    }
    return instantSeconds + zone.offsetSeconds >= shownSeconds
  }

  /// East of Greenwich at an instant, s: no later time is asked.
  func offsetSeconds(at instantSeconds: Int64) -> Int64 {
    let next = changes.partitioningIndex { $0.fromSeconds > instantSeconds }
    return changes[max(0, next - 1)].zone.offsetSeconds
  }

  /// The zones, each once.
  package var words: String {
    var texts: [String] = []
    for change in changes where !texts.contains(change.zone.text) { texts.append(change.zone.text) }
    return texts.joined(separator: " and ")
  }
}
