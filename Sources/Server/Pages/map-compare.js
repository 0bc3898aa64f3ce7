// Two runs compared: a second map over the first, cut at a line that is moved (swipe), or the
// difference of their values.

import { ask, withToken } from "./map-access.js";
import { element } from "./map-dom.js";
import { valueSource } from "./map-rasters.js";
import { runTiles, valueDrawing } from "./map-run-layer.js";
import { FONTS } from "./map-document.js";
import { runName, word } from "./map-words.js";

/** The ways to compare, the first where nothing else is said. */
export const WAYS = ["swipe", "difference"];
const PROTOCOL = "difference";
/** The code of no difference; half of what a pixel can hold. */
const MIDDLE = 2 ** 23;
/** Less than the other run, and more; the farther the darker. */
const LESS = ["#fdb863", "#e08214", "#b35806"];
const MORE = ["#b2abd2", "#8073ac", "#542788"];
/** The width of the handle, as in map.css. */
const THUMB = 44;

let map = null;
let other = null;
let isDrawn = false;

// MARK: Moments

/** The moment of a run that stands beside one of another: the same, else as long after the start. */
export function momentBeside(times, base, moment) {
  if (!times.length || !moment) return null;
  if (times.includes(moment)) return moment;
  const instant = Date.parse(moment) - Date.parse(base[0]) + Date.parse(times[0]);
  const near = (one) => Math.abs(Date.parse(one) - instant);
  return times.reduce((best, one) => (near(one) < near(best) ? one : best));
}

// MARK: Difference

/** Whether values of a result can be subtracted: those of classes and of levels say nothing so. */
export const hasDifference = (raster) =>
  Boolean(raster) && !raster.classes?.length && !raster.id.endsWith("-level");

/** Where there is no water there is no value: none is 0, but for levels and times of arrival. */
export const isZeroWithout = (raster) => !/-(level|arrival)$/.test(raster.id);

/** Three steps of a ramp, small to large. */
function steps(raster) {
  const values = raster.ramp.map((one) => one.value).filter((one) => one > 0);
  return [0, 2, 4].map((index) => values[Math.min(index, values.length - 1)])
    .filter((one, index, all) => index === 0 || one > all[index - 1]);
}

/** The legend of a difference. */
export function differenceRamp(raster) {
  const values = steps(raster);
  return [...values.map((value, index) => ({ value: -value, colour: LESS[index] })).reverse(),
    ...values.map((value, index) => ({ value, colour: MORE[index] }))];
}

/** How the difference of a result to that of another run is drawn. */
export function differenceDrawing(raster, moment, beside, besideMoment) {
  const { step } = raster.coding;
  const urls = [runTiles(raster, moment), runTiles(beside, besideMoment)];
  const key = `${PROTOCOL}://${urls.join(" ")} ${isZeroWithout(raster)}`;
  const ramp = differenceRamp(raster);
  const half = ramp.length / 2;
  const clear = "rgba(0, 0, 0, 0)";
  const [low, high] = [ramp[half - 1], ramp[half]];
  const stops = [...ramp.slice(0, half).flatMap((one) => [one.value, one.colour]),
    low.value + step, clear, high.value - step, clear,
    ...ramp.slice(half).flatMap((one) => [one.value, one.colour])];
  const source = valueSource(raster, [key], { base: -MIDDLE * step, step });
  return valueDrawing(key, source, raster, ["interpolate", ["linear"], ["elevation"], ...stops]);
}

/** The codes of a tile of values, 0 where there is none. */
async function codes(url, abort) {
  const answer = await ask(url, "image/png", { signal: abort.signal });
  if (!answer.ok || answer.status === 204) return null;
  const picture = await createImageBitmap(await answer.blob(),
    { colorSpaceConversion: "none", premultiplyAlpha: "none" });
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(picture, 0, 0);
  return context.getImageData(0, 0, picture.width, picture.height);
}

