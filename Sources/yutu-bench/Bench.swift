import ArgumentParser
import Foundation

/// `yutu-bench`: what single steps of routing and parking cost, for the scripts that compare them
/// with others.
///
/// It is built with the package and not shipped.
@main
struct Bench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "yutu-bench", abstract: "Measure single steps of routing and parking.",
    subcommands: [
      MeasureRoutes.self, MeasureDay.self, MeasureChoice.self, MeasureAssignment.self,
      MeasureGuidance.self,
    ])

  /// Writes a file of results.
  static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }
}
