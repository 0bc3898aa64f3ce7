// Features with times: which of their fields tell them, what is there at a moment, and how values
// go over time.

import { instantIn } from "./map-clock.js";

const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d[\d:.]*(Z|[+-]\d\d:?\d\d)?)?$/;
/** Fields with the time that a value is of, the surest first. */
const TIMES = ["time", "datetime", "date"];
/** Pairs of fields between which a feature is there. */
const SPANS = [["valid_from", "valid_to"], ["starts", "ends"], ["reported", "closed"],
  ["start", "end"]];
/** The most moments of a bar: of more, the last of each stretch. */
const MOST = 96;

const isInstant = (value) => typeof value === "string" && INSTANT.test(value);
const propertyOf = (feature, name) => feature.properties?.[name] ?? null;

/** What stays the same while a feature's values go on: where it is, and its name, for two may stand
 * at one place. */
export const placeKey = (feature) =>
  JSON.stringify([feature.geometry, propertyOf(feature, "name")]);

/** Values in their order in time, each once. */
function inOrder(values) {
  return [...new Set(values)].sort((a, b) => instantIn(a) - instantIn(b));
}

/** At most MOST of moments: the last within each stretch of time. */
function thinned(times) {
  if (times.length <= MOST) return times;
  const [first, last] = [times[0], times[times.length - 1]].map(instantIn);
  const stretch = (time) => Math.ceil((instantIn(time) - first) / (last - first) * (MOST - 1));
  return times.filter((time, index) => index === times.length - 1
    || stretch(time) !== stretch(times[index + 1]));
}

/** Names of properties that hold nothing but instants, and more than one. */
function timeFields(features) {
  const names = new Set(features.flatMap((one) => Object.keys(one.properties || {})));
  return [...names].filter((name) => {
    const values = features.map((one) => propertyOf(one, name)).filter((one) => one !== null);
    return values.every(isInstant) && new Set(values).size > 1;
  });
}

/**
 * The time axis of features that have values at several moments each, {field, times}; null for none.
 */
export function seriesAxis(features) {
  const fields = timeFields(features);
  const places = new Set(features.map(placeKey)).size;
  const [field] = TIMES.filter((name) => fields.includes(name));
  if (!field || places === features.length) return null;
  return { field, times: inOrder(features.map((one) => propertyOf(one, field)).filter(Boolean)) };
}

/**
 * The time axis of features of a layer, {kind, from, to, times, moments}; null for none. The bar
 * stands on `times`, of all `moments` at which something begins or ends.
 *
 * The kind is `series` for values at several moments each, `span` for what is there from one moment
 * to another, `event` for what is there from one on.
 */
export function layerAxis(features) {
  const series = seriesAxis(features);
  if (series) return { kind: "series", from: series.field, to: null, times: series.times,
    moments: series.times };
  const fields = timeFields(features);
  const [from, to] = SPANS.find((pair) => pair.some((one) => fields.includes(one)))
    ?? [fields[0], null];
  if (!from) return null;
  const values = (name) => features.map((one) => propertyOf(one, name)).filter(isInstant);
  const moments = inOrder([...values(from), ...(to ? values(to) : [])]);
  if (moments.length < 2) return null;
  return { kind: to ? "span" : "event", from, to, times: thinned(moments), moments };
}

/** What is there at a moment, as a filter of MapLibre. Times of a field are written alike, so texts compare. */
export function filterAt({ kind, from, to }, moment) {
  const begin = ["to-string", ["get", from]];
  if (kind === "series") return ["==", begin, moment];
  const began = ["all", ["has", from], ["!=", begin, ""], ["<=", begin, moment]];
  if (!to) return began;
  const end = ["to-string", ["get", to]];
  return [...began, ["any", ["==", end, ""], [">", end, moment]]];
}

/** Fields with numbers that go over time somewhere. */
export function changingFields(features) {
  const names = new Set(features.flatMap((one) => Object.keys(one.properties || {})));
  const places = Map.groupBy(features, placeKey);
  return [...names].filter((name) => features.every((one) =>
    propertyOf(one, name) === null || typeof propertyOf(one, name) === "number")
    && [...places.values()].some((ones) =>
      new Set(ones.map((one) => propertyOf(one, name))).size > 1));
}

/** The numbers of a field over time where `feature` is, null where there is none. */
export function numbersOver(features, { field, times }, feature, name) {
  const key = placeKey(feature);
  const values = new Map(features.filter((one) => placeKey(one) === key)
    .map((one) => [propertyOf(one, field), propertyOf(one, name)]));
  return times.map((time) => values.get(time) ?? null);
}

/** How many of features are there at moments in their order, of a `span` or an `event`. */
export function countsOver(features, moments, { from, to }) {
  const at = (feature, name) => {
    const value = name && propertyOf(feature, name);
    return isInstant(value) ? instantIn(value) : null;
  };
  const spans = features.map((one) => [at(one, from), at(one, to)])
    .filter(([begin]) => begin !== null);
  const upTo = (instants) => {
    const sorted = Float64Array.from(instants).sort();
    let count = 0;
    return (instant) => {
      while (count < sorted.length && sorted[count] <= instant) count += 1;
      return count;
    };
  };
  const begun = upTo(spans.map(([begin]) => begin));
  // What ends before it begins is never there.
  const ended = upTo(spans.filter(([, end]) => end !== null)
    .map(([begin, end]) => Math.max(begin, end)));
  return moments.map(instantIn).map((instant) => begun(instant) - ended(instant));
}
