/// The contents that an archive has stored, by a hash of their bytes.
///
/// Contents that merely share a hash are told apart by their bytes.
struct KnownContents<Place> {
  private var places: [Int: Place] = [:]
  /// How many different contents there are.
  private(set) var count = 0

  /// Where `bytes` are stored; `nil` where they are not.
  ///
  /// - Parameter holds: Whether the content at a place is `bytes`.
  func find<Failure: Error>(
    _ bytes: [UInt8], holds: (Place) throws(Failure) -> Bool
  ) throws(Failure) -> Place? {
    guard let place = places[bytes.hashValue], try holds(place) else { return nil }
    return place
  }

  /// Remembers that `bytes`, which were not known, are stored at `place`.
  mutating func insert(_ bytes: [UInt8], _ place: Place) {
    count += 1
    places[bytes.hashValue] = place
  }
}
