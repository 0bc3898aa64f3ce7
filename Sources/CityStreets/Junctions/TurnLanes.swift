/// Which lanes of a street lead where: right turns from the outermost, left turns from the
/// innermost, with a lane of their own where there are three or more.
struct TurnLanes {
  /// A street to go on to.
  struct Exit: Equatable {
    var edge: Int
    /// Degrees, positive to the left.
    var angle: Double
    var lanes: Int
    var priority: Int
    /// `s`, `r`, `l`, `R`, `L` or `t`.
    var direction: Character = "s"
  }

  /// One lane onto another.
  struct Link: Equatable {
    var lane: Int
    var exit: Int
    var toLane: Int
  }

  /// Streets to go on to, from right to left, with their directions.
  let exits: [Exit]
  private(set) var links: [Link] = []

  /// `shift` says for an exit straight on how many lanes further left it would be straightest.
  init(lanes: Int, exits unsorted: [Exit], shift: (Exit, _ firstLane: Int, _ count: Int) -> Int) {
    exits = Self.directed(unsorted)
    assign(lanes, shift)
  }

  /// Up to this angle the straightest exit is straight on.
  private static let mostStraight = 50.0

  private static func directed(_ unsorted: [Exit]) -> [Exit] {
    var exits = unsorted.sorted { ($0.angle, $0.edge) < ($1.angle, $1.edge) }
    // Of two nearly straight ones the greater road is.
    let straight = exits.indices.filter { exits[$0].angle.magnitude <= mostStraight }.min {
      let bonus = { (exit: Exit) in exit.angle.magnitude - 2 * Double(exit.priority) }
      return bonus(exits[$0]) < bonus(exits[$1])
    }
    for place in exits.indices {
      let angle = exits[place].angle
      if place == straight {
        exits[place].direction = "s"
      } else if angle.magnitude > 150, exits[place].direction == "t" {
        continue
      } else if let straight, angle.magnitude <= Self.mostStraight {
        exits[place].direction = place < straight ? "R" : "L"
      } else if let straight {
        exits[place].direction = place < straight ? "r" : "l"
      } else {
        exits[place].direction = angle < 0 ? "r" : "l"
      }
    }
    return exits
  }

  private mutating func assign(
    _ lanes: Int, _ shift: (Exit, _ firstLane: Int, _ count: Int) -> Int
  ) {
    let straight = exits.firstIndex { $0.direction == "s" }
    let right = exits.indices.filter { "rR".contains(exits[$0].direction) }
    let left = exits.indices.filter { "lLt".contains(exits[$0].direction) }
    var rightLanes = right.isEmpty ? 0 : 1
    var leftLanes = left.isEmpty ? 0 : 1
    if let straight {
      var first = !right.isEmpty && lanes >= 5 ? 1 : 0
      if !left.isEmpty, lanes >= 6, left.contains(where: { exits[$0].lanes >= 2 }) {
        leftLanes = 2
      }
      var end = !left.isEmpty && lanes >= 3 ? lanes - leftLanes : lanes
      // A street that goes on narrower gives its outer lanes to those who turn.
      while end - first > exits[straight].lanes {
        if !right.isEmpty, first == 0 {
          first = 1
        } else if !left.isEmpty, end == lanes {
          end -= 1
        } else if !right.isEmpty {
          first += 1
        } else {
          end -= 1
        }
      }
      rightLanes = right.isEmpty ? 0 : max(1, first)
      if !left.isEmpty { leftLanes = max(1, lanes - end) }
      addStraight(straight, first, end, shift)
    } else if !right.isEmpty, !left.isEmpty, lanes > 1 {
      rightLanes = lanes / 2
      leftLanes = lanes - rightLanes
    } else if right.isEmpty || left.isEmpty {
      (rightLanes, leftLanes) = (right.isEmpty ? 0 : lanes, left.isEmpty ? 0 : lanes)
    }
    for exit in right {
      for lane in 0..<min(rightLanes, exits[exit].lanes) {
        links.append(Link(lane: lane, exit: exit, toLane: lane))
      }
    }
    for exit in left {
      // Who turns round has one lane.
      let count = exits[exit].direction == "t" ? 1 : min(leftLanes, exits[exit].lanes)
      for place in 0..<count {
        links.append(
          Link(lane: lanes - 1 - place, exit: exit, toLane: exits[exit].lanes - 1 - place))
      }
    }
    links.sort { ($0.exit, $0.lane, $0.toLane) < ($1.exit, $1.lane, $1.toLane) }
  }

  private mutating func addStraight(
    _ exit: Int, _ first: Int, _ end: Int, _ shift: (Exit, Int, Int) -> Int
  ) {
    let count = end - first
    let room = exits[exit].lanes - count
    let moved = min(max(shift(exits[exit], first, count), 0), room)
    for lane in first..<end {
      links.append(Link(lane: lane, exit: exit, toLane: lane - first + moved))
    }
    // Where a street only gets wider, its outer lanes lead to the new ones.
    guard exits.count == 1, room > 0 else { return }
    for lane in 0..<moved { links.append(Link(lane: first, exit: exit, toLane: lane)) }
    for lane in (moved + count)..<exits[exit].lanes {
      links.append(Link(lane: end - 1, exit: exit, toLane: lane))
    }
  }
}
