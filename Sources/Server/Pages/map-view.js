// What the page shows, and the link that restores it:
// #zoom/latitude/longitude/bearing/pitch&on=…&off=…&at=layer/id&here=longitude,latitude&raised&kiosk
// &scenario=…&commit=…&run=id/layer/moment&beside=run/way&curve=longitude,latitude&water=opacity
// &time=layer/moment&compare=state&difference=raster&opacity=layer:share,…&top=layer,…&where=layer:conditions,…

import { decoded } from "./map-dom.js";
import { currentLanguage } from "./map-words.js";

/** Layers that differ from how the city shows them at first, the feature in the panel and the
 * place {lng, lat} where it was clicked, and from where the city is seen. */
export const view = {
  camera: null, on: new Set(), off: new Set(), at: null, here: null, raised: false, kiosk: false, scenario: "",
  commit: "",
  /** The run whose result is shown: {id, layer, moment}, and which it is compared with in what way:
   * {other, as}. */
  run: null,
  /** The state that the map is compared with: `now`, `scenario:ID` or `commit:NUMBER`; "" for none. */
  other: "",
  /** The raster whose difference to it is shown; "" for none. */
  difference: "",
  /** How opaque the result of the run is. */
  runOpacity: 0.8,
  /** The place {lng, lat} of the curve of the run. */
  curve: null,
  /** The layer that the time bar stands on: {layer, moment}, with the filter of the moment. */
  timed: null,
  /** How opaque layers are, from 0 to 1, where the reader changed it; which lie above the others, the
   * topmost last; and what of them is shown, as map-filter.js has it. */
  opacity: new Map(), order: [], filters: new Map(),
  /** The filters of the link as it has them, until the layers are known. */
  asked: new Map(),
};

/** Layers that are not there, seen from where the city is seen. */
export const absent = new Set();
/** How many features layers have from there; null where the figures of the configuration hold. */
export const seen = { counts: null };
const starts = new Map();
const setOf = (text) => new Set((text || "").split(",").filter(Boolean).map(decoded));
const listOf = (set) => [...set].map(encodeURIComponent).join(",");

/** A place {lng, lat} as the address has it; null for none. */
function placeOf(text) {
  const [lng, lat, ...more] = (text || "").split(",").map(Number);
  return !more.length && Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? { lng, lat } : null;
}

const textOf = ({ lng, lat }) => `${lng.toFixed(7)},${lat.toFixed(7)}`;

/** Takes the view from the page's address. */
export function readView() {
  const [place, ...rest] = location.hash.slice(1).split("&");
  const isPlace = /^[\d.]+(\/-?[\d.]+){2,4}$/.test(place);
  const values = new Map((isPlace ? rest : [place, ...rest]).map((part) => {
    const [name, ...value] = part.split("=");
    return [name, value.join("=")];
  }));
  const text = (name) => decoded(values.get(name));
  const numbers = place.split("/").map(Number);
  view.camera = isPlace && numbers.every(Number.isFinite) && Math.abs(numbers[1]) <= 90 ? {
    zoom: numbers[0], center: [numbers[2], numbers[1]],
    bearing: numbers[3] || 0, pitch: Math.min(numbers[4] || 0, 60),
  } : null;
  view.on = setOf(values.get("on"));
  view.off = setOf(values.get("off"));
  const [layer, ...id] = (values.get("at") || "").split("/");
  view.at = layer && id.length ? { layer, id: decoded(id.join("/")) } : null;
  view.here = placeOf(values.get("here"));
  view.raised = values.has("raised");
  view.kiosk = values.has("kiosk");
  view.scenario = text("scenario");
  view.commit = text("commit");
  view.other = text("compare");
  view.difference = text("difference");
  const [run, result, moment] = (values.get("run") || "").split("/").map(decoded);
  const [other, as] = (values.get("beside") || "").split("/").map(decoded);
  view.run = run && result
    ? { id: run, layer: result, moment: moment || null, other: other || "", as: as || "" } : null;
  view.curve = placeOf(values.get("curve")) || view.here;
  const [timed, instant] = (values.get("time") || "").split("/").map(decoded);
  view.timed = timed && instant ? { layer: timed, moment: instant } : null;
  const water = Number(values.get("water") ?? 0.8);
  view.runOpacity = water >= 0 && water <= 1 ? water : 0.8;
  const pairs = (name) => (values.get(name) || "").split(",").filter(Boolean).map((pair) => {
    const [id, ...rest] = pair.split(":");
    return [decoded(id), rest.join(":")];
  });
  view.opacity = new Map(pairs("opacity").map(([id, share]) => [id, Number(share)])
    .filter(([, share]) => share >= 0 && share <= 1));
  view.order = [...setOf(values.get("top"))];
  view.asked = new Map(pairs("where"));
}

