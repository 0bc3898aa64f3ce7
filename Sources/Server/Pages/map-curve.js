// Values over time, at a place or of a feature, as a drawn curve below the time bar.

import { endOf, instantIn, momentOf } from "./map-clock.js";
import { element, make } from "./map-dom.js";
import { goTo, isOnBar } from "./map-timeline.js";
import { local, readingOf, word } from "./map-words.js";

const NAMES = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, BELOW] = [320, 110, 40, 18];

/**
 * The curves by the axis that they belong to: a list of series each, the first of what is shown,
 * others of what it is compared with.
 *
 * A series is {name, title, times, numbers}: what gives its name and that of its values; numbers are
 * null where there is none. Of the first also {unit, classes, isFromZero, least, none}: the unit as
 * fields have it; whether 0 is on the axis, and its least end; words where there is nothing above 0.
 * `isStepped` says that a number holds until the next; `peak`, {number, time}, which is the largest
 * where that is between the times.
 */
const curves = new Map();
/** The axis whose curve is drawn, and its series. */
let owner = null;
let series = null;

/** Shows the curve of an axis; none for null. */
export function setCurve(axis, next) {
  if (next) curves.set(axis, next); else curves.delete(axis);
  drawCurve(axis, null);
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
function marksOf({ classes, isFromZero, least: end = 0.01 }, numbers) {
  if (!numbers.length) return [];
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  // Classes have no values between.
  if (classes?.length) return Array.from({ length: most + 1 }, (_, index) => index);
  if (isFromZero && least >= 0) {
    const top = roundedUp(Math.max(most, end));
    return top === 1 && end === 1 ? [0, 1] : [0, top / 2, top];
  }
  const step = roundedUp(Math.max(most - least, end * 10) / 2);
  const first = Math.floor(least / step + 0.001);
  const count = Math.max(Math.ceil(most / step - 0.001) - first, 1) + 1;
  return Array.from({ length: count }, (_, index) => (first + index) * step);
}

/** How the values of all curves are read: {unit, size}. */
const readingNow = () =>
  readingOf(series[0], Math.max(...series.flatMap((one) => known(one.numbers)), 0));

/** Points between which the number stays. */
const stepped = (points) => points.flatMap((point, index) =>
  (index ? [[point[0], points[index - 1][1]], point] : [point]));

/** The stretches of a curve between its gaps, as points of the drawing. */
function stretches(points) {
  const parts = [[]];
  for (const point of points) {
    if (point) parts[parts.length - 1].push(point); else parts.push([]);
  }
  // A value between two gaps is a dot.
  return parts.filter((one) => one.length).map((one) => (one.length > 1 ? one : [one[0], one[0]]));
}

let marked = null;

/** Draws the curve of an axis again, with a mark at a moment; that of before for null. */
export function drawCurve(axis, moment) {
  if (axis !== null && !isOnBar(axis)) return undefined;
  if (axis !== null) owner = axis;
  series = curves.get(owner) ?? null;
  marked = moment ?? marked;
  const box = element("curve");
  box.hidden = !series;
  box.replaceChildren();
  if (!series) return undefined;
  const words = series.map(summary).join(word("semicolon"));
  const note = make("p", "", words);
  const { size } = readingNow();
  const marks = marksOf(series[0],
    series.flatMap((one) => known(one.numbers)).map((one) => one / size));
  if (!marks.length) return box.append(note);
  return box.append(picture(words, marks), note, table());
}

function picture(words, marks) {
  const [{ times, isFromZero }] = series;
  const { unit, size } = readingNow();
  const [least, most] = [marks[0], marks[marks.length - 1]];
  const [begin, end] = [instantIn(times[0]), instantIn(times[times.length - 1])];
  const at = (instant) => LEFT + (WIDTH - LEFT - 8) * (instant - begin) / (end - begin || 1);
  const x = (time) => at(instantIn(time));
  const y = (value) => HEIGHT - BELOW - (HEIGHT - BELOW - 8) * (value - least) / (most - least);
  const svg = part("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  svg.append(part("title", {}, words));
  for (const mark of marks) {
    svg.append(
      part("line", { class: "grid", x1: LEFT, x2: WIDTH - 8, y1: y(mark), y2: y(mark) }),
      part("text", { x: LEFT - 5, y: y(mark) + 4, "text-anchor": "end" },
        `${+mark.toPrecision(6)}${mark === most && unit ? ` ${unit}` : ""}`));
  }
  for (const [index, anchor] of [[0, "start"], [times.length - 1, "end"]]) {
    svg.append(part("text", { x: x(times[index]), y: HEIGHT - 4, "text-anchor": anchor },
      endOf(times[index], times)));
  }
  const partsOf = (one, shift = 0) => stretches(one.times.map((time, index) => {
    const number = one.numbers[index];
    return number === null ? null
      : [at(instantIn(time) + shift).toFixed(1), y(number / size).toFixed(1)];
  }));
  for (const stretch of partsOf(series[0])) {
    const points = series[0].isStepped ? stepped(stretch) : stretch;
    if (isFromZero && least === 0) {
      const [first, last] = [points[0][0], points[points.length - 1][0]];
      svg.append(part("polygon", { class: "area",
        points: [`${first},${y(0)}`, ...points, `${last},${y(0)}`].join(" ") }));
    }
    svg.append(part("polyline", { class: "line", points: points.join(" ") }));
  }
  for (const one of series.slice(1)) {
    // Without a moment in common both are drawn from their starts.
    const isSame = one.times.some((time) => times.includes(time));
    for (const points of partsOf(one, isSame ? 0 : begin - instantIn(one.times[0]))) {
      svg.append(part("polyline", { class: "line other", points: points.join(" ") }));
    }
  }
  if (marked) {
    const place = Math.min(Math.max(x(marked), LEFT), WIDTH - 8);
    svg.append(part("line", { class: "now", x1: place, x2: place, y1: 6, y2: HEIGHT - BELOW }));
  }
  const axis = owner;
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const scale = Math.min(box.width / WIDTH, box.height / HEIGHT);
    const from = box.left + (box.width - WIDTH * scale) / 2;
    const clicked = (event.clientX - from) / scale;
    const distances = times.map((time) => Math.abs(x(time) - clicked));
    goTo(axis, distances.indexOf(Math.min(...distances)));
  });
  return svg;
}

