import SUMOFiles

/// A plan as the search changes it: for each signal an order of stages, their greens and an offset.
///
/// States and yellows stay as the network's programme has them; a green stage keeps the changes
/// that follow it.
struct TimingDraft: Sendable, Equatable {
  /// One signal's timing.
  struct Signal: Sendable, Equatable {
    /// The blocks in the order in which they run.
    var order: [Int]
    /// Seconds of green of each block, by the block's number, for each period of the time table.
    var periods: [[Int]]
    /// Seconds by which the first block begins later.
    var offsetSeconds: Int
  }

  var signals: [Signal]
}

/// What a draft may do with a signal: its blocks, which orders of them are safe, the least greens.
struct SignalTemplate: Sendable {
  /// A green stage and the changes after it.
  struct Block: Sendable {
    var green: SignalProgram.Stage
    var transitions: [SignalProgram.Stage]
    var transitionSeconds: Double
    /// Whole seconds that the stage lasts at least.
    var leastSeconds: Int
  }

  let program: SignalProgram
  let blocks: [Block]
  /// The orders of the blocks in which no link loses its green without yellow; the first is the
  /// programme's.
  let orders: [[Int]]
  /// Seconds that a cycle loses to changes.
  let lostSeconds: Double

  /// The template of a programme; `nil` where there is nothing to time.
  ///
  /// `leastGreensSeconds` are the least whole seconds of each of its stages.
  init?(_ program: SignalProgram, leastGreensSeconds: [Int]) {
    var blocks: [Block] = []
    var leading: [SignalProgram.Stage] = []
    for (place, stage) in program.stages.enumerated() {
      if stage.isTransition || !stage.hasGreen {
        if blocks.isEmpty {
          leading.append(stage)
        } else {
          blocks[blocks.count - 1].transitions.append(stage)
        }
      } else {
        blocks.append(
          Block(
            green: stage, transitions: [], transitionSeconds: 0,
            leastSeconds: leastGreensSeconds[place]))
      }
    }
    guard blocks.count > 1 else { return nil }
    blocks[blocks.count - 1].transitions += leading
    for place in blocks.indices {
      blocks[place].transitionSeconds = blocks[place].transitions.reduce(0) {
        $0 + $1.durationSeconds
      }
    }
    self.program = program
    self.blocks = blocks
    lostSeconds = blocks.reduce(0) { $0 + $1.transitionSeconds }
    orders = Self.safeOrders(blocks)
  }

  /// All orders that begin with block 0 and are safe; that of the programme first.
  private static func safeOrders(_ blocks: [Block]) -> [[Int]] {
    let own = Array(blocks.indices)
    guard blocks.count <= 6 else { return [own] }
    let follows = blocks.map { first in
      blocks.map { second in
        zip((first.transitions.last ?? first.green).state.utf8, second.green.state.utf8)
          .allSatisfy { before, after in
            // Who is green before the change of stages stays green, or was shown yellow.
            let isGreen = before == UInt8(ascii: "G") || before == UInt8(ascii: "g")
            return !isGreen || after == UInt8(ascii: "G") || after == UInt8(ascii: "g")
          }
      }
    }
    var orders: [[Int]] = [own]
    func extend(_ order: [Int]) {
      if order.count == blocks.count {
        if follows[order[order.count - 1]][0], order != own { orders.append(order) }
        return
      }
      for next in blocks.indices
      where !order.contains(next) && follows[order[order.count - 1]][next] {
        extend(order + [next])
      }
    }
    extend([0])
    return orders
  }

  /// The programme that a timing stands for in a period.
  func program(
    _ timing: TimingDraft.Signal, period: Int, id: String, offsetSeconds: Int
  ) -> SignalProgram {
    var stages: [SignalProgram.Stage] = []
    for block in timing.order {
      var green = blocks[block].green
      green.durationSeconds = Double(timing.periods[period][block])
      stages.append(green)
      stages += blocks[block].transitions
    }
    for place in stages.indices {
      (stages[place].minimumSeconds, stages[place].maximumSeconds) = (nil, nil)
      stages[place].next = []
    }
    return SignalProgram(
      signal: program.signal, id: id, offsetSeconds: Double(offsetSeconds), stages: stages)
  }

  /// The programmes of a timing and when they run: each period begins at the first end of a cycle
  /// after its time, so that stages follow each other as in any cycle.
  func programs(
    _ timing: TimingDraft.Signal, beginSeconds: Int, periodSeconds: Int
  ) -> (programs: [SignalProgram], table: SUMOPlan.Table?) {
    var programs: [SignalProgram] = []
    var switches: [SUMOPlan.Switch] = []
    var offsetSeconds = timing.offsetSeconds
    for period in timing.periods.indices {
      if period > 0 {
        if timing.periods[period] == timing.periods[period - 1] { continue }
        let timeSeconds = beginSeconds + period * periodSeconds
        let cycleSeconds = programs[programs.count - 1].cycleSeconds
        let since = (Double(timeSeconds - offsetSeconds) / cycleSeconds).rounded(.up)
        offsetSeconds += Int(since * cycleSeconds)
        switches.append(
          SUMOPlan.Switch(timeSeconds: Double(offsetSeconds), program: "yutu-\(programs.count)"))
      }
      programs.append(
        program(
          timing, period: period,
          id: timing.periods.count == 1 ? "yutu" : "yutu-\(programs.count)",
          offsetSeconds: offsetSeconds))
    }
    guard programs.count > 1 else {
      programs[0].id = "yutu"
      return (programs, nil)
    }
    return (
      programs,
      SUMOPlan.Table(signal: program.signal, first: programs[0].id, switches: switches)
    )
  }

  /// The programme's own timing, its greens rounded to whole seconds of at least the least green.
  var ownTiming: TimingDraft.Signal {
    TimingDraft.Signal(
      order: Array(blocks.indices),
      periods: [blocks.map { max(Int($0.green.durationSeconds.rounded()), $0.leastSeconds) }],
      offsetSeconds: Int(program.offsetSeconds.rounded()))
  }

  /// Seconds of a period's cycle.
  func cycleSeconds(_ greensSeconds: [Int]) -> Int {
    greensSeconds.reduce(0, +) + Int(lostSeconds.rounded())
  }
}
