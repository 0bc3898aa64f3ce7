public import Catalog

/// What a car park charges, as a file of `Models/parking/tariffs` tells it.
///
/// A stay is charged from its first second (or, with `deductsFree`, after the free time) to its
/// last. At each moment one rate holds; as long as the same rate holds without a break, its steps
/// are gone through from the first, each unit falling due when it starts. A cap holds for what
/// falls due within a calendar day, or within each 24 hours from entry.
public struct ParkingTariff: Equatable, Sendable {
  /// The file's name.
  public var id: String
  /// What people call it.
  public var title: LocalisedText
  /// What to beware of.
  public var description: LocalisedText?
  /// Where its figures are published; `nil` where nobody has confirmed them.
  public var source: String?
  /// The currency's code, ISO 4217.
  public var currency: String
  /// Stays up to this are free, s.
  public var freeSeconds: Int64
  /// Whether the free time is taken off longer stays.
  public var deductsFree: Bool
  /// What each stay that is not free costs besides, in hundredths.
  public var entryFen: Int
  /// What time costs; one rate holds at every moment.
  public var rates: [Rate]
  /// The most that a day costs.
  public var cap: Cap?
  /// The longest stay, s.
  public var maximumStaySeconds: Int64?
  /// What holders of permits pay, as a share of the fee, 0 to 1.
  public var permits: [String: Double]
  /// The path of the file.
  public var file: String

  /// What time costs on some days between two times of day.
  public struct Rate: Equatable, Sendable {
    /// The days on which its time begins.
    public var days: DayKinds
    /// Seconds since midnight at which it begins.
    public var fromSeconds: Int64
    /// How long it holds, s; beyond midnight too.
    public var lengthSeconds: Int64
    /// What falls due, one step after the other; the last continues.
    public var steps: [Step]
  }

  /// A price for each started unit, for some time.
  public struct Step: Equatable, Sendable {
    /// How long it holds; `nil` to the end.
    public var lengthSeconds: Int64?
    /// The unit; `nil` for one price for all time.
    public var unitSeconds: Int64?
    /// The price of each started unit, in hundredths.
    public var priceFen: Int
  }

  /// The most that falls due in a period.
  public struct Cap: Equatable, Sendable {
    /// In hundredths.
    public var priceFen: Int
    /// What it holds for.
    public var period: Period
  }

  /// What a cap holds for.
  public enum Period: String, CaseIterable, Sendable {
    /// From midnight to midnight.
    case calendarDay = "calendar-day"
    /// Each 24 hours from entry.
    case day24 = "24-hours"
  }

  /// Whether any rate speaks of public holidays; where none does, they are days as others.
  public var knowsHolidays: Bool { rates.contains { $0.days.contains(.holiday) } }
}
