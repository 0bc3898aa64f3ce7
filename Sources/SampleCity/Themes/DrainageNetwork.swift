/// A manhole of the storm drains, before it becomes a feature.
struct DrainManhole {
  var id: String
  var place: PlanePoint
  /// The street above it.
  var road: String
  /// Height of the ground and of the bottom above the 1985 datum.
  var ground: Double
  var bottom = 0.0
  /// The pipe that leaves it.
  var leaving: Int?
  /// How many pipes come in.
  var arriving = 0
}

/// A storm drain from manhole to manhole, or to an outfall.
struct DrainPipe {
  var from: Int
  /// The manhole it runs to; `nil` where that is an outfall.
  var to: Int?
  var outfall: Int?
  var lengthMetres: Double
  /// Metres of streets that drain through it.
  var drainedMetres = 0.0
  var diameter = 0.0
  var startHeight = 0.0
  var endHeight = 0.0
}

/// Where a storm drain ends at the canal.
struct DrainOutfall {
  var id: String
  var place: PlanePoint
  /// The street above the drain that ends here.
  var road: String
  /// Whether it opens into the canal from the north.
  var isNorth: Bool
  /// The canal's bank on which it opens, in words.
  var bank: String
  var invert = 0.0
  var diameter = 0.0
}

/// The storm drains of a neighbourhood: a forest whose roots are outfalls at the canal.
///
/// Each junction drains along the street by which water reaches an outfall over the least length
/// and climb (Dijkstra 1959); other streets drain to the end nearer an outfall. Diameters follow
/// the length of streets drained, slopes the least that keep such a pipe clean (GB 50014).
struct DrainageNetwork {
  private(set) var manholes: [DrainManhole] = []
  private(set) var pipes: [DrainPipe] = []
  private(set) var outfalls: [DrainOutfall] = []
  private var manholeAt: [Junction: Int] = [:]
  private let tag: String
  private let ground: Ground

  /// Where drains lie, from the middle of the street: metres to the east and north.
  static let offset = PlanePoint(x: -2, y: 2)
  /// The longest way between two manholes in metres.
  static let spacing = 42.0
  /// The least earth over a pipe in metres.
  static let cover = 1.2

  init(_ neighbourhood: Neighbourhood) {
    tag = neighbourhood.tag
    ground = neighbourhood.ground
    let segments = neighbourhood.segments.filter { $0.hasMains && !$0.crossesRiver }
    let roots = segments.filter(\.crossesCanal)
    let dry = segments.filter { !$0.crossesCanal }
    var tree = DrainageTree(dry, roots: roots, ground, owns: neighbourhood.owns)
    tree.grow()
    for (junction, road) in tree.reached { addManhole(junction, road) }
    for root in roots {
      let middle = neighbourhood.frame.plan(root.place(root.length / 2))
      addOutfalls(root, isNorth: middle.v >= Double(neighbourhood.square.middle))
    }
    for segment in dry { lay(segment, tree) }
    size()
  }

  /// The least slope of a pipe of this diameter in mm.
  static func leastSlope(_ diameter: Double) -> Double {
    switch diameter {
    case ...400: 0.0030
    case ...500: 0.0025
    case ...600: 0.0020
    case ...800: 0.0015
    default: 0.0010
    }
  }

  /// The diameter in mm for so many metres of streets.
  static func diameter(draining metres: Double) -> Double {
    switch metres {
    case ..<180: 400
    case ..<400: 500
    case ..<800: 600
    case ..<1600: 800
    case ..<3200: 1000
    case ..<6000: 1200
    default: 1500
    }
  }

  // MARK: Laying

  private mutating func add(_ id: String, _ place: PlanePoint, _ road: String) -> Int {
    manholes.append(
      DrainManhole(
        id: id, place: place, road: road, ground: ground.land(place).rounded(decimals: 3)))
    return manholes.count - 1
  }

  private mutating func addManhole(_ junction: Junction, _ road: String) {
    manholeAt[junction] = add("YJ\(junction.name)", junction.place + Self.offset, road)
  }

