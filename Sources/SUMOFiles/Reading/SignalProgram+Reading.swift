import SimpleFeatures

extension SignalProgram {
  /// A `tlLogic` without its stages.
  init(_ element: XMLElements.Element) throws(SUMOError) {
    self.init(
      signal: try element.text("id"), id: try element.text("programID"),
      kind: element.attributes["type"] ?? "static", offsetSeconds: try element.seconds("offset", 0),
      stages: [])
  }

  /// - Throws: ``SUMOError`` `invalid-value` for a programme that no signal can run.
  func check(in name: String) throws(SUMOError) {
    let whose = "\(name): programme \"\(id)\" of signal \"\(signal)\""
    guard !stages.isEmpty else {
      throw SUMOError(.invalidValue, "\(whose) has no stages", hint: "Add its <phase> elements.")
    }
    for (place, stage) in stages.enumerated() {
      guard stage.durationSeconds > 0, stage.durationSeconds <= Self.longestStageSeconds else {
        throw SUMOError(
          .invalidValue, "\(whose) shows stage \(place) for \(stage.durationSeconds) s",
          hint: "A stage lasts more than 0 s, as SUMO asks, and at most a day.")
      }
      if let letter = stage.state.first(where: { !"GgyYrRuUsoO".contains($0) }) {
        throw SUMOError(
          .invalidValue, "\(whose) shows \"\(letter)\" in stage \(place + 1)",
          hint: "Signals show G, g, y, r, u, s, o or O.")
      }
      if stage.state.utf8.count != stages[0].state.utf8.count {
        throw SUMOError(
          .invalidValue,
          "\(whose) has \(stages[0].state.utf8.count) links in stage 1 and "
            + "\(stage.state.utf8.count) in stage \(place + 1)",
          hint: "Write one letter for each link in each stage.")
      }
    }
  }
}

extension SignalProgram.Stage {
  init(_ element: XMLElements.Element) throws(SUMOError) {
    func optional(_ name: String) throws(SUMOError) -> Double? {
      element.attributes[name] == nil ? nil : try element.moment(name)
    }
    self.init(
      durationSeconds: try element.moment("duration"), state: try element.text("state"),
      minimumSeconds: try optional("minDur"), maximumSeconds: try optional("maxDur"),
      next: try element.indices("next"),
      name: element.attributes["name"] ?? "")
  }
}
