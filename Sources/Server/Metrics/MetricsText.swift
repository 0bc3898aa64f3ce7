/// Figures in the text format of Prometheus, version 0.0.4.
struct MetricsText {
  private(set) var text = ""

  /// Begins a metric; its samples follow.
  mutating func begin(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  /// Appends one sample.
  mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
    let pairs = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    let number = value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    text += name + (pairs.isEmpty ? "" : "{\(pairs)}") + " \(number)\n"
  }

  /// Appends a metric that has one sample.
  mutating func single(_ name: String, _ type: String, _ help: String, _ value: Double) {
    begin(name, type, help)
    sample(name, [], value)
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
