// How the map page draws the layers of /map/config.json: MapLibre style layers `<layer>/<part>`,
// where the part is fill, outline, raised, edge, line, circle or label. Layers that are off are not
// visible: MapLibre then does no work for them.

import { baseStyle } from "./map-base.js";
import { MEASURE_STYLE } from "./map-measure.js";
import { rasterStyle } from "./map-rasters.js";
import { ROUTE_STYLE } from "./map-route-style.js";
import { absent, isOffered, isShown, view, viewpoint, viewpointOf } from "./map-view.js";
import { local } from "./map-words.js";

/** The one source that holds all layers. */
export const SOURCE = "city";
/** Absolute, because MapLibre asks for tiles from a worker that has no address of its own. */
export const tiles = () =>
  [`${location.origin}/tiles/WebMercatorQuad/{z}/{y}/{x}?f=mvt${viewpoint("&")}`];
/** The source of a layer: what a job or a run gave is in no tile of the whole map. */
export const sourceOf = (layer) => (layer.result ? layer.id : SOURCE);
const resultTiles = (layer) => [
  `${location.origin}/collections/${encodeURIComponent(layer.id)}` +
  `/tiles/WebMercatorQuad/{z}/{y}/{x}?f=mvt${layer.run ? viewpointOf(layer, "&") : ""}`];
const resultSource = (layer) => ({
  type: "vector", minzoom: layer.minzoom, maxzoom: layer.maxzoom, tiles: resultTiles(layer),
});
export const FONTS = [
  "Noto Sans CJK SC", "Noto Sans SC", "PingFang SC", "Microsoft YaHei", "sans-serif"];
/** The source of the feature in the panel. */
export const MARKED = "marked";
/** The colour of the feature in the panel. */
const MARK = "#d6452b";
/** Metres of a storey, for buildings of which only the floors are known. */
const STOREY = 3;
/** How opaque areas are whose layer does not say it. */
const OPACITY = 0.88;

/** A colour or width that follows the categories of a layer, `fallback` for other values. */
export function byCategory(layer, key, fallback) {
  const categories = layer.style.categories;
  const pairs = (categories ? categories.colours : [])
    .filter((entry) => entry[key] !== undefined && entry[key] !== null)
    .flatMap((entry) => [entry.value, entry[key]]);
  if (!pairs.length) return fallback;
  return ["match", ["to-string", ["get", categories.field]], ...pairs, fallback];
}

/** Pixels that are `width` at the layer's deepest level, less above and more below it. */
function scaled(layer, extra = 0) {
  const width = byCategory(layer, "width", layer.style.width);
  const at = (factor) => ["+", ["*", width, factor], extra];
  const deepest = layer.maxzoom;
  return ["interpolate", ["exponential", 1.5], ["zoom"],
    deepest - 6, at(0.16), deepest - 2, at(0.45), deepest, at(1), deepest + 4, at(4)];
}

/** The text that labels features of `layer`, in the page's language. */
export function labelText(layer) {
  const field = layer.fields.find((one) => one.name === layer.style.label);
  const value = ["to-string", ["get", layer.style.label]];
  if (!field || !field.codes.length) return value;
  const pairs = field.codes.flatMap((code) => [String(code.value), local(code.title)]);
  return ["match", value, ...pairs, value];
}

/** Metres above ground to which a polygon is raised. */
function heightOf(layer) {
  const metres = ["to-number", ["get", "height"], 0];
  if (!layer.fields.some((field) => field.name === "floors")) return metres;
  return ["case", ["has", "height"], metres,
    ["*", STOREY, ["to-number", ["get", "floors"], 0]]];
}

/** The field with the height of a polygon layer's features in metres, if it has one. */
export const heightField = (layer) =>
  layer.geometry === "polygon" &&
  layer.fields.find((field) => field.name === "height" && field.unit === "m");

/** The filter for the feature called `id`; tiles may hold ids as numbers. */
const isFeature = (id) => ["==", ["to-string", ["get", "id"]], id];

