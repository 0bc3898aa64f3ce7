// The small map of a page: the city, or some of its layers, and features drawn over it.

import { ask, withToken } from "./map-access.js";
import { make } from "./map-dom.js";
import { currentLanguage } from "./map-words.js";

const WORDS = {
  zh: { none: "此浏览器无法显示地图", zoomIn: "放大", zoomOut: "缩小" },
  en: { none: "This browser cannot show the map", zoomIn: "Zoom in", zoomOut: "Zoom out" },
};
/** Around what is shown, in pixels. */
const PADDING = 36;
const EMPTY = { type: "FeatureCollection", features: [] };

const darkness = matchMedia("(prefers-color-scheme: dark)");
const theme = () => document.documentElement.dataset.theme || (darkness.matches ? "dark" : "light");
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The bounds of a GeoJSON geometry, [west, south, east, north]. */
export function boundsOf(geometry) {
  const numbers = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (part) => {
    if (typeof part[0] !== "number") return part.forEach(add);
    [0, 1].forEach((axis) => {
      numbers[axis] = Math.min(numbers[axis], part[axis]);
      numbers[axis + 2] = Math.max(numbers[axis + 2], part[axis]);
    });
  };
  if (geometry?.type === "GeometryCollection") {
    for (const one of geometry.geometries) add(boundsOf(one));
  } else if (geometry) add(geometry.coordinates);
  return numbers;
}

function boundsOfAll(features) {
  return features.map((one) => boundsOf(one.geometry)).reduce((all, one) => [
    Math.min(all[0], one[0]), Math.min(all[1], one[1]),
    Math.max(all[2], one[2]), Math.max(all[3], one[3])],
  [Infinity, Infinity, -Infinity, -Infinity]);
}

/** Sources and drawing of features over the city, called `name`. */
function drawing(name, features, tint) {
  const of = (...types) => ["in", ["geometry-type"], ["literal", types]];
  return {
    source: { type: "geojson", data: features },
    layers: [
      { id: `${name}-area`, type: "fill", source: name, filter: of("Polygon", "MultiPolygon"),
        paint: { "fill-color": tint, "fill-opacity": 0.22 } },
      { id: `${name}-edge`, type: "line", source: name,
        filter: of("LineString", "MultiLineString", "Polygon", "MultiPolygon"),
        layout: { "line-cap": "round", "line-join": "round" },
        paint: { "line-color": tint, "line-width": 4, "line-opacity": 0.9 } },
      { id: `${name}-point`, type: "circle", source: name, filter: of("Point", "MultiPoint"),
        paint: { "circle-color": tint, "circle-radius": 7, "circle-stroke-color": colour("--paper"),
          "circle-stroke-width": 2.5 } },
    ],
  };
}

/** The style document of the city, or of the layers of `box`. */
async function styleOf(box) {
  const { layers, raster, result } = box.dataset;
  const chosen = layers && !raster && !result ? `&layers=${encodeURIComponent(layers)}` : "";
  const answer = await ask(`/styles/${theme()}?lang=${currentLanguage()}${chosen}`);
  const style = answer.ok ? await answer.json() : await plainStyle(layers?.split(","));
  if (raster) addRaster(style, raster);
  if (result) addResult(style, result);
  return style;
}

/** The layers of the city in their colours. */
async function plainStyle(chosen) {
  const answer = await ask("/map/config.json");
  const config = await answer.json();
  const layers = config.layers.filter((one) => !one.result &&
    (chosen ? chosen.includes(one.id) : one.shown));
  const types = { polygon: "fill", line: "line", point: "circle" };
  return {
    version: 8, metadata: { bounds: config.bounds },
    sources: { city: { type: "vector", maxzoom: config.maxzoom, attribution: config.attribution,
      tiles: [`${location.origin}/tiles/WebMercatorQuad/{z}/{y}/{x}?f=mvt`] } },
    layers: [{ id: "ground", type: "background",
      paint: { "background-color": colour("--ground") } },
    ...layers.map((one) => ({ id: one.id, source: "city", "source-layer": one.id,
      type: types[one.geometry], paint: { [`${types[one.geometry]}-color`]: one.style.colour } }))],
  };
}

