// The words of the map page in both languages, and how values read.

import { ZONE, figuresOf, instantIn, momentOf } from "./map-clock.js";
import { isNarrow } from "./map-dom.js";

const WORDS = {
  zh: {
    fold: "图层", raise: "立体", overview: "全图", close: "关闭", retry: "重试",
    search: "搜索{n}：地点、地址、编号、图层", noHits: "没有找到", searchHint: "可输入名称、地址、编号、拼音（全拼或首字母）、图层或类别名称、经纬度", onlyKind: "筛选",
    noSearch: "查找服务无响应",
    loading: "正在载入…", far: "第 {n} 级起显示，请放大", other: "其他", found: "此处有 {n} 个要素",
    yes: "是", no: "否", id: "编号", layer: "图层", commit: "提交", none: "没有属性",
    empty: "还没有数据。请用 yutu import 导入文件。", emptyLayer: "尚无数据",
    few: "疏", many: "密", density: "当前按密度显示，第 {n} 级起逐个显示",
    noServer: "连不上服务器，请检查网络；恢复后自动继续", noStyle: "读不到地图样式，仍按原样显示",
    noStart: "地图没有打开，请重新载入本页", withoutMap: "不用地图查看数据",
    goneRun: "链接中的推演已不存在，请另选", goneState: "要对比的情景或版本不存在，请另选",
    goneLayer: "链接中的图层不存在",
    noConfig: "地图服务无响应，请稍后重试", noTiles: "瓦片服务无响应，地图可能不完整",
    noTilesBeside: "对比地图的部分瓦片无法读取，请稍后重试",
    noItem: "无法读取该要素的属性", gone: "该要素已不存在",
    notAtCommit: "提交 {n} 时没有该要素", notInScenario: "情景“{n}”中没有该要素",
    noWebGL: "此浏览器不支持 WebGL，无法显示地图。请换用新版浏览器，或在浏览器设置中开启硬件加速。",
    noLibrary: "服务器未安装 MapLibre 文件，无法显示地图（请重新安装舆图）",
    zoomIn: "放大", zoomOut: "缩小", attribution: "数据来源",
    north: "正北朝上", map: "地图", all: "全部图层", here: "此处", place: "经纬度",
    copy: "复制链接", copied: "链接已复制", copyFailed: "无法复制，请从地址栏复制链接",
    measure: "测量", length: "长度", area: "面积", undo: "撤销一点", end: "结束",
    drawPath: "在地图上逐点选取", drawArea: "选取三点以上围成范围", orEnter: "（或按回车键）",
    around: "周长", scenario: "情景", noScenario: "现状（无情景）", now: "最新状态",
    noView: "所选情景或版本不适用于本城市", leaveScenario: "退出情景", leaveCommit: "回到最新状态",
    some: "共 {m} 个，显示前 {n} 个", someMore: "超过 {m} 个，显示前 {n} 个", wholeLayer: "显示图层",
    goTo: "前往此坐标",
    route: "路线", route_route: "路线", route_reach: "可达范围", route_nearest: "最近设施",
    tools: "工具", tool_layers: "图层", tool_route: "路线", tool_runs: "推演", tool_analyse: "分析",
    tool_when: "情景", tool_measure: "测量", tool_more: "更多", backToNow: "回到现状",
    language: "语言 Language", theme: "配色", theme_auto: "跟随系统", theme_light: "浅色",
    theme_dark: "深色", api: "数据接口与服务",
    withinMinutes: "时间（分钟，可填多个）", kiosk: "大屏模式", leaveKiosk: "按 Esc 退出", sheetTitle: "图名", sheetPNG: "下载图片",
    sheetPrint: "打印或存为 PDF", northAt: "正北方向", made: "制图", compareWith: "对比", noComparison: "不对比", goToChanges: "查看全部 {n} 处变化",
    noDifference: "两者没有差别",
    changesNoFeature: "此情景只设定降雨、水位和设施运行，不修改要素；推演后可对比推演结果", moreLayers: "另有 {n} 个图层有变化，未列出",
    simulateThis: "推演此情景", change_added: "新增", change_changed: "变更", change_removed: "移除",
    jobs: "任务", back: "返回", done: "完成", cancel: "取消", pickArea: "逐点选取围成范围",
    oneColour: "单色", colourBy: "按数值着色",
    within: "位于", related: "相关要素", history: "变更历史", nothing: "无", added: "新增",
    geometryChanged: "位置或形状有变", routeTo: "到这里", routeHere: "从这里出发", nearestHere: "最近设施",
    reachHere: "可达范围", whatIsHere: "这里是什么", copyPlace: "复制坐标", ago_day: "{n} 天前",
    ago_hour: "{n} 小时前", ago_minute: "{n} 分钟前",
    layers_legend: "图例", layers_all: "全部图层", findLayer: "查找图层", nothingOn: "没有打开的图层，可在“全部图层”中打开",
    layerMenu: "图层选项", opacity: "不透明度", onlyThis: "仅此图层", toTop: "置于顶层",
    zoomTo: "缩放至图层", table: "属性表", layerPage: "图层说明", filter: "筛选",
    addCondition: "添加条件", removeCondition: "删除条件", field: "字段", operator: "比较方式",
    value: "值", op_contains: "包含", op_is: "等于", op_isNot: "不等于", op_least: "≥", op_most: "≤",
    op_from: "不早于", op_until: "不晚于", inView: "视图内 {n} 个", inViewMore: "视图内前 {n} 个",
    nothingInView: "视图内没有要素", sum: "合计", mean: "平均", download: "下载",
    swap: "起终点互换", clear: "清除", asking: "正在计算…", noAnswer: "服务器没有给出结果",
    pickFrom: "在地图上选取起点", pickTo: "在地图上选取终点", pickPlace: "在地图上选取一点",
    profile: "出行方式", direction: "方向", minutes: "分钟", hours: "小时",
    seconds: "秒", hectares: "公顷",
    snapped: "距最近道路 {n}，未计入用时", showWay: "显示路线", markStart: "起", markEnd: "终",
    cutOff: "另有 {n} 个无法到达", avoidWater: "避开所示推演的积水 {n}",
    reachFrom: "从此处出发可达的范围", reachTo: "可到达此处的范围",
    reach_from: "从此处出发", reach_to: "到达此处", nearest_to: "前来此处（如救护车）",
    nearest_from: "从此处前往", nearestFound: "按用时由短到长，点选显示路线", noneNear: "附近没有可到达的设施",
    profiles: { car: "小汽车", truck: "货车", bus: "公交车", emergency: "应急车辆", bicycle: "自行车",
      bike: "自行车", foot: "步行", walk: "步行", ambulance: "救护车", fire: "消防车" },
    runs: "推演", runStart: "开始推演", runCancel: "停止",
    runPause: "暂停", runContinue: "继续", noRun: "不显示推演结果",
    "run-scenario": "情景", "run-list": "推演结果", "run-layer": "结果图层", largest: "最大", noWater: "此处始终无水",
    play: "播放", pause: "暂停", moment: "时刻", axis: "时间轴", differenceOf: "{n}差值", noRasterDifference: "两个状态的{n}没有可显示的差别",
    noRasterInBoth: "对比的状态之一没有{n}", changedRasters: "期间有更新的栅格：{n}",
    wayOfComparing: "对比方式", noValue: "无数值", noTimes: "该图层没有可播放的时间", tooManyTimes: "该图层要素过多，无法按时间播放", playLayer: "按时间播放", endPlay: "结束播放",
    countOf: "数量", undated: "（{n} 个无日期）", balance: "水量平衡误差",
    simulated: "推演时间 {n}",
    adjust: "调整情景", asScenario: "按情景", period: "重现期", years: "{n} 年一遇",
    stormMinutes: "降雨历时（分钟）", uniform: "均匀降雨（毫米/小时）", waterLevel: "水位（米）",
    belowBank: "其他水体低于岸顶（米）", gates: "闸门", pumps: "泵站", open: "全开", closed: "全关",
    on: "运行", off: "停机", runHours: "推演时长（小时）", cell: "网格（米）",
    addBreach: "在地图上选溃口", pickBreach: "请在堤防上选取位置", breach: "溃口",
    b_width: "溃口宽（米）", b_sill: "溃口底高程（米）", b_from: "开始（分钟）",
    hitBuildings: "受淹建筑", hitPeople: "受影响人口", hitFacilities: "受淹设施",
    hitRoads: "小汽车不可通行道路", hitArea: "水深超过 15 厘米的面积", warnings: "预警清单",
    ahead: "提前量 {n}", isReached: "开始时已受淹", upTo: "最大水深 {n}", chance: "概率 {n}",
    aheadNote: "到达时刻；提前量自推演开始时刻起算", assumptions: "计算假定",
    runFrom: "从此刻另行推演", runRemove: "删除此推演", "runRemove?": "删除推演“{n}”及其全部文件？",
    addEdit: "修改所选要素", editHint: "先在地图上选取要素，再点此按钮", editField: "属性",
    editValue: "改为", takeAway: "移除该要素",
    colon: "：", semicolon: "；", noOther: "不对比", "run-other": "对比推演", "run-as": "对比方式", swipe: "卷帘对比",
    difference: "差值（本次减对比）",
    job_accepted: "排队中", job_running: "正在计算", job_successful: "计算完成",
    job_failed: "计算失败", job_dismissed: "已停止", job_paused: "已暂停",
    tokenTitle: "服务令牌", tokenSend: "继续", tokenCancel: "取消",
    tokenAction: "此操作需要服务令牌。令牌在服务器的令牌文件中。",
    tokenNote: "此服务只向持有令牌者开放。令牌在服务器的令牌文件中。",
    tokenWrong: "令牌不正确或已失效，请重新输入。",
  },
  en: {
    fold: "Layers", raise: "3D", overview: "Whole map", close: "Close", retry: "Try again",
    search: "Search {n}: places, addresses", noHits: "Nothing found",
    searchHint: "Try a name, an address, a code, pinyin, a layer or a kind, or coordinates",
    onlyKind: "Only",
    noSearch: "The search does not answer",
    loading: "Loading…", far: "Zoom in: shows from level {n}", other: "Other",
    found: "{n} features here",
    yes: "Yes", no: "No", id: "Id", layer: "Layer", commit: "Commit", none: "No attributes",
    empty: "There is no data yet. Import a file with yutu import.", emptyLayer: "No data yet",
    few: "few", many: "many", density: "Shown as density; one by one from level {n}",
    noServer: "The server cannot be reached; check the network. The page goes on once it is back.",
    noStyle: "The map's style cannot be read; the map stays as it was",
    noStart: "The map did not start; load the page again", withoutMap: "See the data without a map",
    goneRun: "The run of this link is gone; choose another",
    goneState: "What is to be compared with is not there; choose another",
    goneLayer: "The layer that the link names is not there",
    noConfig: "The map server does not answer; try again later",
    noTiles: "The tile server does not answer; the map may be incomplete",
    noTilesBeside: "Parts of the map beside cannot be read; try again later",
    noItem: "The feature's attributes cannot be read", gone: "This feature no longer exists",
    notAtCommit: "This feature is not there at commit {n}",
    notInScenario: "This feature is not there in the scenario {n}",
    noWebGL: "This browser has no WebGL, so the map cannot be shown. Take a recent browser, or turn on "
      + "hardware acceleration in its settings.",
    noLibrary: "The server lacks MapLibre's files, so there is no map: install Yutu again",
    zoomIn: "Zoom in", zoomOut: "Zoom out", attribution: "Data sources",
    north: "Reset bearing to north", map: "Map", all: "all layers", here: "Here",
    place: "Longitude, latitude",
    copy: "Copy link", copied: "Link copied",
    copyFailed: "The link cannot be copied; take it from the address bar",
    measure: "Measure", length: "Length", area: "Area", undo: "Undo point", end: "End",
    drawPath: "Pick point after point on the map", drawArea: "Pick three points or more on the map",
    orEnter: " (or press Enter)",
    around: "perimeter", scenario: "Scenario", noScenario: "As it is (no scenario)", now: "Latest",
    noView: "The chosen scenario or version does not fit this city",
    leaveScenario: "Leave the scenario", leaveCommit: "Back to the latest",
    some: "{n} of {m}", someMore: "{n} of more than {m}", wholeLayer: "Show the layer",
    goTo: "Go to this place",
    route: "Route", route_route: "Route", route_reach: "Reach", route_nearest: "Nearest",
    tools: "Tools", tool_layers: "Layers", tool_route: "Routes", tool_runs: "Simulate",
    tool_analyse: "Analyse", tool_when: "Versions", tool_measure: "Measure", tool_more: "More",
    backToNow: "Back to the city as it is",
    language: "Language 语言", theme: "Colours", theme_auto: "As the system", theme_light: "Light",
    theme_dark: "Dark", api: "API and services",
    withinMinutes: "Within (minutes, several if wanted)", kiosk: "Kiosk mode", leaveKiosk: "Esc to leave", sheetTitle: "Title of the sheet",
    sheetPNG: "Download picture", sheetPrint: "Print or save as PDF", northAt: "North at",
    made: "made", compareWith: "Compare with", noComparison: "Nothing", goToChanges: "Show all {n} changes",
    noDifference: "There is no difference",
    changesNoFeature: "This scenario sets rain, water levels and controls and changes no feature; "
      + "simulate it to compare results", simulateThis: "Simulate this scenario",
    moreLayers: "{n} more layers differ and are not listed", change_added: "Added", change_changed: "Changed",
    change_removed: "Removed",
    jobs: "Jobs", back: "Back", done: "Done", cancel: "Cancel",
    pickArea: "Pick corner after corner", oneColour: "One colour", colourBy: "Colour by",
    within: "In", related: "Related features", history: "History", nothing: "None",
    added: "Added", geometryChanged: "Place or shape changed", routeTo: "Route to here",
    routeHere: "Route from here", nearestHere: "Nearest", reachHere: "Reachable area",
    whatIsHere: "What is here", copyPlace: "Copy coordinates", ago_day: "{n} d ago",
    ago_hour: "{n} h ago", ago_minute: "{n} min ago",
    layers_legend: "Legend", layers_all: "All layers", findLayer: "Find a layer",
    nothingOn: "No layer is on; turn some on under All layers",
    layerMenu: "layer options", opacity: "Opacity",
    onlyThis: "Only this", toTop: "To the top", zoomTo: "Zoom to layer", table: "Table",
    layerPage: "About the layer", filter: "Filter", addCondition: "Add a condition",
    removeCondition: "Remove the condition", field: "Field", operator: "Comparison",
    value: "Value", op_contains: "contains", op_is: "is", op_isNot: "is not", op_least: "≥",
    op_most: "≤", op_from: "from", op_until: "until", inView: "{n} in view",
    inViewMore: "first {n} in view", nothingInView: "No features in view", sum: "Total",
    mean: "Mean", download: "Download",
    swap: "Swap", clear: "Clear", asking: "Working…", noAnswer: "The server gave no answer",
    pickFrom: "Pick the start on the map", pickTo: "Pick the destination on the map",
    pickPlace: "Pick a place on the map",
    profile: "Means of travel", direction: "Direction", minutes: "min", hours: "h",
    seconds: "s", hectares: "ha",
    snapped: "{n} from the nearest road, not counted", showWay: "Show the way",
    markStart: "A", markEnd: "B", cutOff: "{n} more cannot be reached",
    avoidWater: "Avoid the water of the shown run {n}",
    reachFrom: "What can be reached from here",
    reachTo: "From where this place can be reached",
    reach_from: "From here", reach_to: "To here", nearest_to: "Coming here (as an ambulance does)",
    nearest_from: "Going there", nearestFound: "Soonest first; choose one for the way",
    noneNear: "Nothing can be reached from here",
    profiles: { car: "Car", truck: "Truck", bus: "Bus", emergency: "Emergency vehicle",
      bicycle: "Bicycle", bike: "Bicycle", foot: "On foot", walk: "On foot",
      ambulance: "Ambulance", fire: "Fire engine" },
    runs: "What if", runStart: "Start", runCancel: "Stop",
    runPause: "Pause", runContinue: "Continue", noRun: "Show no run",
    "run-scenario": "Scenario", "run-list": "Runs", "run-layer": "Result", largest: "largest",
    noWater: "no water here",
    play: "Play", pause: "Pause", moment: "Moment", axis: "Time axis", differenceOf: "Difference of {n}",
    noRasterDifference: "No difference of {n} is large enough to be drawn",
    noRasterInBoth: "One of the two states has no {n}",
    changedRasters: "Rasters changed in between: {n}", wayOfComparing: "How to compare", noValue: "no value", noTimes: "This layer has no times to play",
    tooManyTimes: "This layer has too many features to play over time", playLayer: "Play over time",
    endPlay: "End playing", countOf: "Number", undated: " ({n} undated)", balance: "water balance error",
    simulated: "simulated time {n}",
    adjust: "Change the scenario", asScenario: "As given", period: "Return period",
    years: "{n} years", stormMinutes: "Storm duration (min)", uniform: "Uniform rain (mm/h)",
    waterLevel: "Water level (m)", belowBank: "Other waters below bank (m)", gates: "Gates",
    pumps: "Pump stations", open: "All open", closed: "All closed", on: "All on", off: "All off",
    runHours: "Simulated time (h)", cell: "Cell size (m)",
    addBreach: "Pick a breach on the map", pickBreach: "Pick a place on an embankment", breach: "Breach",
    b_width: "Breach width (m)", b_sill: "Breach bottom (m)", b_from: "Begins (min)",
    hitBuildings: "Buildings under water", hitPeople: "People affected",
    hitFacilities: "Facilities under water", hitRoads: "Roads closed to cars",
    hitArea: "Area deeper than 15 cm", warnings: "Warnings",
    ahead: "{n} ahead", isReached: "in water from the start", upTo: "up to {n}",
    chance: "probability {n}", aheadNote: "When the water comes; time ahead from the start of the run",
    assumptions: "Assumptions",
    runFrom: "Go on from here", runRemove: "Remove this run", "runRemove?": "Remove the run “{n}” with all its files?",
    addEdit: "Change the chosen feature", editHint: "Choose a feature on the map first",
    editField: "Attribute", editValue: "Becomes", takeAway: "Take it away",
    colon: ": ", semicolon: "; ", noOther: "Compare with no run", "run-other": "Compare with", "run-as": "How to compare",
    swipe: "Swipe", difference: "Difference (this less the other)",
    job_accepted: "Waiting", job_running: "Computing", job_successful: "Finished",
    job_failed: "Failed", job_dismissed: "Stopped", job_paused: "Paused",
    tokenTitle: "Server token", tokenSend: "Continue", tokenCancel: "Cancel",
    tokenAction: "This action needs the server's token, which stands in the server's token file.",
    tokenNote: "This server is open to holders of its token, which stands in the server's token file.",
    tokenWrong: "This is not the server's token, or no longer. Try again.",
  },
};
/** UCUM units as people write them; others stand as they are. */
const UNITS = { "1": "", m2: "m²", m3: "m³", "m2/s": "m²/s", "m3/s": "m³/s", Cel: "°C", deg: "°" };

