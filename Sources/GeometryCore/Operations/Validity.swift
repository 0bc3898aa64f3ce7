import CGEOS
public import SimpleFeatures

/// Whether a geometry obeys OGC 06-103r4, and if not, which rule it breaks where.
public enum Validity: Equatable, Sendable {
  /// Every rule holds.
  case valid
  /// The first rule that was found broken.
  case invalid(Diagnostic)

  /// A broken rule and a place that shows it.
  public struct Diagnostic: Equatable, Sendable {
    /// A stable name: the words of GEOS joined by hyphens (`self-intersection`,
    /// `hole-lies-outside-shell` …) or a ``GeometryError/Code`` of the structure check.
    public var rule: String
    /// What is wrong, in words.
    public var message: String
    /// Easting or longitude of the place; `nil` where the rule has no single place.
    public var x: Double?
    /// Northing or latitude of the place.
    public var y: Double?
  }

  /// Whether every rule holds.
  public var isValid: Bool { self == .valid }

  /// The broken rule; `nil` for a valid geometry.
  public var fault: Diagnostic? { if case .invalid(let fault) = self { fault } else { nil } }
}

extension Geometry {
  /// Checks the geometry against OGC 06-103r4: closed simple rings, holes inside, parts apart.
  ///
  /// Malformed, unclosed and non-finite geometries are invalid rather than errors. A ring that is
  /// proved convex needs no further check; everything else goes through GEOS `isValidDetail`.
  /// - Complexity: O(n) for one convex ring, else O(n log n).
  public func validity() -> Validity {
    do throws(GeometryError) {
      try checkStructure()
      if isConvexPolygon { return .valid }
      return try GEOSPool.shared.withSession { (session) throws(GeometryError) in
        try session.validity(of: session.make(self))
      }
    } catch {
      return .invalid(Validity.Diagnostic(rule: error.code.rawValue, message: error.message))
    }
  }
}

extension GEOSSession {
  /// The answer of GEOS about a geometry that it already holds.
  borrowing func validity(of owned: borrowing GEOSOwned) throws(GeometryError) -> Validity {
    var reason: UnsafeMutablePointer<CChar>? = nil
    var location: OpaquePointer? = nil
    let answer = unsafe GEOSisValidDetail_r(context, owned.pointer, 0, &reason, &location)
    defer { if let reason = unsafe reason { unsafe GEOSFree_r(context, reason) } }
    guard try !truth(answer, of: "the validity check") else { return .valid }
    let words = unsafe reason.map { unsafe String(cString: $0) } ?? "invalid geometry"
    let rule = words.lowercased().replacing(" ", with: "-").replacing("/", with: "-")
    var fault = Validity.Diagnostic(rule: rule, message: words)
    if let location = unsafe location {
      let place = try read(unsafe GEOSOwned(pointer: location, context: context))
      if place.vertexCount > 0 { (fault.x, fault.y) = (place.ordinates[0], place.ordinates[1]) }
    }
    return .invalid(fault)
  }
}
