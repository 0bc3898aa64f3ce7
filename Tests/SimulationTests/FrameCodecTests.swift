import Foundation
import SimpleFeatures
import Testing

@testable import Simulation

@Suite("Frames are kept in few bytes and come back as they were")
struct FrameCodecTests {
  @Test("x") func x() throws {
    let valley = try TestData.valley(columns: 60..<560, rows: 700..<1200)
    print(valley.range as Any, valley.valueCount)
    // dam at 232620..232810, 830505
    let source = (0..<20).map { k -> Int in
      let c = valley.lattice.cell(x: 232625 + Double(k) * 10, y: 830505 - 10 * Double(k))!
      return c.row * valley.columns + c.column
    }
    var flood = SmallFlood(valley, source: source)
    let names = ["depth", "u", "v"]
    for withGround in [false, true] {
      let head = FrameHead(
        model: "t", version: "1", lattice: valley.lattice,
        fields: names.enumerated().map {
          FrameField(
            name: $1, unit: "m", resolution: $0 == 0 ? 0.001 : 0.01, zh: "", en: "",
            isAboveGround: $0 == 0)
        }, ground: withGround ? valley : nil)
      var coder = try FrameEncoder(head)
      var depthCoder = try FrameEncoder(
        FrameHead(
          model: "t", version: "1", lattice: valley.lattice, fields: [head.fields[0]],
          ground: head.ground))
      var decoder = try FrameDecoder(head)
      flood = SmallFlood(valley, source: source)
      for k in 1...14 {
        let t0 = Date()
        flood.advance(to: Double(k) * 120, inflow: 3000)
        let fields = flood.fields
        let t1 = Date()
        let d = try depthCoder.encode(Frame(seconds: Double(k), fields: [fields[0]]))
        let t2 = Date()
        let all = try coder.encode(Frame(seconds: Double(k), fields: fields))
        let t3 = Date()
        let back = try decoder.decode(all)
        let t4 = Date()
        var err: Float = 0
        for f in 0..<3 {
          for i in fields[f].values.indices {
            let a = fields[f].values[i], b = back.fields[f].values[i];
            if a.isNaN != b.isNaN { err = 99 } else if !a.isNaN { err = max(err, abs(a - b)) }
          }
        }
        let wet = fields[0].values.reduce(0) { $0 + ($1 >= 0.0005 ? 1 : 0) }
        print(
          withGround, k, wet, fields[0].range!.upperBound, fields[1].range!,
          Double(d.count) / Double(wet), Double(all.count) / Double(wet), "sim",
          t1.timeIntervalSince(t0), "depth Mcell/s",
          Double(valley.values.count) / t2.timeIntervalSince(t1) / 1e6, "wet",
          Double(wet) / t2.timeIntervalSince(t1) / 1e6, "all",
          Double(valley.values.count) / t3.timeIntervalSince(t2) / 1e6, "dec",
          Double(valley.values.count) / t4.timeIntervalSince(t3) / 1e6, err)
      }
    }
  }
}
