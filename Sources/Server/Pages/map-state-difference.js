// The difference of a raster between two states of the city: drawn in colours on both sides of 0,
// with its legend, and the value at a place.

import { ask } from "./map-access.js";
import { differenceDrawing, differenceRamp, largestIn, stepOf } from "./map-difference.js";
import { legendEntry, make } from "./map-dom.js";
import { tilesAround } from "./map-geodesic.js";
import { tilesOf, tilesetOf } from "./map-rasters.js";
import { labelAbove } from "./map-run-layer.js";
import { legendValue, local, word } from "./map-words.js";

const SOURCE = "result/difference";
/** How opaque it is. */
const OPACITY = 0.85;
/** The most tiles whose largest difference is looked for. */
const TILES = 12;

/** What is drawn: {map, raster, states, steps}; null for nothing. */
let drawn = null;

/** Whether the values of a raster can be subtracted. */
export const isOfValues = (raster) => !raster.classes?.length && raster.ramp?.length > 0;

/** The coding of a raster in a state, where its values may lie between other ends; null where it is
 * not there. */
async function codingOf(raster, parameters) {
  const answer = await ask(
    `${tilesetOf(raster)}?f=tilejson${parameters ? `&${parameters}` : ""}`);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return (await answer.json()).valueCoding;
}

export function hideDifference(map) {
  drawn = null;
  if (map.getLayer(SOURCE)) map.removeLayer(SOURCE);
  if (map.getSource(SOURCE)) map.removeSource(SOURCE);
}

/** The largest difference of two states, in the raster's unit. */
async function largestOf(raster, urls, codings) {
  const found = await Promise.all(tilesAround(raster.bounds, raster.maxzoom, TILES)
    .map(({ z, x, y }) => largestIn(urls.map((one) =>
      one.replace("{z}", z).replace("{x}", x).replace("{y}", y)), codings)));
  return Math.max(0, ...found);
}

/** Steps up to a largest value, at 1, 2 or 5 × 10ⁿ. */
function stepsTo(largest, least) {
  const power = 10 ** Math.floor(Math.log10(largest));
  const top = [5, 2, 1].map((one) => one * power).find((one) => one <= largest * 1.001);
  return [top / 10, top / 2, top].filter((one, index) => one >= least || index === 2);
}

/**
 * Draws the values of a raster in one state less those in another.
 *
 * @param states {parameters, name} of both
 * @param isWanted whether it is still asked for
 * @returns the key of words that say why nothing is drawn; null where it is
 */
export async function showDifference(map, raster, states, isWanted) {
  const urls = states.map((one) => tilesOf(raster, one.parameters));
  const codings = await Promise.all(states.map((one) => codingOf(raster, one.parameters)));
  const areThere = codings.every(Boolean);
  const largest = areThere ? await largestOf(raster, urls, codings) : 0;
  if (!isWanted()) return null;
  hideDifference(map);
  if (!areThere) return "noRasterInBoth";
  const step = stepOf(codings);
  if (!(largest > step / 2)) return "noRasterDifference";
  const steps = stepsTo(largest, step);
  const { source, layer } = differenceDrawing(raster, urls, codings, steps);
  map.addSource(SOURCE, source);
  map.addLayer({ ...layer, id: SOURCE, source: SOURCE,
    paint: { ...layer.paint, "color-relief-opacity": OPACITY } }, labelAbove(map));
  drawn = { map, raster, states, steps };
  return null;
}

/** What the difference is called. */
const titleOf = ({ raster }) => word("differenceOf").replace("{n}", local(raster.title));

/** The legend of what is drawn, as elements. */
export function differenceLegend() {
  if (!drawn) return [];
  const { raster, states, steps } = drawn;
  const list = make("ul", "legend steps");
  list.append(...differenceRamp(raster, steps).map((one) => legendEntry("polygon", one.colour,
    `${one.value > 0 ? "+" : ""}${legendValue(raster, +one.value.toPrecision(6))}`)));
  return [make("p", "note",
    `${titleOf(drawn)}${word("colon")}${states[0].name} − ${states[1].name}`), list];
}

/** The difference at a place, as `valuesAt` gives the values of rasters; null for none. */
export async function differenceAt({ lng, lat }) {
  if (!drawn) return null;
  const { raster, states } = drawn;
  const coords = encodeURIComponent(`POINT(${lng.toFixed(8)} ${lat.toFixed(8)})`);
  try {
    const values = await Promise.all(states.map(async ({ parameters }) => {
      const answer = await ask(`/collections/${encodeURIComponent(raster.id)}/position` +
        `?coords=${coords}${parameters ? `&${parameters}` : ""}`, "application/geo+json");
      return answer.ok ? (await answer.json()).properties.value : undefined;
    }));
    if (!values.every(Number.isFinite) || !drawn) return null;
    const title = Object.fromEntries(["zh", "en"].map((language) => [language,
      word("differenceOf", language).replace("{n}", raster.title[language])]));
    return { raster: { id: `${raster.id}/difference`, title, unit: raster.unit },
      value: values[0] - values[1], isSigned: true };
  } catch {
    return null;
  }
}
