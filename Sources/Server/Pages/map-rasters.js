// How the map page draws the raster layers of /map/config.json: classes in their colours, heights
// as shaded relief over the colours of their ramp.

import { viewpoint } from "./map-view.js";

/** Absolute, because MapLibre asks for tiles from a worker that has no address of its own. */
const tilesOf = (raster) => [
  `${location.origin}/collections/${encodeURIComponent(raster.id)}` +
  `/tiles/WebMercatorQuad/{z}/{y}/{x}${viewpoint()}`];

/** Tiles for shading: without gaps, since shading takes every pixel for ground. */
const reliefTilesOf = (raster) => [
  `${location.origin}/map/relief/${encodeURIComponent(raster.id)}/{z}/{y}/{x}${viewpoint()}`];

const shadeSource = (raster) => `${raster.id}/shade`;

/** Has the tiles of a raster asked for from another viewpoint. */
export function renewTiles(map, raster) {
  map.getSource(raster.id).setTiles(tilesOf(raster));
  map.getSource(shadeSource(raster))?.setTiles(reliefTilesOf(raster));
}

/** Ramps of colour came with MapLibre 5.6. */
function canColourHeights() {
  const [major, minor] = maplibregl.getVersion().split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 6);
}

function sourcesOf(raster) {
  if (raster.classes.length) {
    return [[raster.id, classSource(raster, tilesOf(raster))]];
  }
  return [
    [raster.id, valueSource(raster, tilesOf(raster), raster.coding)],
    [shadeSource(raster), valueSource(raster, reliefTilesOf(raster), raster.relief)]];
}

/** The source of a raster's tiles in the colours of its classes. */
export function classSource(raster, tiles) {
  return { ...commonOf(raster), type: "raster", tiles };
}

/** The source of a raster's tiles of values. */
export function valueSource(raster, tiles, { base, step }) {
  return {
    ...commonOf(raster), tiles, type: "raster-dem", encoding: "custom", baseShift: -base,
    redFactor: 65536 * step, greenFactor: 256 * step, blueFactor: step };
}

/**
 * The colours of a raster's values, as MapLibre says them.
 *
 * @param first the value that has the ramp's first colour; below it nothing is drawn
 */
export function colourRamp(raster, first = raster.coding.base + 2 * raster.coding.step) {
  // A pixel without a value has the lowest code of all.
  const clear = first - raster.coding.step;
  const none = [clear, "rgba(0, 0, 0, 0)", first, raster.ramp[0].colour];
  const stops = [...none, ...raster.ramp
    .filter((stop) => stop.value > first)
    .flatMap((stop) => [stop.value, stop.colour])];
  return ["interpolate", ["linear"], ["elevation"], ...stops];
}

const commonOf = (raster) => ({
  tileSize: 256, bounds: raster.bounds, minzoom: raster.minzoom, maxzoom: raster.maxzoom });

function drawing(raster) {
  const base = { source: raster.id, minzoom: raster.minzoom };
  if (raster.classes.length) {
    return [{ ...base, id: `${raster.id}/raster`, type: "raster",
      paint: { "raster-opacity": 0.75, "raster-resampling": "nearest" } }];
  }
  const parts = [];
  if (raster.ramp.length && canColourHeights()) {
    parts.push({ ...base, id: `${raster.id}/relief`, type: "color-relief",
      paint: { "color-relief-opacity": 0.5, "color-relief-color": colourRamp(raster) } });
  }
  parts.push({ ...base, id: `${raster.id}/shade`, source: shadeSource(raster), type: "hillshade",
    paint: { "hillshade-exaggeration": 0.4 } });
  return parts;
}

/** Sources and drawing layers of all rasters, to lie below everything else. */
export function rasterStyle(rasters) {
  return {
    sources: Object.fromEntries(rasters.flatMap(sourcesOf)),
    layers: rasters.flatMap(drawing),
  };
}
