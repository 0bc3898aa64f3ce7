/// The most paths without a common node from one side of a cell to the other, and so the fewest
/// nodes that part the two (Menger); found with Dinic's algorithm on nodes split into an entry and
/// an exit.
///
/// State 2v is the entry of node v, 2v + 1 its exit. A path through v remembers `before` and
/// `after`.
struct NodeFlow: ~Copyable {
  static let middle: UInt8 = 0
  static let source: UInt8 = 1
  static let sink: UInt8 = 2
  private static let none = UInt32.max
  private static let end = UInt32.max - 1

  private let first: Row<UInt32>
  private let list: Row<UInt32>
  private let n: Int
  private let room: FlowRoom
  /// How many paths there are.
  private(set) var flow = 0
  private var starts = 0

  /// What separates a cell.
  struct Cut {
    /// How many nodes part the sides, and how many lie on the source's side.
    var size = 0
    var before = 0
    var isTowardsSink = false
  }

  /// `kind` says for each node on which side it is; nodes of the middle may part the two.
  init(_ neighbours: Row<UInt32>, _ list: Row<UInt32>, count: Int, in room: FlowRoom) {
    first = neighbours
    self.list = list
    n = count
    self.room = room
    prepare()
  }

  private mutating func prepare() {
    let kind = room.kind.row
    for node in 0..<n {
      room.before.row[node] = Self.none
      room.after.row[node] = Self.none
    }
    // An arc from side to side can only be cut at one of its ends.
    room.touches.row.fill(n, with: 0)
    for node in 0..<n where kind[node] == Self.sink {
      for place in Int(first[node])..<Int(first[node + 1])
      where kind[list[place]] == Self.source {
        kind[node] = Self.middle
        room.touches.row[node] = Self.sink
        break
      }
    }
    starts = 0
    for node in 0..<n {
      var touches = room.touches.row[node]
      if kind[node] == Self.middle {
        for place in Int(first[node])..<Int(first[node + 1]) { touches |= kind[list[place]] }
        if touches & Self.source != 0 {
          room.starts.row[starts] = UInt32(node)
          starts += 1
        }
      }
      room.touches.row[node] = touches
    }
  }

  private func mayEnd(_ node: Int) -> Bool {
    room.touches.row[node] & Self.sink != 0 && room.after.row[node] != Self.end
  }

  /// Adds paths until there are no more; `nil` when there are more than `limit`.
  mutating func maximise(limit: Int) -> Bool {
    while label() {
      let before = room.before.row
      let level = room.level.row
      for start in 0..<starts {
        let node = Int(room.starts.row[start])
        if level[2 * node] == 1, before[node] != Self.end, follow(from: node) {
          flow += 1
          if flow > limit { return false }
        }
      }
    }
    return true
  }

  /// Breadth-first levels from the source; whether the sink is reached.
  private func label() -> Bool {
    let level = room.level.row
    let queue = room.queue.row
    let before = room.before.row
    let kind = room.kind.row
    level.fill(2 * n, with: 0)
    var filled = 0
    for start in 0..<starts {
      let node = Int(room.starts.row[start])
      level[2 * node] = 1
      if before[node] == Self.end { continue }
      queue[filled] = UInt32(2 * node)
      filled += 1
    }
    var next = 0
    var last = UInt32.max
    while next < filled {
      let state = Int(queue[next])
      next += 1
      let depth = level[state] + 1
      if depth > last { break }
      let node = state >> 1
      if state & 1 == 0 {
        var other = -1
        if before[node] == Self.none {
          other = state + 1
        } else if before[node] != Self.end {
          other = 2 * Int(before[node]) + 1
        }
        if other >= 0, level[other] == 0 {
          level[other] = depth
          queue[filled] = UInt32(other)
          filled += 1
        }
        continue
      }
      if mayEnd(node) { last = depth }
      for place in Int(first[node])..<Int(first[node + 1]) {
        let other = list[place]
        if kind[other] != Self.middle { continue }
        let entry = 2 * Int(other)
        if level[entry] == 0 {
          level[entry] = depth
          queue[filled] = UInt32(entry)
          filled += 1
        }
      }
      if before[node] != Self.none, level[state - 1] == 0 {
        level[state - 1] = depth
        queue[filled] = UInt32(state - 1)
        filled += 1
      }
    }
    if last == .max { return false }
    for node in 0..<n { room.place.row[node] = first[node] }
    return true
  }

  /// One more path along rising levels, if there is one.
  private func follow(from start: Int) -> Bool {
    let level = room.level.row
    let path = room.queue.row
    let before = room.before.row
    let kind = room.kind.row
    let places = room.place.row
    var length = 1
    path[0] = UInt32(2 * start)
    search: while length > 0 {
      let state = Int(path[length - 1])
      let node = state >> 1
      let depth = level[state] + 1
      if state & 1 == 0 {
        var other = -1
        if before[node] == Self.none {
          other = state + 1
        } else if before[node] != Self.end {
          other = 2 * Int(before[node]) + 1
        }
        if other >= 0, level[other] == depth {
          path[length] = UInt32(other)
          length += 1
          continue search
        }
      } else {
        if mayEnd(node) {
          apply(length)
          return true
        }
        let stop = first[node + 1]
        var place = places[node]
        while place < stop {
          let other = list[place]
          if kind[other] == Self.middle, level[2 * Int(other)] == depth {
            places[node] = place
            path[length] = 2 * other
            length += 1
            continue search
          }
          place += 1
        }
        places[node] = place
        if before[node] != Self.none, level[state - 1] == depth {
          path[length] = UInt32(state - 1)
          length += 1
          continue search
        }
      }
      level[state] = 0
      length -= 1
    }
    return false
  }

