// How routes, reachable areas and nearest facilities are drawn.

const SOURCE = "route";
const COLOUR = "#1c6b78";
const NOTHING = { type: "FeatureCollection", features: [] };
const isOf = (part) => ["==", ["get", "part"], part];

/** The colour of an area that is reached within so many minutes. */
export const minutesColour = (minutes) =>
  minutes <= 5 ? "#1c6b78" : minutes <= 10 ? "#5c9d8f" : "#b7c98b";

/** What is drawn on the map; at first nothing. */
export const ROUTE_STYLE = {
  source: { type: "geojson", data: NOTHING },
  layers: [
    { id: "route/area", type: "fill", source: SOURCE, filter: isOf("area"),
      layout: { "fill-sort-key": ["-", ["get", "minutes"]] },
      paint: { "fill-color": ["get", "colour"], "fill-opacity": 0.35 } },
    { id: "route/border", type: "line", source: SOURCE, filter: isOf("area"),
      paint: { "line-color": ["get", "colour"], "line-width": 1.5 } },
    { id: "route/edge", type: "line", source: SOURCE, filter: isOf("line"),
      layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": "#ffffff", "line-width": 9, "line-opacity": 0.9 } },
    { id: "route/line", type: "line", source: SOURCE, filter: isOf("line"),
      layout: { "line-cap": "round", "line-join": "round" },
      paint: { "line-color": COLOUR, "line-width": 5.5 } },
    { id: "route/found", type: "circle", source: SOURCE, filter: isOf("found"),
      paint: { "circle-radius": 8, "circle-color": COLOUR, "circle-stroke-color": "#ffffff",
        "circle-stroke-width": 2 } },
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

/** Draws the places that were chosen and the answer of a tool; null draws nothing. */
export function drawRoute(map, tool, places, answer) {
  const parts = { route: "line", reach: "area", nearest: "found" };
  const found = (tool && answer ? answer.features : []).filter((one) => one.geometry)
    .map((one) => feature(parts[tool], one.geometry, tool === "reach" ? {
      minutes: one.properties.minutes, colour: minutesColour(one.properties.minutes) } : {}));
  const points = places.map((place, index) =>
    feature(index ? "end" : "start", { type: "Point", coordinates: place }));
  map.getSource(SOURCE)?.setData({ ...NOTHING, features: [...found, ...points] });
}
