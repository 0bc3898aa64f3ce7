import SimpleFeatures

extension SUMONetwork {
  /// A crossing as its edge gives it, before names are resolved.
  struct CrossingDraft {
    var id: String
    /// The ids of the edges it leads over.
    var edges: String
    var lengthMetres = 0.0
    var widthMetres = 0.0
    var shape: [SIMD2<Double>] = []
  }

  /// Resolves the crossings' names; requests of a junction number them after its connections.
  ///
  /// - Throws: ``SUMOError`` `missing-reference` for a junction or edge that is not there.
  mutating func addCrossings(
    _ drafts: [CrossingDraft], junctions numbers: [String: Int], edges edgeNumbers: [String: Int],
    connections: [XMLElements.Element], in name: String
  ) throws(SUMOError) {
    var places: [String: Int] = [:]
    var counts: [Int: Int] = [:]
    for draft in drafts {
      guard draft.id.hasPrefix(":"), let mark = draft.id.lastIndex(of: "_"),
        let junction = numbers[String(draft.id[draft.id.index(after: draft.id.startIndex)..<mark])]
      else {
        throw SUMOError(
          .missingReference, "\(name): crossing \"\(draft.id)\" is at no junction that is there",
          hint: "Crossings are named :junction_cN.")
      }
      var over: [Int] = []
      for edge in draft.edges.split(separator: " ") {
        guard let number = edgeNumbers[String(edge)] else {
          throw SUMOError(
            .missingReference,
            "\(name): crossing \"\(draft.id)\" leads over edge \"\(edge)\", which is not there")
        }
        over.append(number)
      }
      guard places.updateValue(crossings.count, forKey: draft.id) == nil else {
        throw SUMOError(.duplicate, "\(name): crossing \"\(draft.id)\" is there twice")
      }
      counts[junction, default: 0] += 1
      crossings.append(
        Crossing(
          id: draft.id, junction: junction, edges: over, lengthMetres: draft.lengthMetres,
          widthMetres: draft.widthMetres, shape: draft.shape, signal: nil, links: [],
          request: counts[junction]! - 1))
    }
    for place in crossings.indices {
      let requests = junctions[crossings[place].junction].requests.count
      let first = requests - counts[crossings[place].junction]!
      crossings[place].request =
        first < 0 ? nil : crossings[place].request.map { first + $0 }
    }
    for element in connections {
      guard let signal = element.attributes["tl"], element.attributes["linkIndex"] != nil,
        let place = places[element.attributes["to"] ?? ""]
          ?? places[element.attributes["from"] ?? ""]
      else { continue }
      crossings[place].signal = signal
      crossings[place].links.append(try element.index("linkIndex"))
    }
  }
}
