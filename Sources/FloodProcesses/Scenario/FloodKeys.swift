import Catalog

extension KeySet {
  static let flood = KeySet(
    owner: "the scenario", required: ["model", "terrain", "duration"],
    optional: [
      "title", "crs", "cell", "initial", "buildings", "roughness", "inflows", "rain", "inlets",
      "infiltration", "boundaries", "storages", "gates", "pumps", "embankments", "gauges",
      "order", "precision", "courant", "dry_depth", "time_steps", "threads", "output", "hot_start",
    ])
  static let floodInitial = KeySet(
    owner: "`initial`", required: [], optional: ["level", "depth", "velocity"])
  static let floodVelocity = KeySet(owner: "`velocity`", required: ["east", "north"])
  static let floodBuildings = KeySet(
    owner: "`buildings`", required: ["file"], optional: ["mode", "height", "roof_rain"])
  static let floodRoughness = KeySet(
    owner: "`roughness`", required: [], optional: ["default", "file", "field", "value"])
  static let floodInflow = KeySet(
    owner: "the inflow", required: [],
    optional: ["id", "at", "radius", "along", "polygon", "hydrograph", "constant"])
  static let floodRain = KeySet(
    owner: "`rain`", required: [], optional: ["hyetograph", "storm", "zones"])
  static let floodStorm = KeySet(
    owner: "`storm`", required: [],
    optional: ["file", "name", "return_period", "duration_minutes", "interval_minutes", "depth"])
  static let floodZones = KeySet(
    owner: "`zones`", required: ["file", "hyetographs"], optional: ["field", "default"])
  static let floodInfiltration = KeySet(
    owner: "`infiltration`", required: ["classes"], optional: ["file", "field", "default"])
  static let floodClass = KeySet(
    owner: "the class", required: [], optional: ["greenampt", "horton", "curve_number"])
  static let floodGreenAmpt = KeySet(
    owner: "`greenampt`", required: ["conductivity", "suction", "moisture_deficit"])
  static let floodHorton = KeySet(
    owner: "`horton`", required: ["initial", "final", "decay"])
  static let floodCurveNumber = KeySet(
    owner: "`curve_number`", required: ["number"], optional: ["abstraction"])
  static let floodBoundaries = KeySet(
    owner: "`boundaries`", required: [], optional: ["west", "east", "south", "north"])
  static let floodBoundary = KeySet(
    owner: "the boundary", required: [],
    optional: ["closed", "free", "level", "hydrograph", "from", "to"])
  static let floodStorage = KeySet(
    owner: "the storage", required: ["id", "table", "initial_level"], optional: ["inflow"])
  static let floodGate = KeySet(
    owner: "the gate", required: ["id", "from", "to", "width", "sill"],
    optional: [
      "opening", "orifice_coefficient", "weir_coefficient", "closes_against_outside",
    ])
  static let floodPump = KeySet(
    owner: "the pump", required: ["id", "from", "to", "curve", "start_level", "stop_level"],
    optional: ["power_cuts"])
  static let floodBody = KeySet(
    owner: "the water", required: [],
    optional: ["at", "radius", "along", "polygon", "storage", "outside"])
  static let floodEmbankment = KeySet(
    owner: "the embankment", required: [], optional: ["file", "line", "height", "field"])
  static let floodInlet = KeySet(owner: "the inlet", required: ["id", "at", "capacity"])
  static let floodRoofRain = KeySet(owner: "`roof_rain`", required: ["nearest"])
  static let floodGauge = KeySet(owner: "the gauge", required: ["id", "at"])
  static let floodOutput = KeySet(
    owner: "`output`", required: [],
    optional: ["every", "gauges_every", "velocity", "envelopes"])
}

/// The bounds that readers of flood scenarios and of their files check.
package enum FloodLimits {
  /// Ten years, in seconds.
  static let seconds = 1e-3...3.2e8
  /// Width of a cell, metres.
  package static let cell = 0.001...100_000.0
  /// How often a run may write frames; every list of its layers names them all.
  static let frames = 10_000
  /// How often a run may write rows of gauges.
  static let gaugeRows = 1_000_000
  static let level = -1000.0...10_000.0
  /// Manning's n; beyond, the engine has no room for it.
  package static let roughness = 0.001...0.65
  /// In m/s.
  static let velocity = -100.0...100.0
  static let mostDepth = 100.0
  static let breachWidth = 1.0...10_000.0
  static let radius = 0.0...1e6
  static let slope = 1e-7...0.99
  static let courant = 0.01...0.5
  static let dryDepth = 1e-7...0.1
  static let threads = 0...1024
  static let years = 0.1...100_000.0
  static let millimetres = 0.0...10_000.0
  static let minutes = 0.1...100_000.0
  /// In mm/h or mm.
  static let rate = 0.0...100_000.0
  static let share = 0.0...1.0
  static let curveNumber = 1.0...100.0
  static let width = 0.001...100_000.0
  static let coefficient = 0.01...10.0
  static let height = 0.0...1000.0
  /// In m³/s; the Amazon in flood has 0.3 million.
  static let inflow = -1e6...1e6
  /// In mm/h; the heaviest minutes on record had 2300.
  static let rain = 0.0...10_000.0
  /// Of an inlet, m³/s.
  static let capacity = 0.0...1000.0
}
