// Features that a process gave, on the map: in one colour, or by the numbers of a field.

import { discLayout, discSize } from "./map-disc.js";
import { legendEntry, make, makeChoice } from "./map-dom.js";
import { padding } from "./map-panels.js";
import { boundsOf } from "./map-document.js";
import { chooseField, columnName, endResult, isPlaying, playResult } from "./map-result-times.js";
import { FOUND } from "./map-route-style.js";
import { themeNow } from "./map-theme.js";
import { word } from "./map-words.js";

/** Light to dark, and dark to light by night (ColorBrewer YlGnBu). */
const RAMP = ["#ffffcc", "#a1dab4", "#41b6c4", "#2c7fb8", "#253494"];
const PLAIN = { light: "#0f6b7a", dark: "#58b9c9" };
const NAMES = ["inputs", "picking", "process"];

const sourceCalled = (name) => `result/${name}`;

/** Removes all that is drawn; what a process gave stays where it is on the time bar and `isKept`. */
export function clearResult(map, isKept = false) {
  for (const name of NAMES) {
    if (!(isKept && name === "process" && isPlaying())) showResult(map, name, null);
  }
}

/**
 * Draws features under a name; none for null. `legend` is an element that gets the choice of a field
 * and its legend; `isFitted` has the map show all of them. With `title`, what gives their name, those
 * with values at several moments are put on the time bar.
 */
export function showResult(map, name, features,
  { legend = null, isFitted = false, title = null } = {}) {
  const source = sourceCalled(name);
  const parts = ["fill", "line", "circle", "label"].map((part) => `${source}/${part}`);
  if (name === "process") endResult();
  if (!features?.features?.length) {
    for (const id of parts) if (map.getLayer(id)) map.removeLayer(id);
    if (map.getSource(source)) map.removeSource(source);
    return;
  }
  const drawn = features.features.filter((one) => one.geometry);
  const data = { type: "FeatureCollection", features: drawn };
  if (map.getSource(source)) map.getSource(source).setData(data);
  else add(map, source, data);
  const field = title && playResult(map, source, parts, drawn, title,
    () => showResult(map, name, null));
  if (legend) offerFields(map, source, drawn, legend, field || "");
  if (isFitted && drawn.length) fit(map, drawn);
}

function add(map, source, data) {
  const colour = PLAIN[themeNow()];
  map.addSource(source, { type: "geojson", data });
  map.addLayer({ id: `${source}/fill`, type: "fill", source, filter: ["==", "$type", "Polygon"],
    paint: { "fill-color": colour, "fill-opacity": 0.35 } });
  map.addLayer({ id: `${source}/line`, type: "line", source, filter: ["!=", "$type", "Point"],
    layout: { "line-cap": "round", "line-join": "round" },
    paint: { "line-color": colour, "line-width": 3 } });
  // Features in an order carry its numbers.
  map.addLayer({ id: `${source}/circle`, type: "circle", source, filter: ["==", "$type", "Point"],
    paint: { "circle-color": ["case", ["has", "rank"], FOUND, colour],
      "circle-radius": ["case", ["has", "rank"], 4, 7], "circle-stroke-color": "#ffffff",
      "circle-stroke-width": ["case", ["has", "rank"], 1.5, 2] } });
  map.addLayer({ id: `${source}/label`, type: "symbol", source, filter: ["has", "rank"],
    layout: { ...discLayout(discSize(12), ["to-string", ["get", "rank"]]), "text-size": 12,
      "symbol-sort-key": ["get", "rank"] },
    paint: { "text-color": "#ffffff", "icon-color": FOUND, "icon-halo-color": "#ffffff",
      "icon-halo-width": 2 } });
}

function fit(map, drawn) {
  const box = boundsOf(...drawn.map((one) => one.geometry));
  map.fitBounds([[box[0], box[1]], [box[2], box[3]]],
    { padding: padding(), maxZoom: 17, duration: 600 });
}

/** Lets the reader colour the features by one of their numbers, at first by that of a field. */
function offerFields(map, source, drawn, legend, first) {
  const names = [...new Set(drawn.flatMap((one) => Object.keys(one.properties || {})))]
    .filter((name) => {
      const values = drawn.map((one) => one.properties?.[name]);
      return values.every((one) => one === null || one === undefined || typeof one === "number")
        && new Set(values.filter((one) => typeof one === "number")).size > 1;
    });
  legend.replaceChildren();
  if (!names.length) return;
  const entries = make("ul", "legend");
  const choose = (name) => {
    const stops = name ? classesOf(drawn.map((one) => one.properties?.[name])) : [];
    paint(map, source, name, stops);
    chooseField(name);
    entries.replaceChildren(...stops.map(({ from, to, colour }) =>
      legendEntry("polygon", colour, `${from} – ${to}`)));
  };
  const list = makeChoice([["", word("oneColour")],
    ...names.map((name) => [name, columnName(name)])], first, choose);
  list.setAttribute("aria-label", word("colourBy"));
  const line = make("label", "field");
  line.append(make("span", "", word("colourBy")), list);
  legend.append(line, entries);
  choose(first);
}

/** Five classes with as many values each, as {from, to, colour}. */
function classesOf(values) {
  const sorted = values.filter((one) => typeof one === "number").sort((a, b) => a - b);
  const shown = (one) => +one.toPrecision(4);
  const colours = themeNow() === "dark" ? [...RAMP].reverse() : RAMP;
  return RAMP.map((_, index) => {
    const from = sorted[Math.floor((index * sorted.length) / RAMP.length)];
    const last = Math.floor(((index + 1) * sorted.length) / RAMP.length);
    return { start: from, from: shown(from), colour: colours[index],
      to: shown(sorted[Math.min(last, sorted.length - 1)]) };
  }).filter((one, index, all) => index === 0 || one.start > all[index - 1].start);
}

function paint(map, source, name, stops) {
  const colour = stops.length ? ["step", ["to-number", ["get", name], 0], stops[0].colour,
    ...stops.slice(1).flatMap((one) => [one.start, one.colour])] : PLAIN[themeNow()];
  for (const [part, property] of [["fill", "fill-color"], ["line", "line-color"],
    ["circle", "circle-color"]]) {
    map.setPaintProperty(`${source}/${part}`, property, colour);
  }
  map.setPaintProperty(`${source}/fill`, "fill-opacity", stops.length ? 0.7 : 0.35);
}
