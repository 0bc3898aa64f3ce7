// The words of forms for processes and of their results, in both languages.

const WORDS = {
  zh: {
    required: "（必填）", choose: "请选择", more: "更多选项", none: "未指定", yes: "是", no: "否", pick: "在地图上选点",
    draw: "在地图上绘制", add: "添加", remove: "删除", clear: "清除",
    placeForm: "经度, 纬度", areaForm: "每行一个顶点：经度, 纬度", clock: "北京时间",
    range: "{a} 至 {b}", from: "不小于 {a}", upTo: "不大于 {b}",
    missing: "此项必填", noNumber: "请输入数字", noWhole: "请输入整数",
    outside: "超出范围：{n}", noPlace: "请按“经度, 纬度”填写，如 114.305, 30.593",
    noLatitude: "纬度超出 ±90 度：经度在前", noArea: "请给出至少三个顶点", noJSON: "不是有效的 JSON：{n}",
    noObject: "请填写 JSON 对象", noTime: "请填写完整的日期和时间", tooFew: "至少 {n} 项",
    noChoices: "没有可选项", loading: "正在载入…",
    tooShort: "至少 {n} 个字符", tooLong: "最多 {n} 个字符",
    run: "运行", stop: "停止", pause: "暂停", goOn: "继续", running: "正在计算…",
    noAnswer: "服务器没有答复，请稍后再试", gone: "任务已不存在",
    results: "结果", download: "下载 GeoJSON", downloadJSON: "下载 JSON", features: "{n} 个要素",
    rows: "显示前 {n} 行，共 {m} 行", nothing: "没有结果", layer: "结果图层", openMap: "在地图上打开",
    job: "任务页面", accepted: "排队中", successful: "计算完成", failed: "计算失败",
    dismissed: "已停止", paused: "已暂停", s: "秒", min: "分钟", h: "小时",
    units: { m: "米", km: "公里", m2: "平方米", s: "秒", min: "分钟", h: "小时", CNY: "元",
      "CNY/h": "元/小时" },
    columns: { id: "编号", name: "名称", rank: "名次", duration_s: "时间", length_m: "长度",
      minutes: "分钟", kilometres: "公里", area_m2: "面积", profile: "出行方式", text: "说明",
      snap_from_m: "起点偏离", snap_to_m: "终点偏离", snap_m: "偏离", directions: "行车指引",
      kind: "类别", layer: "图层", walk_s: "步行时间", drive_s: "驾车时间", fee: "费用",
      capacity: "泊位数", lot: "停车场", time: "时刻", title: "名称", value: "数值",
      measure: "量值", unit: "单位", leg: "路段", code: "类型", ahead_min: "提前量（分钟）",
      mean: "占用率（期望）", p10: "占用率（10% 分位）", p50: "占用率（中位）",
      p90: "占用率（90% 分位）", p_space: "有空位的概率", city_capacity: "泊位数（图层）",
      issued: "发布时刻", age_s: "计数距发布", basis: "依据" },
  },
  en: {
    required: "(required)", choose: "Choose…", more: "More options", none: "Not given",
    yes: "Yes", no: "No",
    pick: "Pick on the map", draw: "Draw on the map", add: "Add", remove: "Remove", clear: "Clear",
    placeForm: "longitude, latitude", areaForm: "a corner on each line: longitude, latitude",
    clock: "China time (UTC+8)",
    range: "{a} to {b}", from: "at least {a}", upTo: "at most {b}",
    missing: "This is required", noNumber: "Write a number", noWhole: "Write a whole number",
    outside: "Out of range: {n}",
    noPlace: "Write longitude, latitude, for example 114.305, 30.593",
    noLatitude: "The latitude is beyond ±90 degrees: longitude comes first",
    noArea: "Give three corners or more", noJSON: "This is no valid JSON: {n}",
    noObject: "Write a JSON object", noTime: "Give a whole date and time",
    tooFew: "At least {n}", noChoices: "There is nothing to choose from", loading: "Loading…",
    tooShort: "At least {n} characters", tooLong: "At most {n} characters",
    run: "Run", stop: "Stop", pause: "Pause", goOn: "Continue", running: "Computing…",
    noAnswer: "The server gave no answer; try again later", gone: "The job is gone",
    results: "Results", download: "Download GeoJSON", downloadJSON: "Download JSON",
    features: "{n} features", rows: "{n} of {m} rows", nothing: "There is no result",
    layer: "Layer", openMap: "Open on the map", job: "The job's page",
    accepted: "Waiting", successful: "Finished", failed: "Failed", dismissed: "Stopped",
    paused: "Paused", s: "s", min: "min", h: "h",
    units: { m2: "m²" },
    columns: { id: "Id", name: "Name", rank: "Rank", duration_s: "Time", length_m: "Length",
      minutes: "Minutes", kilometres: "Kilometres", area_m2: "Area", profile: "Profile",
      text: "Text", snap_from_m: "Start off the road", snap_to_m: "Destination off the road",
      snap_m: "Off the road", directions: "Directions", kind: "Kind", layer: "Layer",
      walk_s: "Walk", drive_s: "Drive", fee: "Fee", capacity: "Spaces", lot: "Car park",
      time: "Time", title: "Title", value: "Value", measure: "Measure", unit: "Unit", leg: "Leg",
      code: "Kind", ahead_min: "Minutes ahead", mean: "Occupancy (expected)",
      p10: "Occupancy (10 %)", p50: "Occupancy (median)", p90: "Occupancy (90 %)",
      p_space: "Probability of a space", city_capacity: "Spaces (layer)", issued: "Issued",
      age_s: "Age of the counts", basis: "Based on" },
  },
};

/** The words of a language, `zh` or `en`. */
export const wordsOf = (language) => WORDS[language] || WORDS.en;

/** A text of the server, {zh, en} or plain, in a language. */
export const textOf = (text, language) =>
  (typeof text === "string" ? text : text?.[language] || text?.zh || text?.en) || "";

/** A sentence with its places {n}, {a} … filled. */
export const filled = (sentence, values) =>
  sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** A unit as people write it. */
export const unitWord = (unit, language) => wordsOf(language).units[unit] ?? unit;
