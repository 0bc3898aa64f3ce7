import SimpleFeatures
import Testing

@testable import TraCI

@Suite("Where a street listens")
struct AddressTests {
  @Test("HOST:PORT is taken apart, with brackets around numbers of IPv6")
  func parts() throws {
    let name = try TraCIAddress("street.example:8813")
    #expect(name.host == "street.example" && name.port == 8813)
    let number = try TraCIAddress("[::1]:9")
    #expect(number.host == "::1" && number.port == 9 && "\(number)" == "[::1]:9")
  }

  @Test(
    "What is no address is refused",
    arguments: ["", "8813", "host", "host:", ":8813", "host:0", "host:65536", "::1:8813", "a:b"])
  func refused(_ text: String) {
    #expect { try TraCIAddress(text) } throws: { ($0 as? TraCIError)?.code == .invalidAddress }
  }
}