const tilesOf = (id, part, format) => [`${location.origin}/collections/${encodeURIComponent(id)}` +
  `${part}/tiles/WebMercatorQuad/{z}/{y}/{x}?f=${format}`];

/** A raster over the city, below names. */
function addRaster(style, id) {
  style.sources[id] = { type: "raster", tileSize: 256, maxzoom: 18,
    tiles: tilesOf(id, "/map", "png") };
  const layer = { id: `${id}/raster`, type: "raster", source: id,
    paint: { "raster-opacity": 0.85 } };
  const names = style.layers.findIndex((one) => one.type === "symbol");
  style.layers.splice(names < 0 ? style.layers.length : names, 0, layer);
}

/** What a job or a run gave over the city. */
function addResult(style, id) {
  style.sources[id] = { type: "vector", maxzoom: 16, tiles: tilesOf(id, "", "mvt") };
  style.layers.push(...drawing(id, EMPTY, colour("--mark")).layers
    .map((one) => ({ ...one, "source-layer": id })));
}

/**
 * Starts the map of `box`; null where there can be none.
 *
 * Gives `map`, MapLibre's; `show(name, features, {fits})`, which draws a feature collection in
 * place of what is drawn by that name; and `fit(bounds)`.
 */
export async function startMap(box) {
  const words = WORDS[currentLanguage()];
  const fail = (text) => {
    box.replaceChildren(make("p", "", text));
    return null;
  };
  if (!globalThis.maplibregl) return fail(words.none);
  const style = await styleOf(box).catch(() => null);
  if (!style) return fail(words.none);
  box.replaceChildren();
  const bounds = box.dataset.bounds?.split(",").map(Number) || style.metadata?.bounds;
  let map;
  try {
    map = new maplibregl.Map({
      container: box, style, transformRequest: withToken, attributionControl: { compact: true },
      cooperativeGestures: false, maxPitch: 0, dragRotate: false, fadeDuration: 0,
      ...(bounds && { bounds, fitBoundsOptions: { padding: PADDING, maxZoom: 17 } }),
      locale: { "NavigationControl.ZoomIn": words.zoomIn,
        "NavigationControl.ZoomOut": words.zoomOut },
    });
  } catch { return fail(words.none); }
  map.addControl(new maplibregl.NavigationControl({ showCompass: false }), "top-right");
  map.touchZoomRotate.disableRotation();
  map.scrollZoom.disable();
  map.once("click", () => map.scrollZoom.enable());
  const drawn = new Map();
  const draw = (name) => {
    const { source, layers } = drawing(name, drawn.get(name).features,
      colour(drawn.get(name).tint));
    if (map.getSource(name)) return map.getSource(name).setData(source.data);
    map.addSource(name, source);
    layers.forEach((layer) => map.addLayer(layer));
  };
  const whenReady = new Promise((resolve) => { map.once("load", resolve); });
  await whenReady;
  const renew = async () => {
    const next = await styleOf(box).catch(() => null);
    if (!next) return;
    map.once("style.load", () => [...drawn.keys()].forEach(draw));
    map.setStyle(next, { diff: false });
  };
  darkness.addEventListener("change", renew);
  const fit = (box) => map.fitBounds(box, { padding: PADDING, maxZoom: 17, duration: 0 });
  return {
    map, fit,
    show(name, features, { fits = false, tint = "--mark" } = {}) {
      drawn.set(name, { features: features || EMPTY, tint });
      draw(name);
      const box = fits ? boundsOfAll((features || EMPTY).features) : null;
      if (box && Number.isFinite(box[0])) fit(box);
    },
  };
}
