package import Flood
package import SimpleFeatures
package import Simulation

/// What a run tells of itself: `run.json` and `balance.json`.
package struct FloodReport {
  let sources: FloodSources
  let setup: FloodSetup
  /// The program's version.
  let version: String

  package init(sources: FloodSources, setup: FloodSetup, version: String) {
    self.sources = sources
    self.setup = setup
    self.version = version
  }

  /// How a run ended, or that it goes on, now or when it is told to.
  package enum State: String {
    case running, paused, finished, stopped, failed
  }

  /// `run.json`.
  package func run(_ engine: FloodEngine?, _ state: State, _ work: RunWork, error: String?)
    -> JSONValue
  {
    let lattice = setup.terrain.lattice
    let box = lattice.envelope
    var members: [(String, JSONValue)] = [
      ("state", .string(state.rawValue)), ("error", JSONValue(error)),
      ("title", JSONValue(sources.scenario.title)), ("model", "flood"),
      ("version", .string(version)),
      ("fingerprint", .string(sources.fingerprint)),
      ("crs", JSONValue(lattice.crs.isEmpty ? nil : lattice.crs)),
      ("bbox", .array([box.minX, box.minY, box.maxX, box.maxY].map { .real($0) })),
      ("columns", .integer(lattice.columns)), ("rows", .integer(lattice.rows)),
      ("cellMetres", .real(lattice.cellWidth)),
      ("durationSeconds", .real(setup.durationSeconds)),
      ("order", .integer(setup.numerics.order.rawValue)),
      ("precision", .string(setup.numerics.precision.rawValue)),
      ("courant", .real(setup.numerics.courant)),
      ("dryDepthMetres", .real(setup.numerics.dryDepthMetres)),
      ("timeSteps", .string(setup.numerics.hasLocalSteps ? "local" : "equal")),
      ("threads", .integer(setup.numerics.threads)),
    ]
    if let engine { members += progress(engine, work) }
    members += [
      (
        "inputs",
        .array(
          sources.inputs.map {
            [
              "file": .string($0.name), "bytes": .integer($0.byteCount),
              "fnv1a64": .string($0.fingerprint),
            ]
          })
      ),
      ("warnings", .strings(sources.warnings + (engine.map(overfull) ?? []))),
    ]
    return .object(members)
  }

  private func progress(_ engine: FloodEngine, _ work: RunWork) -> [(String, JSONValue)] {
    let rate = work.stepSeconds > 0 ? Double(engine.cellUpdates) / work.stepSeconds : 0
    return [
      ("seconds", .real(engine.seconds)), ("cells", .integer(engine.cells)),
      ("steps", .integer(engine.steps)), ("cellUpdates", .integer(engine.cellUpdates)),
      ("workSeconds", .real(work.seconds)), ("stepWallSeconds", .real(work.stepSeconds)),
      ("stepCPUSeconds", .real(work.stepCPUSeconds)), ("cellUpdatesPerSecond", .real(rate)),
      ("limitingCell", engine.limit.map(Self.cell) ?? .null),
      ("relativeBalanceError", .real(engine.water.relativeError)),
      (
        "storages",
        .array(
          engine.storages.map {
            [
              "id": .string($0.id), "levelMetres": .real($0.levelMetres),
              "highestLevelMetres": .real($0.highestLevelMetres),
              "volumeCubicMetres": .real($0.volumeCubicMetres),
            ]
          })
      ),
      ("inlets", inlets(engine)),
      (
        "structures",
        .array(
          engine.structures.map {
            [
              "id": .string($0.id), "kind": .string($0.kind.rawValue),
              "passedCubicMetres": .real($0.passedCubicMetres),
            ]
          })
      ),
    ]
  }

  /// How many inlets there are, what they could take, and what they took.
  private func inlets(_ engine: FloodEngine) -> JSONValue {
    [
      "count": .integer(setup.inlets.count),
      "cubicMetresPerSecond": .real(setup.inlets.reduce(0) { $0 + $1.cubicMetresPerSecond }),
      "takenCubicMetres": .real(engine.inlets.reduce(0) { $0 + $1.takenCubicMetres }),
    ]
  }

  /// Storages that stood higher than their tables go.
  private func overfull(_ engine: FloodEngine) -> [String] {
    zip(engine.storages, setup.storages).compactMap { reading, storage in
      guard let top = storage.table.last?.levelMetres, reading.highestLevelMetres > top else {
        return nil
      }
      return
        "the storage `\(storage.id)` stood at \(reading.highestLevelMetres) m, above its table, "
        + "which ends at \(top) m: its last area was taken to go on"
    }
  }

  private static func cell(_ limit: StepLimit) -> JSONValue {
    [
      "stepSeconds": .real(limit.stepSeconds), "atSeconds": .real(limit.atSeconds),
      "column": .integer(limit.column + 1), "row": .integer(limit.row + 1),
      "x": .real(limit.x), "y": .real(limit.y), "depthMetres": .real(limit.depthMetres),
      "speedMetresPerSecond": .real(limit.speedMetresPerSecond),
    ]
  }

  /// `balance.json`: cubic metres.
  static func balance(_ engine: FloodEngine) -> JSONValue {
    let balance = engine.water
    func named(_ numbers: [String: Double]) -> JSONValue {
      .object(numbers.sorted { $0.key < $1.key }.map { ($0.key, .real($0.value)) })
    }
    return [
      "seconds": .real(engine.seconds), "unit": "m3", "initial": .real(balance.initial),
      "onGrid": .real(balance.onGrid), "inStorages": .real(balance.inStorages),
      "rain": .real(balance.rain), "infiltrated": .real(balance.infiltrated),
      "inflows": named(balance.inflows), "storageInflows": named(balance.storageInflows),
      "enteredOverSides": named(balance.enteredOverSides),
      "leftOverSides": named(balance.leftOverSides),
      "outside": named(balance.outside), "exchanged": .real(balance.exchanged),
      "broughtByEdits": .real(balance.broughtByEdits),
      "error": .real(balance.error), "relativeError": .real(balance.relativeError),
      "limitedFaces": .integer(balance.limitedFaces), "clips": 0,
    ]
  }
}
