// Two states or runs compared: a second map over the first, cut at a line that is moved (swipe).

import { withToken } from "./map-access.js";
import { PROTOCOL, subtract } from "./map-difference.js";
import { element } from "./map-dom.js";
import { addDisc } from "./map-disc.js";
import { FONTS } from "./map-document.js";
import { problemNow, setProblem } from "./map-status.js";
import { runName, word } from "./map-words.js";

/** The ways to compare, the first where nothing else is said. */
export const WAYS = ["swipe", "difference"];
/** The width of the handle, as in map.css. */
const THUMB = 44;

/** How often what failed on the second map is asked for again, after how many milliseconds first. */
const [ATTEMPTS, PATIENCE] = [3, 1500];

let map = null;
let other = null;
let again = 0;
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

// MARK: Swipe

/** The style of the map, with one run and moment in place of those that are shown. */
function styleBeside({ raster, moment, beside, besideMoment }) {
  const style = map.getStyle();
  const [own, its] = [raster, beside].map((one) => `run-${one.run.id}-`);
  // The layers of the other run stand in it, too, and a style has each once.
  const isIts = (id) => id?.startsWith(its);
  style.layers = style.layers.filter((one) => !isIts(one.source));
  style.sources = Object.fromEntries(Object.entries(style.sources).filter(([id]) => !isIts(id)));
  let text = JSON.stringify(style).replaceAll(own, its);
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
  addDisc(other);
  watch(other);
  other.once("style.load", () => {
    isDrawn = true;
    mirror();
  });
  map.on("move", follow);
  map.on("styledata", mirror);
}

/** Has what fails on the second map asked for again, and says it where that does not help. */
function watch(second) {
  const box = element("other");
  const failed = new Set();
  let rounds = 0;
  again = 0;
  Object.assign(box.dataset, { state: "loading", failed: 0 });
  second.on("error", (event) => {
    if (event.error?.name === "AbortError") return;
    // MapLibre draws no frame after a tile that failed, and so would never become idle.
    second.triggerRepaint();
    box.dataset.failed = Number(box.dataset.failed) + 1;
    failed.add(event.sourceId);
    if (again) return;
    if (rounds === ATTEMPTS) {
      setProblem("noTilesBeside");
      return;
    }
    rounds += 1;
    again = setTimeout(() => {
      again = 0;
      if (second === other) renewOther(failed);
      failed.clear();
    }, PATIENCE * rounds);
  });
  second.on("dataloading", () => { box.dataset.state = "loading"; });
  second.on("idle", () => {
    box.dataset.state = "idle";
    if (problemNow() === "noTilesBeside" && second.areTilesLoaded()) setProblem(null);
  });
}

/** Asks for all tiles of sources of the second map again. MapLibre cannot reload tiles of heights
 * that failed, so the sources are made anew. */
function renewOther(sources) {
  if (!pair || !isDrawn) return;
  const style = pair.style();
  other.setStyle({ ...style,
    sources: Object.fromEntries(Object.entries(style.sources).filter(([id]) => !sources.has(id))),
    layers: style.layers.filter((one) => !sources.has(one.source)) }, { diff: true });
  other.setStyle(style, { diff: true });
}

function closeOther() {
  if (!other) return;
  clearTimeout(again);
  if (problemNow() === "noTilesBeside") setProblem(null);
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
