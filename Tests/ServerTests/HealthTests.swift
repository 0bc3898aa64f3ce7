import Foundation
import SimpleFeatures
import Simulation
import TestSupport
import Testing

@Suite("What the server says of itself")
struct HealthTests {
  @Test("Health tells of the layers and of each feed, as its schema says")
  func health() async throws {
    let (whole, partial, refused) = (
      DataSourceStatus("counts"), DataSourceStatus("closures"), DataSourceStatus("exceptions")
    )
    whole.take(newest: Date(timeIntervalSince1970: 1_780_000_000), isWhole: true)
    partial.take(newest: nil, isWhole: false)
    refused.refuse()
    try await TestServer.run(feeds: [whole, partial, refused]) { server in
      let body = try await server.http.get("/health").json
      #expect(body["status"]?.string == "ok" && body["layers"]?.number == 1)
      let feeds = try #require(body["feeds"]?.items)
      #expect(feeds.map { $0["name"]?.string } == ["counts", "closures", "exceptions"])
      #expect(feeds.map { $0["status"]?.string } == ["ok", "partly", "refused"])
      #expect(feeds[0]["newest"]?.string == "2026-05-28T20:26:40Z")
      #expect(feeds[1]["newest"]?.text == "null" && feeds[1]["taken"]?.string != nil)
      #expect(feeds[2]["taken"]?.text == "null")

      let schema = try await server.http.get("/api").json["components"]?["schemas"]?["health"]
      func names(_ value: JSONValue?) -> [String]? { value?.members?.map(\.0) }
      #expect(names(schema?["properties"]) == names(body))
      #expect(names(schema?["properties"]?["feeds"]?["items"]?["properties"]) == names(feeds[0]))
    }
  }

  @Test("The answer's system is checked before the layer is read")
  func systemFirst() async throws {
    try await TestServer.run { server in
      // A layer that is not there would be told of by whoever looks for it.
      let answer = try await server.http.get("/collections/none/items?crs=nonsense&limit=10000")
      #expect(answer.status == 400, "\(answer.text)")
      #expect(try answer.json["code"]?.string == "unknown-crs")
    }
  }
}