/** The drawing layers of one layer of the map, bottom first. */
function drawing(layer) {
  const base = { source: sourceOf(layer), "source-layer": layer.id, minzoom: layer.minzoom };
  const colour = byCategory(layer, "colour", layer.style.colour);
  const round = { "line-cap": "round", "line-join": "round" };
  const wideOnTop = {
    ...round, "line-sort-key": byCategory(layer, "width", layer.style.width) };
  switch (layer.geometry) {
    case "polygon": {
      const opacity = layer.style.opacity ?? OPACITY;
      const result = [
        { ...base, id: `${layer.id}/fill`, type: "fill",
          paint: { "fill-color": colour, "fill-opacity": opacity,
            "fill-outline-color": "rgba(70, 56, 40, 0.25)" } },
      ];
      if (opacity < OPACITY / 2) {
        result.push({ ...base, id: `${layer.id}/outline`, type: "line", layout: round,
          paint: { "line-color": colour, "line-width": scaled(layer, 0.8) } });
      }
      if (heightField(layer)) {
        result.push({ ...base, id: `${layer.id}/raised`, type: "fill-extrusion",
          paint: { "fill-extrusion-color": colour, "fill-extrusion-opacity": 0.92,
            "fill-extrusion-height": heightOf(layer) } });
      }
      return result;
    }
    case "line":
      return [
        { ...base, id: `${layer.id}/edge`, type: "line", layout: wideOnTop,
          paint: { "line-color": "#ffffff", "line-opacity": 0.9,
            "line-width": scaled(layer, 2) } },
        { ...base, id: `${layer.id}/line`, type: "line", layout: wideOnTop,
          paint: { "line-color": colour, "line-width": scaled(layer) } },
      ];
    default:
      return [
        { ...base, id: `${layer.id}/circle`, type: "circle",
          paint: { "circle-color": colour, "circle-radius": scaled(layer, 1),
            "circle-stroke-color": "#ffffff", "circle-stroke-width": 1.2 } },
      ];
  }
}

/** Labels are drawn with the fonts of the machine, which needs a recent MapLibre. */
function canLabel() {
  const [major, minor] = maplibregl.getVersion().split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 24);
}

/** Which features are labelled: of a polygon that several tiles hold one part, and of layers that
 * say at which zooms those of a kind are, these. */
function labelFilter(layer) {
  const filter = ["all", ["has", layer.style.label], ["!", ["has", "label_elsewhere"]]];
  const zooms = layer.style.labelZooms;
  if (!zooms) return filter;
  const pairs = zooms.levels.flatMap((one) => [one.value,
    ["all", [">=", ["zoom"], one.minzoom], ["<", ["zoom"], one.maxzoom]]]);
  return [...filter, ["match", ["to-string", ["get", zooms.field]], ...pairs, true]];
}

/** The first zoom that labels anything of `layer`. */
const firstLabelled = (layer) => (layer.style.labelZooms
  ? Math.min(...layer.style.labelZooms.levels.map((one) => one.minzoom))
  : Math.min(layer.minzoom + 3, layer.maxzoom));

function labelling(layer) {
  const isLine = layer.geometry === "line";
  return {
    id: `${layer.id}/label`, type: "symbol", source: sourceOf(layer), "source-layer": layer.id,
    minzoom: firstLabelled(layer), filter: labelFilter(layer),
    layout: {
      "text-field": labelText(layer), "text-font": FONTS, "text-size": 12,
      "text-max-width": 9, "text-padding": 4,
      "symbol-placement": isLine ? "line" : "point",
      ...(layer.geometry === "point" ? { "text-offset": [0, 0.9], "text-anchor": "top" } : {}),
    },
    paint: { "text-color": isLine ? "#5a5346" : "#3c3a36", "text-halo-color": "#fffefb",
      "text-halo-width": 1.5 },
  };
}

/** The feature in the panel, drawn over all others. */
const MARKING = [
  { id: "marked/line", type: "line", source: MARKED, filter: ["!=", "$type", "Point"],
    layout: { "line-cap": "round", "line-join": "round" },
    paint: { "line-color": MARK, "line-width": 3 } },
  { id: "marked/circle", type: "circle", source: MARKED, filter: ["==", "$type", "Point"],
    paint: { "circle-color": "rgba(0, 0, 0, 0)", "circle-radius": 9,
      "circle-stroke-color": MARK, "circle-stroke-width": 2.5 } },
];

