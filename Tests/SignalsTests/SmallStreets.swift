import SUMOFiles

/// Networks of a few edges, small enough to compute by hand.
enum SmallStreets {
  /// One lane, 500 m at 13.89 m/s, a signal, and 500 m on; `stages` are seconds and letters.
  static func oneSignal(_ stages: [(Double, String)], lengthMetres: Double = 500) throws
    -> SUMONetwork
  {
    let phases = stages.map { "<phase duration=\"\($0.0)\" state=\"\($0.1)\"/>" }.joined()
    return try SUMONetwork(
      parsing: """
        <net version="1.9">
          <edge id=":b_0" function="internal">
            <lane id=":b_0_0" index="0" speed="13.89" length="1.00"/>
          </edge>
          <edge id="in" from="a" to="b">
            <lane id="in_0" index="0" speed="13.89" length="\(lengthMetres)"/>
          </edge>
          <edge id="out" from="b" to="c">
            <lane id="out_0" index="0" speed="13.89" length="500"/>
          </edge>
          <tlLogic id="s" type="static" programID="0" offset="0">\(phases)</tlLogic>
          <junction id="a" type="dead_end" x="0" y="0"/>
          <junction id="b" type="traffic_light" x="500" y="0">
            <request index="0" response="0" foes="0" cont="0"/>
          </junction>
          <junction id="c" type="dead_end" x="1000" y="0"/>
          <connection from="in" to="out" fromLane="0" toLane="0" via=":b_0_0" tl="s" linkIndex="0"
            dir="s" state="O"/>
        </net>
        """)
  }

  /// Vehicles that start at given times from "in" to "out", all alike and none inattentive.
  static func drivers(_ departsSeconds: [Double]) throws -> SUMODemand {
    let trips = departsSeconds.enumerated().map {
      "<vehicle id=\"\($0.offset)\" type=\"t\" depart=\"\($0.element)\"><route edges=\"in "
        + "out\"/></vehicle>"
    }
    return try SUMODemand(
      parsing: "<routes><vType id=\"t\" sigma=\"0\" speedDev=\"0\"/>\(trips.joined())</routes>")
  }
}
