// What is drawn: the style document of the server, with what the reader turned on and off, and the
// page's own drawings above it.

import { isClusterSource, isOfClusters, withClusters } from "./map-cluster-style.js";
import { readDocument } from "./map-document.js";
import { MEASURE_STYLE } from "./map-measure.js";
import { SOURCE as ROUTE_SOURCE, ROUTE_STYLE } from "./map-route-style.js";
import { problemNow, setProblem } from "./map-status.js";
import { themeNow } from "./map-theme.js";
import {
  absent, filterOfView, isOffered, isShown, view, viewpoint, viewpointOf,
} from "./map-view.js";
import { currentLanguage } from "./map-words.js";

/** The one source that holds all layers of the city. */
export const SOURCE = "city";
/** The source of a layer: what a job or a run gave is in no tile of the whole map. */
export const sourceOf = (layer) => (layer.result ? layer.id : SOURCE);
/** The source of the feature in the panel. */
const MARKED = "marked";
/** The colour of the feature in the panel. */
const MARK = "#d6452b";
const NOTHING = { type: "geojson", data: { type: "FeatureCollection", features: [] } };

/** The feature in the panel, drawn over all others. */
const MARKING = [
  { id: "marked/halo", type: "line", source: MARKED, filter: ["!=", "$type", "Point"],
    layout: { "line-cap": "round", "line-join": "round" },
    paint: { "line-color": "#ffffff", "line-width": 6, "line-opacity": 0.8 } },
  { id: "marked/line", type: "line", source: MARKED, filter: ["!=", "$type", "Point"],
    layout: { "line-cap": "round", "line-join": "round" },
    paint: { "line-color": MARK, "line-width": 3 } },
  { id: "marked/circle", type: "circle", source: MARKED, filter: ["==", "$type", "Point"],
    paint: { "circle-color": "rgba(0, 0, 0, 0)", "circle-radius": 11,
      "circle-stroke-color": MARK, "circle-stroke-width": 2.5 } },
];
const OWN_SOURCES = {
  [MARKED]: NOTHING, measure: MEASURE_STYLE.source, route: ROUTE_STYLE.source };
const OWN_LAYERS = [...ROUTE_STYLE.layers, ...MARKING, ...MEASURE_STYLE.layers];
const isBelowNames = (layer) => layer.type === "fill" || layer.id === "route/arrows" ||
  (layer.type === "line" && [ROUTE_SOURCE, MARKED].includes(layer.source));

let map = null;
let config = null;
/** The style document as the server gave it, and with clusters. */
let given = null;
let clustered = null;
let onRenewal = () => {};

/** The document that is drawn: where two states are compared, every point stands by itself. */
export const styleNow = () => (view.other ? given : clustered);

function take(document) { [given, clustered] = [document, withClusters(document)]; }

/** The layer of the city that a part of the style draws; undefined for the page's own. */
export const layerOf = (part) => part.metadata?.["yutu:layer"];
const kindOf = (part) => part.metadata?.["yutu:part"];

/** The field with the height of a polygon layer's features in metres, if it has one. */
export const heightField = (layer) =>
  layer.geometry === "polygon" &&
  layer.fields.find((field) => field.name === "height" && field.unit === "m");

// MARK: The document

/**
 * Asks the server for the style document as the city is seen, or as `parameters` of a viewpoint say.
 */
export async function fetchStyle(parameters = viewpoint("")) {
  const path = `/styles/${themeNow()}?lang=${currentLanguage()}`;
  // From a viewpoint that is gone nothing is drawn, and the page says so.
  const style = (parameters && await readDocument(`${path}&${parameters}`)) ||
    await readDocument(path);
  if (!style) throw new Error("the server gives no style");
  // It stands once in the map's corner.
  for (const source of Object.values(style.sources)) delete source.attribution;
  return style;
}

const resultTiles = (layer) => [
  `${location.origin}/collections/${encodeURIComponent(layer.id)}` +
  `/tiles/WebMercatorQuad/{z}/{y}/{x}?f=mvt${layer.run ? viewpointOf(layer, "&") : ""}`];

/** The document of another state as the reader wants it, with what the page itself has drawn. */
export function styleWith(document) {
  const style = composed(document, true);
  const own = map.getStyle();
  for (const [id, source] of Object.entries(own.sources)) {
    if (isExtra(id) || OWN_SOURCES[id]) style.sources[id] = source;
  }
  style.layers.push(...own.layers.filter((one) => isExtra(one.source)));
  return style;
}

