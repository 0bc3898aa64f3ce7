import Foundation
import SimpleFeatures
import TestSupport
import Testing

@Suite("Files get their names when they are whole")
struct PartNameTests {
  @Test("A file or a link is replaced, a pipe and a folder stay")
  func replaced() throws {
    let folder = try TemporaryFolder()
    let part = folder.file("part")
    func offer() throws { try Data("new".utf8).write(to: URL(filePath: part)) }
    for name in ["file", "link", "nothing yet"] {
      if name == "file" { try Data("old".utf8).write(to: URL(filePath: folder.file(name))) }
      if name == "link" { #expect(unsafe symlink("/dev/null", folder.file(name)) == 0) }
      try offer()
      try PartName.replace(folder.file(name), with: part)
      #expect(try String(contentsOf: URL(filePath: folder.file(name)), encoding: .utf8) == "new")
    }
    try offer()
    #expect(unsafe mkfifo(folder.file("pipe"), 0o600) == 0)
    let fault = #expect(throws: POSIXError.self) {
      try PartName.replace(folder.file("pipe"), with: part)
    }
    #expect(fault?.code.rawValue == ENOTSUP)
    #expect(unsafe mkdir(folder.file("folder"), 0o700) == 0)
    #expect(throws: POSIXError.self) { try PartName.replace(folder.file("folder"), with: part) }
    var found = stat()
    #expect(unsafe stat(folder.file("pipe"), &found) == 0 && found.st_mode & S_IFMT == S_IFIFO)
  }
}
