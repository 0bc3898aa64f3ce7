public import Catalog
import Parking
import RoadProcesses
import Roads
public import SimpleFeatures
public import Simulation

/// Which of many drivers parks where, so that all together pay least.
public struct ParkingAssignmentProcess: Simulation.Process {
  /// `parking-assignment`.
  public let id = "parking-assignment"
  /// What people call it.
  public let title = LocalisedText(zh: "停车分配", en: "Parking assignment")
  /// What it answers.
  public let summary = LocalisedText(
    zh: "为多位驾驶人分配车位，使总代价最小，给出各停车场的影子价格，并与逐个贪心比较。",
    en: "Lots for many drivers that cost least in total, with the price of a space at each lot.")
  private let desk: ParkingDesk
  static let mostDrivers = 2000
  static let mostLots = 1000

  /// A process on the roads and counts of a desk.
  public init(_ desk: ParkingDesk) { self.desk = desk }

  /// JSON schema of the object that it takes.
  public var inputSchema: JSONValue {
    let who: [(String, JSONValue)] = [
      ("id", ["type": "string", "minLength": 1, "description": "the driver's name"]),
      ("from", ParkingInputs.place("where the driver is")),
      ("to", ParkingInputs.place("where the driver wants to be")),
    ]
    let driver = ParkingInputs.object(required: ["from", "to"], who + DriverInputs.members)
    let own: [(String, JSONValue)] = [
      (
        "drivers",
        [
          "type": "array", "items": driver, "minItems": 1,
          "maxItems": .integer(Self.mostDrivers),
          "description": "who looks for parking, in the order in which greed would serve them",
        ]
      ),
      (
        "occupied_quantile",
        [
          "type": "number", "minimum": 0, "maximum": 1, "default": 0.5,
          "description": .string(
            "room is what is free where a lot is as full as it is not exceeded with this "
              + "probability; higher is more careful"),
        ]
      ),
    ]
    return ParkingInputs.object(required: ["drivers"], own + DriverInputs.common(desk))
  }

  /// JSON schema of the object that it gives.
  public var outputSchema: JSONValue { ParkingOutputs.assignment }

