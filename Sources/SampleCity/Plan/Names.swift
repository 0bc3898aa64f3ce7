/// Invented names of streets, estates and institutions.
enum Names {
  private static let first = [
    "云", "青", "金", "瑞", "和", "安", "福", "明", "春", "秋", "竹", "梅", "兰", "桂", "枫", "柳", "松", "鹤",
    "凤", "龙", "星", "月", "晨", "霞", "江", "湖", "荷", "莲", "泉", "石", "玉", "银", "锦", "文", "学", "康",
  ]
  private static let second = [
    "山", "溪", "桥", "园", "林", "田", "岭", "湾", "港", "渡", "塘", "墩", "坡", "台", "亭", "楼", "门", "井",
    "泽", "岸", "洲", "源", "畈", "垸", "冲", "汇", "滨", "阳", "华", "祥",
  ]

  /// How many pairs there are.
  static let count = first.count * second.count

  /// The pair of a number; numbers that differ by ``count`` share one.
  static func pair(_ number: Int) -> String {
    // A step without common divisor goes through all pairs and mixes them.
    let place = ((number % count + count) % count) * 557 % count
    return first[place % first.count] + second[place / first.count]
  }

  /// A street's name, from its class.
  static func street(_ number: Int, _ streetClass: StreetClass, isEastward: Bool) -> String {
    let ending =
      switch streetClass {
      case .primary: "大道"
      case .secondary: "路"
      case .tertiary: isEastward ? "路" : "街"
      case .residential: isEastward ? "街" : "巷"
      }
    return pair(number) + ending
  }
}
