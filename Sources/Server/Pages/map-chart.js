// Small charts: how often values are there, as bars.

import { display, local, unitOf, word } from "./map-words.js";

const NAMES = "http://www.w3.org/2000/svg";
const WIDTH = 280;
const ROW = 22;
/** The most bars; the rest is one bar. */
const MOST = 10;
const CLASSES = 8;

function part(name, attributes, text) {
  const node = document.createElementNS(NAMES, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

/** How often each value is there, the most frequent first. */
function byValue(field, values) {
  const counts = new Map();
  for (const one of values) counts.set(String(one), (counts.get(String(one)) || 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  const bars = sorted.slice(0, MOST).map(([value, count]) =>
    ({ name: display(field, value), count }));
  const rest = sorted.slice(MOST).reduce((sum, [, count]) => sum + count, 0);
  return rest ? [...bars, { name: word("other"), count: rest }] : bars;
}

/** How often numbers fall into classes of equal width. */
function byClass(field, values) {
  const least = Math.min(...values);
  const most = Math.max(...values);
  if (least === most) return [{ name: `${least}`, count: values.length }];
  const rough = (most - least) / CLASSES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
  const first = Math.floor(least / step);
  const count = Math.floor(most / step) - first + 1;
  const bars = Array.from({ length: count }, (_, index) => ({
    name: `${+((first + index) * step).toPrecision(6)}–${
      +((first + index + 1) * step).toPrecision(6)}`,
    count: 0 }));
  for (const one of values) bars[Math.floor(one / step) - first].count += 1;
  return bars;
}

/** The chart of a field's values among features. */
export function drawChart(field, features) {
  const values = features.map((one) => one.properties?.[field.name])
    .filter((one) => one !== null && one !== undefined);
  const isNumber = ["integer", "real"].includes(field.type) && !field.codes.length;
  const bars = !values.length ? []
    : isNumber ? byClass(field, values.map(Number).filter(Number.isFinite))
      : byValue(field, values);
  const top = Math.max(...bars.map((one) => one.count), 1);
  const svg = part("svg", {
    viewBox: `0 0 ${WIDTH} ${Math.max(bars.length, 1) * ROW}`, role: "img", class: "bars" });
  const unit = unitOf(field);
  svg.append(part("title", {}, `${local(field.title)}${unit ? ` (${unit})` : ""}: ` +
    bars.map((one) => `${one.name} ${one.count}`).join(", ")));
  bars.forEach(({ name, count }, index) => {
    const y = index * ROW;
    const shown = name.length > 12 ? `${name.slice(0, 11)}…` : name;
    const bar = part("rect", { x: 110, y: y + 4, height: ROW - 8, rx: 2,
      width: Math.max(((WIDTH - 160) * count) / top, 1) });
    svg.append(part("text", { x: 104, y: y + 15, "text-anchor": "end" }, shown), bar,
      part("text", { x: 114 + ((WIDTH - 160) * count) / top, y: y + 15 }, count));
  });
  return svg;
}