let language = firstLanguage();

/** `zh` or `en`: that of a page the server has written; else by `?lang=`, as last chosen, or as the
 * browser prefers. */
function firstLanguage() {
  const written = document.documentElement.dataset.language;
  if (written) return written;
  const asked = new URLSearchParams(location.search).get("lang");
  let kept = null;
  try { kept = localStorage.getItem("language"); } catch { /* storage may be forbidden */ }
  const wish = asked || kept || navigator.language || "zh";
  return wish.toLowerCase().startsWith("zh") ? "zh" : "en";
}

export const currentLanguage = () => language;

/** Changes the language, and keeps it in the browser and in the page's address. */
export function keepLanguage(next) {
  language = next;
  try { localStorage.setItem("language", next); } catch { /* storage may be forbidden */ }
  const url = new URL(location.href);
  url.searchParams.set("lang", next);
  history.replaceState(history.state, "", url);
}

/** One of the page's own words. */
export const word = (key, inLanguage = language) => WORDS[inLanguage][key];

/** What to pick on the map, and the key that does it where there is a keyboard. */
export const pickWord = (key) =>
  word(key) + (matchMedia("(hover: none)").matches || isNarrow() ? "" : word("orEnter"));

/** A text of the data, {zh, en}. */
export const local = (text) => (text && (text[language] || text.zh || text.en)) || "";

