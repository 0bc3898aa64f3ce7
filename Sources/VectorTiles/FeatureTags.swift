public import SimpleFeatures

/// The keys and values of a layer, and the tags of the feature that is being added: pairs of a key
/// and a value (MVT specification 2.1, §4.4).
///
/// A tile names only what its features use. A feature of which nothing is left may have been given
/// tags, so keys and values are known by handles until a feature is written: then they get their
/// indices in the tile, in the order of first use.
public struct FeatureTags {
  /// A tag by the handles of its key and its value.
  struct Pair: BitwiseCopyable {
    let key: Int32
    let value: Int32
  }

  private struct Key {
    /// The index in the tile, −1 until a feature that is written uses the key.
    var wireIndex = -1
    /// The number, counted from 1, of the last feature that has a value for the key.
    var lastFeature = 0
  }

  /// The tags of the feature being added.
  private(set) var pairs: [Pair] = []
  /// The values that features have.
  private(set) var values = ValueTable()
  /// The names of the keys that written features use, in the order of their indices.
  private(set) var usedKeys: [String] = []
  private var keys: [Key] = []
  private var names: [String] = []
  private var handles: [String: Int] = [:]
  private var featureCount = 0

  /// The handle of the key `name`; the same for the same name.
  mutating func key(_ name: String) -> Int {
    if let handle = handles[name] { return handle }
    handles[name] = keys.count
    names.append(name)
    keys.append(Key())
    return keys.count - 1
  }

  /// Forgets the tags of the feature before.
  mutating func beginFeature() {
    pairs.removeAll(keepingCapacity: true)
    featureCount += 1
  }

  /// Adds a tag to the feature being added.
  ///
  /// A null value, a number that is not finite, a key that is not of the layer and a key's second
  /// value are left out.
  ///
  /// - Parameter key: A handle from ``VectorTileLayer/key(_:)``.
  public mutating func append(_ key: Int, _ value: PropertyView) {
    if case .null = value { return }
    guard keys.indices.contains(key), keys[key].lastFeature != featureCount,
      let handle = values.handle(of: value)
    else { return }
    keys[key].lastFeature = featureCount
    pairs.append(Pair(key: Int32(key), value: Int32(handle)))
  }

  /// Adds tags that are at hand as handles and values.
  public mutating func append(_ tags: [(key: Int, value: PropertyValue)]) {
    for (key, value) in tags { value.withView { append(key, $0) } }
  }

  /// Makes `bytes` the tags of a feature that is written, as packed varints.
  mutating func encode(_ pairs: ArraySlice<Pair>, into bytes: inout ByteWriter) {
    bytes.count = 0
    bytes.reserve(20 * pairs.count)
    var index = 0
    var room = bytes.storage.mutableSpan
    for pair in pairs {
      let key = Int(pair.key)
      if keys[key].wireIndex < 0 {
        keys[key].wireIndex = usedKeys.count
        usedKeys.append(names[key])
      }
      putVarint(UInt64(truncatingIfNeeded: keys[key].wireIndex), into: &room, at: &index)
      let value = values.wireIndex(of: Int(pair.value))
      putVarint(UInt64(truncatingIfNeeded: value), into: &room, at: &index)
    }
    bytes.count = index
  }
}
