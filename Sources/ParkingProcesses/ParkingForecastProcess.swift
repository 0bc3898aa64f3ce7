public import Catalog
import Parking
public import SimpleFeatures
public import Simulation

/// How full lots will be at a time, from the counts known when the forecast is made.
///
/// The same numbers as those of `yutu parking forecast`.
public struct ParkingForecastProcess: Simulation.Process {
  /// `parking-forecast`.
  public let id = "parking-forecast"
  /// What people call it.
  public let title = LocalisedText(zh: "停车预测", en: "Parking forecast")
  /// What it answers.
  public let summary = LocalisedText(
    zh: "停车场在给定时刻的占用率分布与有空位的概率，只用发布时刻之前的计数。",
    en: "How full lots will be at a time, as a distribution, and the probability of a space.")
  private let desk: ParkingDesk

  /// A process on the counts of a desk.
  public init(_ desk: ParkingDesk) { self.desk = desk }

  /// JSON schema of the object that it takes.
  public var inputSchema: JSONValue {
    ParkingInputs.object(
      required: ["time"],
      [
        (
          "lots",
          [
            "type": "array", "items": ["type": "string", "minLength": 1], "minItems": 1,
            "maxItems": 5000, "description": "ids of lots; all that have counts unless it is said",
          ]
        ),
        ("time", ParkingInputs.time("what it is forecast for")),
        (
          "issued",
          ParkingInputs.time("when it is made: no later count is used; now unless it is said")
        ),
      ])
  }

  /// JSON schema of the object that it gives.
  public var outputSchema: JSONValue {
    [
      "type": "object",
      "properties": [
        "forecast": ParkingInputs.collection,
        "left_out": ["type": "array", "items": ["type": "object"]],
        "notes": ["type": "array", "items": ["type": "string"]],
      ],
    ]
  }

  /// The answer as a tree.
  @concurrent
  public func execute(
    _ inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> JSONValue {
    try JSONValue(parsing: try answer(inputs, snapshot).json.bytes)
  }

  /// The answer.
  @concurrent
  public func outputs(
    of inputs: JSONValue, on snapshot: any MapSnapshot,
    progress: @escaping @Sendable (ProcessProgress) -> Void
  ) async throws -> ProcessOutputs {
    try answer(inputs, snapshot)
  }

  private func answer(_ inputs: JSONValue, _ snapshot: any MapSnapshot) throws -> ProcessOutputs {
    let issued_s = try desk.clock.time_s(inputs, "issued") ?? desk.clock.now_s
    let time_s = try desk.clock.time_s(inputs, "time") ?? issued_s
    guard time_s >= issued_s else {
      throw ProcessFault(
        "invalid-input",
        "time \(desk.clock.text(time_s)) lies before issued, \(desk.clock.text(issued_s))",
        hint: "for a time gone by say with issued when the forecast is to be made", status: 400)
    }
    let books = desk.books
    guard let counts = books.counts else { throw Self.noCounts("the server has no counts of lots") }
    let city = try CityLot.all(snapshot, books.tariffs)
    let places = Dictionary(uniqueKeysWithValues: city.enumerated().map { ($1.id, $0) })
    var lots: [CityLot] = []
    var leftOut: [JSONValue] = []
    func leaveOut(_ lot: String, _ reason: String, _ message: String) {
      leftOut.append(
        ["lot": .string(lot), "reason": .string(reason), "message": .string(message)])
    }
    for lot in inputs["lots"]?.items?.compactMap(\.string) ?? counts.history.lots {
      if let place = places[lot] {
        if counts.history.series(of: lot)?.count ?? 0 > 0 {
          lots.append(city[place])
        } else {
          leaveOut(lot, "no-counts", "no count of the lot is of use")
        }
      } else if inputs["lots"] == nil {
        leaveOut(lot, "unknown-lot", "the city has no lot of this id")
      } else {
        throw ProcessFault(
          "unknown-lot", "the city has no lot \"\(lot.prefix(80))\"",
          hint: "it knows \(city.prefix(6).map(\.id).joined(separator: ", "))", status: 422)
      }
    }
    if inputs["lots"] == nil {
      for lot in city where counts.history.index(of: lot.id) == nil {
        leaveOut(lot.id, "no-counts", "the counts do not name the lot")
      }
    }
    guard !lots.isEmpty else { throw Self.noCounts("none of these lots has counts") }
    let rows = try ParkingInputs.telling {
      try lots.enumerated().map { number, lot in
        if number.isMultiple(of: 64) { try Task.checkCancellation() }
        return (lot, try counts.forecast(lot.id, time_s: time_s, issued_s: issued_s))
      }
    }
    var outputs = ProcessOutputs()
    outputs.append(
      "forecast",
      ParkingInputs.features(rows) { text, row in
        text.feature(
          id: row.0.id, geometry: row.0.point,
          properties: properties(row.0, row.1, time_s, issued_s))
      })
    outputs.append("left_out", .array(leftOut))
    outputs.append("notes", books.told([]))
    return outputs
  }

  private func properties(
    _ lot: CityLot, _ forecast: OccupancyForecast, _ time_s: Int64, _ issued_s: Int64
  ) -> [Property] {
    func share(_ value: Double) -> PropertyValue {
      ParkingInputs.rounded(min(1, max(0, value)), 4)
    }
    let distribution = forecast.distribution
    return [
      Property("name", lot.name.map { .text($0) } ?? .null),
      Property("time", .text(desk.clock.text(time_s))),
      Property("issued", .text(desk.clock.text(issued_s))),
      Property("mean", share(distribution.mean)),
      Property("p10", share(distribution.quantile(0.1))),
      Property("p50", share(distribution.quantile(0.5))),
      Property("p90", share(distribution.quantile(0.9))),
      Property("p_space", share(forecast.probabilityOfSpace)),
      Property("capacity", .integer(Int64(wholeSpaces(forecast.capacity)))),
      Property("city_capacity", lot.capacity.map { .integer(Int64($0)) } ?? .null),
      Property("age_s", forecast.age_s.map { .integer($0) } ?? .null),
      Property("basis", .text(forecast.basis.rawValue)),
    ]
  }

  private static func noCounts(_ message: String) -> ProcessFault {
    ProcessFault(
      "no-occupancy", message,
      hint: "start the server with --occupancy FILE.csv: lot,capacity,occupancy,time, where lot "
        + "is the lot's id in the city", status: 422)
  }
}
