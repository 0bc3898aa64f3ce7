/// A lot as a driver's choice sees it.
public struct ChoiceLot: Sendable, Equatable {
  /// The lot's id.
  public var id: String
  /// Spaces.
  public var spaces: Int
  /// What is charged; `nil` where the lot names no tariff.
  public var tariff: TariffCatalog.Entry?
  /// When it is open; `nil` where it does not say.
  public var hours: OpeningHours?
  /// The greatest height that can enter, m.
  public var heightLimitMetres: Double?
  /// Chargers by kind.
  public var chargers: [Charger]
  /// The permit without which nobody may park.
  public var permit: String?
  /// Spaces for people in wheelchairs.
  public var accessibleSpaces: Int
  /// The longest stay, s.
  public var maximumStaySeconds: Int64?
  /// Whether water or an order closes it now.
  public var isClosed: Bool

  /// A kind of charger.
  public struct Charger: Sendable, Equatable {
    /// As `ac` or `dc`.
    public var kind: String
    /// What it gives, kW.
    public var powerKilowatts: Double

    /// A charger.
    public init(kind: String, powerKilowatts: Double) {
      self.kind = kind
      self.powerKilowatts = powerKilowatts
    }
  }

  /// A lot; what is left out limits nobody.
  public init(
    id: String, spaces: Int, tariff: TariffCatalog.Entry? = nil, hours: OpeningHours? = nil,
    heightLimitMetres: Double? = nil, chargers: [Charger] = [], permit: String? = nil,
    accessibleSpaces: Int = 0, maximumStaySeconds: Int64? = nil, isClosed: Bool = false
  ) {
    self.id = id
    self.spaces = spaces
    self.tariff = tariff
    self.hours = hours
    self.heightLimitMetres = heightLimitMetres
    self.chargers = chargers
    self.permit = permit
    self.accessibleSpaces = accessibleSpaces
    self.maximumStaySeconds = maximumStaySeconds
    self.isClosed = isClosed
  }
}

/// Who looks for parking, and what the driver needs.
public struct ParkingRequest: Sendable {
  /// When the driver sets out, local wall clock, s since 1970-01-01T00:00.
  public var timeSeconds: Int64
  /// How long the car is to stay, s.
  public var staySeconds: Int64
  /// The height of the vehicle, m.
  public var heightMetres: Double?
  /// The charger that is needed: its kind, or any, and its least power.
  public var charger: (kind: String?, powerKilowatts: Double)?
  /// Permits that the driver holds.
  public var permits: Set<String> = []
  /// Whether a space for wheelchairs is needed.
  public var needsAccessible = false
  /// Public holidays, days since 1970-01-01.
  public var holidays: Set<Int64> = []
  /// Whether all lots are closed on a day of the stay.
  public var isOnClosedDay = false
  /// What a second on foot counts in seconds at the wheel.
  public var walkWeight = 2.0
  /// What one unit of money counts, s: 120 for 30 an hour.
  public var secondsPerMoney = 120.0
  /// What it counts to find no space after moving on twice, s.
  public var givingUpSeconds = 3600.0
  /// What an hour is thought to cost where no tariff is known, in money.
  public var assumedHourlyFee = 5.0
  /// How many lots are to be offered.
  public var offers = 5

  /// A request for a stay.
  public init(timeSeconds: Int64, staySeconds: Int64) {
    self.timeSeconds = timeSeconds
    self.staySeconds = staySeconds
  }
}

extension ChoiceLot {
  /// The permits that it asks for, or gives something off for.
  public var namedPermits: Set<String> {
    var names = Set(permit.map { [$0] } ?? [])
    if case .tariff(let tariff)? = tariff { names.formUnion(tariff.permits.keys) }
    return names
  }
}

/// Why a lot is not for a driver, in the order in which it is looked at.
public enum LotExclusion: String, Sendable, CaseIterable, Comparable {
  /// No road leads there, or no path from there to the destination.
  case unreachable
  /// Closed by water or by order.
  case closed
  /// It has no spaces.
  case noSpaces = "no-spaces"
  /// The vehicle is too high.
  case height
  /// A permit is needed that the driver does not hold.
  case permit
  /// No charger of the kind and power.
  case charger
  /// No space for wheelchairs.
  case accessible
  /// Not open at arrival and through the stay.
  case hours
  /// The stay is longer than may be.
  case maximumStay = "maximum-stay"

  /// In the order of looking.
  public static func < (a: LotExclusion, b: LotExclusion) -> Bool {
    allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
  }
}
