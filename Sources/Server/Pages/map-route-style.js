// How routes, reachable areas and nearest facilities are drawn.

import { discLayout, discSize } from "./map-disc.js";
import { word } from "./map-words.js";

export const SOURCE = "route";
const COLOUR = "#1c6b78";
/** Of what was found, by rank: unlike the groups of points, which have numbers too. */
export const FOUND = "#1d2a30";
const NOTHING = { type: "FeatureCollection", features: [] };
const isOf = (part) => ["==", ["get", "part"], part];

/** What is written on results. */
export const FONT = ["Noto Sans CJK SC Bold", "sans-serif"];

/** Near to far (ColorBrewer RdPu, reversed): neither the colours of water nor of parks. */
const NEAR_TO_FAR = ["#49006a", "#7a0177", "#ae017e", "#dd3497", "#f768a1"];

/** The colour of the area at `index` of `count` that are reached one after another. */
export const reachColour = (index, count) =>
  NEAR_TO_FAR[Math.round((index * (NEAR_TO_FAR.length - 1)) / Math.max(count - 1, 1))];

/** What is drawn on the map; at first nothing. */
export const ROUTE_STYLE = {
  source: { type: "geojson", data: NOTHING },
  layers: [
    { id: "route/area", type: "fill", source: SOURCE, filter: isOf("area"),
      layout: { "fill-sort-key": ["-", ["get", "minutes"]] },
      paint: { "fill-color": ["get", "colour"], "fill-opacity": 0.13 } },
    { id: "route/border", type: "line", source: SOURCE, filter: isOf("area"),
      paint: { "line-color": ["get", "colour"], "line-width": 2 } },
    { id: "route/minutes", type: "symbol", source: SOURCE, filter: isOf("area"),
      layout: { "symbol-placement": "line", "symbol-spacing": 360, "text-size": 12,
        "text-field": ["get", "name"], "text-font": FONT },
      paint: { "text-color": ["get", "colour"], "text-halo-color": "#ffffff",
        "text-halo-width": 2 } },
    { id: "route/access", type: "line", source: SOURCE, filter: isOf("access"),
      layout: { "line-cap": "round" },
      paint: { "line-color": COLOUR, "line-width": 3, "line-dasharray": [0.1, 2] } },
    { id: "route/edge", type: "line", source: SOURCE, filter: isOf("line"),
      layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": "#ffffff", "line-width": 9, "line-opacity": 0.9 } },
    { id: "route/line", type: "line", source: SOURCE, filter: isOf("line"),
      layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": COLOUR, "line-width": 5.5 } },
    { id: "route/arrows", type: "symbol", source: SOURCE, filter: isOf("line"),
      layout: { "symbol-placement": "line", "symbol-spacing": 70, "text-field": "＞",
        "text-size": 10, "text-font": FONT, "text-keep-upright": false, "text-padding": 0 },
      paint: { "text-color": "#ffffff" } },
    // A dot where there is no room for the number.
    { id: "route/found", type: "circle", source: SOURCE, filter: isOf("found"),
      paint: { "circle-radius": 4, "circle-color": FOUND, "circle-stroke-color": "#ffffff",
        "circle-stroke-width": 1.5 } },
    { id: "route/rank", type: "symbol", source: SOURCE, filter: isOf("found"),
      layout: { ...discLayout(discSize(12), ["to-string", ["get", "rank"]]), "text-size": 13,
        "symbol-sort-key": ["get", "rank"] },
      paint: { "text-color": "#ffffff", "icon-color": FOUND, "icon-halo-color": "#ffffff",
        "icon-halo-width": 2.5 } },
    // Below what marks a place without a letter, so that names keep off it.
    { id: "route/place", type: "symbol", source: SOURCE,
      filter: ["all", isOf("start"), ["==", ["get", "name"], ""]],
      layout: { ...discLayout(discSize(11), ""), "icon-allow-overlap": true },
      paint: { "icon-color": COLOUR } },
    { id: "route/start", type: "circle", source: SOURCE, filter: isOf("start"),
      paint: { "circle-radius": ["case", ["==", ["get", "name"], ""], 7, 11],
        "circle-color": ["case", ["==", ["get", "name"], ""], "#ffffff", "#2e7d4f"],
        "circle-stroke-color": ["case", ["==", ["get", "name"], ""], COLOUR, "#ffffff"],
        "circle-stroke-width": ["case", ["==", ["get", "name"], ""], 4, 2] } },
    { id: "route/end", type: "circle", source: SOURCE, filter: isOf("end"),
      paint: { "circle-radius": 11, "circle-color": "#c5362a", "circle-stroke-color": "#ffffff",
        "circle-stroke-width": 2 } },
    { id: "route/ends", type: "symbol", source: SOURCE,
      filter: ["any", isOf("start"), isOf("end")],
      // Names keep off the whole mark.
      layout: { "text-field": ["get", "name"], "text-size": 13, "text-font": FONT,
        "text-allow-overlap": true, "text-padding": 6 },
      paint: { "text-color": "#ffffff" } },
  ],
};

const feature = (part, geometry, more = {}) =>
  ({ type: "Feature", properties: { part, ...more }, geometry });

/** The times of reachable areas, from short to long. */
export const timesOf = (features) =>
  [...new Set(features.map((one) => one.properties.minutes))].sort((a, b) => a - b);

/** The features that are near, the soonest first. */
export const soonestFirst = (features) =>
  [...features].sort((a, b) => a.properties.duration_s - b.properties.duration_s);

/** A way with what lies between its ends and the places [from, to] that were asked for. */
function wayParts({ geometry }, [from, to]) {
  if (geometry.type !== "LineString") return [feature("line", geometry)];
  const { coordinates } = geometry;
  return [feature("line", geometry), ...[[from, coordinates[0]], [coordinates.at(-1), to]]
    .map((line) => feature("access", { type: "LineString", coordinates: line }))];
}

/** What a tool gave, as it is drawn. */
function parts(tool, features, places) {
  if (tool === "route") return features.flatMap((one) => wayParts(one, places));
  if (tool === "nearest") {
    return soonestFirst(features).map((one, index) =>
      feature("found", one.geometry, { rank: index + 1 }));
  }
  const times = timesOf(features);
  return features.map(({ geometry, properties: { minutes } }) => feature("area", geometry, {
    minutes, name: `${minutes} ${word("minutes")}`,
    colour: reachColour(times.indexOf(minutes), times.length) }));
}

/**
 * Draws the places that were chosen and the answer of a tool; null draws nothing.
 *
 * @param way the way to a facility with its `ends`, or null
 * @param isBackwards whether the one place of a route is its end
 */
export function drawRoute(map, tool, places, answer, { way = null, isBackwards = false } = {}) {
  const given = (tool && answer ? answer.features : []).filter((one) => one.geometry);
  const points = places.map((place, index) => {
    const isEnd = index > 0 || isBackwards;
    return feature(isEnd ? "end" : "start", { type: "Point", coordinates: place },
      { name: tool === "route" ? word(isEnd ? "markEnd" : "markStart") : "" });
  });
  map.getSource(SOURCE)?.setData({ ...NOTHING, features: [
    ...(way ? wayParts(way, way.ends) : []), ...parts(tool, given, places), ...points] });
}
