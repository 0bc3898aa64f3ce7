/// Lane-area detectors as SUMO's additional file holds them (`laneAreaDetector`, E2).
public struct SUMODetectors: Sendable, Equatable {
  /// The detectors in order.
  public var areas: [Area]

  /// Part of a lane that a detector sees.
  public struct Area: Sendable, Equatable {
    /// Its id.
    public var id: String
    /// The lane's id.
    public var lane: String
    /// Where it begins, in metres from the lane's beginning.
    public var beginMetres: Double
    /// Where it ends.
    public var endMetres: Double

    /// A detector of a lane.
    public init(id: String, lane: String, beginMetres: Double, endMetres: Double) {
      self.id = id
      self.lane = lane
      self.beginMetres = beginMetres
      self.endMetres = endMetres
    }
  }

  /// Detectors in an order.
  public init(areas: [Area]) {
    self.areas = areas
  }

  /// The text of the additional file; SUMO's own tables of the detectors go to `/dev/null`.
  public var text: String {
    var text = "<additional>\n"
    for area in areas {
      // SUMO places a detector's end a little before the lane's.
      let endMetres = max(area.beginMetres + 0.2, area.endMetres - 0.1)
      text +=
        "  <laneAreaDetector id=\"\(area.id.xmlEscaped)\" lane=\"\(area.lane.xmlEscaped)\" "
        + "pos=\"\(centimetres(area.beginMetres))\" endPos=\"\(centimetres(endMetres))\" "
        + "friendlyPos=\"true\" period=\"86400\" file=\"/dev/null\"/>\n"
    }
    return text + "</additional>\n"
  }

  private func centimetres(_ metres: Double) -> Double {
    (metres * 100).rounded() / 100
  }
}
