// The values of a run at a place over time, as a drawn curve.

import { ask } from "./map-access.js";
import { element, make } from "./map-dom.js";
import { clockOf, local, momentOf, runName, unitOf, word } from "./map-words.js";

const NAMES = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, BELOW] = [320, 110, 40, 18];

/** The values over time, first of the shown run, then of the one it is compared with. */
let series = null;
let asked = 0;

/** Asks for the values of a run's layer at a place and shows them, with another's beside them. */
export async function showCurve(raster, place, beside) {
  if ((raster.times || []).length < 2) return;
  asked += 1;
  const number = asked;
  const found = await Promise.all([raster, beside].filter((one) => one?.times?.length > 1)
    .map((one) => valuesOver(one, place)));
  if (number !== asked) return;
  series = found[0] && found.filter(Boolean);
  drawCurve(null);
}

/** The values of a layer at a place at all its moments; null where there is no answer. */
async function valuesOver(raster, { lng, lat }) {
  const { times } = raster;
  const coords = encodeURIComponent(`POINT(${lng.toFixed(7)} ${lat.toFixed(7)})`);
  const interval = encodeURIComponent(`${times[0]}/${times[times.length - 1]}`);
  try {
    const answer = await ask(
      `/collections/${encodeURIComponent(raster.id)}/position?coords=${coords}` +
      `&datetime=${interval}`, "application/prs.coverage+json");
    const coverage = answer.ok ? await answer.json() : null;
    return coverage && {
      raster, times: coverage.domain.axes.t.values,
      numbers: Object.values(coverage.ranges)[0].values.map((one) => one ?? 0),
    };
  } catch {
    return null;
  }
}

export function hideCurve() {
  asked += 1;
  series = null;
  drawCurve(null);
}

function part(name, attributes, text) {
  const node = document.createElementNS(NAMES, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

/** The smallest of 1, 2, 5 × 10ⁿ that is not below a number. */
function roundedUp(number) {
  const power = 10 ** Math.floor(Math.log10(number));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= number * 0.999);
}

/** Draws the curve again, with a mark at a moment; that of before for null. */
let marked = null;
export function drawCurve(moment) {
  marked = moment ?? marked;
  const box = element("curve");
  box.hidden = !series;
  box.replaceChildren();
  if (!series) return;
  const { raster, times, numbers } = series[0];
  const most = roundedUp(Math.max(...series.flatMap((one) => one.numbers), 0.01));
  const unit = unitOf(raster);
  const [begin, end] = [Date.parse(times[0]), Date.parse(times[times.length - 1])];
  const at = (instant) => LEFT + (WIDTH - LEFT - 8) * (instant - begin) / (end - begin || 1);
  const x = (time) => at(Date.parse(time));
  const y = (value) => HEIGHT - BELOW - (HEIGHT - BELOW - 8) * value / most;
  const svg = part("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  const words = series.map(summary).join(word("semicolon"));
  svg.append(part("title", {}, words));
  for (const share of [0, 0.5, 1]) {
    const level = y(most * share);
    svg.append(
      part("line", { class: "grid", x1: LEFT, x2: WIDTH - 8, y1: level, y2: level }),
      part("text", { x: LEFT - 5, y: level + 4, "text-anchor": "end" },
        `${+(most * share).toPrecision(2)}${share === 1 ? ` ${unit}` : ""}`));
  }
  for (const [index, anchor] of [[0, "start"], [times.length - 1, "end"]]) {
    svg.append(part("text", { x: x(times[index]), y: HEIGHT - 4, "text-anchor": anchor },
      clockOf(times[index])));
  }
  const pointsOf = (one, shift = 0) => one.times.map((time, index) =>
    `${at(Date.parse(time) + shift).toFixed(1)},${y(one.numbers[index]).toFixed(1)}`);
  const points = pointsOf(series[0]);
  svg.append(
    part("polygon", { class: "area", points: [`${x(times[0])},${y(0)}`, ...points,
      `${x(times[times.length - 1])},${y(0)}`].join(" ") }),
    part("polyline", { class: "line", points: points.join(" ") }));
  for (const one of series.slice(1)) {
    // Without a moment in common both are drawn from their starts.
    const isSame = one.times.some((time) => times.includes(time));
    const points = pointsOf(one, isSame ? 0 : begin - Date.parse(one.times[0]));
    svg.append(part("polyline", { class: "line other", points: points.join(" ") }));
  }
  if (marked) {
    const place = Math.min(Math.max(x(marked), LEFT), WIDTH - 8);
    svg.append(part("line", { class: "now", x1: place, x2: place, y1: 6, y2: HEIGHT - BELOW }));
  }
  const note = make("p");
  note.textContent = words;
  box.append(svg, note, table());
}

/** The largest value of a run and when it is reached. */
function summary({ raster, times, numbers }, index) {
  const largest = Math.max(...numbers);
  const name = index === 0 ? local(raster.title) : runName(raster.run);
  return `${name}${word("colon")}${word("largest")} ${largest.toFixed(2)} ${unitOf(raster)}, ` +
    clockOf(times[numbers.indexOf(largest)]);
}

/** The curve as a table, for those who hear the page. */
function table() {
  const { raster, times, numbers } = series[0];
  const rows = make("table", "heard");
  rows.createCaption().textContent = `${local(raster.title)} (${unitOf(raster)})`;
  times.forEach((time, index) => {
    const row = rows.insertRow();
    row.append(make("th", "", momentOf(time)), make("td", "", numbers[index].toFixed(2)));
  });
  return rows;
}
