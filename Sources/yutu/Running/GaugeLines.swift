import Flood
import Foundation

/// What gauges read, as the text of `gauges.csv`.
struct GaugeLines {
  static let name = "gauges.csv"
  private static let header = "id,time_s,depth_m,level_m,u_ms,v_ms\n"

  private(set) var text = Self.header

  /// The lines of a file up to a time, which are those that an unbroken run has then.
  mutating func take(_ file: String, until seconds: Double) {
    for line in file.split(separator: "\n").dropFirst() {
      let words = line.split(separator: ",", omittingEmptySubsequences: false)
      guard words.count == 6, let time = Double(words[1]), time <= seconds else { continue }
      text += line + "\n"
    }
  }

  /// - Parameter reading: `nil` for a gauge on a wall, which reads nothing.
  mutating func add(_ id: String, at seconds: Double, _ reading: GaugeReading?) {
    let numbers = [
      reading?.depthMetres, reading?.levelMetres, reading?.eastwards, reading?.northwards,
    ]
    text += "\(id),\(Self.seconds(seconds))"
    for number in numbers { text += "," + (number.map(Self.decimals) ?? "") }
    text += "\n"
  }

  /// Micrometres are finer than any gauge.
  private static func decimals(_ number: Double) -> String {
    let text = String(format: "%.6f", number)
    return text == "-0.000000" ? "0.000000" : text
  }

  /// Whole seconds without decimals.
  static func seconds(_ seconds: Double) -> String {
    seconds == seconds.rounded() && abs(seconds) < 1e15 ? "\(Int(seconds))" : "\(seconds)"
  }
}
