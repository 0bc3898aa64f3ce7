// The table of a layer's features in view: sorted by a column, summed up, charted, downloaded.

import { pagesFrom } from "./map-access.js";
import { drawChart } from "./map-chart.js";
import { showFeature } from "./map-details.js";
import { element, make, makeButton } from "./map-dom.js";
import { makeIcon } from "./map-icons.js";
import { padding } from "./map-panels.js";
import { boundsOf } from "./map-document.js";
import { view, viewpointOf } from "./map-view.js";
import { currentLanguage, display, local, unitOf, word } from "./map-words.js";

/** The most features that are read, and a page of them. */
const MOST = 5000;
const PAGE = 1000;
/** The most rows that are drawn. */
const ROWS = 500;

let map = null;
let layer = null;
let features = [];
let isMore = false;
/** The field that sorts the rows, and whether downwards. */
let order = { field: null, isDown: false };
/** The field that the chart shows. */
let charted = null;
let asked = 0;
let problem = "";
/** What had the focus before the table, which may hide it. */
let opener = null;

/** Prepares the table. */
export function startTable(theMap) {
  map = theMap;
  map.on("moveend", () => { if (layer) read(); });
}

/** Opens the table of a layer. */
export function openTable(next) {
  layer = next;
  order = { field: null, isDown: false };
  charted = next.fields.find((one) => one.codes.length) || next.fields.find(isNumber) || null;
  element("table").hidden = false;
  opener = document.activeElement;
  document.body.dataset.table = "open";
  element("table").focus({ preventScroll: true });
  read();
}

export function closeTable() {
  layer = null;
  asked += 1;
  element("table").hidden = true;
  delete document.body.dataset.table;
  opener?.focus({ preventScroll: true });
}

const isNumber = (field) => ["integer", "real"].includes(field.type) && !field.codes.length;

/** Reads what is in view, page after page. */
async function read() {
  asked += 1;
  const number = asked;
  const bounds = map.getBounds();
  const box = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
    .map((one) => one.toFixed(6)).join(",");
  const path = `/collections/${encodeURIComponent(layer.id)}/items?f=json&limit=${PAGE}&bbox=${box}` +
    viewpointOf(layer, "&");
  const found = [];
  problem = "";
  isMore = false;
  try {
    for await (const page of pagesFrom(path)) {
      if (number !== asked) return;
      found.push(...page.features);
      isMore = !page.isLast;
      if (found.length >= MOST) break;
    }
  } catch {
    problem = word("noItem");
  }
  if (number !== asked) return;
  features = found;
  showTable();
}

/** The features that the layer's filter lets through, in order. */
function rows() {
  const accepts = view.filters.get(layer.id)?.accepts ?? (() => true);
  const chosen = features.filter((one) => accepts(one.properties || {}));
  const { field, isDown } = order;
  if (!field) return chosen;
  const value = (one) => one.properties?.[field.name] ?? null;
  const compare = isNumber(field) ? (a, b) => a - b
    : (a, b) => String(a).localeCompare(String(b), currentLanguage());
  return chosen.sort((a, b) => {
    const [one, other] = [value(a), value(b)];
    // What has no value stands last in both directions.
    if (one === null || other === null) return (one === null) - (other === null);
    return (isDown ? -1 : 1) * compare(one, other);
  });
}

// MARK: Drawing

/** Draws the table anew, in the page's language. */
export function showTable() {
  if (!layer) return;
  const chosen = rows();
  const box = element("table");
  const title = make("h2", "", `${local(layer.title)} · ${countWords(chosen.length)}`);
  title.id = "table-title";
  const close = makeButton("icon", "", closeTable);
  close.append(makeIcon("close"));
  close.setAttribute("aria-label", word("close"));
  const head = make("header");
  head.append(title, downloadButton("GeoJSON", () => geoJSON(chosen), "application/geo+json", "geojson"),
    downloadButton("CSV", () => csv(chosen), "text/csv", "csv"), close);
  const fields = layer.fields.filter((field) =>
    chosen.some((one) => one.properties?.[field.name] !== null
      && one.properties?.[field.name] !== undefined));
  const scroll = make("div", "scroll");
  scroll.tabIndex = 0;
  scroll.append(problem ? make("p", "fault", problem) : tableOf(chosen, fields));
  const body = make("div", "body");
  body.append(scroll);
  if (charted && !problem) body.append(chartBox(chosen, fields));
  box.replaceChildren(head, body);
}