export const unitOf = (field) => (field.unit ? UNITS[field.unit] ?? field.unit : "");

/** In what values up to `most` are read, {unit, size}: seconds in minutes or hours. */
export function readingOf(field, most) {
  if (field.unit !== "s") return { unit: unitOf(field), size: 1 };
  return most < 3600 ? { unit: word("minutes"), size: 60 } : { unit: word("hours"), size: 3600 };
}

/** A value of a legend with its unit. */
export function legendValue(field, value) {
  const { unit, size } = readingOf(field, Math.abs(value));
  return `${size === 1 ? value : +(value / size).toFixed(1)} ${unit}`.trim();
}

/** An instant by the city's clock; a midnight is the bare date, like values of the type `date`. */
function moment(text) {
  const [date, time] = figuresOf(text).split(" ");
  if (time === "00:00:00") return date;
  return new Date(instantIn(text)).toLocaleString(language, {
    dateStyle: "medium", timeStyle: "short", timeZone: ZONE });
}

/** How long ago an instant was, up to a month; "" for older and coming ones. */
export function ageOf(text) {
  const minutes = (Date.now() - Date.parse(text)) / 60000;
  if (!(minutes >= 0) || minutes > 31 * 24 * 60) return "";
  const [name, size] = minutes < 60 ? ["minute", 1] : minutes < 1440 ? ["hour", 60] : ["day", 1440];
  return word(`ago_${name}`).replace("{n}", Math.floor(minutes / size));
}

