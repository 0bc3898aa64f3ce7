import Catalog
import Parking
import Simulation

extension ParkingOutputs {
  /// The terms of what a lot costs a driver, as far as choice and assignment share them.
  static let terms: [(String, OutputType)] = [
    ("drive_s", number("驾车时间（秒）", "driving time, seconds")),
    (
      "walk_s",
      number(
        "从停车场步行到目的地的时间（秒）", "walking time from the car park to the destination, seconds")
    ),
    ("fee_cny", number("停车费（元）", "parking fee for the stay, CNY")),
    (
      "fee_unknown",
      text(
        "停车费为估计值的原因；已知时为空", "why the fee is only assumed; null where it is known",
        optional: true)
    ),
  ]

  /// What a choice gives.
  static let choice = outputs([
    OutputDeclaration(
      "choice", title: LocalisedText(zh: "停车选择", en: "Parking choice"),
      .points(
        LocalisedText(zh: "适合该驾驶人的停车场，最优在前", en: "car parks that suit the driver, best first"),
        id: lot.description, choiceProperties + terms)),
    refused,
    OutputDeclaration(
      "passed_over", title: LocalisedText(zh: "未选的停车场", en: "Car parks not chosen"),
      .list(
        LocalisedText(
          zh: "离目的地更近但不是最优的停车场",
          en: "car parks nearer to the destination that are not the best"),
        of: .object(LocalisedText(zh: "停车场与原因", en: "a car park and why"), passedOver))),
    OutputDeclaration(
      "considered", title: LocalisedText(zh: "已比较的停车场数", en: "Car parks considered"),
      count("参与比较的停车场数", "number of car parks considered")),
  ])

  private static var choiceProperties: [(String, OutputType)] {
    [
      ("rank", count("名次，1 为最优", "rank, 1 for the best")), ("name", name),
      ("capacity", count("泊位数", "number of spaces", optional: true)),
      (
        "chance",
        number("到达时有空位的概率，0 至 1", "probability of a free space on arrival, 0 to 1")
      ),
      (
        "walk_weighted_s", number("加权后的步行代价（秒）", "walking time after weighting, seconds")
      ),
      ("fee_s", number("停车费折算的时间（秒）", "fee converted to time, seconds")),
      (
        "onward_lot",
        text("满位时转往的停车场", "id of the car park to go on to if this one is full", optional: true)
      ),
      (
        "onward_s",
        number(
          "转往他处的代价（秒），不小于停在此处", "cost of going on, seconds; not less than of parking here")
      ),
      (
        "cost_s",
        number(
          "总代价（秒）＝ drive_s + chance (walk_weighted_s + fee_s) + (1 - chance) onward_s",
          "drive_s + chance (walk_weighted_s + fee_s) + (1 - chance) onward_s, seconds")
      ),
      (
        "walk_basis",
        word(
          ["foot", "straight × 1.3"], "步行距离的依据：foot 步行路网，straight × 1.3 直线距离",
          "walking distance: by footpaths, or 1.3 times the straight line")
      ),
      (
        "chance_basis",
        text(
          "概率的依据：last-count 最近计数，预测的依据，mean-of-others 其他停车场平均，capacity 一无所知",
          "what the probability is based on: last-count, a forecast's basis, mean-of-others, or "
            + "capacity where nothing is known")
      ),
      ("age_s", countAge), ("why_zh", text("各项代价，中文", "the terms, in Chinese")),
      ("why_en", text("各项代价，英文", "the terms, in English")),
    ]
  }

  private static var passedOver: [(String, OutputType)] {
    [
      ("lot", lot),
      (
        "walk_s",
        number("步行到目的地的时间（秒）", "walking time to the destination, seconds", optional: true)
      ),
      (
        "refused",
        word(
          LotExclusion.allCases.map(\.rawValue), "不适合该驾驶人的原因", "why it is not for the driver")
      ),
      ("dearer_s", number("代价高出多少（秒）", "how much more it costs, seconds")),
      (
        "term",
        word(
          ["drive", "walk", "fee", "chance"], "差额中最大的一项", "the largest part of the difference")
      ),
      ("why_zh", text("原因，中文", "why, in Chinese")),
      ("why_en", text("原因，英文", "why, in English")),
    ]
  }
}
