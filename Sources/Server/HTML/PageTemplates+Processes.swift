import Catalog
import Foundation
import Hummingbird
import SimpleFeatures
import Simulation

/// Processes and jobs for people.
extension PageTemplates {
  func processes(_ all: [OfferedProcess], _ request: APIRequest) -> Response {
    let reader = PageReader(request)
    return response(
      Page(
        title: reader("分析", "Processes"),
        lead: reader(
          "可在城市数据上执行的计算（OGC API – Processes）：填写表单即可运行。",
          "What can be computed on the city (OGC API – Processes): fill in a form and run it."),
        actions: [Page.Cell(text: reader("我的任务", "My jobs"), href: reader.link("/jobs"))],
        sections: [
          Page.Section(
            cards: all.map { offered in
              Page.Card(
                title: reader(offered.process.title), text: reader(offered.process.summary),
                href: reader.link("/processes/\(offered.id)"))
            })
        ]), reader)
  }

  /// - Parameter extent: That of the city, which its map shows.
  func process(_ offered: OfferedProcess, _ extent: Envelope?, _ request: APIRequest) -> Response {
    let reader = PageReader(request)
    let required = offered.inputs.required
    let schemas = offered.inputSchema["properties"]?.members ?? []
    let inputs = zip(schemas, offered.process.inputs.words).map { input, words in
      [
        Page.Cell(text: reader(words.title)), Page.Cell(text: input.0, isCode: true),
        Page.Cell(text: required.contains(input.0) ? reader("必填", "required") : ""),
        Page.Cell(text: Self.type(of: input.1, reader)),
        Page.Cell(text: reader(words.description)),
      ]
    }
    let outputs = offered.outputs.map { output in
      [
        Page.Cell(text: reader(output.declaration.title)),
        Page.Cell(text: output.name, isCode: true),
        Page.Cell(text: Self.type(of: output.schema, reader)),
        Page.Cell(text: reader(output.declaration.description)),
      ]
    }
    let (title, name) = (
      Page.Cell(text: reader("名称", "Title")), Page.Cell(text: reader("参数名", "Name"))
    )
    let (type, words) = (
      Page.Cell(text: reader("类型", "Type")), Page.Cell(text: reader("说明", "What it is"))
    )
    return response(
      Page(
        title: reader(offered.process.title), lead: reader(offered.process.summary),
        trail: [Page.Cell(text: reader("分析", "Processes"), href: reader.link("/processes"))],
        top: [
          Page.Section(mounts: [
            Page.Mount(
              id: "process", className: "panel", data: [(name: "process", value: offered.id)],
              text: reader("表单需要 JavaScript。", "The form needs JavaScript."))
          ]),
          Page.Section(mounts: [Self.map(reader, [], extent)]),
        ],
        sections: [
          Page.Section(mounts: [Page.Mount(id: "results", className: "results")]),
          Page.Section(
            title: reader("输入参数", "Inputs"),
            head: [title, name, Page.Cell(text: ""), type, words], rows: inputs, isFolded: true),
          Page.Section(
            title: reader("输出结果", "Outputs"), head: [title, name, type, words], rows: outputs,
            isFolded: true),
          Page.Section(
            title: reader("供程序使用", "For programs"),
            facts: [
              Page.Fact(
                name: reader("执行", "Execute"), value: "POST /processes/\(offered.id)/execution"),
              Page.Fact(name: reader("版本", "Version"), value: offered.process.version),
            ],
            links: [
              Page.Cell(text: "JSON", href: "/processes/\(offered.id)?f=json"),
              Page.Cell(
                text: reader("此分析的任务", "Jobs of this process"),
                href: reader.link("/jobs", [("processID", offered.id)])),
            ]),
        ], module: "page-process.js", hasMap: true), reader)
  }

  /// The type of a schema in a word or two.
  private static func type(of schema: JSONValue, _ reader: PageReader) -> String {
    if let choices = schema["enum"]?.items {
      return choices.map { $0.string ?? $0.text }.joined(separator: " | ")
    }
    return switch schema["type"]?.string {
    case "array":
      reader("列表：", "list of ") + Self.type(of: schema["items"] ?? .null, reader)
    case "number": reader("数", "number")
    case "integer": reader("整数", "whole number")
    case "boolean": reader("是/否", "yes or no")
    case "string": reader("文本", "text")
    case "object" where schema["contentMediaType"]?.string == Format.geojson.mediaType: "GeoJSON"
    case "object": reader("对象", "object")
    case let other: other ?? ""
    }
  }

