// Draws one moment of a result of a run. Two sources take turns, so that the moment before stays
// on the map until the next has its tiles; and the one after that is fetched meanwhile.

import { classSource, colourRamp, tilesOf, valueSource } from "./map-rasters.js";
import { SOURCE as ROUTE } from "./map-route-style.js";
import { view } from "./map-view.js";

const SLOTS = ["run/0", "run/1"];
/** The cover of what lies outside the city, above the water. */
const OUTSIDE = "run/outside";
/** How often tiles that do not come are looked at, in milliseconds. */
const PACE = 500;

/** Whether a source of the map holds a moment of a run. */
export const isOfRun = (source) => SLOTS.includes(source);

let turn = 0;
/** What each slot holds, by the key of its drawing. */
const held = [null, null];
let asked = 0;

/** The addresses of a result's tiles at a moment; null for one without moments. */
export const runTiles = (raster, moment) =>
  tilesOf(raster, moment ? `datetime=${encodeURIComponent(moment)}` : "");

/** How a result is drawn at a moment: its source, and the layer without its ids. */
export function drawingOf(raster, moment) {
  const tiles = [runTiles(raster, moment)];
  const key = `${raster.id} ${moment || ""}`;
  if (raster.classes?.length) {
    return { key, source: classSource(raster, tiles),
      layer: { type: "raster", minzoom: raster.minzoom,
        paint: { "raster-resampling": "nearest", "raster-fade-duration": 0 } } };
  }
  // Films thinner than the ramp begins with are not drawn.
  const first = Math.max(raster.ramp[0].value, 2 * raster.coding.step);
  return valueDrawing(key, valueSource(raster, tiles, raster.coding), raster,
    colourRamp(raster, first));
}

/** How values are drawn in colours. */
export const valueDrawing = (key, source, raster, colours) => ({
  key, source,
  layer: { type: "color-relief", minzoom: raster.minzoom,
    paint: { "color-relief-color": colours } },
});

/** Water lies over the ground and what stands on it, and below routes and names. */
export function labelAbove(map) {
  return map.getStyle().layers
    .find((layer) => layer.type === "symbol" || layer.source === ROUTE)?.id;
}

const opacityOf = (layer) => `${layer.type}-opacity`;

function remove(map, slot) {
  if (map.getLayer(SLOTS[slot])) map.removeLayer(SLOTS[slot]);
  if (map.getSource(SLOTS[slot])) map.removeSource(SLOTS[slot]);
  held[slot] = null;
}

/** Puts a drawing into a slot, out of sight; its tiles are asked for. */
function put(map, slot, { key, source, layer }) {
  if (held[slot] === key) return;
  remove(map, slot);
  const id = SLOTS[slot];
  const opacity = opacityOf(layer);
  map.addSource(id, source);
  map.addLayer({ ...layer, id, source: id,
    paint: { ...layer.paint, [opacity]: 0, [`${opacity}-transition`]: { duration: 0 } },
  }, map.getLayer(OUTSIDE) ? OUTSIDE : labelAbove(map));
  held[slot] = key;
}

/** Resolves once a slot has all its tiles, however long that takes, or something else is asked for:
 * until then the moment before stays on the map. */
function loaded(map, id, isWanted) {
  return new Promise((resolve) => {
    const end = () => {
      clearInterval(timer);
      map.off("sourcedata", look);
      map.off("idle", look);
      resolve();
    };
    const look = () => {
      if (!isWanted() || !map.getSource(id) || map.isSourceLoaded(id)) end();
    };
    const timer = setInterval(look, PACE);
    map.on("sourcedata", look);
    map.on("idle", look);
  });
}

/** Covers what lies outside the city, as it is covered below the water; nothing where there is no
 * water, or no border. */
export function coverOutside(map) {
  const source = map.getSource("outside");
  const isNeeded = Boolean(source && map.getLayer("outside/fill")) && held.some(Boolean);
  if (!isNeeded) {
    if (map.getLayer(OUTSIDE)) map.removeLayer(OUTSIDE);
    if (map.getSource(OUTSIDE)) map.removeSource(OUTSIDE);
    return;
  }
  const colour = map.getPaintProperty("outside/fill", "fill-color");
  if (!map.getSource(OUTSIDE)) map.addSource(OUTSIDE, source.serialize());
  if (!map.getLayer(OUTSIDE)) {
    map.addLayer({ id: OUTSIDE, type: "fill", source: OUTSIDE,
      paint: { "fill-color": colour, "fill-antialias": false } }, labelAbove(map));
  } else if (map.getPaintProperty(OUTSIDE, "fill-color") !== colour) {
    map.setPaintProperty(OUTSIDE, "fill-color", colour);
  }
}

function fade(map, slot, opacity) {
  const layer = map.getLayer(SLOTS[slot]);
  if (layer) map.setPaintProperty(layer.id, opacityOf(layer), opacity);
}

/** Shows the moment with another opacity. */
export function setRunOpacity(map, opacity) {
  if (held[turn]) fade(map, turn, opacity);
}

/**
 * Draws what ``drawingOf`` says; resolves once it is seen. Nothing for null.
 *
 * @param next what is probably asked for after it, or null
 */
export async function drawRun(map, drawing, next = null) {
  asked += 1;
  const number = asked;
  if (!drawing) {
    for (const slot of SLOTS.keys()) remove(map, slot);
    return coverOutside(map);
  }
  if (held[turn] !== drawing.key) {
    const slot = 1 - turn;
    const isThere = held[slot] === drawing.key && map.isSourceLoaded(SLOTS[slot]);
    put(map, slot, drawing);
    if (!isThere) {
      await loaded(map, SLOTS[slot], () => number === asked);
    }
    if (number !== asked) return undefined;
    turn = slot;
    fade(map, turn, view.runOpacity);
    fade(map, 1 - turn, 0);
  }
  if (next) put(map, 1 - turn, next);
  return coverOutside(map);
}