  /// The answer as a tree.
  @concurrent
  public func execute(
    _ inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> JSONValue {
    let outputs = try await outputs(of: inputs, on: snapshot, progress: progress)
    return try JSONValue(parsing: outputs.json.bytes)
  }

  /// The answer, once the roads are ready.
  @concurrent
  public func outputs(
    of inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    let books = desk.books
    let (departSeconds, issuedSeconds) = try books.clock.drivingTimes(inputs)
    let drivers = try Self.drivers(inputs, departSeconds, books.exceptions)
    let guided = try VehiclesEnRoute(inputs, books.clock)
    let near = try CandidateLots(
      to: drivers.map(\.to), inputs, snapshot, books.tariffs, most: Self.mostLots)
    let lots = near.lots
    let snap = inputs["snap_m"]?.number ?? Router.snapMetres
    let travel = try await desk.travel(
      lots, profile: inputs["profile"]?.string, at: books.clock.date(departSeconds),
      snapMetres: snap)
    let rooms = try AvailableSpaces(
      lots, books.counts, guided, departSeconds: departSeconds, issuedSeconds: issuedSeconds,
      quantile: inputs["occupied_quantile"]?.number ?? 0.5)
    let terms = try ParkingInputs.telling {
      try DriverTerms(
        drivers, travel, withinMetres: inputs["within_m"]?.number ?? CandidateLots.withinMetres,
        snapMetres: snap,
        progress: progress)
    }
    let solved = try ParkingInputs.telling { try SolvedAssignment(terms, rooms.room) }
    return outputs(
      drivers, travel, terms, rooms, solved, books,
      notes: rooms.notes + guided.notes(lots) + near.notes(drivers.map(\.request)))
  }

  private static func drivers(
    _ inputs: JSONValue, _ departSeconds: Int64, _ exceptions: DayExceptions
  ) throws -> [AssignmentDriver] {
    var names = Set<String>()
    return try (inputs["drivers"]?.items ?? []).enumerated().map { number, value in
      let input = DriverInputs(name: "drivers[\(number)].", inputs: value)
      let id = value["id"]?.string ?? "\(number + 1)"
      guard names.insert(id).inserted else {
        throw ProcessError(
          "invalid-input", "two drivers are called \"\(id.prefix(80))\"",
          hint: "give each an id of its own, or none", status: 400)
      }
      return AssignmentDriver(
        id: id, from: try input.place("from"), to: try input.place("to"),
        request: try input.request(
          departSeconds: departSeconds, weights: inputs["weights"], exceptions: exceptions))
    }
  }

  private func outputs(
    _ drivers: [AssignmentDriver], _ travel: LotTravel, _ terms: DriverTerms,
    _ rooms: AvailableSpaces,
    _ solved: SolvedAssignment, _ books: ParkingState, notes: [JSONValue]
  ) -> ProcessOutputs {
    let lots = travel.lots
    let titles = LayerTitles.assignment(
      drivers, lots: lots.count, drivers.first?.request.timeSeconds ?? books.clock.nowSeconds,
      books.clock)
    var assigned = [Int](repeating: 0, count: lots.count)
    for case let lot? in solved.lots { assigned[lot] += 1 }
    var outputs = ProcessOutputs()
    outputs.append(
      "assignment",
      ParkingInputs.features(Array(drivers.enumerated())) { text, numbered in
        let (number, driver) = numbered
        let lot = solved.lots[number]
        let offer = lot.flatMap { lot in terms.offers[number].first { $0.lot == lot } }
        var properties = [
          Property("status", .text(terms.status[number] ?? (lot == nil ? "no-room" : "assigned"))),
          Property("lot", lot.map { .text(lots[$0].id) } ?? .null),
          Property("lot_name", lot.flatMap { lots[$0].name }.map { .text($0) } ?? .null),
          Property("greedy_lot", solved.greedy[number].map { .text(lots[$0].id) } ?? .null),
          Property(
            "refused", terms.refused[number].isEmpty ? .null : .text(terms.refused[number])),
        ]
        if let offer {
          properties += [
            Property("drive_s", ParkingInputs.rounded(offer.driveSeconds, 3)),
            Property("walk_s", ParkingInputs.rounded(offer.walkSeconds, 3)),
            Property("fee_cny", ParkingInputs.rounded(offer.feeFen / 100, 2)),
            Property(
              "fee_unknown",
              lots[offer.lot].feeUnknown(offer, books.tariffs).map { .text($0) } ?? .null),
            Property("cost_s", ParkingInputs.rounded(offer.costSeconds, 3)),
          ]
        }
        text.feature(
          id: driver.id, geometry: .point(x: driver.from.longitude, y: driver.from.latitude),
          properties: properties)
      }, title: titles.drivers)
    outputs.append(
      "lots",
      ParkingInputs.features(Array(lots.enumerated())) { text, numbered in
        let (place, lot) = numbered
        text.feature(
          id: lot.id, geometry: lot.point,
          properties: [
            Property("name", lot.name.map { .text($0) } ?? .null),
            Property("room", .integer(Int64(rooms.room[place]))),
            Property("room_basis", .text(rooms.bases[place])),
            Property("assigned", .integer(Int64(assigned[place]))),
            Property("price_s", ParkingInputs.rounded(solved.savingsSeconds[place], 3)),
          ])
      }, title: titles.lots)
    outputs.append("totals", totals(drivers, terms, solved))
    outputs.append("notes", books.told(notes))
    return outputs
  }

  private func totals(
    _ drivers: [AssignmentDriver], _ terms: DriverTerms, _ solved: SolvedAssignment
  ) -> JSONValue {
    let taking = terms.status.count { $0 == nil }
    func seconds(_ value: Double) -> JSONValue { .real((value * 1000).rounded() / 1000) }
    return [
      "drivers": .integer(drivers.count),
      "assigned": .integer(solved.lots.count { $0 != nil }),
      "no_room": .integer(taking - solved.lots.count { $0 != nil }),
      "without_lot": .integer(drivers.count - taking),
      "cost_s": seconds(solved.costSeconds),
      "greedy_assigned": .integer(solved.greedy.count { $0 != nil }),
      "greedy_cost_s": seconds(solved.greedyCostSeconds),
      "no_room_counts_s": seconds(solved.unservedSeconds),
    ]
  }
}
