import Foundation
import SimpleFeatures
import Testing

@testable import Datasets

@Suite("Comma-separated values")
struct CSVReaderTests {
  /// A file that holds some bytes.
  private func file(_ bytes: some Sequence<UInt8>) throws -> String {
    let url = FileManager.default.temporaryDirectory.appending(path: "yutu-" + UUID().uuidString)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// The rows of a text as `line: cells`, those that cannot be split as their fault.
  private func rows(_ text: String, _ form: CSVReader.Form = .tidied) throws -> [String] {
    let path = try file(text.utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    var all: [[String]] = []
    // Whatever the size of what is read at once.
    for bytes in [1, 2, 7, 1 << 18] {
      var reader = try CSVReader(FileChunks(path: path, chunkBytes: bytes), form)
      var rows: [String] = []
      while try reader.next() {
        let cells = reader.cells.map { String(decoding: $0, as: UTF8.self) }
        let told = reader.fault.map { "\($0)" } ?? cells.joined(separator: "|")
        rows.append("\(reader.line): \(told)")
      }
      all.append(rows)
    }
    #expect(all.allSatisfy { $0 == all[0] }, "\(all)")
    return all[0]
  }

  @Test("Tables that people write lose comments, empty lines and blanks around cells")
  func tidied() throws {
    #expect(
      try rows("# made by hand\n\nid , name\r\n1 ,\" a \"\"b\"\" \"\n\n 2,\"c\nd\"\n3,e")
        == ["3: id|name", "4: 1| a \"b\" ", "6: 2|c\nd", "8: 3|e"])
  }

  @Test("Rows of a file that is taken as it is keep blanks, and empty lines are rows")
  func exact() throws {
    let path = try file("\u{FEFF}a;b\n\n 1;\"x\"\n".utf8)
    var reader = try CSVReader(FileChunks(path: path), .exact, delimiter: 0x3B)
    var rows: [[String]] = []
    while try reader.next() {
      rows.append(reader.cells.map { String(decoding: $0, as: UTF8.self) })
    }
    #expect(rows == [["a", "b"], [""], [" 1", "x"]])
  }

  @Test(
    "The first row shows once what parts cells, and quotes hide it",
    arguments: [
      ("a,b\n1;2,3\n", "1;2|3"), ("a;b\n1,5;2\n", "1,5|2"), ("a\tb\n1\t2,5\n", "1|2,5"),
      ("\"a;b;c\",d\n1,2;3\n", "1|2;3"), ("a\n1;2\n", "1;2"),
    ])
  func delimiters(text: String, row: String) throws {
    #expect(try rows(text).last == "2: \(row)")
  }

  @Test("A row that cannot be split costs itself alone")
  func diagnostics() throws {
    let long = String(repeating: "x", count: 1 << 20)
    #expect(
      try rows("a,b\n1,\"x\"y\n2,z\n\(long)\(long),1\n3,w\n")
        == ["1: a|b", "2: textBehindQuote", "3: 2|z", "4: tooLong", "5: 3|w"])
    #expect(try rows("a,b\n1,\"x\n2,z\n") == ["1: a|b", "2: openQuote", "3: 2|z"])
  }

  @Test("A table of numbers takes quoted cells and one delimiter for all its rows")
  func numbers() throws {
    let table = try NumberTable(
      try file("s;m3/s\n\"0\";1\n# later\n60; 2.5\n".utf8), headers: [["s"], ["m3/s"]])
    #expect(try table.numbers() == [[0, 1], [60, 2.5]])
    let error = #expect(throws: PlainError.self) {
      try NumberTable(try file("s;m3/s\n0;10,5\n".utf8), headers: [["s"], ["m3/s"]]).numbers()
    }
    #expect(error?.hint == "write decimals with a point")
  }

  @Test("A table in GBK is read; what is neither that nor UTF-8 is said to be none")
  func encodings() throws {
    // 编号,s in GBK.
    let header: [UInt8] = [0xB1, 0xE0, 0xBA, 0xC5, 0x2C, 0x73, 0x0A]
    let table = try NumberTable(
      try file(header + Array("1,2\n".utf8)), headers: [["id", "编号"], ["s"]])
    #expect(try table.numbers() == [[1, 2]])
    for bytes in [[0x73, 0x2C, 0xFF, 0x0A], [0xFF, 0xFE, 0x73, 0x00], [0x50, 0x4B, 3, 4]] {
      let error = try #require(
        #expect(throws: PlainError.self) {
          try NumberTable(try file(bytes.map { UInt8($0) }), headers: [["s"]])
        })
      #expect(error.message.hasSuffix("is no CSV in UTF-8 or GBK, but a spreadsheet or UTF-16"))
    }
  }
}
