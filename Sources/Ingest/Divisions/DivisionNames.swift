/// The names of divisions as people write them, to be found at the beginning of texts.
///
/// A trie over UTF-16: one step a character, whatever the number of names.
struct DivisionNames: Sendable {
  /// A name of a division.
  struct Form: Sendable {
    var division: Int
    /// Whether it is cut: 武汉 for 武汉市, 邾城街 for 邾城街道.
    var isShort: Bool
  }

  /// The node that follows another by a character.
  private var steps: [UInt64: Int32] = [:]
  /// The names that end at each node.
  private var forms: [[Form]] = [[]]

  init(_ table: DivisionTable) {
    steps.reserveCapacity(table.divisions.count * 5)
    for (index, division) in table.divisions.enumerated() {
      add(division.name, Form(division: index, isShort: false))
      for short in Self.shortNames(of: division) {
        add(short, Form(division: index, isShort: true))
      }
    }
  }

  private mutating func add(_ name: String, _ form: Form) {
    var node: Int32 = 0
    for unit in name.utf16 {
      let key = Self.key(node, unit)
      if let next = steps[key] {
        node = next
      } else {
        let next = Int32(forms.count)
        forms.append([])
        steps[key] = next
        node = next
      }
    }
    forms[Int(node)].append(form)
  }

  private static func key(_ node: Int32, _ unit: UInt16) -> UInt64 {
    UInt64(UInt32(bitPattern: node)) << 16 | UInt64(unit)
  }

  /// Calls `body` with the end of each name that begins at `start`, the shortest first.
  func forEach(in text: [UInt16], from start: Int, _ body: (Int, [Form]) -> Void) {
    var node: Int32 = 0
    var place = start
    while place < text.count, let next = steps[Self.key(node, text[place])] {
      node = next
      place += 1
      if !forms[Int(node)].isEmpty { body(place, forms[Int(node)]) }
    }
  }

  // MARK: Short names

  private static let endings: [DivisionTable.Rank: [String]] = [
    .province: ["特别行政区", "自治区", "省", "市"],
    .prefecture: ["自治州", "地区", "盟", "市"],
    .county: ["自治县", "自治旗", "林区", "特区", "区", "县", "市", "旗"],
  ]

  /// The peoples after whom autonomous areas are called: 恩施土家族苗族自治州 is 恩施.
  private static let peoples = [
    "维吾尔", "蒙古", "柯尔克孜", "哈萨克", "塔吉克", "锡伯", "达斡尔", "鄂温克", "鄂伦春", "朝鲜", "满", "回",
    "藏", "苗", "彝", "壮", "布依", "侗", "瑶", "白", "土家", "哈尼", "傣", "黎", "傈僳", "佤", "畲", "拉祜",
    "水", "东乡", "纳西", "景颇", "土", "仫佬", "羌", "布朗", "撒拉", "毛南", "仡佬", "阿昌", "普米", "怒",
    "裕固", "保安", "独龙", "各",
  ]

  private static func shortNames(of division: DivisionTable.Division) -> [String] {
    let name = division.name
    if division.rank == .town {
      return name.hasSuffix("街道") ? [String(name.dropLast())] : []
    }
    guard let ending = endings[division.rank]?.first(where: { name.hasSuffix($0) }) else {
      return []
    }
    var base = name.dropLast(ending.count)
    if ending.hasPrefix("自治") {
      while let people = peoples.first(where: { base.hasSuffix($0 + "族") }),
        base.count - people.count - 1 >= 2
      {
        base = base.dropLast(people.count + 1)
      }
      for people in ["维吾尔", "蒙古"] where base.hasSuffix(people) && base.count > people.count + 1 {
        base = base.dropLast(people.count)
      }
    }
    guard base.count >= 2 else { return [] }
    let short = String(base)
    return ending == "自治州" ? [short, short + "州"] : [short]
  }
}