/** A value as the curve's words and table have it, without its unit. */
function said(number) {
  if (number === null) return "—";
  const { size } = readingNow();
  const all = known(series[0].numbers);
  if (series[0].classes?.length || (all.every(Number.isInteger) && size === 1)) {
    return String(number);
  }
  return (number / size).toFixed(size === 1 ? 2 : 1);
}

/** The largest value of a series and when it is reached. */
function summary({ name, times, numbers, peak }, index) {
  const { classes, isFromZero, none } = series[0];
  const heading = index === 0 ? [name(), series[0].title()].filter(Boolean).join(" · ") : name();
  const values = known(numbers);
  if (!values.length || (isFromZero && !peak?.number && values.every((one) => one === 0))) {
    return `${heading}${word("colon")}${none ? none() : values.length ? 0 : word("noValue")}`;
  }
  const largest = peak?.number ?? Math.max(...values);
  // The classes are numbered from 1.
  const inClass = classes?.[largest - 1];
  const value = inClass ? local(inClass.title) : `${said(largest)} ${readingNow().unit}`.trim();
  return `${heading}${word("colon")}${word("largest")} ${value} · ` +
    endOf(peak?.time ?? times[numbers.indexOf(largest)], times);
}

/** The curve as a table, for those who hear the page. */
function table() {
  const [{ title, name, times, numbers }] = series;
  const rows = make("table", "heard");
  const { unit } = readingNow();
  rows.createCaption().textContent = (title() || name()) + (unit ? ` (${unit})` : "");
  times.forEach((time, index) => {
    const row = rows.insertRow();
    row.append(make("th", "", momentOf(time, times)), make("td", "", said(numbers[index])));
  });
  return rows;
}