/** A tile with the codes of one less those of another. */
export async function subtract({ url }, abort) {
  const [one, two, isZero] = url.slice(`${PROTOCOL}://`.length).split(" ");
  const tiles = await Promise.all([codes(one, abort), codes(two, abort)]);
  const { width, height } = tiles.find(Boolean) || { width: 256, height: 256 };
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  const result = context.createImageData(width, height);
  const codeAt = (tile, index) =>
    (tile ? (tile.data[index] << 16) + (tile.data[index + 1] << 8) + tile.data[index + 2] : 0);
  for (let index = 0; index < result.data.length; index += 4) {
    const [a, b] = tiles.map((tile) => codeAt(tile, index));
    const isNone = isZero === "true" ? a === 0 && b === 0 : a === 0 || b === 0;
    // Drawn as no difference, into which the pixels around it blend.
    const code = isNone ? MIDDLE : Math.min(Math.max(a - b + MIDDLE, 0), 2 * MIDDLE - 1);
    result.data[index] = code >> 16;
    result.data[index + 1] = (code >> 8) & 255;
    result.data[index + 2] = code & 255;
    result.data[index + 3] = 255;
  }
  context.putImageData(result, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/png" });
  return { data: await blob.arrayBuffer() };
}

// MARK: Swipe

/** The style of the map, with one run and moment in place of those that are shown. */
function styleBeside({ raster, moment, beside, besideMoment }) {
  let text = JSON.stringify(map.getStyle())
    .replaceAll(`run-${raster.run.id}-`, `run-${beside.run.id}-`);
  if (moment && besideMoment) {
    text = text.replaceAll(`datetime=${encodeURIComponent(moment)}`,
      `datetime=${encodeURIComponent(besideMoment)}`);
  }
  return JSON.parse(text);
}

let pair = null;
let isAsked = false;

/** Has the second map show what the first does, once for many changes. */
function mirror() {
  if (!pair || isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    if (pair && isDrawn) other.setStyle(pair.style(), { diff: true });
  });
}

function follow() {
  other?.jumpTo({ center: map.getCenter(), zoom: map.getZoom(), bearing: map.getBearing(),
    pitch: map.getPitch() });
}

function openOther() {
  const box = element("other");
  // Below the map's own buttons.
  map.getContainer().querySelector(".maplibregl-canvas-container").after(box);
  box.hidden = false;
  other = new maplibregl.Map({
    container: box, style: pair.style(), interactive: false, attributionControl: false,
    maxZoom: 22, localIdeographFontFamily: FONTS.join(", "), transformRequest: withToken,
    center: map.getCenter(), zoom: map.getZoom(), bearing: map.getBearing(),
    pitch: map.getPitch(),
  });
  // What fails here fails on the first map, too, which says so.
  other.on("error", () => {});
  other.once("style.load", () => {
    isDrawn = true;
    mirror();
  });
  map.on("move", follow);
  map.on("styledata", mirror);
}

function closeOther() {
  if (!other) return;
  map.off("move", follow);
  map.off("styledata", mirror);
  other.remove();
  [other, isDrawn] = [null, false];
  element("other").hidden = true;
}

function place() {
  const share = Number(element("swipe-at").value) / 100;
  document.body.style.setProperty("--swipe",
    `calc(${THUMB / 2}px + (100% - ${THUMB}px) * ${share})`);
}

/**
 * Shows two results beside each other, nothing for null.
 *
 * @param next {raster, moment, beside, besideMoment}
 */
export function swipe(next) {
  if (!next && !pair?.isOfRuns) return;
  show(next && { isOfRuns: true, style: () => styleBeside(next),
    words: () => [runName(next.raster.run), runName(next.beside.run)] });
}

/**
 * Shows the map beside another style, nothing for null.
 *
 * @param next {style, names}: what gives the style, and what both sides are called
 */
export function swipeStyles(next) {
  if (!next && (!pair || pair.isOfRuns)) return;
  show(next && { isOfRuns: false, style: next.style, words: () => next.names });
}

function show(next) {
  pair = next;
  element("swipe").hidden = !next;
  if (!next) return closeOther();
  showSwipeWords();
  if (other) mirror(); else openOther();
  return undefined;
}

/** Names both sides in the language of the page. */
export function showSwipeWords() {
  for (const id of ["swipe", "swipe-at"]) element(id).setAttribute("aria-label", word("swipe"));
  if (!pair) return;
  const [left, right] = pair.words();
  element("swipe-left").textContent = left;
  element("swipe-right").textContent = right;
}

/** Prepares both ways for a map. */
export function startCompare(theMap) {
  map = theMap;
  maplibregl.addProtocol(PROTOCOL, subtract);
  element("swipe-at").addEventListener("input", place);
  place();
}
