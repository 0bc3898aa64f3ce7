import Catalog
import Flood
import Foundation
import GeometryCore
import SimpleFeatures
import Simulation

/// Gates, pumps, breaches and gauges of the city.
extension CityFloodInputs {
  /// A lift that a pump still gives beyond its design head, as a share of that; there it gives
  /// nothing.
  private static let shutOffHead = 1.4
  /// The design head of a pump that names none, metres.
  private static let usualHeadMetres = 6.0
  /// How far above the sill a breach or an open gate reaches, metres.
  private static let openMetres = 50.0
  /// Kinds of pump stations that lift storm water.
  private static let stormKinds: Set<String> = ["drainage", "storm", "combined"]

  mutating func writeGates(_ structures: CityStructures) throws {
    var gates: [JSONValue] = []
    let features = try features(
      FloodLayers.gate, otherwise: "the city has no sluice gates: none are part of the run")
    try checkNames(flood.gates.named, among: features, "sluice gate", FloodLayers.gate)
    for gate in features {
      let id = gate.id ?? ""
      guard gate.isInUse, let place = gate.geometry?.ordinates else { continue }
      guard let ends = structures.ends(x: place[0], y: place[1]) else {
        assume("the gate `\(id)` stands at no embankment: it is not part of the run")
        continue
      }
      guard let width = gate.number("width"), let sill = gate.number("sill_height") else {
        assume("the gate `\(id)` has no width or sill_height: it is not part of the run")
        continue
      }
      var opening = gate.number("top_height").map { max($0 - sill, 0) } ?? Self.openMetres
      var value = JSONValue.real(opening)
      if case .opening(let said) = flood.gates.control(of: id) {
        switch said {
        case .constant(let metres):
          opening = metres
          value = .real(metres)
        case .rows(let rows): value = .array(rows.map { .array($0.map { .real($0) }) })
        case .file: break
        }
      }
      gates.append([
        "id": .string(id), "from": body(ends.inner), "to": body(ends.outer),
        "width": .real(width), "sill": .real(sill), "opening": value,
      ])
      try note(.gate, gate)
    }
    for breach in flood.breaches {
      gates.append(try self.breach(breach, structures))
      let place = Geometry(kind: .point, ordinates: [breach.x, breach.y])
      self.structures.append(
        RunStructures.place(.breach, id: breach.id, name: .text(breach.id), place))
    }
    if !gates.isEmpty { folder.add("gates", .array(gates)) }
  }

  /// An opening in an embankment that grows from its sill upwards.
  private mutating func breach(
    _ said: CityFlood.Breach, _ structures: CityStructures
  ) throws -> JSONValue {
    let toPlane = try CoordinateTransform(
      from: .cgcs2000, to: CoordinateReferenceSystem(lattice.crs))
    let place = try toPlane.transform(x: said.x, y: said.y)
    guard let ends = structures.ends(x: place.x, y: place.y) else {
      throw fault(
        said.position, "the breach `\(said.id)` lies at no embankment of the area",
        hint: "`at` is longitude and latitude, within 60 m of an embankment")
    }
    let end = said.fromSeconds + max(said.growthSeconds, 1)
    return [
      "id": .string(said.id), "from": body(ends.outer), "to": body(ends.inner),
      "width": .real(said.widthMetres), "sill": .real(said.sillMetres),
      "opening": [
        [.real(0), .real(0)], [.real(max(said.fromSeconds, 1e-3)), .real(0)],
        [.real(end), .real(Self.openMetres)],
      ],
      "closes_against_outside": false,
    ]
  }

  mutating func writePumps(_ structures: CityStructures) throws {
    var pumps: [JSONValue] = []
    let features = try features(
      FloodLayers.pump, otherwise: "the city has no pump stations: none are part of the run")
    try checkNames(flood.pumps.named, among: features, "pump station", FloodLayers.pump)
    for pump in features where pump.isInUse {
      let id = pump.id ?? ""
      guard pump.text("kind").map({ Self.stormKinds.contains($0) }) ?? true,
        let place = pump.geometry?.ordinates
      else { continue }
      let outages = flood.pumps.control(of: id).outages
      guard let outages else { continue }
      guard let ends = structures.ends(x: place[0], y: place[1]) else {
        assume("the pump station `\(id)` stands at no embankment: it is not part of the run")
        continue
      }
      guard let flow = pump.number("flow"), flow > 0, let start = pump.number("start_level"),
        let stop = pump.number("stop_level")
      else {
        assume("the pump station `\(id)` has no flow or levels: it is not part of the run")
        continue
      }
      let head = pump.number("head") ?? Self.usualHeadMetres
      var members: [(String, JSONValue)] = [
        ("id", .string(id)), ("from", body(ends.inner)), ("to", body(ends.outer)),
        (
          "curve",
          [
            [.real(0), .real(flow)], [.real(head), .real(flow)],
            [.real(head * Self.shutOffHead), .real(0)],
          ]
        ), ("start_level", .real(start)), ("stop_level", .real(stop)),
      ]
      if !outages.isEmpty {
        let cuts = outages.map { JSONValue.array([.real($0.lowerBound), .real($0.upperBound)]) }
        members.append(("power_cuts", .array(cuts)))
      }
      pumps.append(.object(members))
      try note(.pump, pump)
    }
    if !pumps.isEmpty {
      assume(
        "pumps lift their design flow up to their design head, beyond it less, and nothing at "
          + "\(Self.shutOffHead) times that")
      folder.add("pumps", .array(pumps))
    }
  }

