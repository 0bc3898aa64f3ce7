import SimpleFeatures
import Testing

@Suite("A name that there is not is answered with those that it is like")
struct SuggestionTests {
  private let many = ["bridge", "building", "bus-stop", "canal", "green", "land-use"]

  @Test("One that is nearly right is named alone")
  func near() {
    #expect(choices(for: "bilding", among: many) == "did you mean building?")
    #expect(choices(for: "bus_stop", among: many) == "did you mean bus-stop?")
  }

  @Test("Of a few all are named, of many the nearest and what lists them")
  func far() {
    #expect(choices(for: "x", among: ["car", "foot"]) == "there are: car, foot")
    let all = many + ["river", "road", "school", "water"]
    #expect(
      choices(for: "roof-garden", among: all, listedBy: "yutu layers").hasSuffix(
        "; yutu layers lists all"))
    #expect(choices(for: "roof-garden", among: all).hasPrefix("there are 10, the nearest "))
  }

  @Test("A name that holds the word comes before one of few edits")
  func holds() {
    #expect(names(like: "住宅", among: ["商业", "独户住宅", "住"], count: 1) == ["独户住宅"])
  }

  @Test("A number stands with its noun")
  func nouns() {
    #expect(1.of("pair") == "1 pair" && 2.of("pair") == "2 pairs")
    #expect(0.of("entry", "entries") == "0 entries" && 1.of("entry", "entries") == "1 entry")
  }
}
