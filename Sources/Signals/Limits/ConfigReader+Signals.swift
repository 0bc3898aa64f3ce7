package import Catalog

extension KeySet {
  static let congestionScale = KeySet(
    owner: "the scale",
    required: ["id", "title", "source", "index", "grades", "level_of_service"],
    optional: ["description"])
  static let congestionIndex = KeySet(
    owner: "`index`", required: ["travel_time_index", "values"])
  static let congestionGrade = KeySet(owner: "a grade", required: ["from", "title"])
  static let serviceLevels = KeySet(
    owner: "`level_of_service`", required: ["A", "B", "C", "D", "E"])
  static let signalLimits = KeySet(
    owner: "the limits",
    required: [
      "id", "title", "source", "minimum_green", "walk_start", "walking_speed", "maximum_red",
      "cycle",
      "reaction", "deceleration", "maximum_yellow", "vehicle_length", "step",
    ],
    optional: ["description"])
}

extension CongestionScale: ConfigFile {
  package static func read(
    _ tree: YAMLTree, text: String, by reader: inout ConfigReader
  ) -> CongestionScale? {
    reader.congestionScale(tree, expectedID: CatalogFile.id(of: reader.file))
  }
}

extension SignalLimits: ConfigFile {
  package static func read(
    _ tree: YAMLTree, text: String, by reader: inout ConfigReader
  ) -> SignalLimits? {
    reader.signalLimits(tree, expectedID: CatalogFile.id(of: reader.file))
  }
}

extension ConfigReader {
  /// The scale that `tree` tells; `nil` if there is any fault.
  fileprivate mutating func congestionScale(
    _ tree: YAMLTree, expectedID: String
  ) -> CongestionScale? {
    guard let entries = entries(of: tree, keys: .congestionScale) else { return nil }
    let id = fileID(entries["id"], expected: expectedID, of: "scale")
    let title = localised(entries["title"], "title")
    let description = localised(entries["description"], "description")
    let source = text(entries["source"], "source")
    var indices: [Double] = []
    var values: [Double] = []
    if let tree = entries["index"], let index = self.entries(of: tree, keys: .congestionIndex) {
      indices = rising(index["travel_time_index"], "travel_time_index", in: 1...100)
      values = rising(index["values"], "values", in: 0...10)
      if diagnostics.isEmpty, indices.count != values.count || indices.count < 2 {
        note(
          tree.position,
          "`index` has \(indices.count) travel time indices and \(values.count) values",
          hint: "give as many of the one as of the other, two or more")
      }
    }
    var grades: [CongestionScale.Grade] = []
    for item in items(entries["grades"], "grades") {
      guard let grade = self.entries(of: item, keys: .congestionGrade) else { continue }
      if let from = number(grade["from"], "from", in: 0...10),
        let title = localised(grade["title"], "title")
      {
        grades.append(CongestionScale.Grade(from: from, title: title))
      }
    }
    if let tree = entries["grades"], diagnostics.isEmpty,
      grades.first?.from != 0
        || zip(grades, grades.dropFirst()).contains(where: { $0.from >= $1.from })
    {
      note(tree.position, "`grades` do not rise from 0", hint: "begin the first at 0")
    }
    var limits: [Double] = []
    if let tree = entries["level_of_service"],
      let levels = self.entries(of: tree, keys: .serviceLevels)
    {
      limits = ["A", "B", "C", "D", "E"].compactMap { number(levels[$0], $0, in: 0...1000) }
      if diagnostics.isEmpty, zip(limits, limits.dropFirst()).contains(where: { $0 >= $1 }) {
        note(tree.position, "`level_of_service` does not rise from A to E")
      }
    }
    guard let id, let title, let source, diagnostics.isEmpty else { return nil }
    return CongestionScale(
      id: id, title: title, description: description,
      source: source == "unconfirmed" ? nil : source, travelTimeIndices: indices, values: values,
      grades: grades, delayLimitsSeconds: limits)
  }

  /// A list of numbers, each above the one before.
  private mutating func rising(
    _ tree: YAMLTree?, _ key: String, in limits: ClosedRange<Double>
  ) -> [Double] {
    let numbers = items(tree, key).compactMap { number($0, key, in: limits) }
    if let tree, zip(numbers, numbers.dropFirst()).contains(where: { $0 >= $1 }) {
      note(tree.position, "`\(key)` does not rise", hint: "write the lowest number first")
    }
    return numbers
  }

  /// The limits that `tree` tells; `nil` if there is any fault.
  fileprivate mutating func signalLimits(_ tree: YAMLTree, expectedID: String) -> SignalLimits? {
    guard let entries = entries(of: tree, keys: .signalLimits) else { return nil }
    _ = fileID(entries["id"], expected: expectedID, of: "limits")
    _ = localised(entries["title"], "title")
    _ = localised(entries["description"], "description")
    _ = text(entries["source"], "source")
    let cycle = rising(entries["cycle"], "cycle", in: 1...3600)
    if let tree = entries["cycle"], diagnostics.isEmpty, cycle.count != 2 {
      note(tree.position, "`cycle` needs two numbers", hint: "write cycle: [20, 240]")
    }
    guard let green = number(entries["minimum_green"], "minimum_green", in: 1...60),
      let start = number(entries["walk_start"], "walk_start", in: 0...60),
      let speed = number(entries["walking_speed"], "walking_speed", in: 0.3...3),
      let red = number(entries["maximum_red"], "maximum_red", in: 30...600),
      let reaction = number(entries["reaction"], "reaction", in: 0...5),
      let deceleration = number(entries["deceleration"], "deceleration", in: 0.5...10),
      let yellow = number(entries["maximum_yellow"], "maximum_yellow", in: 1...10),
      let length = number(entries["vehicle_length"], "vehicle_length", in: 1...40),
      let step = number(entries["step"], "step", in: 0.001...10), diagnostics.isEmpty
    else { return nil }
    return SignalLimits(
      minimumGreenSeconds: green, walkStartSeconds: start, walkingSpeedMetresPerSecond: speed,
      maximumRedSeconds: red,
      cycleSeconds: cycle[0]...cycle[1], reactionSeconds: reaction,
      decelerationMetresPerSecondSquared: deceleration,
      maximumYellowSeconds: yellow, vehicleLengthMetres: length, stepSeconds: step)
  }
}
