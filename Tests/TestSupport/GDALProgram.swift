import Foundation

/// GDAL's programs as makers and judges of files.
package enum GDALProgram {
  package struct Failure: Error { package var output: String }

  /// Runs a program and gives what it prints.
  @discardableResult
  package static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(output: "\(program) \(arguments.joined(separator: " ")): \(words)")
    }
    return words
  }
}
