import Foundation
import TestSupport
import Testing

extension ClientEndToEndTests {
  @Suite("Yutu works where it is installed")
  struct InstallationTests {
    private let folder: TestFolder
    private let root: TestFolder
    /// Nothing that leads to the checkout.
    private let environment = ["YUTU_HOME": "", "PWD": "", "LC_ALL": "xx_YY.UTF-8"]

    init() throws {
      folder = try TestFolder()
      root = try TestFolder()
    }

    private var prefix: String { root.file("opt/yutu") }
    private var share: String { prefix + "/share/yutu" }

    private func install() async throws {
      try await Program.succeed(
        Place.program("make"),
        [
          "-C", Place.repository, "install", "PREFIX=/opt/yutu", "DESTDIR=\(root.path)",
          "BUILT=" + URL(filePath: Place.command).deletingLastPathComponent().path,
        ], in: folder)
    }

    private func installed(_ arguments: [String]) async throws -> Ended {
      try await Program(
        prefix + "/bin/yutu", arguments, in: folder, environment: environment
      ).end()
    }

    private func succeeded(_ arguments: String..., says words: String) async throws {
      let ended = try await installed(arguments)
      let text = ended.output + ended.errors
      #expect(ended.code == 0 && text.contains(words), "\(arguments): \(text)")
    }

    @Test("An installed program finds its files from any folder, and says which are missing")
    func use() async throws {
      try await install()
      let libraries = try await Program.succeed(
        Place.program("readelf"), ["-d", prefix + "/bin/yutu"], in: folder)
      #expect(!libraries.contains("libswift") && !libraries.contains("PATH"), "\(libraries)")

      try await succeeded("check", says: "\(share)/Layers: ")
      try await succeeded("sample", "--out", "town.city", says: "buildings")
      try await succeeded("examples", "mine", says: "mine:\n")
      let again = try await installed(["examples", "mine"])
      #expect(again.code == 1 && again.errors.hasPrefix("error: mine exists\nhint: "))
      let hydrants = #"{"type":"Point","coordinates":[114.3,30.6]}"#
      let file = try folder.write(
        "own.geojson",
        #"{"type":"Feature","id":"h1","properties":{},"geometry":\#(hydrants)}"#)
      try await succeeded(
        "import", "--city", "own.city", "--layer", "hydrant", file, says: "commit 1")
      let pairs = ["route", "--city", "town.city", "--pairs", "mine/roads/pairs.csv", "--profile"]
      let known = try await installed(pairs + ["emergency"])
      #expect(known.code == 0, "\(known.errors)")
      let unknown = try await installed(pairs + ["emergancy"])
      #expect(unknown.errors.contains("did you mean emergency?"), "\(unknown.errors)")
      try await succeeded(
        "diff", "--city", "town.city", "--layer", "building", "--scenario", "taller-block",
        says: "~ ")

      try await serving(
        folder.file("town.city"), in: folder, command: prefix + "/bin/yutu",
        environment: environment
      ) { served in
        for path in ["/map", "/map/assets/maplibre-gl.js", "/map/assets/maplibre-gl.css"] {
          let answer = try served.get(path)
          #expect(answer.status == 200, "\(path)")
        }
      }
      try await documents()
      try await faults()
    }

    @Test("A place that a systemd unit cannot name is refused before anything is installed")
    func refusedPlaces() async throws {
      let build = URL(filePath: Place.command).deletingLastPathComponent().path
      for place in ["/opt/my yutu", "/opt/a&b", "/opt/a|b", "/opt/it's", "/opt/50%"] {
        for name in ["PREFIX", "SYSCONFDIR"] {
          let ended = try await Program(
            Place.repository + "/packaging/install", [build], in: folder,
            environment: ["DESTDIR": root.path, name: place]
          ).end()
          #expect(ended.code == 1 && ended.errors.hasPrefix("install: \(name) \(place) has"))
        }
      }
      #expect(root.names == [])
    }

    private func documents() async throws {
      let manual = try await Program.succeed(
        Place.program("gzip"), ["-dc", prefix + "/share/man/man1/yutu-route-nearest.1.gz"],
        in: folder)
      #expect(manual.contains(".SH SYNOPSIS") && manual.contains("\\-\\-profile"))
      let chinese = try await Program.succeed(
        Place.program("gzip"), ["-dc", prefix + "/share/man/zh_CN/man1/yutu-run.1.gz"], in: folder)
      #expect(chinese.contains(".SH 选项") && chinese.contains("\\-\\-threads"))
      if let man = Place.program("man") {
        // groff loops on some lines without blanks, so each page is shown.
        for page in try FileManager.default.contentsOfDirectory(
          atPath: prefix + "/share/man/zh_CN/man1")
        {
          let shown = try await Program(
            man, ["-l", prefix + "/share/man/zh_CN/man1/" + page], in: folder,
            environment: ["LC_ALL": "C.UTF-8", "MANWIDTH": "80"]
          ).end(within: 20)
          #expect(shown.code == 0 && shown.output.contains("选项"), "\(page): \(shown.errors)")
        }
      }
      let completions = "bash-completion/completions/yutu"
      for file in [completions, "zsh/site-functions/_yutu", "doc/yutu/copyright"] {
        let bytes = try root.bytes(at: "\(prefix)/share/\(file)")
        #expect(bytes.count > 1000, "\(file)")
      }
      let unit = String(
        decoding: try root.bytes(at: prefix + "/lib/systemd/system/yutu@.service"), as: UTF8.self)
      #expect(unit.contains("ExecStart=/opt/yutu/bin/yutu serve ") && !unit.contains("@PREFIX@"))
    }

    private func faults() async throws {
      try await Program.succeed("/bin/rm", ["-r", share + "/maplibre"], in: folder)
      try await serving(
        folder.file("town.city"), in: folder, complains: true, command: prefix + "/bin/yutu",
        environment: environment
      ) { served in
        #expect(served.program.errors.contains("install Yutu again"))
        let answer = try served.get("/map/assets/maplibre-gl.js")
        #expect(answer.status == 404 && answer.text.contains("install Yutu again"))
      }
      try Data("9.9.9\n".utf8).write(to: URL(filePath: share + "/VERSION"))
      let other = try await installed(["check"])
      #expect(other.code == 1 && other.output == "")
      #expect(other.errors.contains("are those of Yutu 9.9.9, this program is "))
      try await Program.succeed("/bin/rm", ["-r", share], in: folder)
      for command in [["sample", "--out", "no.city"], ["serve", "--city", "town.city"]] {
        let ended = try await installed(command)
        #expect(ended.code == 1)
        #expect(
          ended.errors.hasPrefix(
            "error: Yutu's own files are missing: there is no folder \(share)\nhint: "),
          "\(ended.errors)")
      }
    }
  }

  @Test("A log that was rotated goes on in a new file, and no line is lost")
  func rotatedLog() async throws {
    let folder = try TestFolder()
    let city = try await Cities.small(in: folder)
    try await serving(city, in: folder, ["--log", "requests.log"]) { served in
      _ = try served.get("/health")
      try await Program.succeed("/bin/mv", ["requests.log", "requests.log.1"], in: folder)
      _ = try served.get("/conformance")
      try await Program.succeed("/bin/rm", ["requests.log"], in: folder)
      _ = try served.get("/collections")
    }
    #expect(try folder.read("requests.log.1").contains("/health"))
    #expect(try folder.read("requests.log").contains(#""/collections""#))
    #expect(try folder.read("requests.log.1").split(separator: "\n").count == 1)
  }
}
