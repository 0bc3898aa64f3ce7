import CPROJ
public import SimpleFeatures

extension CoordinateTransform {
  /// Transforms every vertex; kind, paths, parts and m stay, z also unless an offset was stated.
  ///
  /// - Throws: ``GeometryError`` `malformed` or `not-finite` for the input; `swapped-axes`,
  ///   `zone-mismatch` or `outside-area` for coordinates that the systems cannot mean.
  /// - Complexity: O(vertices); about 0.5 µs a vertex to Gauss-Krüger.
  public func transform(_ geometry: Geometry) throws(GeometryError) -> Geometry {
    try transform(geometry, depth: 0)
  }

  /// Transforms one position.
  public func transform(
    x: Double, y: Double
  ) throws(GeometryError) -> (x: Double, y: Double) {
    var pair = [x, y]
    try transform(&pair, stride: 2)
    return (pair[0], pair[1])
  }

  /// The box that holds the transformed `envelope`, each side followed at 21 points.
  public func transform(_ envelope: Envelope) throws(GeometryError) -> Envelope {
    guard !envelope.isEmpty else { return .empty }
    if isIdentity {
      try checkInput(envelope)
      return envelope
    }
    var outline: [Double] = []
    for step in 0...20 {
      let share = Double(step) / 20
      let x = envelope.minX + share * envelope.width
      let y = envelope.minY + share * envelope.height
      outline += [x, envelope.minY, x, envelope.maxY, envelope.minX, y, envelope.maxX, y]
    }
    try transform(&outline, stride: 2)
    return Geometry(kind: .multiPoint, ordinates: outline).envelope
  }

  private func transform(_ geometry: Geometry, depth: Int) throws(GeometryError) -> Geometry {
    guard depth <= Geometry.maximumNesting else {
      throw .malformed("collections nest deeper than \(Geometry.maximumNesting) levels")
    }
    guard geometry.ordinates.count.isMultiple(of: geometry.stride) else {
      throw .malformed("\(geometry.ordinates.count) ordinates do not make whole vertices")
    }
    var result = geometry
    try transform(&result.ordinates, stride: geometry.stride)
    if case .added(let offset) = heights, geometry.hasZ {
      for i in Swift.stride(from: 2, to: result.ordinates.count, by: geometry.stride) {
        result.ordinates[i] += offset.metres
      }
    }
    for i in result.members.indices {
      result.members[i] = try transform(result.members[i], depth: depth + 1)
    }
    return result
  }

  /// Transforms x and y of each vertex in place.
  private func transform(_ ordinates: inout [Double], stride: Int) throws(GeometryError) {
    guard !ordinates.isEmpty else { return }
    try checkInput(try bounds(of: ordinates, stride: stride))
    if isIdentity { return }
    if let source = from.mapShift, let target = to.mapShift {
      return try eachPlace(&ordinates, stride) { source.converted($0, to: target) }
    }
    try leave(from, &ordinates, stride)
    if case .published(let shifts, _) = bridge {
      let place = try bounds(of: ordinates, stride: stride)
      guard let shift = shifts.first(where: { $0.areaOfUse.contains(place) }) else {
        throw GeometryError(
          .noTransformation,
          "no transformation from \(from) to \(to) has been published for \(place.words)",
          hint: "have the data transformed by the surveying authority, or give its parameters as a "
            + "local frame (documentation: Coordinates)")
      }
      try shift.key.run(PJ_FWD, &ordinates, stride: stride)
    }
    try checkPlace(try bounds(of: ordinates, stride: stride))
    try enter(to, &ordinates, stride)
  }

  /// From `crs` to the degrees of its base.
  private func leave(
    _ crs: CoordinateReferenceSystem, _ ordinates: inout [Double], _ stride: Int
  ) throws(GeometryError) {
    switch crs.realm {
    case .shifted(let shift): try eachPlace(&ordinates, stride) { shift.unshifted($0) }
    case .local(let frame): try FrameOperation(frame).toDegrees(&ordinates, stride: stride)
    case .registry where !crs.isGeographic:
      try OperationKey.projection(base: crs.base, target: crs.horizontal)
        .run(PJ_INV, &ordinates, stride: stride)
    case .registry: break
    }
  }

  /// From the degrees of its base to `crs`.
  private func enter(
    _ crs: CoordinateReferenceSystem, _ ordinates: inout [Double], _ stride: Int
  ) throws(GeometryError) {
    switch crs.realm {
    case .shifted(let shift): try eachPlace(&ordinates, stride) { shift.shifted($0) }
    case .local(let frame): try FrameOperation(frame).fromDegrees(&ordinates, stride: stride)
    case .registry where !crs.isGeographic:
      try OperationKey.projection(base: crs.base, target: crs.horizontal)
        .run(PJ_FWD, &ordinates, stride: stride)
      try checkEdge(try bounds(of: ordinates, stride: stride), of: crs)
    case .registry: break
    }
  }

  private func eachPlace(
    _ ordinates: inout [Double], _ stride: Int, _ move: (MapShift.Place) -> MapShift.Place?
  ) throws(GeometryError) {
    for i in Swift.stride(from: 0, to: ordinates.count, by: stride) {
      let place = (x: ordinates[i], y: ordinates[i + 1])
      guard let moved = move(place) else {
        throw GeometryError(
          .outsideArea,
          "(\(place.x), \(place.y)) in \(from.identifier) has no one place in "
            + "\(to.identifier)",
          hint: "it lies on the edge of the box that GCJ-02 shifts (72.004 to 137.8347 degrees "
            + "east, 0.8293 to 55.8271 north)")
      }
      (ordinates[i], ordinates[i + 1]) = moved
    }
  }

  /// The bounds of the vertices.
  ///
  /// - Throws: ``GeometryError`` `not-finite` when one is NaN or infinite.
  private func bounds(of ordinates: [Double], stride: Int) throws(GeometryError) -> Envelope {
    var box = Envelope.empty
    for i in Swift.stride(from: 0, to: ordinates.count, by: stride) {
      let (x, y) = (ordinates[i], ordinates[i + 1])
      guard x.isFinite, y.isFinite else {
        throw GeometryError(
          .notFinite, "vertex \(i / stride) is (\(x), \(y))",
          hint: "\(from) and \(to) hold no such place")
      }
      box.extend(x: x, y: y)
    }
    return box
  }
}

extension Envelope {
  /// The box in words, four decimals.
  var words: String {
    func short(_ value: Double) -> String { "\((value * 1e4).rounded() / 1e4)" }
    return "x \(short(minX)) to \(short(maxX)), y \(short(minY)) to \(short(maxY))"
  }
}
