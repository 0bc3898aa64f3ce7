/// A county of Wuhan with its towns: names and codes of the Ministry of Civil Affairs, as of
/// 2025-12-31.
struct County: Sendable {
  let code: String
  let name: String
  /// Each with the three digits that follow the county's code.
  let towns: [(digits: String, name: String)]

  static let all: [County] = [
    County(
      code: "420106", name: "武昌区",
      towns: [
        ("001", "积玉桥街道"), ("002", "杨园街道"), ("003", "徐家棚街道"), ("005", "粮道街道"), ("006", "中华路街道"),
        ("007", "黄鹤楼街道"), ("008", "紫阳街道"), ("009", "白沙洲街道"), ("010", "首义路街道"), ("011", "中南路街道"),
        ("012", "水果湖街道"), ("013", "珞珈山街道"), ("014", "石洞街道"), ("015", "南湖街道"),
      ]),
    County(
      code: "420111", name: "洪山区",
      towns: [
        ("001", "珞南街道"), ("002", "关山街道"), ("003", "狮子山街道"), ("004", "张家湾街道"), ("005", "梨园街道"),
        ("006", "卓刀泉街道"), ("007", "洪山街道"), ("008", "和平街道"), ("011", "青菱街道"), ("012", "九峰街道"),
        ("013", "左岭街道"), ("014", "花山街道"), ("015", "八吉府街道"), ("205", "天兴乡"),
      ]),
    County(
      code: "420102", name: "江岸区",
      towns: [
        ("002", "大智街道"), ("003", "一元街道"), ("004", "车站街道"), ("005", "四唯街道"), ("006", "永清街道"),
        ("007", "西马街道"), ("008", "球场街道"), ("009", "劳动街道"), ("010", "二七街道"), ("011", "新村街道"),
        ("012", "丹水池街道"), ("014", "台北街道"), ("015", "花桥街道"), ("016", "谌家矶街道"), ("017", "后湖街道"),
        ("018", "塔子湖街道"),
      ]),
    County(
      code: "420117", name: "新洲区",
      towns: [
        ("001", "邾城街道"), ("002", "阳逻街道"), ("003", "仓埠街道"), ("004", "汪集街道"), ("005", "李集街道"),
        ("006", "三店街道"), ("007", "潘塘街道"), ("008", "旧街街道"), ("009", "双柳街道"), ("010", "涨渡湖街道"),
        ("012", "辛冲街道"), ("013", "徐古街道"), ("102", "凤凰镇"),
      ]),
  ]
}

/// The town that one half of a neighbourhood, west or east of its canal, belongs to.
struct Town {
  let county: County
  let code: String
  let name: String
  /// The number of the half's southern community within the town, from 1.
  let serial: Int

  /// How many towns there are.
  static let count = County.all.reduce(0) { $0 + $1.towns.count }

  /// The town of a half: halves in the order of their numbers share one, so many that all towns
  /// suffice.
  ///
  /// - Parameter half: Twice the neighbourhood's number, and one more for its east.
  init(half: Int, in plan: CityPlan) {
    let each = (2 * plan.scale + Self.count - 1) / Self.count
    var place = half / each
    var counties = County.all[...]
    while let first = counties.first, place >= first.towns.count {
      place -= first.towns.count
      counties.removeFirst()
    }
    let county = counties.first ?? County.all[0]
    let town = county.towns[place]
    self.county = county
    code = county.code + town.digits
    name = town.name
    serial = 2 * (half % each) + 1
  }

  /// The code of a community of the half: they have numbers 001 to 199 of their town.
  func communityCode(isNorth: Bool) -> String {
    let digits = String(serial + (isNorth ? 1 : 0))
    return code + String(repeating: "0", count: 3 - digits.count) + digits
  }
}

/// What a neighbourhood belongs to.
///
/// Quarters go south-west, south-east, north-west, north-east.
struct Division {
  /// Of the west and of the east.
  let towns: [Town]
  /// The names of the communities, one to a quarter.
  let communities: [String]
  /// The twelve digits of each community.
  let communityCodes: [String]

  init(number: Int, in plan: CityPlan) {
    let towns = [0, 1].map { Town(half: 2 * number + $0, in: plan) }
    self.towns = towns
    var dice = plan.dice(.names, 7, number)
    let start = dice.whole(0...Names.count)
    communities = (0..<4).map { Names.pair(start + $0) }
    communityCodes = (0..<4).map { towns[$0 % 2].communityCode(isNorth: $0 >= 2) }
  }

  /// The town of a quarter.
  func town(_ quarter: Int) -> Town { towns[quarter % 2] }
}
