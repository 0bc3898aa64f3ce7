import Catalog

extension KeySet {
  fileprivate static let frame = KeySet(
    owner: "the frame",
    required: ["name", "source", "accuracy-metres", "projection", "check-points"],
    optional: ["four-parameters", "seven-parameters"])
  fileprivate static let projection = KeySet(
    owner: "`projection`",
    required: ["ellipsoid", "central-meridian-degrees", "false-easting-metres"],
    optional: ["false-northing-metres", "scale"])
  fileprivate static let four = KeySet(
    owner: "`four-parameters`",
    required: ["east-metres", "north-metres", "rotation-arc-seconds", "scale-ppm"])
  fileprivate static let seven = KeySet(
    owner: "`seven-parameters`",
    required: [
      "convention", "x-metres", "y-metres", "z-metres", "x-arc-seconds", "y-arc-seconds",
      "z-arc-seconds", "scale-ppm",
    ])
  fileprivate static let checkPoint = KeySet(
    owner: "the check point", required: ["name", "easting-metres", "northing-metres"],
    optional: [
      "longitude-degrees", "latitude-degrees", "grid", "grid-easting-metres",
      "grid-northing-metres",
    ])
}

/// The bounds of a frame's numbers: beyond them a unit is mistaken.
private enum FrameLimits {
  static let accuracyMetres = 0.0001...5.0
  static let metres = -1e8...1e8
  static let planeMetres = -1e7...1e8
  /// Geocentric translations of Chinese datums are below a few hundred metres.
  static let translationMetres = -10_000.0...10_000.0
  /// Beyond a degree the linear Helmert formula means nothing.
  static let arcSeconds = -3600.0...3600.0
  static let planeArcSeconds = -648_000.0...648_000.0
  static let scalePPM = -10_000.0...10_000.0
  static let scale = 0.99...1.01
}

extension ConfigReader {
  /// The frame that `tree` states; `nil` where a fault was noted.
  mutating func frame(_ tree: YAMLTree) -> FrameDefinition? {
    guard let entries = entries(of: tree, keys: .frame) else { return nil }
    let name = text(entries["name"], "name")
    let source = text(entries["source"], "source")
    let accuracy = number(
      entries["accuracy-metres"], "accuracy-metres", in: FrameLimits.accuracyMetres)
    let projection = projection(entries["projection"])
    let shift = shift(entries, projection)
    let points = items(entries["check-points"], "check-points").map { checkPoint($0) }
    let needed = if case .four = shift { 2 } else { 3 }
    if let place = entries["check-points"]?.position, shift != nil, points.count < needed {
      note(
        place,
        "\(points.count) check points cannot prove \(needed == 2 ? "four" : "seven") "
          + "parameters",
        hint: "give at least \(needed), from opposite ends of the city")
    }
    guard let name, let source, let accuracy, let projection, let shift,
      let place = entries["check-points"]?.position, diagnostics.isEmpty
    else { return nil }
    return FrameDefinition(
      name: name, source: source, accuracyMetres: accuracy, projection: projection, shift: shift,
      checkPoints: points.compactMap { $0 }, checkPointsPosition: place)
  }

  private mutating func projection(_ tree: YAMLTree?) -> FrameDefinition.Projection? {
    guard let tree, let entries = entries(of: tree, keys: .projection) else { return nil }
    let ellipsoid = choice(entries["ellipsoid"], "ellipsoid", FrameDefinition.Ellipsoid.self)
    let meridian = number(
      entries["central-meridian-degrees"], "central-meridian-degrees", in: -180...180)
    let easting = number(
      entries["false-easting-metres"], "false-easting-metres", in: FrameLimits.planeMetres)
    let northing = number(
      entries["false-northing-metres"], "false-northing-metres", in: FrameLimits.planeMetres)
    let scale = number(entries["scale"], "scale", in: FrameLimits.scale)
    guard let ellipsoid, let meridian, let easting else { return nil }
    return FrameDefinition.Projection(
      ellipsoid: ellipsoid, centralMeridianDegrees: meridian, falseEastingMetres: easting,
      falseNorthingMetres: northing ?? 0, scale: scale ?? 1)
  }

