import Foundation
import Messages
import Testing

@Suite("What a message names is there")
struct HintTests {
  /// Programs of others, whose options are not Yutu's; the parser's own option, which no help has.
  private static let foreign = [
    "curl", "gdal", "ogr", "gzip", "iconv", "mkdir", "netconvert", "openssl", "osmium", "chmod",
    "--additional-files", "--step-length", "--remote-port", "--num-clients",
    "--generate-completion-script",
  ]

  @Test("Commands and options that messages name are those of the program")
  func commands() throws {
    let tree = try CommandTree.read()
    for entry in Repository.texts {
      for text in [entry.english, entry.plural ?? "", entry.translation]
      where !Self.foreign.contains(where: { text.contains($0) }) {
        let faults = tree.faults(in: text)
        #expect(faults.isEmpty, "zh.po:\(entry.line): \(text): \(faults)")
      }
    }
    for (file, sentence) in Repository.sentences
    where !Self.foreign.contains(where: { sentence.template.contains($0) }) {
      let faults = tree.faults(in: sentence.template)
      #expect(faults.isEmpty, "\(file):\(sentence.line): \(sentence.template): \(faults)")
    }
  }

  @Test("A command or option that there is not is found")
  func faults() throws {
    let tree = try CommandTree.read()
    #expect(tree.faults(in: "run yutu check --city %1 or yutu signals check --net FILE") == [])
    #expect(tree.faults(in: "`yutu chek` lists") == ["yutu has no command chek"])
    #expect(tree.faults(in: "yutu check --net FILE") == ["check has no option --net"])
    #expect(tree.faults(in: "name it: --layr ID") == ["yutu has no option --layr"])
  }

  @Test("A translation names the same options, commands and paths as the English")
  func translations() {
    let names = #/--[a-z][a-z-]+|yutu [a-z]+|GET /[a-z]+|EPSG:[0-9]+|\.[a-z]{3,}/#
    for entry in Repository.texts {
      let english = Set(entry.english.matches(of: names).map { String($0.output) })
      let chinese = Set(entry.translation.matches(of: names).map { String($0.output) })
      #expect(english.subtracting(chinese) == [], "zh.po:\(entry.line): \(entry.translation)")
    }
  }

  @Test("Addresses that hints name are routes of the server")
  func addresses() {
    let server = Repository.folderFiles("Sources/Server").compactMap { Repository.read($0) }
      .joined()
    for (file, sentence) in Repository.sentences {
      for match in sentence.template.matches(of: #/(?:GET|see) (/[a-zA-Z]+)/#) {
        #expect(server.contains("\"\(match.output.1)"), "\(file):\(sentence.line)")
      }
    }
  }

  @Test("A message names scripts and targets of make only for a checkout")
  func checkout() {
    for (file, sentence) in Repository.sentences {
      #expect(
        sentence.template.contains("in a checkout")
          || !sentence.template.contains(#/scripts/|\bmake (?:setup|build|demo|test)\b/#),
        "\(file):\(sentence.line): \(sentence.template)")
    }
  }
}
