/// What a lot costs a driver, term by term.
public struct ParkingOffer: Sendable, Equatable {
  /// The lot, counted from 0.
  public var lot: Int
  /// At the wheel, s.
  public var driveSeconds: Double
  /// The chance of a space on arrival.
  public var chance: Double
  /// On foot from the lot, s.
  public var walkSeconds: Double
  /// The fee for the stay in hundredths.
  public var feeFen: Double
  /// Why the fee is only assumed; `nil` where the tariff tells it.
  public var feeUnknown: String?
  /// The lot to move on to if this one is full; `nil` to give up.
  public var onward: Int?
  /// What moving on counts, s: not less than parking here, so that a fuller lot is never better.
  public var onwardSeconds: Double
  /// What counts, s: drive + chance · (weighted walk + fee) + (1 − chance) · moving on.
  public var costSeconds: Double
}

/// A lot that lies nearer to the destination than the best offer and is not it.
public struct PassedOver: Sendable, Equatable {
  /// The lot, counted from 0.
  public var lot: Int
  /// Seconds on foot to the destination.
  public var walkSeconds: Double
  /// Why.
  public var reason: Reason

  /// Why a lot is not the best.
  public enum Reason: Sendable, Equatable {
    /// It is not for this driver.
    case refused(LotExclusion)
    /// It costs so much more, most of it by one term.
    case dearer(by_s: Double, term: Term)
  }

  /// A term of the cost.
  public enum Term: String, Sendable {
    /// The drive is longer.
    case drive
    /// The walk is longer.
    case walk
    /// The fee is higher.
    case fee
    /// One more likely has to move on.
    case chance
  }
}

/// The answer to a driver who looks for parking.
public struct ParkingAnswer: Sendable, Equatable {
  /// The best lots, the best first; empty if no lot is for this driver.
  public var offers: [ParkingOffer]
  /// How many lots each filter excluded, in the order of looking.
  public var refused: [(reason: LotExclusion, count: Int)]
  /// Up to five lots nearer to the destination than the best, the nearest first, and why they are
  /// passed over; without an offer the nearest lots.
  public var passedOver: [PassedOver]
  /// Lots whose cost was worked out; the others cost more by a lower bound.
  public var evaluated: Int

  /// Equal in all that it says.
  public static func == (a: ParkingAnswer, b: ParkingAnswer) -> Bool {
    a.offers == b.offers && a.passedOver == b.passedOver
      && a.refused.elementsEqual(b.refused) { $0.reason == $1.reason && $0.count == $1.count }
  }
}