/** Marks the feature called `id` of `layer`, whose geometry is GeoJSON; null marks nothing. */
export function mark(map, config, layer, id, geometry) {
  const features = geometry ? [{ type: "Feature", properties: {}, geometry }] : [];
  map.getSource(MARKED)?.setData({ type: "FeatureCollection", features });
  for (const one of config.layers.filter(heightField)) {
    const colour = byCategory(one, "colour", one.style.colour);
    if (!map.getLayer(`${one.id}/raised`)) continue;
    map.setPaintProperty(`${one.id}/raised`, "fill-extrusion-color",
      one === layer ? ["case", isFeature(id), MARK, colour] : colour);
  }
}

/** Whether a part is drawn: its layer is on, and it is the flat or the raised one. */
function isVisible(config, part) {
  const layer = config.layers.find((one) => one.id === part["source-layer"]);
  if (!layer) {
    const id = part.id.slice(0, part.id.lastIndexOf("/"));
    return isShown(id) && !absent.has(id);
  }
  const isWrongWay = heightField(layer) && (part.id.endsWith("/raised") ? !view.raised
    : /\/(fill|outline)$/.test(part.id) && view.raised);
  return isOffered(layer) && isShown(layer.id) && !isWrongWay;
}

/** Shows what the view says of layers. */
export function applyVisibility(map, config) {
  for (const part of drawn) {
    const next = isVisible(config, part) ? "visible" : "none";
    const now = map.getLayoutProperty(part.id, "visibility") ?? "visible";
    if (next !== now) map.setLayoutProperty(part.id, "visibility", next);
  }
}

/** The parts of layers, rasters and base maps. */
let drawn = [];

/** Draws layers that a run has given since the map was made. */
export function addLayers(map, layers) {
  const above = map.getStyle().layers.find((part) => part.type === "symbol")?.id;
  for (const layer of layers) {
    map.addSource(layer.id, resultSource(layer));
    const labels = canLabel() && layer.style.label ? [labelling(layer)] : [];
    for (const part of [...drawing(layer), ...labels]) {
      const hidden = { ...part, layout: { ...part.layout, visibility: "none" } };
      map.addLayer(hidden, part.type === "symbol" ? undefined : above);
      drawn.push(hidden);
    }
  }
}

/** Has the layers of the run that is shown drawn at its moment. */
export function showRunLayers(map, config) {
  for (const layer of config.layers.filter((one) => one.run && isOffered(one))) {
    map.getSource(layer.id)?.setTiles(resultTiles(layer));
  }
  applyVisibility(map, config);
}

/**
 * Polygons below lines below points, then solids, then labels; of one kind, what shows from
 * farther away lies lower.
 */
export function styleOf(config) {
  const rank = { polygon: 0, line: 1, point: 2 };
  const ordered = [...config.layers].sort((a, b) =>
    rank[a.geometry] - rank[b.geometry] || a.minzoom - b.minzoom);
  const parts = ordered.flatMap(drawing);
  const isSolid = (part) => part.type === "fill-extrusion";
  const rasters = rasterStyle(config.rasters);
  const bases = baseStyle(config.bases);
  const labels = canLabel() ? ordered.filter((layer) => layer.style.label).map(labelling) : [];
  drawn = [...bases.layers, ...rasters.layers,
    ...parts.filter((part) => !isSolid(part)), ...parts.filter(isSolid), ...labels]
    .map((part) => ({ ...part, layout: {
      ...part.layout, visibility: isVisible(config, part) ? "visible" : "none" } }));
  const nothing = { type: "geojson", data: { type: "FeatureCollection", features: [] } };
  return {
    version: 8,
    sources: {
      ...bases.sources, ...rasters.sources,
      [SOURCE]: {
        type: "vector", tiles: tiles(), maxzoom: config.maxzoom,
        minzoom: Math.min(...config.layers.filter((layer) => !layer.result)
          .map((layer) => layer.minzoom), config.maxzoom),
      },
      ...Object.fromEntries(config.layers.filter((one) => one.result)
        .map((one) => [one.id, resultSource(one)])),
      [MARKED]: nothing, measure: MEASURE_STYLE.source, route: ROUTE_STYLE.source,
    },
    layers: [
      { id: "ground", type: "background", paint: { "background-color": "#f3f1eb" } },
      ...drawn, ...ROUTE_STYLE.layers, ...MARKING, ...MEASURE_STYLE.layers,
    ],
  };
}