  /// Keeps what is told of a gate or a pump over time.
  private mutating func note(_ kind: RunStructures.Kind, _ feature: Feature) throws {
    guard let id = feature.id, let place = feature.geometry else { return }
    let toDegrees = try CoordinateTransform(
      from: CoordinateReferenceSystem(lattice.crs), to: .cgcs2000)
    structures.append(
      RunStructures.place(
        kind, id: id, name: feature["name"] ?? .null, try toDegrees.transform(place)))
  }

  private func body(_ end: CityStructures.End) -> JSONValue {
    ["at": [.real(end.x), .real(end.y)], "radius": .real(end.radiusMetres)]
  }

  /// Refuses what the scenario says of a structure that is not there.
  func checkNames<Control>(
    _ named: [FloodScenario.Named<Control>], among features: [Feature], _ kind: String,
    _ role: LayerRole
  ) throws {
    let ids = features.compactMap(\.id)
    for entry in named where !ids.contains(entry.name) {
      throw fault(
        entry.position, "no \(kind) `\(entry.name)` lies in the area",
        hint: suggestion(for: entry.name, among: ids).map { "did you mean `\($0)`?" }
          ?? (ids.isEmpty
            ? "the area holds none; see `area`"
            : "there are \(ids.prefix(8).joined(separator: ", "))"))
    }
  }

  mutating func writeGauges() throws {
    let gauges = try features(
      FloodLayers.gauge, otherwise: "the city has no gauges: no water is told over time")
    let rows = gauges.compactMap { gauge -> String? in
      guard let id = gauge.id, !id.contains(where: { ",\"\n".contains($0) }),
        let place = gauge.geometry?.ordinates, lattice.cell(x: place[0], y: place[1]) != nil
      else { return nil }
      return "\(id),\(place[0]),\(place[1])"
    }
    guard !rows.isEmpty else { return }
    try folder.write(["id,x,y"] + rows, to: "gauges.csv")
    folder.add("gauges", "gauges.csv")
  }

  mutating func writeNumerics() {
    let numerics = flood.numerics
    folder.add("order", .integer(numerics.order.rawValue))
    folder.add("precision", .string(numerics.precision.rawValue))
    folder.add("courant", .real(numerics.courant))
    folder.add("dry_depth", .real(numerics.dryDepthMetres))
    folder.add("time_steps", .string(numerics.hasLocalSteps ? "local" : "equal"))
    folder.add("threads", .integer(numerics.threads))
    let output = flood.output
    var members: [(String, JSONValue)] = [("every", .real(Self.frameSeconds(of: flood)))]
    if let gauges = output.gaugesEverySeconds { members.append(("gauges_every", .real(gauges))) }
    members += [
      ("velocity", .boolean(output.hasVelocity)),
      (
        "envelopes",
        .strings(
          output.envelopes.isEmpty
            ? ["speed", "hazard", "arrival"] : output.envelopes.map(\.rawValue))
      ),
    ]
    folder.add("output", .object(members))
  }

  /// From one frame to the next, s.
  static func frameSeconds(of flood: CityFlood) -> Double {
    flood.output.everySeconds ?? min(usualFrameSeconds, flood.durationSeconds)
  }

  private static let usualFrameSeconds = 300.0
}

extension Flood.Infiltration.Model {
  /// As a flood scenario says it.
  var json: JSONValue {
    switch self {
    case .none: "none"
    case .greenAmpt(let conductivity, let suction, let deficit):
      [
        "greenampt": [
          "conductivity": .real(conductivity), "suction": .real(suction),
          "moisture_deficit": .real(deficit),
        ]
      ]
    case .horton(let first, let last, let decay):
      ["horton": ["initial": .real(first), "final": .real(last), "decay": .real(decay)]]
    case .curveNumber(let number, let ratio):
      ["curve_number": ["number": .real(number), "abstraction": .real(ratio)]]
    }
  }
}
