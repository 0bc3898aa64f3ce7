import CityFile
import Foundation
import GRDB
import SimpleFeatures
import TestSupport
import Testing

@Suite("A new city gets its name when it is whole")
struct CityDraftTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func addCommit(to city: City) throws {
    try city.write { try $0.execute(sql: CityTests.insertCommit) }
  }

  private func commitCount() throws -> Int? {
    let city = try City.open(folder.file("a.city"))
    defer { try? city.close() }
    return try city.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM yutu_commits") }
  }

  @Test("While it is written it has another name, and in the end it is the only file")
  func publish() throws {
    let draft = CityDraft(folder.file("a.city"))
    try addCommit(to: try draft.open())
    #expect(!folder.names.contains("a.city"))
    try draft.publish()
    #expect(folder.names == ["a.city"])
    #expect(try commitCount() == 1)
  }

  @Test("A city that is given up leaves nothing")
  func discard() throws {
    let draft = CityDraft(folder.file("a.city"))
    try addCommit(to: try draft.open())
    draft.discard()
    #expect(folder.names == [])
  }

  @Test("A city that another process made meanwhile is not touched, whatever becomes of the draft")
  func meanwhile() throws {
    let endings: [(CityDraft) throws -> Void] = [
      { draft in draft.discard() },
      { draft in #expect(throws: CityError.self) { try draft.publish() } },
    ]
    for ending in endings {
      let draft = CityDraft(folder.file("a.city"))
      _ = try draft.open()
      let other = try City.openOrCreate(folder.file("a.city"))
      try addCommit(to: other)
      try other.close()
      try ending(draft)
      #expect(folder.names == ["a.city"])
      #expect(try commitCount() == 1)
      try FileManager.default.removeItem(atPath: folder.file("a.city"))
    }
  }

  @Test("What a killed process of this host has left is cleared away, and nothing else")
  func leftovers() throws {
    // No process has the number 2147483646: Linux gives at most 4194304.
    let part = PartName.make(for: "a.city")
    let own = "-\(ProcessInfo.processInfo.processIdentifier).part"
    let gone = part.replacing(own, with: "-2147483646.part")
    let others = [part.replacing(own, with: "-1.part"), "a.city.elsewhere-2147483646.part"]
    for name in [gone, gone + "-wal"] + others {
      try Data().write(to: URL(filePath: folder.file(name)))
    }
    let draft = CityDraft(folder.file("a.city"))
    _ = try draft.open()
    try draft.publish()
    #expect(folder.names.sorted() == (["a.city"] + others).sorted())

    // One that was killed when its city had its name already.
    try Data().write(to: URL(filePath: folder.file(gone)))
    let next = CityDraft(folder.file("a.city"))
    _ = try next.open()
    try next.publish()
    #expect(folder.names.sorted() == (["a.city"] + others).sorted())
  }
}
