// The small map of a page: the city, or some of its layers, and features drawn over it.

import { withToken } from "./map-access.js";
import { boundsOf, readDocument } from "./map-document.js";
import { make } from "./map-dom.js";
import { themeNow } from "./map-theme.js";
import { currentLanguage } from "./map-words.js";

const WORDS = {
  zh: { none: "此浏览器无法显示地图", zoomIn: "放大", zoomOut: "缩小" },
  en: { none: "This browser cannot show the map", zoomIn: "Zoom in", zoomOut: "Zoom out" },
};
/** How long a page waits for its map to be drawn, in milliseconds. */
const PATIENCE = 8000;
/** Around what is shown, in pixels. */
const PADDING = 36;
const EMPTY = { type: "FeatureCollection", features: [] };

const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

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

/** A style document of the server: of all that is shown, or of some layers. */
async function documentOf(layers) {
  const chosen = layers ? `&layers=${encodeURIComponent(layers)}` : "";
  const style = await readDocument(`/styles/${themeNow()}?lang=${currentLanguage()}${chosen}`);
  if (!style) throw new Error("the server gives no style");
  return style;
}

/** The city; behind a veil, and the layers of `box` over it, where it names any. */
async function styleOf(box) {
  const { layers } = box.dataset;
  const [city, own] = await Promise.all([documentOf(), layers && documentOf(layers)]);
  if (!own) return city;
  const parts = own.layers.filter((one) => one.type !== "background");
  const known = new Set(parts.map((one) => one.id));
  return {
    ...city, sources: { ...city.sources, ...own.sources },
    layers: [
      ...city.layers.filter((one) => !known.has(one.id) && one.type !== "symbol"),
      { id: "veil", type: "background",
        paint: { "background-color": colour("--paper"), "background-opacity": 0.62 } },
      ...parts,
    ],
  };
}

/** Folds the attribution, which MapLibre opens once it knows it, over a part of so small a map. */
function foldAttribution(map, box) {
  const fold = () => {
    const attribution = box.querySelector(".maplibregl-compact-show");
    if (!attribution) return;
    attribution.classList.remove("maplibregl-compact-show");
    attribution.removeAttribute("open");
    for (const event of ["styledata", "sourcedata"]) map.off(event, fold);
  };
  for (const event of ["styledata", "sourcedata"]) map.on(event, fold);
}

/**
 * Starts the map of `box`; null where there can be none.
 *
 * Gives `map`, MapLibre's; `show(name, features, {fits})`, which draws a feature collection in
 * place of what is drawn by that name; `fit(bounds)`; and `idle()`, a promise for when all is
 * drawn.
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
  const bounds = box.dataset.bounds?.split(",").map(Number);
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
  foldAttribution(map, box);
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
  await new Promise((resolve) => { map.once("style.load", resolve); });
  const renew = async () => {
    const next = await styleOf(box).catch(() => null);
    if (!next) return;
    map.once("style.load", () => [...drawn.keys()].forEach(draw));
    map.setStyle(next, { diff: false });
  };
  document.addEventListener("themechange", renew);
  const fit = (box) => map.fitBounds(box, { padding: PADDING, maxZoom: 17, duration: 0 });
  const idle = () => new Promise((resolve) => {
    setTimeout(resolve, PATIENCE);
    map.once("idle", resolve);
  });
  return {
    map, fit, idle,
    show(name, features, { fits = false, tint = "--mark" } = {}) {
      drawn.set(name, { features: features || EMPTY, tint });
      draw(name);
      const box = fits ? boundsOf(...(features || EMPTY).features.map((one) => one.geometry)) : null;
      if (box && Number.isFinite(box[0])) fit(box);
    },
  };
}
