import SimpleFeatures
import Simulation

/// What a feature has seen of the water up to a frame.
struct ImpactHistory: Sendable {
  /// How roads stand to a class of vehicles: the last closure.
  struct Closing: Sendable {
    /// Seconds; NaN where it never was closed.
    var from: [Double]
    /// Seconds; NaN while it lasts.
    var until: [Double]
    var isClosed: [Bool]

    init(_ count: Int) {
      from = Array(repeating: .nan, count: count)
      until = from
      isClosed = Array(repeating: false, count: count)
    }

    /// Notes how a road stands at a time.
    mutating func note(_ road: Int, _ isNow: Bool, _ seconds: Double) {
      guard isNow != isClosed[road] else { return }
      isClosed[road] = isNow
      if isNow { (from[road], until[road]) = (seconds, .nan) } else { until[road] = seconds }
    }
  }

  /// Metres, now.
  var depth: [Float]
  /// Metres, until now.
  var deepest: [Float]
  /// Depth times speed, m²/s, now; of roads.
  var hazard: [Float]
  /// When it was first under water, seconds; NaN where it was not.
  var since: [Double]
  /// Class by class; of roads.
  var closings: [Closing]

  /// Before the first frame.
  init(_ count: Int, closures: Int) {
    depth = Array(repeating: 0, count: count)
    (deepest, hazard) = (depth, depth)
    since = Array(repeating: .nan, count: count)
    closings = (0..<closures).map { _ in Closing(count) }
  }

  /// Takes the next frame.
  mutating func take(_ frame: ImpactFrame.Wet, _ seconds: Double, _ rules: ImpactRules) {
    for index in depth.indices { (depth[index], hazard[index]) = (0, 0) }
    for (place, index) in frame.places.enumerated() {
      let feature = Int(index)
      depth[feature] = frame.depths[place]
      if !closings.isEmpty { hazard[feature] = frame.hazards[place] }
      deepest[feature] = max(deepest[feature], depth[feature])
      if since[feature].isNaN { since[feature] = seconds }
    }
    for (number, rule) in rules.closures.enumerated() where number < closings.count {
      for road in depth.indices {
        closings[number].note(
          road, depth[road] >= rule.depthMetres || hazard[road] >= rule.hazard, seconds)
      }
    }
  }
}

/// What stands in water at a frame.
struct ImpactFrame: Sendable {
  /// Of a layer, those that are under water.
  struct Wet: Sendable {
    var places: [Int32] = []
    var depths: [Float] = []
    /// Depth times speed; of roads.
    var hazards: [Float] = []
  }

  var seconds: Double
  var wet: [ImpactLayer: Wet] = [:]
  /// How many cells of each district are at least as deep as each of the levels.
  var areas: [Int32]
  /// How many of all cells are.
  var wholeArea: [Int32]

  /// Looks at the cells of all features.
  ///
  /// - Parameter waters: Cells of rivers and lakes, which count as dry.
  init(_ frame: Frame, _ head: FrameHead, _ places: ImpactPlaces, waters: [Int]) {
    func field(_ name: String) -> [Float]? {
      head.place(of: name).map { frame.fields[$0].values }
    }
    seconds = frame.seconds
    var depth = field("depth") ?? []
    for cell in waters { depth[cell] = 0 }
    let levels = [places.rules.wetMetres] + places.rules.areaMetres
    wholeArea = levels.map { level in Int32(depth.count { $0 >= level }) }
    areas = places.groups[.districts]?.cells.counts(depth, atLeast: levels) ?? []
    for layer in ImpactLayer.allCases where layer != .districts {
      guard let group = places.groups[layer] else { continue }
      let largest = group.cells.largest(depth)
      var found = Wet()
      for (index, metres) in largest.enumerated() where metres >= places.rules.wetMetres {
        found.places.append(Int32(index))
        found.depths.append(metres)
      }
      if layer == .roads, !found.places.isEmpty {
        let hazard = group.cells.largest(
          Self.hazard(depth, field("velocity-east"), field("velocity-north")))
        found.hazards = found.places.map { hazard[Int($0)] }
      }
      wet[layer] = found
    }
  }

  /// The cells that are under water in a run's first frame: rivers and lakes.
  static func waters(_ first: Frame, _ head: FrameHead, _ rules: ImpactRules) -> [Int] {
    guard let field = head.place(of: "depth") else { return [] }
    let depth = first.fields[field].values
    return depth.indices.filter { depth[$0] >= rules.wetMetres }
  }

  /// Depth times speed, cell by cell; all 0 where speeds are not kept.
  private static func hazard(_ depth: [Float], _ east: [Float]?, _ north: [Float]?) -> [Float] {
    guard let east, let north else { return Array(repeating: 0, count: depth.count) }
    return depth.indices.map { cell in
      depth[cell] * (east[cell] * east[cell] + north[cell] * north[cell]).squareRoot()
    }
  }
}
