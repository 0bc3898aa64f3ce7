import Foundation
import SimpleFeatures
import TestSupport
import Testing

@testable import Datasets

@Suite("Records on their way from the process that reads a foreign file")
struct RecordBatchTests {
  private static let names = ["number", "flag", "height", "name", "list", "nothing"]

  private static let features = [
    Feature(
      geometry: .polygon([[0, 0, 4, 0, 4, 3, 0, 0], [1, 0.5, 2, 0.5, 2, 1, 1, 0.5]]),
      properties: zip(
        names,
        [.integer(-7), .boolean(true), .real(.infinity), .text("光谷\u{0}"), .json("[1]"), .null]
      ).map { Property($0, $1) }),
    Feature(
      geometry: nil,
      properties: zip(
        names, [.integer(.min), .boolean(false), .real(-0.0), .text(""), .null, .null]
      ).map { Property($0, $1) }),
  ]

  private static func batch() -> RecordBatch {
    var batch = RecordBatch()
    batch.append(SourceRecord(number: 1, feature: .success(features[0])))
    batch.append(
      SourceRecord(
        number: 2, feature: .failure(FormatError(.badEncoding, "no text", hint: "name it"))))
    batch.append(SourceRecord(number: 3, feature: .success(features[1])))
    return batch
  }

  @Test("Features and faults come as they were sent")
  func both() throws {
    var batch = RecordBatch(bytes: Self.batch().bytes)
    #expect(try batch.next(Self.names) == .success(Self.features[0]))
    #expect(
      try batch.next(Self.names)
        == .failure(FormatError(.badEncoding, "no text", hint: "name it")))
    #expect(try batch.next(Self.names) == .success(Self.features[1]))
    #expect(try batch.next(Self.names) == nil)
  }

  @Test("A batch that is cut off anywhere is told")
  func cut() {
    let bytes = Self.batch().bytes
    for count in 1..<bytes.count {
      var batch = RecordBatch(bytes: Array(bytes.prefix(count)))
      var records = 0
      do throws(RecordFrame.Unintelligible) {
        while try batch.next(Self.names) != nil { records += 1 }
      } catch { records = -1 }
      #expect(records < 3, "\(count) bytes")
    }
  }

  @Test("Nothing that a process sends ends the one that reads it", arguments: 0..<20)
  func spoilt(seed: Int) {
    var mutator = Mutator(seed: UInt64(seed), words: [[1], [2], [8, 0, 0, 0, 0], [10]])
    let whole = Self.batch().bytes
    for _ in 0..<500 {
      let bytes = mutator.mutated(whole, with: whole)
      var batch = RecordBatch(bytes: bytes)
      var records = 0
      do throws(RecordFrame.Unintelligible) {
        while try batch.next(Self.names) != nil { records += 1 }
      } catch {}
      #expect(records <= bytes.count)
    }
  }

  @Test("What is known of a file and why it fails come as they were sent")
  func documents() throws {
    let head = DatasetHead(
      format: "GPKG", numberColumn: "fid", columns: ["名称"], hasShapes: true,
      crs: DatasetHead.CRS(.unknown("Local")), count: 3)
    let error = ImportError(.unclearLayer, "two layers", hint: "name one")
    for frame in [RecordFrame.head(head), .failure(error), .remarks(["a"]), .end] {
      let bytes = frame.bytes
      let length = bytes[1...4].reversed().reduce(0) { $0 << 8 | Int($1) }
      #expect(length == bytes.count - RecordFrame.headerBytes)
      switch try RecordFrame(kind: bytes[0], Array(bytes.dropFirst(RecordFrame.headerBytes))) {
      case .head(let read):
        #expect(read.crs.declared == .unknown("Local"))
        #expect(read.columns == ["名称"] && read.numberColumn == "fid" && read.count == 3)
      case .failure(let read): #expect(read == error)
      case .remarks(let texts): #expect(texts == ["a"])
      case .end: break
      case .records, .raster, .series, .cells, .fault: Issue.record("none was sent")
      }
    }
    #expect(throws: RecordFrame.Unintelligible.self) { try RecordFrame(kind: 0, []) }
    #expect(throws: RecordFrame.Unintelligible.self) { try RecordFrame(kind: 0x48, [1]) }
  }

}
