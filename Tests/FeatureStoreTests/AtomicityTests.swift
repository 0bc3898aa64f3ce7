import Catalog
import CityFile
import FeatureStore
import Foundation
import GRDB
import SimpleFeatures
import TestSupport
import Testing

@Suite("A commit is whole or not at all")
struct AtomicityTests {
  struct Stop: Error {}

  let test: TestCity

  init() throws { test = try TestCity() }

  /// All that a city holds, as text.
  private func contents(_ city: City) throws -> [String] {
    try city.read { database in
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      var lines = try String.fetchAll(
        database, sql: "SELECT type || name || coalesce(sql, '') FROM sqlite_master ORDER BY 1")
      for table in tables where !table.hasPrefix("sqlite_") && table != "ElementaryGeometries" {
        guard
          let rows = try? Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"")
        else { continue }
        lines += rows.map { table + $0.databaseValues.map(\.description).joined(separator: "|") }
      }
      return lines
    }
  }

  @Test("A commit that fails half way leaves the city as it was, a new layer's table included")
  func failure() throws {
    let old = try TestLayer.make("old", "polygon")
    try test.write((0..<20).map { rectangle("\($0)", Double($0), 0) }, to: old)
    let before = try contents(test.city)
    let wider = try TestLayer.make("old", "polygon", fields: TestLayer.allTypes + ["extra: text"])
    for layer in [old, wider, try TestLayer.make("new", "point")] {
      #expect(throws: Stop.self) {
        try test.store.commit(TestCity.draft, to: layer) { writer in
          let values = [PropertyValue](repeating: .null, count: layer.fields.count)
          for index in 10..<30 {
            let item =
              layer.id == "new"
              ? point("\(index)", 1, 2) : rectangle("\(index)", Double(index), 5)
            _ = try writer.write(id: item.id, geometry: item.geometry, values: values)
          }
          throw Stop()
        }
      }
      #expect(try contents(test.city) == before)
    }
    // And the city works on.
    #expect(try test.write([rectangle("x", 1, 1)], to: old).0?.number == 2)
    #expect(try test.indexIsSound("old"))
  }

  @Test("When the program is killed in the middle of a commit, the city is as it was")
  func killed() throws {
    let layer = try TestLayer.make("building", "polygon")
    try test.write((0..<20).map { rectangle("\($0)", Double($0), 0) }, to: layer)
    let before = try contents(test.city)
    let circle = (0...64).flatMap { step -> [Double] in
      let angle = 2 * Double.pi * Double(step % 64) / 64
      return [114 + cos(angle), 30 + sin(angle)]
    }
    var copies: [String] = []
    let values = [PropertyValue](repeating: .null, count: layer.fields.count)
    #expect(throws: Stop.self) {
      try test.store.commit(TestCity.draft, to: layer) { writer in
        for index in 0..<30_000 {
          _ = try writer.write(id: "\(index)", geometry: .polygon([circle]), values: values)
          if index % 10_000 == 9_999 { copies.append(try copy(number: index)) }
        }
        throw Stop()
      }
    }
    #expect(copies.count == 3)
    for path in copies {
      let city = try City.open(path)
      #expect(try contents(city) == before)
      #expect(try city.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
      try city.close()
    }
  }

  /// What a killed program leaves on the disk: the file and its log as they are now.
  private func copy(number: Int) throws -> String {
    let path = test.folder.file("killed-\(number).city")
    try FileManager.default.copyItem(atPath: test.path, toPath: path)
    try FileManager.default.copyItem(atPath: test.path + "-wal", toPath: path + "-wal")
    let log = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    // Otherwise the unfinished commit would be in memory only, and the copy would prove nothing.
    if number > 25_000 { #expect(try #require(log) > 4 << 20) }
    return path
  }

  @Test("A disk that fills up, or any fault of SQLite, undoes the commit")
  func full() throws {
    let layer = try TestLayer.make("building", "polygon")
    try test.write([rectangle("a", 0, 0)], to: layer)
    let before = try contents(test.city)
    let pages = try #require(try test.integer("PRAGMA page_count"))
    try test.city.write { try $0.execute(sql: "PRAGMA max_page_count = \(pages + 20)") }
    do {
      try test.write((0..<20_000).map { rectangle("\($0)", Double($0) / 1000, 5) }, to: layer)
      Issue.record("the disk did not fill up")
    } catch {
      #expect((error as? CityError)?.code == .unwritable)
      #expect((error as? CityError)?.message.contains("nothing was written") == true)
    }
    #expect(try contents(test.city) == before)
  }

  @Test("A reader never sees half a commit")
  func isolation() async throws {
    let layer = try TestLayer.make("hydrant", "point")
    try test.write([point("0", 0, 0)], to: layer)
    let values = [PropertyValue](repeating: .null, count: layer.fields.count)
    let city = test.city
    _ = try test.store.commit(TestCity.draft, to: layer) { writer in
      var counts = CommitCounts()
      for index in 1...100 {
        _ = try writer.write(id: "\(index)", geometry: .point(x: 1, y: 1), values: values)
        counts.added += 1
        let seen = try City.open(city.path)
        #expect(try seen.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM hydrant") } == 1)
        try seen.close()
        if index > 2 { break }
      }
      return counts
    }
    #expect(try test.integer("SELECT count(*) FROM hydrant") == 4)
  }
}