/** Says whether a layer is shown at first. */
export function startWith(id, isShown) { starts.set(id, isShown); }

export const isShown = (id) => !view.off.has(id) && (view.on.has(id) || starts.get(id) !== false);

/** Turns a layer on or off. */
export function show(id, isOn) {
  view.on.delete(id);
  view.off.delete(id);
  if (isOn !== (starts.get(id) !== false)) (isOn ? view.on : view.off).add(id);
}

/** The reader's filter of a layer, and that of the moment of the time bar; null for none. */
export function filterOfView(id) {
  const filters = [view.filters.get(id)?.expression,
    view.timed?.layer === id ? view.timed.filter : null].filter(Boolean);
  return filters.length > 1 ? ["all", ...filters] : filters[0] ?? null;
}

/** The parameters of requests that name from where the city is seen, as `?…` or `&…`. */
export function viewpoint(first = "?") {
  const pairs = ["scenario", "commit"].filter((name) => view[name])
    .map((name) => `${name}=${encodeURIComponent(view[name])}`);
  return pairs.length ? first + pairs.join("&") : "";
}

/** The same for a layer: one of a run is seen at the moment that is shown of the run. */
export function viewpointOf(layer, first = "?") {
  if (!layer.run) return viewpoint(first);
  const moment = view.run?.id === layer.run.id ? view.run.moment : null;
  return moment ? `${first}datetime=${encodeURIComponent(moment)}` : "";
}

/** Whether a layer can be chosen: those of runs where their run is. */
export const isOffered = (layer) => !layer.run || layer.run.id === view.run?.id;

function hashOf(map) {
  const { lng, lat } = map.getCenter();
  const zoom = map.getZoom();
  const digits = Math.max(2, Math.ceil(zoom / 3));
  const parts = [[zoom.toFixed(2), lat.toFixed(digits), lng.toFixed(digits)]];
  const [bearing, pitch] = [map.getBearing(), map.getPitch()]
    .map((one) => Math.round(one * 10) / 10);
  if (bearing || pitch) parts[0].push(bearing, pitch);
  parts[0] = parts[0].join("/");
  if (view.on.size) parts.push(`on=${listOf(view.on)}`);
  if (view.off.size) parts.push(`off=${listOf(view.off)}`);
  if (view.at) parts.push(`at=${view.at.layer}/${encodeURIComponent(view.at.id)}`);
  if (view.at && view.here) parts.push(`here=${textOf(view.here)}`);
  if (view.raised) parts.push("raised");
  if (view.kiosk) parts.push("kiosk");
  for (const name of ["scenario", "commit"]) {
    if (view[name]) parts.push(`${name}=${encodeURIComponent(view[name])}`);
  }
  if (view.other) parts.push(`compare=${encodeURIComponent(view.other)}`);
  if (view.other && view.difference) {
    parts.push(`difference=${encodeURIComponent(view.difference)}`);
  }
  if (view.run) {
    parts.push(`run=${[view.run.id, view.run.layer, view.run.moment || ""]
      .map(encodeURIComponent).join("/")}`);
    if (view.run.other) {
      parts.push(`beside=${[view.run.other, view.run.as].map(encodeURIComponent).join("/")}`);
    }
    if (view.runOpacity !== 0.8) parts.push(`water=${view.runOpacity}`);
    if (view.curve) parts.push(`curve=${textOf(view.curve)}`);
  }
  if (view.timed) {
    parts.push(`time=${[view.timed.layer, view.timed.moment].map(encodeURIComponent).join("/")}`);
  }
  const pairs = (entries) => entries.map(([id, text]) => `${encodeURIComponent(id)}:${text}`).join(",");
  if (view.opacity.size) parts.push(`opacity=${pairs([...view.opacity])}`);
  if (view.order.length) parts.push(`top=${listOf(view.order)}`);
  if (view.filters.size) {
    parts.push(`where=${pairs([...view.filters].map(([id, one]) => [id, one.text]))}`);
  }
  return `#${parts.join("&")}`;
}

/** Puts the view into the page's address. */
export function writeView(map) {
  if (map) history.replaceState(history.state, "", hashOf(map));
}

/** The link that restores the view for someone else, language included. */
export function linkOf(map) {
  const url = new URL(location.href);
  url.searchParams.set("lang", currentLanguage());
  url.hash = hashOf(map);
  return url.href;
}
