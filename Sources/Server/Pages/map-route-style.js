// How routes, reachable areas and nearest facilities are drawn.

const SOURCE = "route";
const COLOUR = "#1c6b78";
const NOTHING = { type: "FeatureCollection", features: [] };
const isOf = (part) => ["==", ["get", "part"], part];

/** Near to far (ColorBrewer YlGnBu, reversed). */
const NEAR_TO_FAR = ["#0c2c84", "#225ea8", "#1d91c0", "#41b6c4", "#7fcdbb", "#c7e9b4"];

/** The colour of the area at `index` of `count` that are reached one after another. */
export const reachColour = (index, count) =>
  NEAR_TO_FAR[Math.round((index * (NEAR_TO_FAR.length - 1)) / Math.max(count - 1, 1))];

/** What is drawn on the map; at first nothing. */
export const ROUTE_STYLE = {
  source: { type: "geojson", data: NOTHING },
  layers: [
    { id: "route/area", type: "fill", source: SOURCE, filter: isOf("area"),
      layout: { "fill-sort-key": ["-", ["get", "minutes"]] },
      paint: { "fill-color": ["get", "colour"], "fill-opacity": 0.22 } },
    { id: "route/border", type: "line", source: SOURCE, filter: isOf("area"),
      paint: { "line-color": ["get", "colour"], "line-width": 1.5 } },
    { id: "route/edge", type: "line", source: SOURCE, filter: isOf("line"),
      layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": "#ffffff", "line-width": 9, "line-opacity": 0.9 } },
    { id: "route/line", type: "line", source: SOURCE, filter: isOf("line"),
      layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": COLOUR, "line-width": 5.5 } },
    { id: "route/found", type: "circle", source: SOURCE, filter: isOf("found"),
      paint: { "circle-radius": 11, "circle-color": COLOUR, "circle-stroke-color": "#ffffff",
        "circle-stroke-width": 2 } },
    { id: "route/rank", type: "symbol", source: SOURCE, filter: isOf("found"),
      layout: { "text-field": ["to-string", ["get", "rank"]], "text-size": 13,
        "text-font": ["Noto Sans CJK SC Bold", "sans-serif"], "text-allow-overlap": true },
      paint: { "text-color": "#ffffff" } },
    { id: "route/start", type: "circle", source: SOURCE, filter: isOf("start"),
      paint: { "circle-radius": 7, "circle-color": "#ffffff", "circle-stroke-color": COLOUR,
        "circle-stroke-width": 4 } },
    { id: "route/end", type: "circle", source: SOURCE, filter: isOf("end"),
      paint: { "circle-radius": 7, "circle-color": "#d6452b", "circle-stroke-color": "#ffffff",
        "circle-stroke-width": 2.5 } },
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

/** Draws the places that were chosen and the answer of a tool; null draws nothing. */
export function drawRoute(map, tool, places, answer) {
  const parts = { route: "line", reach: "area", nearest: "found" };
  const given = (tool && answer ? answer.features : []).filter((one) => one.geometry);
  const features = tool === "nearest" ? soonestFirst(given) : given;
  const times = timesOf(features);
  const found = features.map((one, index) => feature(parts[tool], one.geometry, tool === "reach" ? {
    minutes: one.properties.minutes,
    colour: reachColour(times.indexOf(one.properties.minutes), times.length),
  } : { rank: index + 1 }));
  const points = places.map((place, index) =>
    feature(index ? "end" : "start", { type: "Point", coordinates: place }));
  map.getSource(SOURCE)?.setData({ ...NOTHING, features: [...found, ...points] });
}
