import Catalog
import CityFile
import FeatureStore
import Foundation
import SimpleFeatures

/// City files from strangers: opened, checked and read, or refused.
extension FuzzTarget {
  /// An input changes places of a small city: four bytes of place, one of length, the new bytes.
  static let city = FuzzTarget("city", words: [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0]]) {
    let whole = try smallCity()
    let file = try InputFile(ending: "city")
    return { changes in
      file.hold(changed(whole, changes))
      defer { for ending in ["-wal", "-shm"] { unsafe unlink(file.path + ending) } }
      do {
        let store = SpatiaLiteStore(try City.open(file.path))
        defer { try? store.city.close() }
        _ = try store.check(against: [])
        try store.readNow(.latest) { snapshot in
          for layer in try snapshot.layers() { _ = layer.definition.title }
        }
        return nil
      } catch {
        return fault(error, mostBytes: 4000)
      }
    }
  }

  private static func smallCity() throws -> [UInt8] {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "yutu-fuzz-\(UUID().uuidString).city").path
    defer { unsafe unlink(path) }
    try City.openOrCreate(path).close()
    return Array(try Data(contentsOf: URL(filePath: path)))
  }

  private static func changed(_ whole: [UInt8], _ changes: [UInt8]) -> [UInt8] {
    var bytes = whole
    var rest = changes[...]
    while rest.count > 5 {
      let place = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) } % bytes.count
      let count = min(Int(rest[rest.startIndex + 4]), rest.count - 5, bytes.count - place)
      rest = rest.dropFirst(5)
      bytes.replaceSubrange(place..<place + count, with: rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return bytes
  }
}
