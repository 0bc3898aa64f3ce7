import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  /// Written from the abstract test suite of OGC 18-058r1 (Features 2).
  @Suite("Features come in the system that is asked for, with its axes in the registry's order")
  struct ReferenceSystemTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private static let root = "http://www.opengis.net/def/crs/"

    @Test(
      "Every collection lists the systems that reach it and names the one it is kept in (A.2)"
    )
    func declared() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        for collection in try served.json("/collections").collections.list {
          let systems = collection.crs.list.compactMap(\.text)
          #expect(systems.first == Self.root + "OGC/1.3/CRS84")
          for code in ["4326", "4490", "3857", "4546", "4547", "4548", "4526"] {
            #expect(systems.contains(Self.root + "EPSG/0/" + code), "\(code)")
          }
          // The zone of 75° E, which does not reach the town.
          #expect(!systems.contains(Self.root + "EPSG/0/4491"))
          #expect(Set(systems).count == systems.count)
          let one = try served.json("/collections/\(try #require(collection.id.text))")
          #expect(one.crs == collection.crs)
          #expect(one.storageCrs.text == Self.root + "EPSG/0/4490")
        }
      }
    }

    @Test("Answers name their system, also where none was asked for (A.4)")
    func header() async throws {
      try await serving(try await Cities.small(in: folder), in: folder) { served in
        for path in ["/collections/building/items", "/collections/building/items/hall"] {
          #expect(try served.get(path).headers["content-crs"] == "<\(Self.root)OGC/1.3/CRS84>")
          for code in ["4490", "3857", "4547"] {
            let uri = Self.root + "EPSG/0/" + code
            let answer = try served.get("\(path)?crs=\(uri)")
            #expect(answer.status == 200 && answer.headers["content-crs"] == "<\(uri)>")
          }
        }
        let first = try served.json("/collections/building/items?limit=1&crs=EPSG:4547")
        let next = try served.follow(try #require(first.link("next")))
        #expect(next.headers["content-crs"] == "<\(Self.root)EPSG/0/4547>")
      }
    }

    @Test("PROJ, asked from Python, gives the same coordinates, and the same features in a box")
    func proj() async throws {
      let city = try await Cities.guanggu(in: folder)
      try await serving(city, in: folder) { served in
        try await runClient("reference_systems", [served.base, "building"], in: folder)
      }
    }
  }
}