/**
 * What is drawn: the server's document as the reader wants it, then the page's own; `isOther` for
 * another state than the one that is seen, which has layers of its own.
 */
function composed(document = styleNow(), isOther = false) {
  const style = structuredClone(document);
  for (const layer of config.layers.filter((one) => one.run)) {
    const source = style.sources[layer.id];
    if (source) source.tiles = resultTiles(layer);
  }
  for (const part of style.layers) {
    if (!layerOf(part)) continue;
    part.layout = { ...part.layout, visibility: isVisible(part, isOther) ? "visible" : "none" };
    Object.assign(part.paint ??= {}, opacityOf(part));
    const filter = filterOf(part);
    if (filter) part.filter = filter; else delete part.filter;
  }
  style.layers = ordered(style.layers);
  Object.assign(style.sources, structuredClone(OWN_SOURCES));
  // Areas and routes lie below names, all else of the page above them.
  const names = style.layers.findIndex((one) => one.type === "symbol");
  style.layers.splice(names < 0 ? style.layers.length : names, 0,
    ...OWN_LAYERS.filter(isBelowNames));
  style.layers.push(...OWN_LAYERS.filter((one) => !isBelowNames(one)));
  return style;
}

/** The style at the start; `theConfig` is /map/config.json. */
export async function startStyle(theConfig) {
  config = theConfig;
  take(await fetchStyle());
  return composed();
}

/** Says on which map the style is drawn; `onRenew` is called when another document is. */
export function useMap(theMap, onRenew) { [map, onRenewal] = [theMap, onRenew]; }

/**
 * Draws anew in another theme, language or from another viewpoint, or with other layers; `isAnew`
 * asks for all tiles again, those that failed too.
 */
export async function renewStyle(isAnew = false) {
  const asked = [themeNow(), currentLanguage(), viewpoint("&")].join();
  const next = await fetchStyle().catch(() => null);
  if (asked !== [themeNow(), currentLanguage(), viewpoint("&")].join()) return;
  if (!next) return problemNow() ? undefined : setProblem("noStyle");
  if (problemNow() === "noStyle") setProblem(null);
  take(next);
  redraw(isAnew);
  onRenewal();
}

/** Draws the document as the reader wants it now; what the page itself drew stays. */
function redraw(isAnew = false) {
  // MapLibre cannot reload tiles of heights that failed, so their sources are made anew.
  map.setStyle(composed(), { diff: !isAnew, transformStyle: (before, next) => {
    if (!before) return next;
    const own = new Set([...Object.keys(OWN_SOURCES),
      ...Object.keys(before.sources).filter((id) => !next.sources[id] && isExtra(id))]);
    const kept = new Set(own);
    for (const id of Object.keys(next.sources)) if (isClusterSource(id)) kept.add(id);
    for (const id of kept) if (before.sources[id]) next.sources[id] = before.sources[id];
    const extra = before.layers.filter((one) => own.has(one.source) && !OWN_SOURCES[one.source]);
    const above = next.layers.findIndex((one) => one.type === "symbol");
    next.layers.splice(above < 0 ? next.layers.length : above, 0,
      ...extra.filter((one) => one.type !== "symbol"));
    // Numbers of results come before names.
    next.layers.push(...extra.filter((one) => one.type === "symbol"));
    return next;
  } });
}

/** Whether a source is one of those that the page adds for a while, such as a moment of a run. */
const isExtra = (id) => /^(run|result)\//.test(id || "");

// MARK: What the reader wants of layers

/** Whether a part is drawn: its layer is on, and it is the flat or the raised one. */
function isVisible(part, isOther = false) {
  const id = layerOf(part);
  const isThere = isOther || !absent.has(id);
  const layer = config.layers.find((one) => one.id === id);
  if (!layer) return isShown(id) && isThere;
  const kind = kindOf(part);
  const isWrongWay = heightField(layer) && (kind === "raised" ? !view.raised
    : ["fill", "outline"].includes(kind) && view.raised);
  return isOffered(layer) && isShown(id) && isThere && !isWrongWay;
}

const OPACITIES = {
  fill: ["fill-opacity"], line: ["line-opacity"], circle: ["circle-opacity", "circle-stroke-opacity"],
  symbol: ["icon-opacity", "text-opacity"], "fill-extrusion": ["fill-extrusion-opacity"],
  raster: ["raster-opacity"], hillshade: ["hillshade-exaggeration"],
  "color-relief": ["color-relief-opacity"], heatmap: ["heatmap-opacity"],
};