  // MARK: Jobs

  /// - Parameter titles: What processes are called, by their ids.
  func jobs(
    _ all: [JobStatus], titles: [String: LocalisedText], _ request: APIRequest
  ) -> Response {
    let reader = PageReader(request)
    return response(
      Page(
        title: reader("任务", "Jobs"),
        lead: all.isEmpty
          ? reader(
            "还没有任务。运行一项分析后，任务在此列出。", "No jobs yet: those of processes that you run are listed here."
          )
          : reader("最近 \(all.count) 个任务。", "The latest \(all.count)."),
        actions: [
          Page.Cell(text: reader("运行分析", "Run a process"), href: reader.link("/processes"))
        ],
        sections: all.isEmpty
          ? []
          : [
            Page.Section(
              head: [
                Page.Cell(text: reader("分析", "Process")), Page.Cell(text: reader("状态", "State")),
                Page.Cell(text: reader("进度", "Progress"), isNumber: true),
                Page.Cell(text: reader("提交时间", "Created")),
                Page.Cell(text: reader("任务编号", "Job")),
              ],
              rows: all.map { job in
                [
                  Page.Cell(
                    text: titles[job.process].map { reader($0) } ?? job.process,
                    href: reader.link("/jobs/\(job.id)")),
                  Page.Cell(text: reader.state(of: job)),
                  Page.Cell(text: reader.percent(job), isNumber: true),
                  Page.Cell(text: reader.time(job.created.formatted(.iso8601))),
                  Page.Cell(text: job.id, isCode: true),
                ]
              }, hasLinkedRows: true)
          ]), reader)
  }

  func job(_ job: JobStatus, title: LocalisedText?, _ extent: Envelope?, _ request: APIRequest)
    -> Response
  {
    let reader = PageReader(request)
    let name = title.map { reader($0) } ?? job.process
    var facts = [
      Page.Fact(
        name: reader("分析", "Process"), value: name, href: reader.link("/processes/\(job.process)")),
      Page.Fact(name: reader("状态", "State"), value: reader.state(of: job), id: "state"),
      Page.Fact(
        name: reader("说明", "Message"), value: reader(ProcessDocuments.words(of: job)), id: "said"),
      Page.Fact(name: reader("进度", "Progress"), value: reader.percent(job), id: "share"),
      Page.Fact(
        name: reader("提交时间", "Created"), value: reader.time(job.created.formatted(.iso8601))),
      Page.Fact(
        name: reader("结束时间", "Finished"),
        value: job.finished.map { reader.time($0.formatted(.iso8601)) } ?? "–", id: "finished"),
    ]
    facts += job.layers.map {
      Page.Fact(
        name: reader("结果图层", "Layer"), value: $0, href: reader.link("/collections/\($0)"))
    }
    return response(
      Page(
        title: reader("任务：\(name)", "Job: \(name)"),
        trail: [Page.Cell(text: reader("任务", "Jobs"), href: reader.link("/jobs"))],
        top: [
          Page.Section(
            facts: facts,
            mounts: [
              Page.Mount(
                id: "job", className: "controls",
                data: [
                  (name: "job", value: job.id), (name: "process", value: job.process),
                  (name: "status", value: job.state.rawValue),
                ])
            ]),
          Page.Section(mounts: [Self.map(reader, [], extent)]),
        ],
        sections: [
          Page.Section(mounts: [Page.Mount(id: "results", className: "results")]),
          Page.Section(
            title: reader("供程序使用", "For programs"),
            links: [Page.Cell(text: "JSON", href: "/jobs/\(job.id)?f=json")]
              + (job.state == .successful
                ? [
                  Page.Cell(text: reader("结果", "Results"), href: "/jobs/\(job.id)/results")
                ]
                : [])),
        ], module: "page-job.js", hasMap: true), reader)
  }
}
