import SimpleFeatures

/// Roads cut where others meet them: water that closes one block leaves the next open.
enum RoadPieces {
  /// The pieces of all roads, in their order: `ID` of a road that stays whole, else `ID.1` on.
  static func all(of roads: [Feature]) -> [Feature] {
    var uses: [Place: Int] = [:]
    for road in roads {
      guard let line = road.geometry else { continue }
      for path in line.pathEnds.indices {
        for place in line.places(ofPath: path) { uses[place, default: 0] += 1 }
      }
    }
    return roads.flatMap { road -> [Feature] in
      guard let line = road.geometry else { return [] }
      // A tunnel is as deep as the water at its mouths: it stays whole.
      let isTunnel = road["tunnel"] == .boolean(true)
      var pieces: [Geometry] = []
      for path in line.pathEnds.indices {
        pieces += cut(line.places(ofPath: path)) { !isTunnel && uses[$0, default: 0] > 1 }
      }
      return pieces.enumerated().map { number, piece in
        let id = road.id.map { pieces.count > 1 ? "\($0).\(number + 1)" : $0 }
        return Feature(id: id, geometry: piece, properties: road.properties)
      }
    }
  }

  private static func cut(_ line: [Place], where isMeeting: (Place) -> Bool) -> [Geometry] {
    var pieces: [Geometry] = []
    var piece: [Place] = []
    for (index, place) in line.enumerated() {
      piece.append(place)
      guard piece.count > 1, index == line.count - 1 || isMeeting(place) else { continue }
      pieces.append(
        Geometry(
          kind: .lineString, ordinates: piece.flatMap { [$0.x, $0.y] }, pathEnds: [piece.count]))
      piece = [place]
    }
    return pieces
  }
}
