import Parking
import SimpleFeatures

extension ParkingOutputs {
  /// The terms of what a lot costs a driver, as far as choice and assignment share them.
  static let terms: [(String, JSONValue)] = [
    ("drive_s", number("at the wheel, seconds")),
    ("walk_s", number("on foot from the lot to the destination, seconds")),
    ("fee_cny", number("the fee for the stay, CNY")),
    ("fee_unknown", text("why the fee is only assumed; none where it is known", optional: true)),
  ]

  /// What a choice gives.
  static var choice: JSONValue {
    outputs([
      (
        "choice",
        points(
          "the lots that suit the driver, the best first", id: "the lot's id",
          [
            ("rank", count("1 for the best")),
            ("name", text("what people call the lot", optional: true)),
            ("capacity", count("spaces", optional: true)),
            ("chance", number("probability of a space on arrival, 0 to 1")),
            ("walk_weighted_s", number("the walk as it counts, seconds")),
            ("fee_s", number("the fee as it counts, seconds")),
            ("onward_lot", text("the lot to move on to if this one is full", optional: true)),
            ("onward_s", number("what moving on counts, not less than parking here, seconds")),
            (
              "cost_s",
              number(
                "drive_s + chance (walk_weighted_s + fee_s) + (1 - chance) onward_s, seconds")
            ),
            ("walk_basis", word(["foot", "straight × 1.3"], "by paths, or by a straight line")),
            (
              "chance_basis",
              text(
                "what the chance rests on: last-count, a forecast's basis, mean-of-others, or "
                  + "capacity where nothing is known")
            ),
            ("age_s", count("age of the last count when issued, seconds", optional: true)),
            ("why_zh", text("the terms in Chinese")), ("why_en", text("the terms in English")),
          ] + terms)
      ),
      ("refused", refused),
      (
        "passed_over",
        list(
          "lots nearer to the destination that are not the best",
          of: object(
            "a lot and why",
            [
              ("lot", text("the lot's id")),
              ("walk_s", number("on foot to the destination, seconds", optional: true)),
              (
                "refused",
                word(LotExclusion.allCases.map(\.rawValue), "why it is not for the driver")
              ),
              ("dearer_s", number("how much more it costs, seconds")),
              ("term", word(["drive", "walk", "fee", "chance"], "what most of that is")),
              ("why_zh", text("why, in Chinese")), ("why_en", text("why, in English")),
            ]))
      ),
      ("considered", count("how many lots were looked at")),
    ])
  }

  /// What an assignment gives.
  static var assignment: JSONValue {
    outputs([
      (
        "assignment",
        points(
          "where each driver parks", id: "the driver's id, or a number from 1",
          [
            (
              "status",
              word(
                ["assigned", "no-room", "no-lot", "off-road"],
                "no-room: all that suit are full; no-lot: none suits; off-road: no road is near")
            ),
            ("lot", text("the lot's id", optional: true)),
            ("lot_name", text("what people call the lot", optional: true)),
            ("greedy_lot", text("the lot if each chose in turn", optional: true)),
            (
              "refused",
              text(
                "how many lots are not for the driver by reason, where none is: too-far is beyond "
                  + "within_m, unreachable has no road", optional: true)
            ),
            ("cost_s", number("drive, weighted walk and fee, seconds")),
          ] + terms)
      ),
      (
        "lots",
        points(
          "the lots near any destination", id: "the lot's id",
          [
            ("name", text("what people call the lot", optional: true)),
            ("room", count("how many more cars it takes")),
            (
              "room_basis",
              text("what that rests on: a forecast's basis, capacity (no counts), or unknown")
            ),
            ("assigned", count("drivers sent there")),
            ("price_s", number("what one more space would save all together, seconds")),
          ])
      ),
      (
        "totals",
        object(
          "over all drivers",
          [
            ("drivers", count("drivers")), ("assigned", count("drivers with a lot")),
            ("no_room", count("drivers whose lots are full")),
            ("without_lot", count("drivers off the road or whom no lot suits")),
            ("cost_s", number("the least total, seconds")),
            ("greedy_assigned", count("drivers with a lot if each chose in turn")),
            ("greedy_cost_s", number("the total if each chose in turn, seconds")),
            ("no_room_counts_s", number("what a driver without room counts, seconds")),
          ])
      ),
    ])
  }
}
