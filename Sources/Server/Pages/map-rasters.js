// How the map page draws results of runs: classes in their colours, values by a ramp.

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

/** How strong a ramp's first colours are: what is little must not outshine what is much. */
const FAINT = ["99", "cc"];

/** A colour of a ramp, `#rrggbb`, with the strength of its place. */
const faded = (colour, index) => (/^#[0-9a-f]{6}$/i.test(colour) ? colour + (FAINT[index] ?? "")
  : colour);

/**
 * The colours of a raster's values, as MapLibre says them.
 *
 * @param first the value that has the ramp's first colour; below it nothing is drawn
 */
export function colourRamp(raster, first = raster.coding.base + 2 * raster.coding.step) {
  // A pixel without a value has the lowest code of all.
  const clear = first - raster.coding.step;
  const none = [clear, "rgba(0, 0, 0, 0)", first, faded(raster.ramp[0].colour, 0)];
  const stops = [...none, ...raster.ramp
    .map((stop, index) => [stop.value, faded(stop.colour, index)])
    .filter(([value]) => value > first).flat()];
  return ["interpolate", ["linear"], ["elevation"], ...stops];
}

/** The address of a raster's tileset. */
export const tilesetOf = (raster) =>
  `/collections/${encodeURIComponent(raster.id)}/tiles/WebMercatorQuad`;

/** The addresses of a raster's tiles, with the parameters of a state or moment, if any. */
export const tilesOf = (raster, parameters = "") =>
  `${location.origin}${tilesetOf(raster)}/{z}/{y}/{x}${parameters && `?${parameters}`}`;

const commonOf = (raster) => ({
  tileSize: 256, bounds: raster.bounds, minzoom: raster.minzoom, maxzoom: raster.maxzoom });
