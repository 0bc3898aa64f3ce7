import SUMOFiles
import SimpleFeatures

/// The links of a signal and which of them conflict, from the junction's requests and, apart from
/// these, from the lines of the ways.
struct SignalLinks {
  /// What one letter of a state governs.
  struct Link {
    /// The ways of vehicles, as places in the network's connections.
    var connections: [Int] = []
    /// The crossings, as places in the network's crossings.
    var crossings: [Int] = []
    /// The greatest speed at which vehicles come, in m/s.
    var approachMetresPerSecond = 0.0
    /// The longest way of people, in metres.
    var walkMetres = 0.0

    /// Whether only people on foot go by it.
    var isForWalking: Bool { connections.isEmpty && !crossings.isEmpty }
  }

  /// Two links whose ways meet.
  struct Pair {
    var first: Int
    var second: Int
    var isByRequests = false
    var isByGeometry = false
    /// Whether the ways end in the same lane.
    var merges = false
    /// Whether all that meet come from one road or go on in one lane, side by side: a network may
    /// show both green at once, though it should not.
    var isMild = true
    /// Whether streams that go straight on cross here: neither may be green with the other,
    /// yielding or not.
    var crossesStraight = false
    /// Whether each way of the first yields to those of the second that it meets.
    var firstYields = true
    var secondYields = true
    /// Seconds from the stop line until the last vehicle of the first is clear of the second's way.
    var firstClearsSeconds = 0.0
    var secondClearsSeconds = 0.0
    /// Seconds from the stop line until the earliest vehicle of the first is where they meet.
    var firstEntersSeconds = Double.infinity
    var secondEntersSeconds = Double.infinity
    /// One of the places where they meet.
    var place = SIMD2<Double>.zero
  }

  let signal: String
  /// By place in the states.
  private(set) var links: [Link]
  private(set) var pairs: [Pair] = []

  /// - Throws: ``SignalError`` where conflicts cannot be told as the ways have no lines.
  init(_ signal: String, of network: SUMONetwork, _ rules: SafetyRules) throws(SignalError) {
    self.signal = signal
    let letters =
      network.programs.filter { $0.signal == signal }.flatMap(\.stages).map(\.state.utf8.count)
      .max()
      ?? 0
    links = Array(repeating: Link(), count: letters)
    for (number, connection) in network.connections.enumerated() where connection.signal == signal {
      guard let link = connection.linkIndex else { continue }
      guard link < links.count else {
        throw SignalError(
          .invalidPlan, "signal \"\(signal)\" governs link \(link) and shows \(letters) letters")
      }
      guard connection.shape.count > 1 else {
        throw SignalError(
          .invalidValue,
          "link \(link) of signal \"\(signal)\" has no way over its junction: conflicts cannot "
            + "be told",
          hint:
            "Build the network with its internal lanes (netconvert without --no-internal-links).")
      }
      links[link].connections.append(number)
      links[link].approachMetresPerSecond = max(
        links[link].approachMetresPerSecond, network.lanes[connection.from].speedMetresPerSecond)
    }
    for (number, crossing) in network.crossings.enumerated() where crossing.signal == signal {
      for link in crossing.links where link < links.count {
        links[link].crossings.append(number)
        links[link].walkMetres = max(links[link].walkMetres, crossing.lengthMetres)
      }
    }
    addPairs(network, rules)
  }

  private mutating func addPairs(_ network: SUMONetwork, _ rules: SafetyRules) {
    let users = links.indices.map { link in
      links[link].connections.map { User(connection: $0, network, rules) }
        + links[link].crossings.map { User(crossing: $0, network, rules) }
    }
    for first in links.indices {
      for second in first..<links.count {
        var pair = Pair(first: first, second: second)
        var meets = false
        for (number, a) in users[first].enumerated() {
          // A link that governs several ways may be in conflict with itself.
          for b in first == second ? users[second].dropFirst(number + 1) : users[second][...] {
            meets = pair.add(a, b) || meets
          }
        }
        if meets { pairs.append(pair) }
      }
    }
  }
}

extension SignalLinks {
  /// One order of a pair: the link whose green ends, and the one whose green starts.
  struct Side {
    var pair: Int
    var ends: Int
    var starts: Int
    /// What the last of the one needs to be clear of the first of the other, after yellow, in
    /// seconds.
    var clearanceSeconds: Double
  }

  /// Both orders of a pair; none where it is one link.
  func sides(of number: Int) -> [Side] {
    let pair = pairs[number]
    if pair.first == pair.second { return [] }
    return [
      Side(
        pair: number, ends: pair.first, starts: pair.second,
        clearanceSeconds: max(0, pair.firstClearsSeconds - pair.secondEntersSeconds)),
      Side(
        pair: number, ends: pair.second, starts: pair.first,
        clearanceSeconds: max(0, pair.secondClearsSeconds - pair.firstEntersSeconds)),
    ]
  }
}

