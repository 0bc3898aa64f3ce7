import HTTPTypes

/// The languages that problems are told in.
enum ProblemLanguage: String {
  case english = "en"
  case chinese = "zh"

  /// What the headers of a request ask for.
  init(_ request: HTTPFields) { self.init(preference: request[.acceptLanguage] ?? "") }

  /// Chinese where the value of `Accept-Language` puts it before English, else English.
  init(preference: String) {
    let ranges = HTTPFields.weighted(preference)
    func weight(_ language: String) -> Double {
      ranges.filter { $0.value == language || $0.value.hasPrefix(language + "-") }
        .map(\.weight).max() ?? 0
    }
    self = weight("zh") > weight("en") ? .chinese : .english
  }
}

/// What people read of a problem in another language than English.
///
/// Only here: whatever has no entry stays English, as do the answers' `english` member (with the
/// names and numbers of the case), failed jobs, the API definition, titles of links and the log.
struct ProblemWords {
  let detail: String
  let hint: String?

  private init(_ detail: String, _ hint: String? = nil) {
    self.detail = detail
    self.hint = hint
  }

  /// What people meet on the map page or through a client such as QGIS, by the problem's code.
  ///
  /// Problems of HTTP itself (`bad-http`, `bad-host`, `bad-encoding`, `headers-too-large`,
  /// `client-gone`) have none: only whoever writes a client meets them.
  static let chinese: [String: ProblemWords] = [
    // The city
    "unknown-layer": ProblemWords("城市中没有这个图层", "请在图层列表中选择"),
    "unknown-feature": ProblemWords("图层中没有这个要素", "要素可能已删除，请重新查找"),
    "unknown-commit": ProblemWords("没有这次提交", "请在版本列表中选择"),
    "history-not-kept": ProblemWords("这一时期的历史未保留", "请选择较新的版本"),
    "unknown-scenario": ProblemWords("没有这个情景", "请在情景列表中选择"),
    "scenario-does-not-fit": ProblemWords(
      "所选情景不能用于城市的这个版本：它改动的图层或要素在此版本中不存在，或情景文件有误", "请回到最新状态，或退出情景"),
    "no-value": ProblemWords("栅格在此处没有值"),
    "not-a-raster": ProblemWords("该图层不是栅格图层", "请选择栅格图层，如地形"),
    "city-busy": ProblemWords("城市文件正忙", "请稍后再试"),
    "city-moved": ProblemWords("城市文件已被移动或替换", "请通知服务管理员"),
    "city-damaged": ProblemWords("城市文件已损坏", "请通知服务管理员"),
    // What is asked
    "bad-parameter": ProblemWords("请求参数的值不正确", "请按接口说明（/api）填写"),
    "unknown-parameter": ProblemWords("没有这个请求参数", "请按接口说明（/api）填写"),
    "bad-bbox": ProblemWords("范围（bbox）不正确", "请按西、南、东、北的次序写经纬度"),
    "bad-datetime": ProblemWords("时间不正确", "请写成 2026-07-01T08:00:00+08:00 的形式"),
    "unknown-code": ProblemWords("字段没有这个代码"),
    "repeated-parameter": ProblemWords("同一请求参数出现了两次", "请只保留一个"),
    "unknown-crs": ProblemWords("不支持这个坐标系"),
    "crs-does-not-fit": ProblemWords("此处数据不能转换到所请求的坐标系", "请改用其他坐标系，或缩小范围"),
    "unknown-format": ProblemWords("此资源不提供所请求的格式", "请按接口说明（/api）填写参数 f"),
    "bad-tile": ProblemWords("瓦片编号不正确", "请按 级别/行/列（z/y/x）填写三个整数"),
    "tile-outside-matrix": ProblemWords("瓦片超出瓦片矩阵集的范围", "编号次序为 级别/行/列（z/y/x）"),
    "unknown-tile-matrix-set": ProblemWords("没有这个瓦片矩阵集", "可用的见 /tileMatrixSets"),
    "method-not-allowed": ProblemWords("此地址不支持这种请求方法", "可用的方法见响应头 Allow"),
    "unknown-host": ProblemWords("本服务未启用这个主机名", "请改用已启用的地址，或由服务管理员加上 --allowed-host"),
    "missing-asset": ProblemWords("服务器未安装地图页所需的文件", "请通知服务管理员重新安装舆图"),
    "unknown-path": ProblemWords("此地址没有内容", "接口列表见 /api"),
    "token-missing": ProblemWords("此操作需要服务令牌", "令牌由服务管理员提供"),
    "token-wrong": ProblemWords("服务令牌不正确", "令牌由服务管理员提供"),
    // Processes
    "not-json": ProblemWords("请求内容不是 JSON 类型", "请求头应为 Content-Type: application/json"),
    "bad-json": ProblemWords("请求内容不是有效的 JSON"),
    "bad-request": ProblemWords("执行请求的格式不正确", "请按接口说明（/api）填写"),
    "bad-reference": ProblemWords("无法读取请求中引用（href）的内容", "请直接在请求中给出输入的值"),
    "unknown-output": ProblemWords("没有这项输出", "可用的输出见该处理的说明（/processes）"),
    "no-such-process": ProblemWords("本服务没有这项计算"),
    "no-such-job": ProblemWords("没有这个任务", "任务只保留最近的若干个"),
    "result-not-ready": ProblemWords("任务尚未结束", "请稍后再取结果"),
    "job-dismissed": ProblemWords("任务已取消，结果不再保留", "请重新提交"),
    "missing-input": ProblemWords("缺少必填的输入"),
    "unknown-input": ProblemWords("没有这项输入"),
    "invalid-input": ProblemWords("输入的值不正确"),
    "unknown-conditions": ProblemWords("没有这种路况"),
    "no-roads": ProblemWords("没有可用的道路，或路网还在准备中", "请稍后再试；若仍如此，请先导入道路图层"),
    "from-off-road": ProblemWords("起点附近没有可通行的道路", "请把点选在离道路更近处"),
    "to-off-road": ProblemWords("终点附近没有可通行的道路", "请把点选在离道路更近处"),
    "off-road": ProblemWords("此处附近没有可通行的道路", "请把点选在离道路更近处"),
    "unreachable": ProblemWords("按所选出行方式，两点之间没有通路", "请换一种出行方式，或移动起点、终点"),
    "no-lots": ProblemWords("城市中没有停车场"),
    "no-lot": ProblemWords("目的地附近没有合适的停车场", "请放宽步行距离或其他要求"),
    "unknown-lot": ProblemWords("没有这个停车场"),
    "no-occupancy": ProblemWords("没有停车场的占用数据", "请服务管理员用 --occupancy 提供计数"),
    "invalid-value": ProblemWords("输入的值不正确"),
    "no-counts": ProblemWords("没有停车场计数，无法预测", "请服务管理员用 --occupancy 提供计数"),
    "no-history": ProblemWords("此时刻以前没有可用的停车场计数", "请换一个时刻"),
    "too-many-forecasts": ProblemWords("一次请求的预测过多", "请减少停车场或时刻"),
    "process-failed": ProblemWords("计算失败", "原因见服务日志"),
    // Too much at once
    "processes-busy": ProblemWords("正在进行的计算过多", "请稍后再试"),
    "too-many-jobs": ProblemWords("等待的任务过多", "请稍后再试"),
    "too-many-listeners": ProblemWords("同时关注任务的连接过多", "请稍后再试"),
    "overloaded": ProblemWords("请求过多", "请稍后再试"),
    "timeout": ProblemWords("未能在时限内得出结果", "请缩小范围或减少图层"),
    "stopping": ProblemWords("服务正在停止", "请稍后再试"),
    "body-too-large": ProblemWords("请求内容过大", "请减少一次发送的内容"),
    "target-too-long": ProblemWords("请求地址过长", "请减少图层或参数"),
    "internal": ProblemWords("服务器未能给出结果", "原因见服务日志"),
  ]

  /// The status in words.
  static let chineseTitles = [
    400: "请求有误", 401: "需要令牌", 404: "未找到", 405: "方法不支持", 410: "已不存在", 413: "内容过大",
    414: "地址过长", 415: "内容类型不支持", 421: "主机名不符", 422: "无法按此执行", 429: "请求过多",
    500: "服务器错误", 503: "暂不可用",
  ]
}
