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
    #expect(
      choices(for: "road-garden", among: all, listedBy: "yutu layers")
        == "there are 10, the nearest road; yutu layers lists all")
    #expect(choices(for: "roof-garden", among: all).hasPrefix("there are: bridge, "))
  }

  @Test("What is like nothing is answered with what lists them, not with the least unlike")
  func unlike() {
    let all = many + ["river", "road", "school", "water"]
    #expect(
      choices(for: "xyzzy", among: all, listedBy: "yutu layers")
        == "none of the 10 is like it; yutu layers lists all")
    // Two ideographs of which one is the same are two words.
    #expect(suggestion(for: "学院", among: ["医院", "学校"]) == nil)
    #expect(namesNear("商住混合", among: ["商业", "混凝土"], count: 3) == [])
    #expect(namesNear("居住小区", among: ["商业", "居住"], count: 3) == ["居住"])
  }

  @Test("A title is as good as an id, and the id is told with it")
  func titles() {
    let layers = [(id: "hydrant", titles: ["消火栓", "Hydrants"]), (id: "road", titles: ["道路"])]
    #expect(choices(for: "消火拴", among: layers) == "did you mean hydrant (消火栓)?")
    #expect(choices(for: "hydrnt", among: layers) == "did you mean hydrant?")
    #expect(choices(for: "school", among: layers) == "there are: hydrant (消火栓), road (道路)")
    #expect(choices(for: "学院", among: layers) == "there are: hydrant (消火栓), road (道路)")
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