  private mutating func connect(_ from: Int, _ to: Int) {
    manholes[from].leaving = pipes.count
    manholes[to].arriving += 1
    pipes.append(
      DrainPipe(
        from: from, to: to, lengthMetres: manholes[from].place.distance(to: manholes[to].place)))
  }

  /// Ends the drains on both banks where a street crosses the canal.
  private mutating func addOutfalls(_ segment: StreetSegment, isNorth: Bool) {
    let middle = segment.length / 2
    let isEastward = segment.place(segment.length).x > segment.place(0).x
    for (junction, way) in [(segment.from, middle - 11), (segment.to, middle + 11)] {
      guard let last = manholeAt[junction] else { continue }
      let place = segment.place(way) + Self.offset
      outfalls.append(
        DrainOutfall(
          id: "PK\(junction.name)", place: place, road: segment.id, isNorth: isNorth,
          bank: (way < middle) == isEastward ? "西岸" : "东岸"))
      manholes[last].leaving = pipes.count
      pipes.append(
        DrainPipe(
          from: last, outfall: outfalls.count - 1,
          lengthMetres: manholes[last].place.distance(to: place)))
    }
  }

  /// Lays the drains under one street, towards the end that the tree names.
  private mutating func lay(_ segment: StreetSegment, _ tree: DrainageTree) {
    guard let lower = tree.lowerEnd(of: segment), let last = manholeAt[lower] else { return }
    let upper = lower == segment.from ? segment.to : segment.from
    let count = max(1, Int((segment.length / Self.spacing).rounded(.up)))
    let isTree = tree.parent[upper]?.id == segment.id
    var above = isTree ? manholeAt[upper] : nil
    for step in 1..<max(count, 1) {
      let share = Double(step) / Double(count) * segment.length
      let place = segment.place(lower == segment.to ? share : segment.length - share)
      let here = add(
        "Y\(segment.id)-\(step)", place + Self.offset, segment.id)
      if let above { connect(above, here) }
      above = here
    }
    if let above { connect(above, last) }
  }

  // MARK: Sizing

  /// Gives every pipe its diameter and heights, from the heads of the network down.
  private mutating func size() {
    let order = manholesDownstream()
    for index in order {
      guard let leaving = manholes[index].leaving else { continue }
      let own = pipes[leaving].lengthMetres
      pipes[leaving].drainedMetres += own
      if let next = pipes[leaving].to, let after = manholes[next].leaving {
        pipes[after].drainedMetres += pipes[leaving].drainedMetres
      }
    }
    for index in pipes.indices {
      pipes[index].diameter = Self.diameter(draining: pipes[index].drainedMetres)
    }
    for index in manholes.indices { manholes[index].bottom = .infinity }
    for index in order {
      guard let leaving = manholes[index].leaving else { continue }
      let pipe = pipes[leaving]
      let highest = manholes[index].ground - Self.cover - pipe.diameter / 1000
      let start = min(manholes[index].bottom, highest.rounded(decimals: 3))
      manholes[index].bottom = start
      var end = start - Self.leastSlope(pipe.diameter) * pipe.lengthMetres - 0.001
      if let next = pipe.to {
        end = min(end, manholes[next].ground - Self.cover - pipe.diameter / 1000)
        end = (end * 1000).rounded(.down) / 1000
        manholes[next].bottom = min(manholes[next].bottom, end)
      } else if let outfall = pipe.outfall {
        end = (end * 1000).rounded(.down) / 1000
        outfalls[outfall].invert = end
        outfalls[outfall].diameter = pipe.diameter
      }
      (pipes[leaving].startHeight, pipes[leaving].endHeight) = (start, end)
    }
  }

  /// The manholes so that each comes after all that drain into it.
  private func manholesDownstream() -> [Int] {
    var waiting = manholes.map(\.arriving)
    var order = manholes.indices.filter { waiting[$0] == 0 }
    var place = 0
    while place < order.count {
      if let leaving = manholes[order[place]].leaving, let next = pipes[leaving].to {
        waiting[next] -= 1
        if waiting[next] == 0 { order.append(next) }
      }
      place += 1
    }
    return order
  }
}
