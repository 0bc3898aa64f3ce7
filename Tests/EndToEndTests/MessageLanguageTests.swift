import Foundation
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("The command line speaks the person's language")
  struct MessageLanguageTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func told(_ arguments: String..., by environment: [String: String]) async throws
      -> Ended
    {
      try await Program(
        Place.command, arguments, in: folder, environment: environment
      ).end()
    }

    @Test("--lang at any place comes before YUTU_LANG, and that before the locale")
    func choice() async throws {
      let chinese = "错误：没有城市文件 a.city\n提示：请检查路径"
      let locale = ["YUTU_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "zh_CN.UTF-8"]
      let byLocale = try await told("log", "--city", "a.city", by: locale)
      #expect(byLocale.code == 1 && byLocale.errors.hasPrefix(chinese), "\(byLocale.errors)")
      for place in [0, 1, 3] {
        var arguments = ["log", "--city", "a.city"]
        arguments.insert(contentsOf: ["--lang", "zh"], at: place)
        let ended = try await Program(Place.command, arguments, in: folder).end()
        #expect(ended.errors.hasPrefix(chinese), "\(ended.errors)")
      }
      let english = try await told("log", "--city", "a.city", "--lang=en", by: locale)
      #expect(english.errors.hasPrefix("error: there is no city file a.city\nhint: "))
      let wrong = try await told("log", "--city", "a.city", "--lang", "fr", by: [:])
      #expect(wrong.code == 2 && wrong.errors.hasPrefix("Error: --lang fr is not"))
    }

    @Test("The argument parser's refusals are Chinese, and the exit code stays 2")
    func parser() async throws {
      for (arguments, words) in [
        (["export", "--city", "a.city"], "错误：缺少参数 --layer <layer>"),
        (["check", "--citty", "a"], "错误：没有选项 --citty，您要写的是 --city 吗？"),
        (["log", "--city"], "错误：选项 --city 缺少值 <city>"),
        (["serv"], "错误：没有命令“serv”，您要用的是 yutu serve 吗？"),
      ] {
        let ended = try await Program(
          Place.command, arguments + ["--lang", "zh"], in: folder
        ).end()
        #expect(ended.code == 2)
        #expect(ended.errors.hasPrefix(words + "\n"), "\(ended.errors)")
        #expect(ended.errors.contains("用法："))
        #expect(!ended.errors.contains("Help:") && !ended.errors.contains("<options>"))
      }
      let missing = try await yutu("export", "--city", "a.city", "--lang", "zh", in: folder)
      #expect(missing.errors.contains("\n说明：--layer <layer>  图层编号或名称\n"), "\(missing.errors)")
    }

    @Test("Equal problems of many records are one line with their number")
    func kinds() async throws {
      let features = (0..<50).map { index in
        let use = index < 30 ? "居住小区" : "商住混合"
        let west = 114.3 + Double(index) / 1000
        return """
          {"type":"Feature","id":"b\(index)","properties":{"usage":"\(use)"},"geometry":{"type":\
          "Polygon","coordinates":[[[\(west),30.5],[\(west + 0.0005),30.5],[\(west),30.501],\
          [\(west),30.5]]]}}
          """
      }
      try folder.write(
        "b.geojson",
        "{\"type\":\"FeatureCollection\",\"features\":[\n"
          + features.joined(separator: ",\n") + "\n]}\n")
      let english = try await yutu(
        "import", "--city", "a.city", "--layer", "building", "--report", "r.txt", "b.geojson",
        in: folder)
      #expect(english.code == 0, "\(english.errors)")
      let lines = english.errors.split(separator: "\n")
      #expect(lines.count { $0.contains("is not one of its codes") } == 2, "\(english.errors)")
      #expect(
        lines[0].hasPrefix(
          "b.geojson:2:1: warning: 30 records, the first is 1: usage: \"居住小区\" is not one"))
      #expect(lines[0].contains("(codes like it are residential 居住; say "), "\(lines[0])")
      #expect(lines[1].contains("(none of the 38 codes is like it; say "), "\(lines[1])")
      let report = String(decoding: try folder.bytes(at: folder.file("r.txt")), as: UTF8.self)
      #expect(report.split(separator: "\n").count == 51)

      let chinese = try await yutu(
        "import", "--city", "z.city", "--layer", "building", "--lang", "zh", "b.geojson",
        in: folder)
      #expect(chinese.errors.hasPrefix("b.geojson:2:1：警告：30 条记录，第一条为第 1 条：usage：“居住小区”不是"))
      #expect(chinese.output.hasPrefix("building：提交 1：读取 50 条记录，新增 50，"), "\(chinese.output)")

      let listed = try await yutu("layers", "--city", "a.city", in: folder)
      #expect(listed.output.hasPrefix("building        polygon         50  Buildings\n"))
    }

    @Test(
      "A name that is nearly right is answered with the right one, a wrong one with the nearest")
    func names() async throws {
      try folder.write("b.geojson", "{\"type\":\"FeatureCollection\",\"features\":[]}")
      for (arguments, hint) in [
        (["--layer", "bilding"], "did you mean building?"),
        (["--layer", "消火拴"], "did you mean hydrant (消火栓)?"),
        (["--layer", "supply-pipe", "--map", "永久编玛=BM"], "did you mean permanent_code (永久编码)?"),
        (["--layer", "building", "--map", "hieght=h"], "did you mean height?"),
        (["--layer", "building", "--crs", "ESPG:4547"], "did you mean EPSG:4547?"),
        (["--layer", "building", "--crs", "CGJ-02"], "did you mean GCJ-02?"),
        (["--layer", "building", "--crs", "4547"], "did you mean EPSG:4547?"),
      ] {
        let ended = try await Program(
          Place.command, ["import", "--city", "a.city"] + arguments + ["b.geojson"], in: folder
        ).end()
        #expect(ended.code == 1 && ended.errors.contains("hint: \(hint)\n"), "\(ended.errors)")
      }
      let far = try await yutu(
        "import", "--city", "a.city", "--layer", "xyzzyq", "b.geojson", in: folder)
      #expect(far.errors.contains("is like it; yutu layers lists all\n"))
      #expect(far.errors.count < 300, "\(far.errors)")
      #expect(try await yutu("layers", in: folder).output.split(separator: "\n").count > 50)
    }

    @Test("Layers and fields are found by their Chinese titles, on import and in the city")
    func titles() async throws {
      try folder.write(
        "h.csv", "编号,经度,纬度,GJ\nA1,114.3,30.5,100\nA2,114.301,30.5,150\n")
      let imported = try await yutu(
        "import", "--city", "a.city", "--layer", "消火栓", "--crs", "EPSG:4490",
        "--map", "接管口径=GJ", "h.csv", in: folder)
      #expect(imported.code == 0, "\(imported.errors)")
      let exported = try await yutu(
        "export", "--city", "a.city", "--layer", "消火栓", "-", in: folder)
      #expect(exported.output.contains("\"diameter\":150"), "\(exported.output)")
      let log = try await yutu("log", "--city", "a.city", "--layer", "消火栓", in: folder)
      #expect(log.output.contains("hydrant"), "\(log.output) \(log.errors)")
      let fields = try await yutu("layers", "消火栓", "--lang", "zh", in: folder)
      #expect(fields.output.contains(/diameter +real mm +接管口径/), "\(fields.output)")
      try folder.write(
        "what.yml",
        """
        id: what
        title: {zh: 如果, en: What if}
        edits:
          - {layer: 消火栓, id: A1, set: {diameter: 200}}

        """)
      let diff = try await yutu(
        "diff", "--city", "a.city", "--layer", "消火栓", "--scenario", "what.yml",
        in: folder)
      #expect(diff.output.contains("diameter"), "\(diff.output) \(diff.errors)")
      let reverted = try await yutu(
        "revert", "--city", "a.city", "--to", "0", "--layer", "消火栓", "--lang", "zh", in: folder)
      #expect(
        reverted.output == "hydrant：提交 2：恢复到提交 0 之后的状态：新增 0，修改 0，删除 2\n",
        "\(reverted.output) \(reverted.errors)")
    }

    @Test("A table without rows is said to have none before anything is asked of it")
    func header() async throws {
      try folder.write("h.csv", "编号,经度,纬度\n")
      let ended = try await yutu(
        "import", "--city", "a.city", "--layer", "hydrant", "h.csv", in: folder)
      #expect(ended.errors.contains("error: h.csv holds no features\n"), "\(ended.errors)")
    }

    @Test("The full-width commas of a Chinese keyboard part numbers, too")
    func commas() async throws {
      let ended = try await yutu(
        "export", "--city", "a.city", "--layer", "terrain", "--bbox", "114.2，30.4，114.4，30.6",
        "d.tif", in: folder)
      #expect(ended.errors.hasPrefix("error: there is no city file"), "\(ended.errors)")
    }
  }
}
