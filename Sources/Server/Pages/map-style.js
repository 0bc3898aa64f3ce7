// How the map page draws the layers of /map/config.json: MapLibre style layers `<layer>/<part>`,
// where the part is fill, raised, edge, line, circle, shown (the feature in the panel) or label.

import { baseStyle } from "./map-base.js";
import { rasterStyle } from "./map-rasters.js";
import { local } from "./map-words.js";

/** The one source that holds all layers. */
export const SOURCE = "city";
/** Absolute, because MapLibre asks for tiles from a worker that has no address of its own. */
export const TILES = [`${location.origin}/tiles/WebMercatorQuad/{z}/{y}/{x}?f=mvt`];
export const FONTS = [
  "Noto Sans CJK SC", "Noto Sans SC", "PingFang SC", "Microsoft YaHei", "sans-serif"];
/** The filter that no feature passes. */
export const NOWHERE = ["boolean", false];
/** The colour of the feature in the panel. */
export const MARK = "#d6452b";

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

/** The field with the height of a polygon layer's features in metres, if it has one. */
export const heightField = (layer) =>
  layer.geometry === "polygon" &&
  layer.fields.find((field) => field.name === "height" && field.unit === "m");

/** The filter for the feature called `id`; tiles may hold ids as numbers. */
export const isFeature = (id) => ["==", ["to-string", ["get", "id"]], id];

/** The drawing layers of one layer of the map, bottom first. */
function drawing(layer) {
  const base = { source: SOURCE, "source-layer": layer.id, minzoom: layer.minzoom };
  const colour = byCategory(layer, "colour", layer.style.colour);
  const round = { "line-cap": "round", "line-join": "round" };
  const wideOnTop = {
    ...round, "line-sort-key": byCategory(layer, "width", layer.style.width) };
  switch (layer.geometry) {
    case "polygon": {
      const result = [
        { ...base, id: `${layer.id}/fill`, type: "fill",
          paint: { "fill-color": colour, "fill-opacity": 0.88,
            "fill-outline-color": "rgba(70, 56, 40, 0.25)" } },
        { ...base, id: `${layer.id}/shown`, type: "line", filter: NOWHERE, layout: round,
          paint: { "line-color": MARK, "line-width": 2.5 } },
      ];
      if (heightField(layer)) {
        result.push({ ...base, id: `${layer.id}/raised`, type: "fill-extrusion",
          layout: { visibility: "none" },
          paint: { "fill-extrusion-color": colour, "fill-extrusion-opacity": 0.92,
            "fill-extrusion-height": ["to-number", ["get", "height"], 0] } });
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
        { ...base, id: `${layer.id}/shown`, type: "line", filter: NOWHERE, layout: round,
          paint: { "line-color": MARK, "line-width": scaled(layer, 2.5) } },
      ];
    default:
      return [
        { ...base, id: `${layer.id}/circle`, type: "circle",
          paint: { "circle-color": colour, "circle-radius": scaled(layer, 1),
            "circle-stroke-color": "#ffffff", "circle-stroke-width": 1.2 } },
        { ...base, id: `${layer.id}/shown`, type: "circle", filter: NOWHERE,
          paint: { "circle-color": "rgba(0, 0, 0, 0)", "circle-radius": scaled(layer, 4),
            "circle-stroke-color": MARK, "circle-stroke-width": 2.5 } },
      ];
  }
}

/** Labels are drawn with the fonts of the machine, which needs a recent MapLibre. */
function canLabel() {
  const [major, minor] = maplibregl.getVersion().split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 24);
}

function labelling(layer) {
  const isLine = layer.geometry === "line";
  return {
    id: `${layer.id}/label`, type: "symbol", source: SOURCE, "source-layer": layer.id,
    minzoom: Math.min(layer.minzoom + 3, layer.maxzoom), filter: ["has", layer.style.label],
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
  return {
    version: 8,
    sources: {
      ...bases.sources, ...rasters.sources,
      [SOURCE]: {
        type: "vector", tiles: TILES, maxzoom: config.maxzoom,
        minzoom: Math.min(...config.layers.map((layer) => layer.minzoom), config.maxzoom),
      },
    },
    layers: [
      { id: "ground", type: "background", paint: { "background-color": "#f3f1eb" } },
      ...bases.layers, ...rasters.layers,
      ...parts.filter((part) => !isSolid(part)), ...parts.filter(isSolid), ...labels,
    ],
  };
}
