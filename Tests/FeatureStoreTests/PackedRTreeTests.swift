import GRDB
import SimpleFeatures
import TestSupport
import Testing

@testable import FeatureStore

@Suite("An R-tree packed in portions answers like one made box by box")
struct PackedRTreeTests {
  private func database(_ columns: String) throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: "CREATE VIRTUAL TABLE tree USING rtree(\(columns))") }
    return queue
  }

  private func entries(_ count: Int) -> [RTreeEntry] {
    var random = SeededGenerator(seed: 7)
    return (0..<count).map { index in
      let (x, y) = (
        Double.random(in: 0...10, using: &random), Double.random(in: 0...5, using: &random)
      )
      let size = Double.random(in: 0...0.1, using: &random)
      return RTreeEntry(
        Envelope(minX: x, minY: y, maxX: x + size, maxY: y + size),
        weight: .random(in: 1e-9...1e3, using: &random), row: Int64(index + 1))
    }
  }

  @Test(
    "With weights and without, of one portion or many, changed rows included",
    arguments: [true, false], [0, 1, 40, 60, 1000, 1001, 6000])
  func portions(hasWeights: Bool, count: Int) throws {
    var rows = entries(count)
    let columns = "fid, xmin, xmax, ymin, ymax" + (hasWeights ? ", wmin, wmax" : "")
    let queue = try database(columns)
    try queue.write { database in
      let tree = RTree(name: "tree", hasWeights: hasWeights)
      var packed = try PackedRTree(tree, portionSize: 1000, in: database)
      for row in rows { try packed.set(row) }
      // A row of the last portion and one that is written already.
      for index in [count - 1, 3] where rows.indices.contains(index) {
        rows[index].maxX += 1
        try packed.set(rows[index])
      }
      try packed.finish()
      let insert = try RowStatement(
        database,
        "INSERT OR REPLACE INTO tree (\(columns)) VALUES (?, ?, ?, ?, ?"
          + (hasWeights ? ", ?, ?)" : ")"))
      for entry in packed.late {
        for (index, side) in [entry.minX, entry.maxX, entry.minY, entry.maxY].enumerated() {
          insert.bind(index + 2, Double(side))
        }
        insert.bind(1, entry.number)
        if hasWeights { insert.bind(6, Double(entry.minWeight)) }
        if hasWeights { insert.bind(7, Double(entry.maxWeight)) }
        try insert.run()
      }
      #expect(try String.fetchOne(database, sql: "SELECT rtreecheck('tree')") == "ok")
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM tree") == count)
      for (west, weight) in [(0.0, 0.0), (2.5, 0.5), (9.9, 900)] {
        let found = try Int64.fetchAll(
          database,
          sql: "SELECT fid FROM tree WHERE xmax >= ? AND xmin <= ? AND ymin <= 3"
            + (hasWeights ? " AND wmax >= \(weight)" : "") + " ORDER BY fid",
          arguments: [west, west + 1])
        let expected = rows.filter {
          Double($0.maxX) >= west && Double($0.minX) <= west + 1 && $0.minY <= 3
            && (!hasWeights || Double($0.maxWeight) >= weight)
        }
        #expect(found == expected.map(\.number))
      }
    }
  }
}