/** What people call a run, and when it was asked for. */
export const runName = (run) => `${local(run.title)} · ${momentOf(run.created)}`;

/** The day of an instant by the city's clock. */
export const dayOf = (text) =>
  new Date(text).toLocaleDateString(language, { dateStyle: "medium", timeZone: ZONE });

/** A length in metres as people read it. */
export function distance(metres) {
  const [value, unit] = metres < 1000 ? [Math.round(metres), "m"] : [metres / 1000, "km"];
  return `${value.toLocaleString(language, { maximumFractionDigits: 1 })} ${unit}`;
}

/** A duration in seconds as people read it. */
export function duration(seconds) {
  if (seconds < 60) return `${Math.round(seconds)} ${word("seconds")}`;
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = `${minutes % 60} ${word("minutes")}`;
  if (!hours) return rest;
  return `${hours} ${word("hours")}${minutes % 60 ? ` ${rest}` : ""}`;
}

/** A field's value as people read it; `field` may be null. */
export function display(field, value) {
  if (value === null || value === undefined) return "—";
  const code = field && field.codes.find((one) => String(one.value) === String(value));
  if (code) return local(code.title);
  if (typeof value === "boolean") return word(value ? "yes" : "no");
  if (typeof value === "number") {
    return value.toLocaleString(language, { maximumFractionDigits: 6 });
  }
  if (field && field.type === "datetime" && !Number.isNaN(Date.parse(value))) return moment(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