  private mutating func shift(
    _ entries: Entries, _ projection: FrameDefinition.Projection?
  ) -> FrameDefinition.Shift? {
    switch (entries["four-parameters"], entries["seven-parameters"]) {
    case (let four?, nil):
      if let projection, projection.ellipsoid != .cgcs2000 {
        note(
          four.position,
          "four parameters lead into a plane of CGCS2000, not of "
            + projection.ellipsoid.rawValue,
          hint: "write `ellipsoid: CGCS2000`, or give seven parameters")
      }
      return fourParameters(four)
    case (nil, let seven?): return sevenParameters(seven)
    case (nil, nil):
      note(
        entries.position, "the frame has no parameters",
        hint: "give `four-parameters` or `seven-parameters`")
    case (_?, let seven?):
      note(seven.position, "the frame has four and seven parameters", hint: "keep one of them")
    }
    return nil
  }

  private mutating func fourParameters(_ tree: YAMLTree) -> FrameDefinition.Shift? {
    guard let entries = entries(of: tree, keys: .four) else { return nil }
    let east = number(entries["east-metres"], "east-metres", in: FrameLimits.metres)
    let north = number(entries["north-metres"], "north-metres", in: FrameLimits.metres)
    let turn = number(
      entries["rotation-arc-seconds"], "rotation-arc-seconds", in: FrameLimits.planeArcSeconds)
    let scale = number(entries["scale-ppm"], "scale-ppm", in: FrameLimits.scalePPM)
    guard let east, let north, let turn, let scale else { return nil }
    return .four(east: east, north: north, arcSeconds: turn, scalePPM: scale)
  }

  private mutating func sevenParameters(_ tree: YAMLTree) -> FrameDefinition.Shift? {
    guard let entries = entries(of: tree, keys: .seven) else { return nil }
    let convention = choice(
      entries["convention"], "convention", FrameDefinition.Convention.self)
    let metres = ["x-metres", "y-metres", "z-metres"].map {
      number(entries[$0], $0, in: FrameLimits.translationMetres)
    }
    let turns = ["x-arc-seconds", "y-arc-seconds", "z-arc-seconds"].map {
      number(entries[$0], $0, in: FrameLimits.arcSeconds)
    }
    let scale = number(entries["scale-ppm"], "scale-ppm", in: FrameLimits.scalePPM)
    let (shifts, rotations) = (metres.compactMap { $0 }, turns.compactMap { $0 })
    guard let convention, shifts.count == 3, rotations.count == 3, let scale else { return nil }
    return .seven(convention, metres: shifts, arcSeconds: rotations, scalePPM: scale)
  }

  private mutating func checkPoint(_ tree: YAMLTree) -> FrameDefinition.CheckPoint? {
    guard let entries = entries(of: tree, keys: .checkPoint) else { return nil }
    let name = text(entries["name"], "name")
    let easting = number(
      entries["easting-metres"], "easting-metres", in: FrameLimits.metres)
    let northing = number(
      entries["northing-metres"], "northing-metres", in: FrameLimits.metres)
    let place = place(entries)
    guard let name, let easting, let northing, let place else { return nil }
    return FrameDefinition.CheckPoint(
      name: name, eastingMetres: easting, northingMetres: northing, place: place,
      position: tree.position)
  }

  private mutating func place(_ entries: Entries) -> FrameDefinition.Place? {
    let longitude = number(
      entries["longitude-degrees"], "longitude-degrees", in: -180...180)
    let latitude = number(entries["latitude-degrees"], "latitude-degrees", in: -90...90)
    let grid = text(entries["grid"], "grid")
    let easting = number(
      entries["grid-easting-metres"], "grid-easting-metres", in: FrameLimits.metres)
    let northing = number(
      entries["grid-northing-metres"], "grid-northing-metres", in: FrameLimits.metres)
    switch (longitude, latitude, grid, easting, northing) {
    case (let longitude?, let latitude?, nil, nil, nil):
      return .degrees(longitude: longitude, latitude: latitude)
    case (nil, nil, let grid?, let easting?, let northing?):
      return .grid(grid, easting: easting, northing: northing)
    default:
      note(
        entries.position, "the check point has no one place in CGCS2000",
        hint: "give `longitude-degrees` and `latitude-degrees`, or `grid` (EPSG:4547), "
          + "`grid-easting-metres` and `grid-northing-metres`")
      return nil
    }
  }
}
