import Catalog
import Simulation

extension ParkingOutputs {
  /// What an assignment gives.
  static let assignment = outputs([
    OutputDeclaration(
      "assignment", title: LocalisedText(zh: "停车分配", en: "Parking assignment"),
      .points(
        LocalisedText(zh: "各驾驶人的停车位置", en: "where each driver parks"),
        id: LocalisedText(
          zh: "驾驶人的标识，或从 1 起的序号", en: "id of the driver, or a number from 1"),
        drivers + terms)),
    OutputDeclaration(
      "lots", title: LocalisedText(zh: "停车场", en: "Car parks"),
      .points(
        LocalisedText(zh: "各目的地附近的停车场", en: "the car parks near any destination"),
        id: lot.description, lots)),
    OutputDeclaration(
      "totals", title: LocalisedText(zh: "合计", en: "Totals"),
      .object(LocalisedText(zh: "全部驾驶人合计", en: "over all drivers"), totals)),
  ])

  private static var drivers: [(String, OutputType)] {
    [
      (
        "status",
        word(
          ["assigned", "no-room", "no-lot", "off-road"],
          "结果：assigned 已分配，no-room 适合的停车场均已满，no-lot 无适合的停车场，off-road 附近无道路",
          "no-room: all that suit are full; no-lot: none suits; off-road: no road is near")
      ),
      ("lot", text("停车场标识", "id of the car park", optional: true)), ("lot_name", name),
      (
        "greedy_lot",
        text(
          "逐个贪心分配时的停车场", "id of the car park in the greedy assignment", optional: true)
      ),
      (
        "refused",
        text(
          "无适合的停车场时，按原因排除的停车场数：too-far 超出 within_m，unreachable 无通路",
          "where no car park suits, how many are not for the driver, by reason: too-far is beyond "
            + "within_m, unreachable has no road", optional: true)
      ),
      (
        "cost_s",
        number("驾车、加权步行与停车费的代价（秒）", "drive, weighted walk and fee, seconds")
      ),
    ]
  }

  private static var lots: [(String, OutputType)] {
    [
      ("name", name),
      ("room", count("还可停入的车辆数", "free spaces: how many more cars it takes")),
      (
        "room_basis",
        text(
          "空余泊位的依据：预测的依据，capacity 无计数、按容量，unknown 未知",
          "what the free spaces are based on: a forecast's basis, capacity (no counts), or unknown")
      ),
      ("assigned", count("分配到此的驾驶人数", "drivers assigned to it")),
      (
        "price_s",
        number(
          "影子价格：多一个泊位使总代价减少的秒数",
          "shadow price: what one more space saves over all drivers, seconds")
      ),
    ]
  }

  private static var totals: [(String, OutputType)] {
    [
      ("drivers", count("驾驶人数", "drivers")),
      ("assigned", count("已分配的驾驶人数", "drivers with a car park")),
      ("no_room", count("适合的停车场均已满的驾驶人数", "drivers whose car parks are full")),
      (
        "without_lot",
        count("远离道路或无适合停车场的驾驶人数", "drivers off the road network or whom no car park suits")
      ),
      ("cost_s", number("最小总代价（秒）", "minimum total cost, seconds")),
      (
        "greedy_assigned",
        count("逐个贪心分配时已分配的驾驶人数", "drivers with a car park in the greedy assignment")
      ),
      (
        "greedy_cost_s",
        number("逐个贪心分配的总代价（秒）", "total cost of the greedy assignment, seconds")
      ),
      (
        "no_room_counts_s",
        number("每位未分配驾驶人计入的代价（秒）", "cost counted for a driver without a space, seconds")
      ),
    ]
  }
}
