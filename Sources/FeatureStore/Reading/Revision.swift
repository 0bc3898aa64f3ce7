/// Which state of the city is read: as it is now, or as a commit left it.
package enum Revision: Hashable, Sendable {
  /// As it is now.
  case latest
  /// As the commit of this number left it.
  case commit(Int)
  /// As it was at an instant: RFC 3339 in UTC with whole seconds, `2026-05-31T00:00:00Z`.
  case instant(String)
}

/// From where the city is seen.
package struct Viewpoint: Equatable, Sendable {
  package var revision = Revision.latest

  package init(_ revision: Revision = .latest) {
    self.revision = revision
  }

  /// The city as it is now.
  package static let latest = Viewpoint()
}
