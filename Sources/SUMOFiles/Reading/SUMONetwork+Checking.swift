import SimpleFeatures

extension SUMONetwork {
  /// What must hold before anything is computed on a network.
  ///
  /// - Throws: ``SUMOError`` for a signal without lanes or programme, for stages that do not show
  ///   all links, and for requests that do not exist.
  func check(in name: String) throws(SUMOError) {
    try checkRequests(in: name)
    let links = linkCounts
    var seen: Set<[String]> = []
    for program in programs {
      try program.check(in: name)
      guard seen.insert([program.signal, program.id]).inserted else {
        throw SUMOError(
          .duplicate,
          "\(name): programme \"\(program.id)\" of signal \"\(program.signal)\" is there twice")
      }
      guard let count = links[program.signal] else {
        throw SUMOError(
          .missingReference, "\(name): signal \"\(program.signal)\" governs no lane",
          hint: "Take its <tlLogic> out, or give connections its tl and linkIndex.")
      }
      for (place, stage) in program.stages.enumerated() where stage.state.utf8.count < count {
        throw SUMOError(
          .invalidValue,
          "\(name): stage \(place + 1) of signal \"\(program.signal)\" shows "
            + "\(stage.state.utf8.count) of "
            + "its \(count) links",
          hint: "Write one letter for each link.")
      }
    }
    let withProgram = Set(programs.map(\.signal))
    for signal in links.keys.sorted() where !withProgram.contains(signal) {
      throw SUMOError(
        .missingReference, "\(name): signal \"\(signal)\" governs links and has no programme",
        hint: "Add its <tlLogic>.")
    }
  }

  /// How many links each signal governs, up to the last that is used.
  private var linkCounts: [String: Int] {
    var links: [String: Int] = [:]
    for connection in connections {
      if let signal = connection.signal, let link = connection.linkIndex {
        links[signal] = max(links[signal] ?? 0, link + 1)
      }
    }
    for crossing in crossings {
      guard let signal = crossing.signal else { continue }
      for link in crossing.links { links[signal] = max(links[signal] ?? 0, link + 1) }
    }
    return links
  }

  private func checkRequests(in name: String) throws(SUMOError) {
    for junction in junctions {
      let count = junction.requests.count
      for (place, request) in junction.requests.enumerated()
      where request.yieldsTo.contains(where: { $0 >= count })
        || request.crosses.contains(where: { $0 >= count })
      {
        throw SUMOError(
          .missingReference,
          "\(name): request \(place) of junction \"\(junction.id)\" names one beyond its \(count)",
          hint: "Rebuild the network with netconvert.")
      }
    }
    for connection in connections {
      let junction = junctions[edges[lanes[connection.from].edge].to]
      if let request = connection.request, request >= junction.requests.count {
        throw SUMOError(
          .missingReference,
          "\(name): the connection from \(lanes[connection.from].id) to "
            + "\(lanes[connection.to].id) is "
            + "request \(request) of junction \"\(junction.id)\", which has "
            + "\(junction.requests.count)",
          hint: "Rebuild the network with netconvert.")
      }
    }
  }
}
