// What a run's water reaches at the shown moment, in figures, and who is to be warned.

import { ask } from "./map-access.js";
import { momentOf } from "./map-clock.js";
import { element, make, makeButton } from "./map-dom.js";
import { padding } from "./map-panels.js";
import { distance, duration, word } from "./map-words.js";

const SQUARE_KILOMETRE = 1e6;

let map = null;
let showPlace = () => {};
let run = null;
/** The figures of the shown run, and of the one that it is compared with. */
let totals = [];
let warnings = [];
let asked = 0;

async function execute(process, inputs) {
  try {
    const answer = await ask(`/processes/${process}/execution`, "application/json", {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ inputs, response: "document" }) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** The figures of a run, each with what it is called. */
function figures(total) {
  const number = (value) => (value ?? 0).toLocaleString();
  const lines = [
    ["hitBuildings", number(total.buildings)], ["hitFacilities", number(total.facilities)],
    ["hitRoads", distance(total.closed_car || 0)],
    ["hitArea", `${((total.area_15cm || 0) / SQUARE_KILOMETRE).toFixed(2)} km²`]];
  if (totals.some((one) => one.affected_people)) {
    lines.splice(1, 0, ["hitPeople", number(total.affected_people)]);
  }
  return lines;
}

/** Goes to a place that is warned, and shows the curve there. */
function goTo({ at }) {
  map.fitBounds([at, at], { padding: padding(), maxZoom: Math.max(map.getZoom(), 16) });
  showPlace({ lng: at[0], lat: at[1] });
}

/** When the water comes, how long that is ahead, how deep it gets, and how probable it is. */
function warningWords(one) {
  const said = (key, value) => word(key).replace("{n}", value);
  return [
    momentOf(one.from),
    one.minutes_ahead > 0 ? said("ahead", duration(one.minutes_ahead * 60)) : word("isReached"),
    said("upTo", `${one.deepest.toFixed(2)} m`),
    one.probability === undefined ? "" : said("chance", `${one.probability} %`),
  ].filter(Boolean).join(" · ");
}

/** Shows what is known, in the language of the page. */
export function showImpact() {
  const list = element("impact");
  list.replaceChildren();
  const columns = totals.map(figures);
  list.classList.toggle("two", columns.length > 1);
  (columns[0] || []).forEach(([name], row) => list.append(make("dt", "", word(name)),
    ...columns.map((column) => make("dd", "", column[row][1]))));
  const box = element("warnings");
  box.hidden = !warnings.length;
  element("warnings-title").textContent = `${word("warnings")} (${warnings.length})`;
  element("warnings-note").textContent = word("aheadNote");
  element("warning-list").replaceChildren(...warnings.map((one) => {
    const item = make("li");
    item.append(
      makeButton("step", one.name || one.feature, () => goTo(one)),
      make("span", "figures", warningWords(one)));
    return item;
  }));
}

const totalOf = async (id, moment) =>
  (await execute("flood-impact", { run: id, ...(moment && { datetime: moment }) }))?.total?.value;

/**
 * Asks for the figures of a run at a moment; null for none.
 *
 * @param beside the run that it is compared with and its moment: [id, moment], or null
 */
export async function readImpact(id, moment, isLast, beside) {
  asked += 1;
  const number = asked;
  if (!id) {
    [run, totals, warnings] = [null, [], []];
    return showImpact();
  }
  const found = await Promise.all(
    [[id, moment], beside].filter(Boolean).map((one) => totalOf(...one)));
  if (number !== asked) return;
  totals = found[0] ? found.filter(Boolean) : [];
  if (run !== id || isLast) {
    const told = await execute("flood-warnings", { run: id });
    if (number !== asked) return;
    [run, warnings] = [id, told?.warnings || []];
  }
  showImpact();
}

/** Prepares the figures; `onPlace` shows the curve at a place that is warned. */
export function startImpact(theMap, onPlace) { [map, showPlace] = [theMap, onPlace]; }
