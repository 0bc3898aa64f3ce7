// The values of a result of a run at a place over time, and those of the run it is compared with.

import { ask } from "./map-access.js";
import { setCurve } from "./map-curve.js";
import { isZeroWithout } from "./map-difference.js";
import { local, runName, word } from "./map-words.js";

let asked = 0;

/** Asks for the values of a run's raster at a place and shows them, with another's beside them. */
export async function showRunCurve(axis, raster, place, beside) {
  if ((raster.times || []).length < 2) return;
  asked += 1;
  const number = asked;
  const found = await Promise.all([raster, beside].filter((one) => one?.times?.length > 1)
    .map((one) => seriesAt(one, place, raster.id)));
  if (number === asked) setCurve(axis, found[0] && found.filter(Boolean));
}

export function hideRunCurve(axis) {
  asked += 1;
  setCurve(axis, null);
}

/** The values of a raster at a place at all its moments, null for dry where that is not 0; null
 * where there is no answer. */
async function seriesAt(raster, { lng, lat }, first) {
  const { times } = raster;
  const coords = encodeURIComponent(`POINT(${lng.toFixed(7)} ${lat.toFixed(7)})`);
  const interval = encodeURIComponent(`${times[0]}/${times[times.length - 1]}`);
  const none = isZeroWithout(raster) ? 0 : null;
  try {
    const answer = await ask(
      `/collections/${encodeURIComponent(raster.id)}/position?coords=${coords}` +
      `&datetime=${interval}`, "application/prs.coverage+json");
    const coverage = answer.ok ? await answer.json() : null;
    return coverage && {
      name: () => (raster.id === first ? local(raster.title) : runName(raster.run)),
      title: () => "",
      unit: raster.unit, classes: raster.classes, isFromZero: none === 0,
      least: raster.unit === "s" ? 1 : 0.01, none: () => word("noWater"),
      times: coverage.domain.axes.t.values,
      numbers: Object.values(coverage.ranges)[0].values.map((one) => one ?? none),
    };
  } catch {
    return null;
  }
}
