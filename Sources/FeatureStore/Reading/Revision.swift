package import Catalog

/// Which state of the city is read: as it is now, or as a commit left it.
package enum Revision: Hashable, Sendable {
  /// As it is now.
  case latest
  /// As the commit of this number left it; 0 is before the first.
  case commit(Int)
  /// As it was at an instant: RFC 3339 in UTC with whole seconds, `2026-05-31T00:00:00Z`.
  case instant(String)
}

/// From where the city is seen: a revision, and perhaps a scenario over it.
package struct MapVersion: Equatable, Sendable {
  package var revision = Revision.latest
  package var scenario: Scenario?

  /// - Parameter revision: With a scenario, `.latest` means the commit that it starts from.
  package init(_ revision: Revision = .latest, scenario: Scenario? = nil) {
    self.revision =
      if revision == .latest, let base = scenario?.base { .commit(base) } else { revision }
    self.scenario = scenario
  }

  /// The city as it is now.
  package static let latest = MapVersion()
}
