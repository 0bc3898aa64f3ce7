// A layer over time: of its features what is there at the moment of the time bar. How many these are
// is the curve below it; of values over time, those of a feature that is clicked.

import { pagesFrom } from "./map-access.js";
import { nameOf, titleOf } from "./map-card.js";
import { instantIn } from "./map-clock.js";
import { renewClusters } from "./map-clusters.js";
import { drawCurve, setCurve } from "./map-curve.js";
import { identify } from "./map-identify.js";
import { showLayers } from "./map-layers.js";
import {
  changingFields, countsOver, filterAt, layerAxis, numbersOver,
} from "./map-moments.js";
import { problemNow, sayBriefly } from "./map-status.js";
import { applyFilter } from "./map-style.js";
import { offerAxis, setTimes, withdrawAxis } from "./map-timeline.js";
import { view, viewpointOf, writeView } from "./map-view.js";
import { local, word } from "./map-words.js";

/** The time axis of the layer that is played. */
const AXIS = "layer";
/** The most features of a layer that is played, and a page of them. */
const MOST = 50000;
const PAGE = 10000;

let map = null;
let config = null;
let turnOn = () => {};
/** The layer that is played: {layer, features, axis}; null for none. */
let played = null;
/** Counts what was asked to be played. */
let asked = 0;

/** Whether a layer may be played: it has a field with times. */
export const hasTimes = (layer) => Boolean(layer.fields?.some((one) =>
  ["date", "datetime"].includes(one.type) || (layer.result && one.name === "time")));
export const isPlayed = (layer) => played?.layer === layer;

/** Prepares for a map, and plays the layer of the link; `onPlay` shows a layer. */
export function startLayerTimes(theMap, theConfig, onPlay) {
  [map, config, turnOn] = [theMap, theConfig, onPlay];
  const layer = view.timed && config.layers.find((one) => one.id === view.timed.layer);
  if (layer && hasTimes(layer)) playLayer(layer, view.timed.moment);
  else if (view.timed) {
    view.timed = null;
    sayBriefly(layer ? "noTimes" : "goneLayer", 8000);
  }
}

/** All features of a layer; null where there is no answer, `undefined` where there are too many. */
async function read(layer) {
  const found = [];
  try {
    for await (const page of pagesFrom(`/collections/${encodeURIComponent(layer.id)}/items` +
      `?f=json&limit=${PAGE}${viewpointOf(layer, "&")}`)) {
      if (page.numberMatched > MOST) return undefined;
      found.push(...page.features);
    }
    return found;
  } catch {
    return null;
  }
}

/** Has the time bar stand on a layer. */
export async function playLayer(layer, moment = null) {
  stopLayer();
  asked += 1;
  const number = asked;
  const features = await read(layer);
  // Another layer was chosen meanwhile.
  if (number !== asked) return undefined;
  const axis = features && layerAxis(features);
  if (!axis) {
    // What is not answered now may be later.
    view.timed = features === null && moment ? { layer: layer.id, moment } : null;
    writeView(map);
    return sayWhyNot(features);
  }
  played = { layer, features, axis };
  offerAxis(AXIS, { title: () => local(layer.title), show, pick, end: stopLayer });
  if (axis.kind !== "series") setCurve(AXIS, [countCurve()]);
  // The moments change with the features: what was shown is there from one not later.
  setTimes(AXIS, axis.times,
    moment ? axis.times.findLast((one) => instantIn(one) <= instantIn(moment)) : undefined);
  drawCurve(AXIS, null);
  return turnOn(layer);
}

/** Says why features, as `read` gives them, are not played. */
function sayWhyNot(features) {
  if (features === undefined) return sayBriefly("tooManyTimes", 6000);
  if (features) return sayBriefly(features.length ? "noTimes" : "emptyLayer", 6000);
  return problemNow() ? undefined : sayBriefly("noAnswer", 6000);
}

/** Reads the layer that is played, or was to be, again: the city is seen from elsewhere. */
export function renewLayerTimes() {
  const layer = played?.layer ?? config?.layers.find((one) => one.id === view.timed?.layer);
  if (layer && hasTimes(layer)) playLayer(layer, view.timed?.moment);
}

/** Counts a layer again whose filter has changed. */
export function recount(layer) {
  if (isPlayed(layer) && played.axis.kind !== "series") setCurve(AXIS, [countCurve()]);
}

/** Shows all of the layer again. */
export function stopLayer() {
  asked += 1;
  if (!played) return;
  const { layer } = played;
  played = null;
  view.timed = null;
  setCurve(AXIS, null);
  withdrawAxis(AXIS);
  applyFilter(layer.id);
  renewClusters();
  writeView(map);
  showLayers();
}

function countCurve() {
  const { layer, features, axis } = played;
  const accepts = view.filters.get(layer.id)?.accepts ?? (() => true);
  const chosen = features.filter((one) => accepts(one.properties));
  const undated = chosen.filter((one) => !one.properties[axis.from]).length;
  const note = () => (undated ? word("undated").replace("{n}", undated) : "");
  return { name: () => local(layer.title), title: () => word("countOf") + note(), unit: null,
    isFromZero: true, isStepped: true, least: 1, times: axis.times,
    numbers: countsOver(chosen, axis.times, axis), peak: peakOf(chosen, axis) };
}

/** The largest count of features and when it is reached, looked for at all moments. */
function peakOf(features, axis) {
  const counts = countsOver(features, axis.moments, axis);
  const most = counts.reduce((best, one, index) => (one > counts[best] ? index : best), 0);
  return { number: counts[most], time: axis.moments[most] };
}

function show(moment) {
  if (!played || !moment) return;
  view.timed = { layer: played.layer.id, moment, filter: filterAt(played.axis, moment) };
  applyFilter(played.layer.id);
  renewClusters();
  drawCurve(AXIS, moment);
  writeView(map);
}

/** The values over time of a feature that is clicked. */
async function pick({ point }) {
  if (played?.axis.kind !== "series") return;
  const { layer, features, axis } = played;
  const found = (await identify(map, { layers: [layer] }, point))[0];
  const feature = found && features.find((one) => String(one.id) === found.id);
  const [name] = changingFields(features);
  if (!feature || !name || played?.layer !== layer) return;
  const field = layer.fields.find((one) => one.name === name);
  const series = { field: axis.from, times: axis.times };
  setCurve(AXIS, [{ name: () => nameOf(layer, found.id, feature.properties),
    title: () => titleOf(layer, field ?? { name }), isFromZero: true, unit: field?.unit ?? null,
    times: axis.times, numbers: numbersOver(features, series, feature, name) }]);
  drawCurve(AXIS, view.timed?.moment);
}