/// Who goes by a link: the vehicles of a connection, or the people on a crossing.
private struct User {
  var junction: Int
  var request: SUMONetwork.Request?
  var number: Int?
  var fromLane: Int?
  var fromEdge: Int?
  var toLane: Int?
  var way: Way
  /// Added to the way until one is clear, in metres.
  var lengthMetres: Double
  var speedMetresPerSecond: Double
  var isWalking: Bool
  var isStraight = false
  /// Half of the width that it takes, in metres.
  var halfWidthMetres: Double

  init(connection: Int, _ network: SUMONetwork, _ rules: SafetyRules) {
    let connection = network.connections[connection]
    let lane = network.lanes[connection.from]
    junction = network.edges[lane.edge].to
    number = connection.request
    request = number.map { network.junctions[network.edges[lane.edge].to].requests[$0] }
    fromLane = connection.from
    fromEdge = lane.edge
    toLane = connection.to
    way = Way(points: connection.shape)
    lengthMetres = rules.vehicleLengthMetres
    speedMetresPerSecond = max(1, min(connection.speedMetresPerSecond, lane.speedMetresPerSecond))
    isWalking = false
    isStraight = connection.direction == "s"
    halfWidthMetres = 0
  }

  init(crossing: Int, _ network: SUMONetwork, _ rules: SafetyRules) {
    let crossing = network.crossings[crossing]
    junction = crossing.junction
    number = crossing.request
    request = number.map { network.junctions[crossing.junction].requests[$0] }
    way = Way(points: crossing.shape)
    lengthMetres = 0
    speedMetresPerSecond = rules.walkingSpeedMetresPerSecond
    isWalking = true
    halfWidthMetres = crossing.widthMetres / 2
  }

  /// Whether the junction makes it yield to another.
  func yields(to other: User) -> Bool {
    guard junction == other.junction, let request, let number = other.number else { return false }
    return request.yieldsTo.contains(number)
  }

  func crosses(_ other: User) -> Bool {
    guard junction == other.junction, let number, let otherNumber = other.number else {
      return false
    }
    return request?.crosses.contains(otherNumber) == true
      || other.request?.crosses.contains(number) == true
  }

  /// Seconds until it is clear of a place that far along its way, which another needs that much of.
  func clearsSeconds(_ alongMetres: Double, _ roomMetres: Double) -> Double {
    // People may have set out from either end: they are clear when all of the crossing is walked.
    isWalking
      ? way.lengthMetres / speedMetresPerSecond
      : (alongMetres + roomMetres + lengthMetres) / speedMetresPerSecond
  }

  func entersSeconds(_ alongMetres: Double, _ roomMetres: Double) -> Double {
    isWalking ? 0 : max(0, alongMetres - roomMetres) / speedMetresPerSecond
  }
}

extension SignalLinks.Pair {
  /// Adds the meeting of two users; says whether they meet.
  fileprivate mutating func add(_ a: User, _ b: User) -> Bool {
    // Ways that part from one lane, and people who cross other people's way, do not conflict.
    if let lane = a.fromLane, lane == b.fromLane { return false }
    if a.isWalking, b.isWalking { return false }
    let byRequests = a.crosses(b)
    var meetings = a.way.crossings(with: b.way)
    let merges = a.toLane != nil && a.toLane == b.toLane
    if merges {
      meetings.append(
        Way.Meeting(
          firstMetres: a.way.lengthMetres, secondMetres: b.way.lengthMetres,
          place: a.way.points.last ?? .zero))
    }
    let byGeometry = !meetings.isEmpty
    guard byRequests || byGeometry else { return false }
    if meetings.isEmpty, let nearest = a.way.nearest(to: b.way) { meetings = [nearest] }
    isByRequests = isByRequests || byRequests
    isByGeometry = isByGeometry || byGeometry
    self.merges = self.merges || merges
    isMild = isMild && (merges || a.fromEdge != nil && a.fromEdge == b.fromEdge)
    crossesStraight =
      crossesStraight || !merges && a.isStraight && b.isStraight && a.fromEdge != b.fromEdge
    firstYields = firstYields && a.yields(to: b)
    secondYields = secondYields && b.yields(to: a)
    for meeting in meetings {
      firstClearsSeconds = max(
        firstClearsSeconds, a.clearsSeconds(meeting.firstMetres, b.halfWidthMetres))
      secondClearsSeconds = max(
        secondClearsSeconds, b.clearsSeconds(meeting.secondMetres, a.halfWidthMetres))
      firstEntersSeconds = min(
        firstEntersSeconds, a.entersSeconds(meeting.firstMetres, b.halfWidthMetres))
      secondEntersSeconds = min(
        secondEntersSeconds, b.entersSeconds(meeting.secondMetres, a.halfWidthMetres))
      place = meeting.place
    }
    return true
  }
}