  /// Sends one path along the states found; those it passed are spent for this round.
  private func apply(_ length: Int) {
    let path = room.queue.row
    let before = room.before.row
    let after = room.after.row
    var tail = Self.end
    for step in 0..<length {
      let state = path[step]
      let node = state >> 1
      let comesFromOutside = step == 0 || path[step - 1] >> 1 != node
      if state & 1 == 0 {
        if comesFromOutside {
          // An arc into the entry: the path now comes this way.
          before[node] = tail
          if tail != Self.end { after[tail] = node }
        } else {
          // From exit back to entry: nothing passes this node any more.
          before[node] = Self.none
          after[node] = Self.none
        }
      } else {
        tail = node
      }
      room.level.row[state] = 0
    }
    after[tail] = Self.end
  }

  /// The nodes nearest the source that part the sides, or those nearest the sink, by balance.
  ///
  /// Writes for each node 1 (source's side), 2 (sink's) or 0 (parts them) into `room.side`.
  func cut() -> Cut {
    let level = room.level.row
    let kind = room.kind.row
    // The last labelling reached everything that the source's side holds.
    var near = Cut()
    for node in 0..<n {
      if kind[node] == Self.source || level[2 * node + 1] != 0 {
        near.before += 1
      } else if kind[node] == Self.middle, level[2 * node] != 0 {
        near.size += 1
      }
    }
    let side = room.side.row
    for node in 0..<n {
      let isParting = kind[node] == Self.middle && level[2 * node] != 0
      let isBefore = kind[node] == Self.source || level[2 * node + 1] != 0
      side[node] = isBefore ? 1 : isParting ? 0 : 2
    }
    labelBackwards()
    var far = Cut(isTowardsSink: true)
    var behind = 0
    for node in 0..<n {
      if kind[node] == Self.sink || level[2 * node] != 0 {
        behind += 1
      } else if kind[node] == Self.middle, level[2 * node + 1] != 0 {
        far.size += 1
      }
    }
    far.before = n - behind - far.size
    func balance(_ cut: Cut) -> Int { min(cut.before, n - cut.before - cut.size) }
    guard balance(far) > balance(near) else { return near }
    for node in 0..<n {
      let isBehind = kind[node] == Self.sink || level[2 * node] != 0
      let isParting = kind[node] == Self.middle && level[2 * node + 1] != 0
      side[node] = isBehind ? 2 : isParting ? 0 : 1
    }
    return far
  }

  /// Marks in `level` every state from which the sink can be reached.
  private func labelBackwards() {
    let level = room.level.row
    let queue = room.queue.row
    let before = room.before.row
    let after = room.after.row
    let kind = room.kind.row
    level.fill(2 * n, with: 0)
    var filled = 0
    func reach(_ state: Int) {
      if level[state] == 0 {
        level[state] = 1
        queue[filled] = UInt32(state)
        filled += 1
      }
    }
    for node in 0..<n where kind[node] == Self.middle && room.touches.row[node] & Self.sink != 0 {
      reach(2 * node + 1)
    }
    var next = 0
    while next < filled {
      let state = Int(queue[next])
      next += 1
      let node = state >> 1
      if state & 1 == 1 {
        if before[node] == Self.none {
          reach(state - 1)
        } else if after[node] != Self.end {
          reach(2 * Int(after[node]))
        }
      } else {
        for place in Int(first[node])..<Int(first[node + 1]) {
          let other = Int(list[place])
          if kind[other] == Self.middle { reach(2 * other + 1) }
        }
        if before[node] != Self.none { reach(state + 1) }
      }
    }
  }
}

/// What a thread needs to look for cuts in cells of up to `count` nodes.
final class FlowRoom: Sendable {
  let kind, touches, side, best: Block<UInt8>
  let level, queue, before, after, place, starts, sorted: Block<UInt32>

  init(count: Int) {
    kind = Block(count: count, filledWith: 0)
    touches = Block(count: count, filledWith: 0)
    side = Block(count: count, filledWith: 0)
    best = Block(count: count, filledWith: 0)
    level = Block(count: 2 * count, filledWith: 0)
    queue = Block(count: 2 * count, filledWith: 0)
    before = Block(count: count, filledWith: 0)
    after = Block(count: count, filledWith: 0)
    place = Block(count: count, filledWith: 0)
    starts = Block(count: count, filledWith: 0)
    sorted = Block(count: count, filledWith: 0)
  }
}