/** A value or expression times a factor; one that goes with the zoom has to stand outside. */
function scaled(value, factor) {
  if (typeof value === "number") return value * factor;
  if (value[0] !== "interpolate") return ["*", value, factor];
  return value.map((one, index) => (index > 3 && index % 2 === 0 ? scaled(one, factor) : one));
}

/** The opacities of a part of the document, times what the reader chose. */
function opacityOf(part) {
  const factor = view.opacity.get(layerOf(part)) ?? 1;
  return Object.fromEntries((OPACITIES[part.type] || []).map((name) => {
    const own = part.paint?.[name] ?? (name === "hillshade-exaggeration" ? 0.5 : 1);
    return [name, factor === 1 ? own : scaled(own, factor)];
  }));
}

/** The filter of a part of the document, and the reader's. */
function filterOf(part) {
  const own = part.filter;
  if (isOfClusters(part)) return own;
  const chosen = filterOfView(layerOf(part));
  return own && chosen ? ["all", own, chosen] : own || chosen || undefined;
}

/** Parts of layers that the reader has moved to the top lie above the others of their kind. */
function ordered(parts) {
  if (!view.order.length) return parts;
  const place = (part) => view.order.indexOf(layerOf(part));
  const kind = (part) => (part.type === "background" ? 0 : part.type === "symbol" ? 2 : 1);
  return parts.map((part, index) => ({ part, index })).sort((a, b) =>
    kind(a.part) - kind(b.part) || place(a.part) - place(b.part) || a.index - b.index)
    .map((one) => one.part);
}

/** Shows what the view says of layers: which are seen, how opaque, filtered by what. */
export function applyVisibility() {
  for (const part of styleNow().layers) {
    if (!layerOf(part) || !map.getLayer(part.id)) continue;
    const next = isVisible(part) ? "visible" : "none";
    if (next !== (map.getLayoutProperty(part.id, "visibility") ?? "visible")) {
      map.setLayoutProperty(part.id, "visibility", next);
    }
  }
}

/** Shows another opacity of a layer. */
export function applyOpacity(id) {
  for (const part of styleNow().layers.filter((one) => layerOf(one) === id)) {
    for (const [name, value] of Object.entries(opacityOf(part))) {
      map.setPaintProperty(part.id, name, value);
    }
  }
}

/** Shows another filter of a layer. */
export function applyFilter(id) {
  for (const part of styleNow().layers.filter((one) => layerOf(one) === id)) {
    map.setFilter(part.id, filterOf(part) ?? null);
  }
}

/** Shows another order of layers. */
export const applyOrder = () => redraw();

/** Draws single points while two states are compared, clusters else. */
export const applyComparison = () => redraw();

/** Has the layers of the run that is shown drawn at its moment. */
export function showRunLayers() {
  for (const layer of config.layers.filter((one) => one.run && isOffered(one))) {
    map.getSource(layer.id)?.setTiles(resultTiles(layer));
  }
  applyVisibility();
}

/** The colours of a layer's legend in the theme: {colour, categories: {value: colour}, image}. */
export const legendOf = (id) => given?.metadata?.["yutu:legend"]?.[id];

/** The badge of a layer, or of one of its categories, as an image; null where there is none. */
export function badgeOf(id, value = null) {
  const image = map?.getImage(value === null ? id : `${id}/${value}`)?.data;
  if (!image) return null;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const pixels = new ImageData(new Uint8ClampedArray(image.data), image.width, image.height);
  canvas.getContext("2d").putImageData(pixels, 0, 0);
  canvas.className = "badge";
  return canvas;
}

// MARK: The feature in the panel

/** The filter for the feature called `id`; tiles may hold ids as numbers. */
const isFeature = (id) => ["==", ["to-string", ["get", "id"]], id];

/** Marks the feature called `id` of `layer`, whose geometry is GeoJSON; null marks nothing. */
export function mark(layer, id, geometry) {
  const features = geometry ? [{ type: "Feature", properties: {}, geometry }] : [];
  map.getSource(MARKED)?.setData({ type: "FeatureCollection", features });
  for (const part of styleNow().layers.filter((one) => kindOf(one) === "raised")) {
    const colour = part.paint["fill-extrusion-color"];
    if (!map.getLayer(part.id)) continue;
    map.setPaintProperty(part.id, "fill-extrusion-color",
      layer && layerOf(part) === layer.id ? ["case", isFeature(id), MARK, colour] : colour);
  }
}
