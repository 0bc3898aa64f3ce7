// How the map page draws the raster layers of /map/config.json: classes in their colours, heights
// as shaded relief over the colours of their ramp.

import { local, unitOf } from "./map-words.js";

/** Absolute, because MapLibre asks for tiles from a worker that has no address of its own. */
const tilesOf = (raster) => [
  `${location.origin}/collections/${encodeURIComponent(raster.id)}` +
  "/tiles/WebMercatorQuad/{z}/{y}/{x}"];

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

function make(name, className, text) {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function entry(colour, text) {
  const item = make("li");
  const swatch = make("span", "swatch polygon");
  swatch.style.background = colour;
  item.append(swatch, make("span", "", text));
  return item;
}

/** The entry of a raster in the list of layers: a box to turn it off, its unit, its legend. */
export function rasterItem(raster, hidden, map) {
  const item = make("li", "layer raster");
  const label = make("label");
  const box = make("input");
  box.type = "checkbox";
  box.checked = !hidden.has(raster.id);
  box.addEventListener("change", () => {
    if (box.checked) hidden.delete(raster.id); else hidden.add(raster.id);
    for (const part of drawing(raster)) {
      map().setLayoutProperty(part.id, "visibility", box.checked ? "visible" : "none");
    }
  });
  label.append(box, make("span", "name", local(raster.title)),
    make("span", "count", unitOf(raster)));
  const legend = make("ul", "legend");
  for (const one of raster.classes) legend.append(entry(one.colour, local(one.title)));
  for (const stop of raster.ramp) {
    legend.append(entry(stop.colour, `${stop.value} ${unitOf(raster)}`));
  }
  item.append(label, legend);
  return item;
}
