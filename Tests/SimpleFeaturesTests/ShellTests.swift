import Foundation
import SimpleFeatures
import Testing

@Suite("Words of commands that can be copied")
struct ShellTests {
  @Test("A shell takes a quoted text for the word that it is")
  func words() throws {
    for text in ["wuhan.city", "武汉 2026.city", "it's", "$HOME", "a;b|c&d", "*", "a\"b\\c", ""] {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "printf %s \(text.shellQuoted)"]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
    #expect("data/武汉.city".shellQuoted == "data/武汉.city")
    #expect("-rf".shellQuoted == "./-rf")
  }
}
