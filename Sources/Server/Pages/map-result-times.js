// What a process gave for several moments, on the time bar: the map shows one of them, a click on a
// feature its values over time.

import { drawCurve, setCurve } from "./map-curve.js";
import { changingFields, numbersOver, placeKey, seriesAxis } from "./map-moments.js";
import { momentNow, offerAxis, setTimes, withdrawAxis } from "./map-timeline.js";
import { currentLanguage } from "./map-words.js";
import { wordsOf } from "./process-words.js";

/** The time axis of what a process gave. */
const AXIS = "result";

/** What is on the time bar: {map, source, features, axis, title, field, feature}; null for none. */
let played = null;

/** What a property of a result is called. */
export const columnName = (name) => wordsOf(currentLanguage()).columns[name] || name;

/**
 * Puts features with values at several moments on the time bar.
 *
 * @param source the source of the map that draws them
 * @param parts its layers that can be clicked
 * @param onEnd removes all of it from the map
 * @returns the field whose values go over time, to colour by at first; null where nothing is played
 */
export function playResult(map, source, parts, features, title, onEnd) {
  endResult();
  const axis = seriesAxis(features);
  if (!axis) return null;
  const [field = null] = changingFields(features);
  played = { map, source, parts, features, axis, title, field, feature: null };
  offerAxis(AXIS, { title: () => title() || "", show, pick, end: onEnd });
  setTimes(AXIS, axis.times, axis.times[0]);
  return field;
}

/** Whether what a process gave is on the time bar. */
export const isPlaying = () => played !== null;

/** Takes what a process gave off the time bar. */
export function endResult() {
  if (!played) return;
  played = null;
  setCurve(AXIS, null);
  withdrawAxis(AXIS);
}

/** Says of which field the values over time are shown. */
export function chooseField(name) {
  if (!played || !name) return;
  played.field = name;
  showCurve();
}

function show(moment) {
  if (!played || !moment) return;
  const { map, source, features, axis } = played;
  map.getSource(source)?.setData({ type: "FeatureCollection",
    features: features.filter((one) => one.properties[axis.field] === moment) });
  drawCurve(AXIS, moment);
}

/** The values over time where a feature is clicked. */
function pick({ point: { x, y } }) {
  if (!played) return;
  const { map, source, parts, features } = played;
  const near = [[x - 4, y - 4], [x + 4, y + 4]];
  const found = map.queryRenderedFeatures(near,
    { layers: parts.filter((id) => map.getLayer(id)) })[0];
  if (!found || !map.getSource(source)) return;
  // MapLibre clips and rounds geometries; the properties are those of the result.
  const wanted = JSON.stringify(found.properties);
  played.feature = features.find((one) => JSON.stringify(plain(one.properties)) === wanted)
    ?? nearest(features, found);
  showCurve();
}

/** Properties as a tile of the map has them: without nulls, objects as texts. */
const plain = (properties) => Object.fromEntries(Object.entries(properties)
  .filter(([, value]) => value !== null)
  .map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : value]));

/** A feature that agrees with a drawn one in every text. */
const nearest = (features, found) => features.find((one) => Object.entries(found.properties)
  .every(([name, value]) => typeof value !== "string" || String(one.properties[name]) === value));

function showCurve() {
  const { features, axis, feature, field } = played;
  if (!feature || !field) return;
  const { name, title, id = feature.id ?? "" } = feature.properties;
  const called = name || title || id;
  // Several features may be called alike; a place has one of each moment.
  const isMany = new Set(features.filter((one) => one.properties.name === called)
    .map(placeKey)).size > 1;
  setCurve(AXIS, [{
    name: () => (isMany ? `${called} ${id}`.trim() : String(called)),
    title: () => columnName(field), unit: /_s$/.test(field) ? "s" : null, isFromZero: true,
    times: axis.times, numbers: numbersOver(features, axis, feature, field),
  }]);
  drawCurve(AXIS, momentNow(AXIS));
}
