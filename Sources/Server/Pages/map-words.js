// The words of the map page in both languages, and how values read.

const WORDS = {
  zh: {
    fold: "图层", raise: "立体", overview: "全图", close: "关闭", retry: "重试",
    search: "查找名称、地址、编号", noHits: "没有找到", noSearch: "查找服务无响应",
    loading: "正在载入…", far: "放大地图后显示", other: "其他", found: "此处有 {n} 个要素",
    yes: "是", no: "否", id: "编号", layer: "图层", commit: "提交", none: "没有属性",
    empty: "还没有数据。请用 yutu import 导入文件。", emptyLayer: "尚无数据",
    noConfig: "地图服务无响应", noTiles: "瓦片服务无响应，地图可能不完整",
    noItem: "无法读取该要素的属性", gone: "该要素已不存在", noWebGL: "此浏览器不支持 WebGL，无法显示地图",
    zoomIn: "放大", zoomOut: "缩小",
    north: "正北朝上", map: "地图",
  },
  en: {
    fold: "Layers", raise: "3D", overview: "Whole map", close: "Close", retry: "Try again",
    search: "Find a name, address or code", noHits: "Nothing found",
    noSearch: "The search does not answer",
    loading: "Loading…", far: "Zoom in to see it", other: "Other", found: "{n} features here",
    yes: "Yes", no: "No", id: "Id", layer: "Layer", commit: "Commit", none: "No attributes",
    empty: "There is no data yet. Import a file with yutu import.", emptyLayer: "No data yet",
    noConfig: "The map server does not answer",
    noTiles: "The tile server does not answer; the map may be incomplete",
    noItem: "The feature's attributes cannot be read", gone: "This feature no longer exists",
    noWebGL: "This browser has no WebGL, so the map cannot be shown",
    zoomIn: "Zoom in", zoomOut: "Zoom out",
    north: "Reset bearing to north", map: "Map",
  },
};
/** UCUM units as people write them; others stand as they are. */
const UNITS = { "1": "", m2: "m²", m3: "m³", "m3/s": "m³/s", Cel: "°C", deg: "°" };

let language = firstLanguage();

/** `zh` or `en`: by `?lang=`, else as last chosen, else as the browser prefers. */
function firstLanguage() {
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
export const word = (key) => WORDS[language][key];

/** A text of the data, {zh, en}. */
export const local = (text) => (text && (text[language] || text.zh || text.en)) || "";

export const unitOf = (field) => (field.unit ? UNITS[field.unit] ?? field.unit : "");

/** A field's value as people read it; `field` may be null. */
export function display(field, value) {
  if (value === null || value === undefined) return "—";
  const code = field && field.codes.find((one) => String(one.value) === String(value));
  if (code) return local(code.title);
  if (typeof value === "boolean") return word(value ? "yes" : "no");
  if (typeof value === "number") {
    return value.toLocaleString(language, { maximumFractionDigits: 6 });
  }
  if (field && field.type === "datetime" && !Number.isNaN(Date.parse(value))) {
    return new Date(value).toLocaleString(language, {
      dateStyle: "medium", timeStyle: "long" });
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
