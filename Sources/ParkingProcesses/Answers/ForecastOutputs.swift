import SimpleFeatures

extension ParkingOutputs {
  /// What a forecast gives.
  static var forecast: JSONValue {
    let share = "share of the capacity, 0 to 1"
    let basis = """
      what it rests on: counts (of the day), profile (its usual weeks), other-times, other-lots, \
      last-count, closed
      """
    return outputs([
      (
        "forecast",
        points(
          "how full each lot will be: a feature for each lot and time",
          id: "the lot's id; where times are asked for, lot/time",
          [
            ("lot", text("the lot's id")),
            ("name", text("what people call the lot", optional: true)),
            ("time", text("what it is forecast for, on the clock of the lots")),
            ("issued", text("up to when counts are known, on the clock of the lots")),
            ("mean", number("expected occupancy, \(share)")),
            ("p10", number("occupancy not exceeded with probability 0.1, \(share)")),
            ("p50", number("occupancy not exceeded with probability 0.5, \(share)")),
            ("p90", number("occupancy not exceeded with probability 0.9, \(share)")),
            ("p_space", number("probability that at least one space is free, 0 to 1")),
            ("capacity", count("spaces of the lot as counted")),
            ("city_capacity", count("spaces of the lot as the city tells", optional: true)),
            ("age_s", count("age of the last count when issued, seconds", optional: true)),
            ("basis", text(basis)),
          ],
          others: number(
            "p_below_…: probability that less than this share is taken; q_…: occupancy not "
              + "exceeded with this probability, \(share)"))
      ),
      (
        "left_out",
        list(
          "lots without a forecast",
          of: object(
            "a lot and why",
            [
              ("lot", text("the lot's id")),
              ("reason", word(["no-counts", "unknown-lot"], "why, for programs")),
              ("message", text("why, in words")),
            ]))
      ),
    ])
  }
}
