public import Catalog
import Parking
import RoadProcesses
import Roads
import SimpleFeatures
public import Simulation

/// Where a driver parks best: drive, chance of a space on arrival, walk, fee, and moving on.
public struct ParkingChoiceProcess: Simulation.Process {
  /// `parking-choice`.
  public let id = "parking-choice"
  /// What people call it.
  public let title = LocalisedText(zh: "停车选择", en: "Parking choice")
  /// What it answers.
  public let summary = LocalisedText(
    zh: "按驾车、到达时有空位的概率、步行、收费与另寻车位的代价，给出最合适的停车场及理由。",
    en: "The car parks that suit a driver best: drive, chance of a space, walk, fee, moving on.")
  private let data: ParkingDataService
  /// The most lots that are looked at, those nearest to the destination.
  static let mostLots = 300
  /// One moves on to one of so many lots that are nearest by road.
  static let onwardLots = 40

  /// A process on the roads and counts of a city.
  public init(_ data: ParkingDataService) { self.data = data }

  private static let from = ProcessInput.place(
    "from", title: LocalisedText(zh: "起点", en: "Start"),
    LocalisedText(zh: "出发地点", en: "where the driver sets out"))
  private static let to = ProcessInput.place(
    "to", title: LocalisedText(zh: "目的地", en: "Destination"),
    LocalisedText(zh: "要去的地点", en: "where the driver wants to be"))
  private static let count = ProcessInput(
    "count", .integer(in: 1...mostLots), default: 5, title: LocalisedText(zh: "数量", en: "Count"),
    LocalisedText(zh: "最多返回的停车场数", en: "maximum number of car parks to return"))
  private var driving: DrivingInputs { DrivingInputs(data) }

  /// What it takes.
  public var inputs: InputSet {
    InputSet(Self.from, Self.to, Self.count) + DriverInputs.each + driving.all
  }

  /// What it gives.
  public var outputs: OutputSet { ParkingOutputs.choice }

  /// The answer, once the roads are ready.
  @concurrent
  public func outputs(
    of inputs: InputValues, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    let state = data.state
    let (departSeconds, issuedSeconds) = try state.clock.drivingTimes(inputs)
    var request = try DriverInputs.request(
      inputs, departSeconds: departSeconds, weights: try inputs[DrivingInputs.weights],
      exceptions: state.exceptions)
    request.offers = try inputs[Self.count]
    let guided = try VehiclesEnRoute(inputs, state.clock)
    let (from, to) = (try inputs[Self.from], try inputs[Self.to])
    let near = try CandidateLots(
      to: [to], withinMetres: try inputs[DrivingInputs.within], snapshot, state.tariffs,
      most: Self.mostLots)
    let lots = near.lots
    let snap = try inputs[DrivingInputs.snap]
    let travel = try await data.travel(
      lots, profile: try inputs[driving.profile], at: state.clock.date(departSeconds),
      snapMetres: snap)
    let start = try RoadNetworkService.place(
      from, on: travel.driving, named: Self.from.name, withinMetres: snap)
    let driveSeconds = travel.drivesSeconds(from: [start])[0]
    let walks = travel.walks(to: [to])[0]
    let chances = try LotChances(
      lots, state.counts, guided, departSeconds: departSeconds, issuedSeconds: issuedSeconds)
    let answer = try ParkingInputs.translating {
      try ParkingChoice(
        lots: lots.map(\.choice), chances: chances.table, onward: Self.onward(travel)
      ).answer(request, driveSeconds: driveSeconds, walkSeconds: walks.map(\.seconds))
    }
    guard !answer.offers.isEmpty else { throw Self.noLot(answer, near, request, state) }
    let title = LayerTitles.choice(to, departSeconds, state.clock)
    let notes = chances.notes + guided.notes(lots) + near.notes([request])
    return outputs(answer, near, walks, chances, request, state, title, notes)
  }

  /// Ways from each lot to those that are nearest by road.
  static func onward(_ travel: LotTravel) throws -> OnwardTable {
    let starts = travel.lots.indices.filter { travel.entrances[$0] != nil }
    let times = travel.drivesSeconds(from: starts.map { travel.entrances[$0]! })
    var rows = [[(lot: Int, driveSeconds: Double)]](repeating: [], count: travel.lots.count)
    for (start, row) in zip(starts, times) {
      let near = row.indices.filter { $0 != start && row[$0].isFinite }.sorted {
        (row[$0], $0) < (row[$1], $1)
      }
      rows[start] = near.prefix(onwardLots).map { (lot: $0, driveSeconds: row[$0]) }
    }
    return try OnwardTable(rows)
  }