function countWords(count) {
  const key = isMore ? "inViewMore" : "inView";
  return word(key).replace("{n}", count.toLocaleString(currentLanguage()));
}

function tableOf(chosen, fields) {
  if (!chosen.length) return make("p", "note", word("nothingInView"));
  const table = make("table");
  const head = table.createTHead().insertRow();
  for (const field of [null, ...fields]) {
    const cell = make("th");
    const name = field ? [local(field.title), unitOf(field) && `(${unitOf(field)})`]
      .filter(Boolean).join(" ") : word("id");
    const isSorted = field && order.field === field;
    const mark = isSorted ? (order.isDown ? " ↓" : " ↑") : "";
    cell.append(field ? makeButton("plain", name + mark, () => {
      order = { field, isDown: isSorted ? !order.isDown : isNumber(field) };
      charted = field;
      showTable();
    }) : make("span", "", name));
    if (isSorted) cell.setAttribute("aria-sort", order.isDown ? "descending" : "ascending");
    head.append(cell);
  }
  const body = table.createTBody();
  for (const feature of chosen.slice(0, ROWS)) {
    const row = body.insertRow();
    row.insertCell().append(makeButton("plain", String(feature.id), () => goTo(feature)));
    for (const field of fields) {
      const cell = row.insertCell();
      cell.textContent = display(field, feature.properties?.[field.name]);
      if (isNumber(field)) cell.className = "number";
    }
  }
  totals(table, chosen, fields);
  return table;
}

/** The sums and means of numbers, below the rows. */
function totals(table, chosen, fields) {
  if (!fields.some(isNumber)) return;
  const foot = table.createTFoot();
  for (const kind of ["sum", "mean"]) {
    const row = foot.insertRow();
    row.append(make("th", "", word(kind)));
    for (const field of fields) {
      const cell = row.insertCell();
      if (!isNumber(field)) continue;
      const values = chosen.map((one) => one.properties?.[field.name])
        .filter((one) => typeof one === "number");
      if (!values.length) continue;
      const sum = values.reduce((all, one) => all + one, 0);
      cell.className = "number";
      cell.textContent = (kind === "sum" ? sum : sum / values.length)
        .toLocaleString(currentLanguage(), { maximumFractionDigits: 2 });
    }
  }
}

function chartBox(chosen, fields) {
  const box = make("figure", "chart");
  const field = fields.includes(charted) ? charted : fields[0];
  if (field) box.append(make("figcaption", "", local(field.title)), drawChart(field, chosen));
  return box;
}

function goTo(feature) {
  const [west, south, east, north] = boundsOf(feature.geometry);
  map.fitBounds([[west, south], [east, north]],
    { padding: padding(), maxZoom: Math.max(layer.minzoom + 1, 17), duration: 600 });
  showFeature({ layer, id: String(feature.id), properties: feature.properties || {} }, false);
}

// MARK: Download

function downloadButton(name, make, type, ending) {
  return makeButton("", `${word("download")} ${name}`, () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([make()], { type }));
    link.download = `${layer.id}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}

const geoJSON = (chosen) =>
  JSON.stringify({ type: "FeatureCollection", features: chosen.map(({ type, id, geometry, properties }) =>
    ({ type, id, geometry, properties })) });

/** Fields with a comma, a quote or a line break are quoted (RFC 4180); a byte order mark for Excel. */
function csv(chosen) {
  const cell = (value) => {
    const text = value === null || value === undefined ? "" : String(value);
    // A formula would be run by a spreadsheet.
    const safe = /^[=+\-@\t\r]/.test(text) && typeof value !== "number" ? `'${text}` : text;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const names = layer.fields.map((one) => one.name);
  const lines = [["id", ...names], ...chosen.map((one) =>
    [one.id, ...names.map((name) => one.properties?.[name])])];
  return `\uFEFF${lines.map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}
