import ArgumentParser
import Foundation
import SimpleFeatures

/// `yutu examples`: the installed examples as files of one's own.
struct Examples: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy the example files into a new folder.",
    discussion: """
      The copies are yours to change. What is in the folder is listed.

      Example: yutu examples first-steps
      """)

  @Flag(help: "Print the files as JSON on standard output.")
  var json = false
  @Argument(help: "The folder to make.")
  var folder: String

  func run() throws {
    let source = try ResourcePaths.examples
    let copy = ExampleCopy(from: source, to: folder)
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
