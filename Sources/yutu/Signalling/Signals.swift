import ArgumentParser

/// `yutu signals`: plans for traffic signals.
struct Signals: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Traffic signals: optimise, evaluate, check and control timing plans.",
    discussion: """
      Networks and routes are SUMO files (net.xml, rou.xml), or a city's roads, signals and \
      detector counts. Plans are SUMO additional files, or JSON of this program. A plan that \
      breaks a safety rule is never written.

      Example: yutu signals optimise --net town.net.xml --routes town.rou.xml --out plan.add.xml
      Example: yutu signals optimise --city wuhan.city --counts counts.csv --out plan.add.xml
      Example: yutu signals evaluate --net town.net.xml --routes town.rou.xml --plan plan.add.xml
      Example: yutu signals check --net town.net.xml --plan plan.add.xml --proof proof.json
      Example: yutu signals control --net town.net.xml --traci 127.0.0.1:8813
      """,
    subcommands: [
      SignalsOptimise.self, SignalsEvaluate.self, SignalsCheck.self, SignalsDetectors.self,
      SignalsControl.self,
    ])
}
