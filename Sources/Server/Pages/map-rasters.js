// How the map page draws the raster layers of /map/config.json: classes in their colours, heights
// as shaded relief over the colours of their ramp.

import { viewpoint } from "./map-view.js";

/** Absolute, because MapLibre asks for tiles from a worker that has no address of its own. */
export const tilesOf = (raster) => [
  `${location.origin}/collections/${encodeURIComponent(raster.id)}` +
  `/tiles/WebMercatorQuad/{z}/{y}/{x}${viewpoint()}`];

/** Ramps of colour came with MapLibre 5.6. */
function canColourHeights() {
  const [major, minor] = maplibregl.getVersion().split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 6);
}

function sourceOf(raster) {
  const common = {
    tiles: tilesOf(raster), tileSize: 256, bounds: raster.bounds, minzoom: raster.minzoom,
    maxzoom: raster.maxzoom };
  if (raster.classes.length) return { ...common, type: "raster" };
  const { base, step } = raster.coding;
  return { ...common, type: "raster-dem", encoding: "custom", baseShift: -base,
    redFactor: 65536 * step, greenFactor: 256 * step, blueFactor: step };
}

function drawing(raster) {
  const base = { source: raster.id, minzoom: raster.minzoom };
  if (raster.classes.length) {
    return [{ ...base, id: `${raster.id}/raster`, type: "raster",
      paint: { "raster-opacity": 0.75, "raster-resampling": "nearest" } }];
  }
  const parts = [];
  if (raster.ramp.length && canColourHeights()) {
    // A pixel without a value has the lowest code of all.
    const { base: lowest, step } = raster.coding;
    const none = [lowest + step, "rgba(0, 0, 0, 0)", lowest + 2 * step, raster.ramp[0].colour];
    const stops = [...none, ...raster.ramp
      .filter((stop) => stop.value > lowest + 2 * step)
      .flatMap((stop) => [stop.value, stop.colour])];
    parts.push({ ...base, id: `${raster.id}/relief`, type: "color-relief",
      paint: { "color-relief-opacity": 0.5,
        "color-relief-color": ["interpolate", ["linear"], ["elevation"], ...stops] } });
  }
  parts.push({ ...base, id: `${raster.id}/shade`, type: "hillshade",
    paint: { "hillshade-exaggeration": 0.4 } });
  return parts;
}

/** Sources and drawing layers of all rasters, to lie below everything else. */
export function rasterStyle(rasters) {
  return {
    sources: Object.fromEntries(rasters.map((raster) => [raster.id, sourceOf(raster)])),
    layers: rasters.flatMap(drawing),
  };
}
