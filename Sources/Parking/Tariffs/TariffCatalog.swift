public import Catalog

/// The tariffs that lots name, and why some cannot be used.
public struct TariffCatalog: Sendable {
  /// What is known of a tariff's name.
  public enum Entry: Sendable, Equatable {
    /// A tariff that was read.
    case tariff(ParkingTariff)
    /// A tariff whose file has faults, which `yutu check` names; the first of them.
    case faulty(String)
    /// No file has this name.
    case missing
  }

  private var entries: [String: Entry]

  /// Tariffs and the faults of those that could not be read, as `ParkingTariff.check` tells them.
  public init(_ tariffs: [ParkingTariff], diagnostics: [Diagnostic] = []) {
    var entries: [String: Entry] = [:]
    for fault in diagnostics.reversed() {
      let name = fault.file.split(separator: "/").last.map(String.init) ?? fault.file
      entries[name.hasSuffix(".yml") ? String(name.dropLast(4)) : name] = .faulty(
        "\(fault.file):\(fault.line):\(fault.column): \(fault.message)")
    }
    for tariff in tariffs { entries[tariff.id] = .tariff(tariff) }
    self.entries = entries
  }

  /// These tariffs; of those whose files have faults now, what `book` had of them.
  public func keeping(_ book: TariffCatalog) -> TariffCatalog {
    var kept = self
    for (name, entry) in entries {
      if case .faulty = entry, case .tariff = book[name] { kept.entries[name] = book[name] }
    }
    return kept
  }

  /// The names of tariffs that can be used, in their order.
  public var names: [String] {
    entries.filter { if case .tariff = $0.value { true } else { false } }.keys.sorted()
  }

  /// What is known of a name.
  public subscript(name: String) -> Entry { entries[name] ?? .missing }
}
