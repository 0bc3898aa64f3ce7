// The values of a run at a place over time, as a drawn curve.

import { ask } from "./map-access.js";
import { isZeroWithout } from "./map-compare.js";
import { element, make } from "./map-dom.js";
import { clockOf, local, momentOf, readingOf, runName, word } from "./map-words.js";

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

/** The values of a layer at a place at all its moments, null for dry where that is not 0; null
 * where there is no answer. */
async function valuesOver(raster, { lng, lat }) {
  const { times } = raster;
  const coords = encodeURIComponent(`POINT(${lng.toFixed(7)} ${lat.toFixed(7)})`);
  const interval = encodeURIComponent(`${times[0]}/${times[times.length - 1]}`);
  try {
    const answer = await ask(
      `/collections/${encodeURIComponent(raster.id)}/position?coords=${coords}` +
      `&datetime=${interval}`, "application/prs.coverage+json");
    const coverage = answer.ok ? await answer.json() : null;
    const none = isZeroWithout(raster) ? 0 : null;
    return coverage && {
      raster, times: coverage.domain.axes.t.values,
      numbers: Object.values(coverage.ranges)[0].values.map((one) => one ?? none),
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

const known = (numbers) => numbers.filter((one) => one !== null);

/** The marks of the axis of values: from 0, but around levels; none where there is no value. */
function marksOf(raster, numbers) {
  if (!numbers.length) return [];
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  // Classes have no values between.
  if (raster.classes?.length) return Array.from({ length: most + 1 }, (_, index) => index);
  if (isZeroWithout(raster)) {
    const top = roundedUp(Math.max(most, raster.unit === "s" ? 1 : 0.01));
    return [0, top / 2, top];
  }
  const step = roundedUp(Math.max(most - least, 0.1) / 2);
  const first = Math.floor(least / step + 0.001);
  const count = Math.max(Math.ceil(most / step - 0.001) - first, 1) + 1;
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/** How the values of all curves are read: {unit, size}. */
const readingNow = () =>
  readingOf(series[0].raster, Math.max(...series.flatMap((one) => known(one.numbers)), 0));

/** The stretches of a curve between its gaps, as points of the drawing. */
function stretches(points) {
  const parts = [[]];
  for (const point of points) {
    if (point) parts[parts.length - 1].push(point); else parts.push([]);
  }
  // A value between two gaps is a dot.
  return parts.filter((one) => one.length).map((one) => (one.length > 1 ? one : [one[0], one[0]]));
}

/** Draws the curve again, with a mark at a moment; that of before for null. */
let marked = null;
export function drawCurve(moment) {
  marked = moment ?? marked;
  const box = element("curve");
  box.hidden = !series;
  box.replaceChildren();
  if (!series) return;
  const words = series.map(summary).join(word("semicolon"));
  const note = make("p", "", words);
  const { raster, times } = series[0];
  const { unit, size } = readingNow();
  const marks = marksOf(raster,
    series.flatMap((one) => known(one.numbers)).map((one) => one / size));
  if (!marks.length) return box.append(note);
  const [least, most] = [marks[0], marks[marks.length - 1]];
  const [begin, end] = [Date.parse(times[0]), Date.parse(times[times.length - 1])];
  const at = (instant) => LEFT + (WIDTH - LEFT - 8) * (instant - begin) / (end - begin || 1);
  const x = (time) => at(Date.parse(time));
  const y = (value) => HEIGHT - BELOW - (HEIGHT - BELOW - 8) * (value - least) / (most - least);
  const svg = part("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  svg.append(part("title", {}, words));
  for (const mark of marks) {
    svg.append(
      part("line", { class: "grid", x1: LEFT, x2: WIDTH - 8, y1: y(mark), y2: y(mark) }),
      part("text", { x: LEFT - 5, y: y(mark) + 4, "text-anchor": "end" },
        `${+mark.toPrecision(6)}${mark === most ? ` ${unit}` : ""}`));
  }
  for (const [index, anchor] of [[0, "start"], [times.length - 1, "end"]]) {
    svg.append(part("text", { x: x(times[index]), y: HEIGHT - 4, "text-anchor": anchor },
      clockOf(times[index])));
  }
  const partsOf = (one, shift = 0) => stretches(one.times.map((time, index) => {
    const number = one.numbers[index];
    return number === null ? null
      : [at(Date.parse(time) + shift).toFixed(1), y(number / size).toFixed(1)];
  }));
  for (const points of partsOf(series[0])) {
    if (isZeroWithout(raster)) {
      const [first, last] = [points[0][0], points[points.length - 1][0]];
      svg.append(part("polygon", { class: "area",
        points: [`${first},${y(0)}`, ...points, `${last},${y(0)}`].join(" ") }));
    }
    svg.append(part("polyline", { class: "line", points: points.join(" ") }));
  }
  for (const one of series.slice(1)) {
    // Without a moment in common both are drawn from their starts.
    const isSame = one.times.some((time) => times.includes(time));
    for (const points of partsOf(one, isSame ? 0 : begin - Date.parse(one.times[0]))) {
      svg.append(part("polyline", { class: "line other", points: points.join(" ") }));
    }
  }
  if (marked) {
    const place = Math.min(Math.max(x(marked), LEFT), WIDTH - 8);
    svg.append(part("line", { class: "now", x1: place, x2: place, y1: 6, y2: HEIGHT - BELOW }));
  }
  return box.append(svg, note, table());
}

/** A value as the curve's words and table have it, without its unit. */
function said(number) {
  const { size } = readingNow();
  if (number !== null && series[0].raster.classes?.length) return String(number);
  return number === null ? "—" : (number / size).toFixed(size === 1 ? 2 : 1);
}

/** The largest value of a run and when it is reached. */
function summary({ raster, times, numbers }, index) {
  const name = index === 0 ? local(raster.title) : runName(raster.run);
  if (!known(numbers).some((one) => one > 0 || !isZeroWithout(raster))) return `${name}${word("colon")}${word("noWater")}`;
  const largest = Math.max(...known(numbers));
  // The classes are numbered from 1.
  const inClass = raster.classes?.[largest - 1];
  const value = inClass ? local(inClass.title) : `${said(largest)} ${readingNow().unit}`.trim();
  return `${name}${word("colon")}${word("largest")} ${value} · ` +
    clockOf(times[numbers.indexOf(largest)]);
}

/** The curve as a table, for those who hear the page. */
function table() {
  const { raster, times, numbers } = series[0];
  const rows = make("table", "heard");
  rows.createCaption().textContent = `${local(raster.title)} (${readingNow().unit})`;
  times.forEach((time, index) => {
    const row = rows.insertRow();
    row.append(make("th", "", momentOf(time)), make("td", "", said(numbers[index])));
  });
  return rows;
}