  private func outputs(
    _ answer: ParkingAnswer, _ near: CandidateLots, _ walks: [LotTravel.Walk],
    _ chances: LotChances,
    _ request: ParkingRequest, _ state: ParkingState, _ title: LocalisedText,
    _ notes: [JSONValue]
  ) -> ProcessOutputs {
    let lots = near.lots
    let words = OfferWords(lots, state.tariffs, chances)
    var outputs = ProcessOutputs()
    outputs.append(
      features: "choice",
      JSONText.features(of: Array(answer.offers.enumerated())) { text, ranked in
        let (rank, offer) = ranked
        let lot = lots[offer.lot]
        text.feature(
          id: lot.id, geometry: lot.point,
          properties: [
            Property("rank", .integer(Int64(rank + 1))),
            Property("name", lot.name.map { .text($0) } ?? .null),
            Property("capacity", lot.capacity.map { .integer(Int64($0)) } ?? .null),
          ] + Self.terms(offer, words, request) + [
            Property("walk_basis", .text(walks[offer.lot].isStraight ? "straight × 1.3" : "foot")),
            Property("chance_basis", .text(chances.bases[offer.lot])),
            Property("age_s", chances.agesSeconds[offer.lot].map { .integer($0) } ?? .null),
            Property("why_zh", .text(words.chinese(offer))),
            Property("why_en", .text(words.english(offer))),
          ])
      }, title: title)
    outputs.append(
      "refused",
      .object(
        (near.tooFar > 0 ? [(DriverTerms.tooFar, .integer(near.tooFar))] : [])
          + answer.refused.map { ($0.reason.rawValue, .integer($0.count)) }))
    outputs.append("passed_over", .array(answer.passedOver.map(words.json)))
    outputs.append("considered", JSONValue.integer(lots.count))
    var notes =
      notes
      + ParkingInputs.note(
        answer.offers.count { walks[$0.lot].isStraight }, "walk is a straight line",
        "walks are straight lines", "× 1.3: no path is known")
    for lot in lots {
      if let fault = lot.hoursFault { notes.append(.string("\(lot.id): \(fault)")) }
    }
    outputs.append("notes", state.told(notes))
    return outputs
  }

  /// The terms of a cost.
  ///
  /// cost_s = drive_s + chance (walk_weighted_s + fee_s) + (1 − chance) onward_s.
  private static func terms(
    _ offer: ParkingOffer, _ words: OfferWords, _ request: ParkingRequest
  ) -> [Property] {
    [
      Property("drive_s", ParkingInputs.rounded(offer.driveSeconds, 3)),
      Property("walk_s", ParkingInputs.rounded(offer.walkSeconds, 3)),
      Property("chance", ParkingInputs.rounded(offer.chance, 6)),
      Property("fee_cny", ParkingInputs.rounded(offer.feeFen / 100, 2)),
      Property("fee_unknown", words.feeUnknown(offer).map { .text($0) } ?? .null),
      Property(
        "walk_weighted_s", ParkingInputs.rounded(request.walkWeight * offer.walkSeconds, 3)),
      Property(
        "fee_s", ParkingInputs.rounded(offer.feeFen / 100 * request.secondsPerMoney, 3)),
      Property("onward_lot", offer.onward.map { .text(words.lots[$0].id) } ?? .null),
      Property("onward_s", ParkingInputs.rounded(offer.onwardSeconds, 3)),
      Property("cost_s", ParkingInputs.rounded(offer.costSeconds, 3)),
    ]
  }

  private static func noLot(
    _ answer: ParkingAnswer, _ near: CandidateLots, _ request: ParkingRequest, _ state: ParkingState
  ) -> ProcessError {
    let reasons =
      (near.tooFar > 0 ? ["\(DriverTerms.tooFar) \(near.tooFar)"] : [])
      + answer.refused.map { "\($0.reason.rawValue) \($0.count)" }
    let notes = near.notes([request]).compactMap(\.string) + state.notes
    return ProcessError(
      "no-lot", "none of \(near.lots.count) car parks near the destination is for this driver",
      hint: (["refused: \(reasons.joined(separator: ", "))"] + notes
        + ["ask for less, or raise within_m"]).joined(separator: "; "), status: 422)
  }
}
