import Foundation
import Hummingbird
import SimpleFeatures
import Simulation

/// Processes and jobs for people.
extension PageTemplates {
  func processes(_ all: [OfferedProcess]) -> Response {
    response(
      Page(
        title: "Processes 处理",
        lead: "What can be executed on the city, by OGC API Processes. 可在城市上执行的处理。",
        head: ["Process 处理", "Id", "What it does 说明"],
        rows: all.map { offered in
          [
            Cell(
              text: ProcessDocuments.words(offered.process.title),
              href: "/processes/\(offered.id)?f=html"),
            Cell(text: offered.id), Cell(text: ProcessDocuments.words(offered.process.summary)),
          ]
        }, links: [Cell(text: "Jobs 任务", href: "/jobs?f=html")]))
  }

  func process(_ offered: OfferedProcess) -> Response {
    let required = offered.inputs.required
    let inputs = (offered.inputSchema["properties"]?.members ?? []).map { name, schema in
      [
        "input 输入", name, required.contains(name) ? "required 必填" : "", Self.type(of: schema),
        schema["description"]?.string ?? "",
      ]
    }
    let outputs = offered.outputs.map { output in
      [
        "output 输出", output.name, "", Self.type(of: output.schema),
        output.schema["description"]?.string ?? "",
      ]
    }
    return response(
      Page(
        title: ProcessDocuments.words(offered.process.title),
        lead: ProcessDocuments.words(offered.process.summary),
        facts: [
          Fact(name: "Id", value: offered.id),
          Fact(name: "Version 版本", value: offered.process.version),
          Fact(name: "Execute 执行", value: "POST /processes/\(offered.id)/execution"),
        ],
        head: ["", "Name 名称", "", "Type 类型", "What it is 说明"],
        rows: (inputs + outputs).map { $0.map { Cell(text: $0) } },
        links: [
          Cell(text: "JSON", href: "/processes/\(offered.id)?f=json"),
          Cell(text: "Jobs 任务", href: "/jobs?f=html&processID=\(offered.id)"),
        ]))
  }

  func jobs(_ all: [JobStatus]) -> Response {
    response(
      Page(
        title: "Jobs 任务", lead: "The latest \(all.count).",
        head: ["Job 任务", "Process 处理", "State 状态", "Progress 进度", "Created 创建"],
        rows: all.map { job in
          [
            Cell(text: job.id, href: "/jobs/\(job.id)?f=html"), Cell(text: job.process),
            Cell(text: Self.state(of: job)), Cell(text: Self.percent(job)),
            Cell(text: ServerTime.words(job.created.formatted(.iso8601))),
          ]
        }, links: [Cell(text: "Processes 处理", href: "/processes?f=html")]))
  }

  func job(_ job: JobStatus) -> Response {
    var facts = [
      Fact(name: "Process 处理", value: job.process, href: "/processes/\(job.process)?f=html"),
      Fact(name: "State 状态", value: Self.state(of: job)),
      Fact(name: "Progress 进度", value: Self.percent(job)),
      Fact(name: "Created 创建", value: ServerTime.words(job.created.formatted(.iso8601))),
    ]
    if let finished = job.finished {
      facts.append(
        Fact(name: "Finished 结束", value: ServerTime.words(finished.formatted(.iso8601))))
    }
    if let failure = job.failure {
      facts.append(Fact(name: "Failure 失败", value: failure.description))
    }
    facts += job.layers.map {
      Fact(name: "Layer 图层", value: $0, href: "/collections/\($0)?f=html")
    }
    var links = [Cell(text: "JSON", href: "/jobs/\(job.id)?f=json")]
    if job.state == .successful {
      links.append(Cell(text: "Results 结果", href: "/jobs/\(job.id)/results"))
    }
    return response(Page(title: "Job 任务 \(job.id)", facts: facts, links: links))
  }

  private static func state(of job: JobStatus) -> String {
    job.isPaused ? "paused 已暂停" : job.state.rawValue
  }

  private static func percent(_ job: JobStatus) -> String {
    "\(Int((job.progress.share * 100).rounded(.down))) %"
  }

  /// The type of a schema in a word or two.
  private static func type(of schema: JSONValue) -> String {
    if let choices = schema["enum"]?.items {
      return choices.map { $0.string ?? $0.text }.joined(separator: " | ")
    }
    let type = schema["type"]?.string ?? ""
    return type == "array" ? "array of " + Self.type(of: schema["items"] ?? .null) : type
  }
}
