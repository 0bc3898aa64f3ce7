public import SimpleFeatures

/// What a model holds, has gained and has lost, in m³ of water or another unit of its own.
///
/// What is there now must be what was there, and what came, less what went:
///
///     error = now − start − Σ gains + Σ losses
public struct BalanceLedger: Sendable {
  /// An amount with its name, such as `rain`.
  public struct Entry: Sendable, Equatable {
    /// What it is.
    public var name: String
    /// How much.
    public var amount: Double

    /// An amount with its name.
    public init(_ name: String, _ amount: Double) {
      self.name = name
      self.amount = amount
    }
  }

  /// The unit of all amounts.
  public var unit: String
  /// What was there at the beginning.
  public var start: [Entry]
  /// What is there now.
  public var now: [Entry]
  /// What has come in since the beginning.
  public var gains: [Entry]
  /// What has gone since the beginning.
  public var losses: [Entry]

  /// A balance of its entries.
  public init(
    unit: String = "m3", start: [Entry] = [], now: [Entry] = [], gains: [Entry] = [],
    losses: [Entry] = []
  ) {
    self.unit = unit
    self.start = start
    self.now = now
    self.gains = gains
    self.losses = losses
  }

  /// What has been made, or lost where it is below zero.
  public var error: Double {
    Self.sum(now) - Self.sum(start) - Self.sum(gains) + Self.sum(losses)
  }

  /// All that the model has had to do with: what was there at the beginning and all that came;
  /// where more went or is there, that.
  public var handled: Double {
    max(
      Self.sum(start, abs) + Self.sum(gains, abs), Self.sum(now, abs) + Self.sum(losses, abs))
  }

  /// The error's size as a share of what was handled; 0 where there was nothing.
  public var relativeError: Double { handled > 0 ? abs(error) / handled : abs(error) }

  /// The balance as it stands in `balance.json`.
  public var json: JSONValue {
    [
      "unit": .string(unit), "start": Self.json(start), "now": Self.json(now),
      "gains": Self.json(gains), "losses": Self.json(losses), "error": .real(error),
      "relativeError": .real(relativeError),
    ]
  }

  private static func json(_ entries: [Entry]) -> JSONValue {
    .object(entries.map { ($0.name, .real($0.amount)) })
  }

  private static func sum(_ entries: [Entry], _ size: (Double) -> Double = { $0 }) -> Double {
    entries.reduce(0) { $0 + size($1.amount) }
  }
}
