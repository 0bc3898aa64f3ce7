import Foundation
import SUMOFiles

extension CheckedPlan {
  /// A drawing of each programme: the cycle as a ring of stages, and a bar of lights for each
  /// phase.
  public var ringDiagram: String {
    let rows = plan.programs.map { max(7, SignalPhase.phases(of: $0).count) }
    let height = rows.reduce(50) { $0 + Double($1) * 22 + 90 }
    var drawing = SVG(width: 980, height: height)
    drawing.text(20, 28, "信号配时图 Signal timing", size: 16, isBold: true)
    Self.addKey(to: &drawing)
    var y = 50.0
    for (program, count) in zip(plan.programs, rows) {
      Self.add(program, to: &drawing, at: y)
      y += Double(count) * 22 + 90
    }
    return drawing.document
  }

  private static func addKey(to drawing: inout SVG) {
    let keys = [
      ("G", "绿灯 green"), ("g", "让行绿灯 green, yields"), ("y", "黄灯 yellow"), ("r", "红灯 red"),
      ("s", "停车让行 stop and go"),
    ]
    var x = 330.0
    for (letter, words) in keys {
      drawing.rectangle(x, 18, 14, 12, fill: colour(letter.utf8.first!))
      drawing.text(x + 18, 28, words)
      x += 30 + Double(words.count) * 7.6
    }
  }

  private static func colour(_ letter: UInt8) -> String {
    switch letter {
    case UInt8(ascii: "G"): "#1a9850"
    case UInt8(ascii: "g"): "#a6d96a"
    case UInt8(ascii: "y"), UInt8(ascii: "Y"): "#fdc400"
    case UInt8(ascii: "u"), UInt8(ascii: "U"): "#f4863c"
    case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "O"): "#74add1"
    default: "#d9534f"
    }
  }

  private static func add(_ program: SignalProgram, to drawing: inout SVG, at top: Double) {
    let cycleSeconds = program.cycleSeconds
    drawing.line(20, top + 4, 960, top + 4, stroke: "#ccc")
    drawing.text(
      20, top + 24,
      "\(program.signal.shortened(60)) · 方案 programme \(program.id.shortened(20)) · 周期 cycle "
        + "\(cycleSeconds.shortText) s · 相位差 offset \(program.offsetInCycleSeconds.shortText) s",
      size: 13,
      isBold: true)
    addRing(program, to: &drawing, x: 110, y: top + 128)
    let left = 370.0
    let scale = 570 / cycleSeconds
    let phases = SignalPhase.phases(of: program)
    // Stage numbers and durations above their bars, where there is room.
    var start = 0.0
    for (number, stage) in program.stages.enumerated() {
      let middle = left + (start + stage.durationSeconds / 2) * scale
      if stage.durationSeconds * scale > 22 {
        drawing.text(middle, top + 40, "\(number + 1)", size: 10, anchor: .middle, isBold: true)
        drawing.text(
          middle, top + 52, "\(stage.durationSeconds.shortText) s", size: 9, anchor: .middle,
          fill: "#555")
      }
      start += stage.durationSeconds
    }
    var y = top + 58
    for phase in phases {
      let links = phase.links.map(String.init).joined(separator: " ")
      drawing.text(
        left - 8, y + 11, "相位 phase \(phase.number) · \(links.shortened(16))", size: 10,
        anchor: .end)
      addBar(phase, program, to: &drawing, x: left, y: y, scale: scale)
      y += 22
    }
    addAxis(cycleSeconds, to: &drawing, x: left, y: y, scale: scale)
  }

  private static func addBar(
    _ phase: SignalPhase, _ program: SignalProgram, to drawing: inout SVG, x: Double, y: Double,
    scale: Double
  ) {
    var start = 0.0
    for (letter, stage) in zip(phase.letters, program.stages) {
      let isRed = SignalAspect(letter) == .red
      drawing.rectangle(
        x + start * scale, y + (isRed ? 5 : 0), stage.durationSeconds * scale, isRed ? 4 : 14,
        fill: colour(letter),
        title:
          "\(Character(UnicodeScalar(letter))) \(start.shortText) s + "
          + "\(stage.durationSeconds.shortText) s"
      )
      start += stage.durationSeconds
    }
  }

  private static func addAxis(
    _ cycleSeconds: Double, to drawing: inout SVG, x: Double, y: Double, scale: Double
  ) {
    drawing.line(x, y, x + cycleSeconds * scale, y, stroke: "#888")
    let step = cycleSeconds > 400 ? 60.0 : cycleSeconds > 180 ? 20 : 10
    for second in stride(from: 0, through: cycleSeconds, by: step) {
      drawing.line(x + second * scale, y, x + second * scale, y + 4, stroke: "#888")
      drawing.text(
        x + second * scale, y + 15, second.shortText, size: 9, anchor: .middle, fill: "#555")
    }
  }

  private static func addRing(_ program: SignalProgram, to drawing: inout SVG, x: Double, y: Double)
  {
    func point(_ share: Double, _ radius: Double) -> (Double, Double) {
      let angle = share * 2 * Double.pi - Double.pi / 2
      return (x + radius * cos(angle), y + radius * sin(angle))
    }
    var start = 0.0
    for (number, stage) in program.stages.enumerated() {
      let share = stage.durationSeconds / program.cycleSeconds
      // A whole circle is no arc: two halves are.
      let parts = share > 0.999 ? 2 : 1
      let fill = stage.isTransition ? "#fdc400" : stage.hasGreen ? "#1a9850" : "#d9534f"
      for part in 0..<parts {
        let from = start + share * Double(part) / Double(parts)
        let to = start + share * Double(part + 1) / Double(parts)
        let corners = [point(from, 74), point(to, 74), point(to, 44), point(from, 44)]
        let large = to - from > 0.5 ? 1 : 0
        func text(_ corner: (Double, Double)) -> String {
          "\(SVG.text(corner.0)) \(SVG.text(corner.1))"
        }
        drawing.path(
          "M \(text(corners[0])) A 74 74 0 \(large) 1 \(text(corners[1])) L \(text(corners[2])) "
            + "A 44 44 0 \(large) 0 \(text(corners[3])) Z", fill: fill)
      }
      let middle = point(start + share / 2, 59)
      if share > 0.04 {
        drawing.text(
          middle.0, middle.1 + 4, "\(number + 1)", size: 11, anchor: .middle,
          fill: stage.isTransition ? "#222" : "#fff", isBold: true)
      }
      start += share
    }
    drawing.text(
      x, y - 2, "\(program.cycleSeconds.shortText) s", size: 14, anchor: .middle, isBold: true)
    drawing.text(x, y + 14, "\(program.stages.count) 相位阶段", size: 10, anchor: .middle, fill: "#555")
    drawing.text(x, y + 26, "stages", size: 10, anchor: .middle, fill: "#555")
  }
}

extension String {
  /// The text with its middle left out where it is longer than a drawing has room for.
  func shortened(_ count: Int) -> String {
    self.count <= count ? self : "\(prefix(count * 2 / 3))…\(suffix(count / 3 - 1))"
  }
}
