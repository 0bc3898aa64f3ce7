import ArgumentParser
import CommandSupport
import Foundation
import SimpleFeatures

/// `yutu examples`: the installed examples as files of one's own.
struct Examples: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy example files, models and notebooks into a new folder.",
    discussion: """
      The copies are yours to change: input files for the guide, Models (storms, scenarios, road \
      profiles, tariffs, flood cases) and Notebooks. What is in the folder is listed.

      Example: yutu examples first-steps
      """)

  @Flag(help: "Print the files as JSON on standard output.")
  var json = false
  @Argument(help: "The folder to make.")
  var folder: String

  func validate() throws {
    guard !folder.isEmpty else {
      throw ValidationError("the new folder has no name: yutu examples FOLDER")
    }
  }

  func run() throws {
    let copy = ExampleCopy(
      source: try ResourcePaths.examples,
      parts: [try ResourcePaths.models, try ResourcePaths.notebooks], target: folder)
    try copy.make()
    if json {
      let files = copy.files.map { JSONValue.string($0) }
      return print(JSONValue.object([("folder", .string(folder)), ("files", .array(files))]).text)
    }
    print("\(folder):")
    for (name, files) in copy.contents {
      print("  " + ([name] + files).joined(separator: " "))
    }
  }
}
