public import Catalog
import Parking
import RoadProcesses
import Roads
import SimpleFeatures
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
  private let data: ParkingDataService
  static let mostDrivers = 2000
  static let mostLots = 1000

  /// A process on the roads and counts of a city.
  public init(_ data: ParkingDataService) { self.data = data }

  private static let id = ProcessInput(
    "id", optional: .text(length: 1 ... .max), title: LocalisedText(zh: "标识", en: "Id"),
    LocalisedText(
      zh: "驾驶人的标识，默认为从 1 起的序号", en: "id of the driver (default: a number from 1)"))
  private static let from = ProcessInput.place(
    "from", title: LocalisedText(zh: "起点", en: "Start"),
    LocalisedText(zh: "驾驶人所在的地点", en: "where the driver is"))
  private static let to = ProcessInput.place(
    "to", title: LocalisedText(zh: "目的地", en: "Destination"),
    LocalisedText(zh: "驾驶人要去的地点", en: "where the driver wants to be"))
  private static let drivers = ProcessInput(
    "drivers",
    InputType<InputValues>.object(of: InputSet(id, from, to) + DriverInputs.each)
      .list(count: 1...mostDrivers),
    title: LocalisedText(zh: "驾驶人", en: "Drivers"),
    LocalisedText(
      zh: "寻找车位的驾驶人，按逐个贪心分配的次序",
      en: "drivers looking for parking, in the order in which a greedy assignment serves them"))
  private static let quantile = ProcessInput(
    "occupied_quantile", .number(in: 0...1), default: 0.5,
    title: LocalisedText(zh: "占用分位数", en: "Occupancy quantile"),
    LocalisedText(
      zh: "按以此概率不被超过的占用率计算空余泊位；越大越稳妥",
      en: "free spaces are those left at the occupancy that is not exceeded with this "
        + "probability; higher is more cautious"))
  private var driving: DrivingInputs { DrivingInputs(data) }

  /// What it takes.
  public var inputs: InputSet { InputSet(Self.drivers, Self.quantile) + driving.all }

  /// What it gives.
  public var outputs: OutputSet { ParkingOutputs.assignment }

  /// The answer, once the roads are ready.
  @concurrent
  public func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    let state = data.state
    let (departSeconds, issuedSeconds) = try state.clock.drivingTimes(inputs)
    let drivers = try Self.seeking(inputs, departSeconds, state.exceptions)
    let guided = try VehiclesEnRoute(inputs, state.clock)
    let within = try inputs[DrivingInputs.within]
    let near = try CandidateLots(
      to: drivers.map(\.to), withinMetres: within, snapshot, state.tariffs, most: Self.mostLots)
    let lots = near.lots
    let snap = try inputs[DrivingInputs.snap]
    let travel = try await data.travel(
      lots, profile: try inputs[driving.profile], at: state.clock.date(departSeconds),
      snapMetres: snap)
    let rooms = try AvailableSpaces(
      lots, state.counts, guided, departSeconds: departSeconds, issuedSeconds: issuedSeconds,
      quantile: try inputs[Self.quantile])
    let terms = try ParkingInputs.translating {
      try DriverTerms(
        drivers, travel, withinMetres: within, snapMetres: snap, progress: progress)
    }
    let solved = try ParkingInputs.translating { try SolvedAssignment(terms, rooms.room) }
    return outputs(
      drivers, travel, terms, rooms, solved, state,
      notes: rooms.notes + guided.notes(lots) + near.notes(drivers.map(\.request)))
  }

  private static func seeking(
    _ inputs: InputValues, _ departSeconds: Int64, _ exceptions: DayExceptions
  ) throws -> [AssignmentDriver] {
    let weights = try inputs[DrivingInputs.weights]
    var names = Set<String>()
    return try inputs[Self.drivers].enumerated().map { number, driver in
      let id = try driver[Self.id] ?? "\(number + 1)"
      guard names.insert(id).inserted else {
        throw ProcessError(
          "invalid-input", "two drivers are called \"\(id.prefix(80))\"",
          hint: "give each an id of its own, or none", status: 400)
      }
      return AssignmentDriver(
        id: id, from: try driver[Self.from], to: try driver[Self.to],
        request: try DriverInputs.request(
          driver, departSeconds: departSeconds, weights: weights, exceptions: exceptions))
    }
  }

  private func outputs(
    _ drivers: [AssignmentDriver], _ travel: LotTravel, _ terms: DriverTerms,
    _ rooms: AvailableSpaces,
    _ solved: SolvedAssignment, _ state: ParkingState, notes: [JSONValue]
  ) -> ProcessOutputs {
    let lots = travel.lots
    let titles = LayerTitles.assignment(
      drivers, lots: lots.count, drivers.first?.request.timeSeconds ?? state.clock.nowSeconds,
      state.clock)
    var assigned = [Int](repeating: 0, count: lots.count)
    for case let lot? in solved.lots { assigned[lot] += 1 }
    var outputs = ProcessOutputs()
    outputs.append(
      features: "assignment",
      JSONText.features(of: Array(drivers.enumerated())) { text, numbered in
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
              lots[offer.lot].feeUnknown(offer, state.tariffs).map { .text($0) } ?? .null),
            Property("cost_s", ParkingInputs.rounded(offer.costSeconds, 3)),
          ]
        }
        text.feature(
          id: driver.id, geometry: .point(x: driver.from.longitude, y: driver.from.latitude),
          properties: properties)
      }, title: titles.drivers)
    outputs.append(
      features: "lots",
      JSONText.features(of: Array(lots.enumerated())) { text, numbered in
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
    outputs.append("notes", state.told(notes))
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
