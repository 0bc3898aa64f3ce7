// The results of runs that there are: which is shown, which it is compared with and how, what is
// said of it.

import { WAYS, momentBeside, showSwipeWords } from "./map-compare.js";
import { differenceRamp, hasDifference } from "./map-difference.js";
import { element, legendEntry, setOptions } from "./map-dom.js";
import { view } from "./map-view.js";
import { legendValue, local, runName, word } from "./map-words.js";

/** The rasters of runs, as /map/config.json lists them. */
let results = [];

export const isRunResult = (raster) => Boolean(raster.run);
export const hasResults = () => results.length > 0;
export function setResults(rasters) { results = rasters; }
/** Forgets a run that has been removed. */
export function forgetRun(id) { results = results.filter((one) => one.run.id !== id); }

/** The results of a run. */
export const resultsOf = (id) => results.filter((one) => one.run.id === id);
/** What a result is called among those of its run. */
export const nameOf = (raster) => raster.id.slice(`run-${raster.run.id}-`.length);
/** The shown result of another run. */
export const resultOf = (id) => results.find((one) =>
  view.run && one.run.id === id && nameOf(one) === view.run.layer);
export const shown = () => resultOf(view.run?.id);
/** The same result of the run that the shown one is compared with. */
export const beside = () => resultOf(view.run?.other);

/** In what way both are compared: "" for none; the difference only of what has one. */
export function way() {
  if (!beside()) return "";
  return view.run.as === "difference" && hasDifference(shown()) ? "difference" : WAYS[0];
}

/** The runs that are there, the latest first. */
export function runs() {
  const byID = new Map(results.map((one) => [one.run.id, one.run]));
  return [...byID.values()].sort((a, b) => b.created.localeCompare(a.created));
}

/** The moments of a run. */
export const timesOf = (id) => results.find((one) => one.run.id === id && one.times)?.times || [];
/** The moment of the other run that stands beside one of the shown run. */
export const momentOfOther = (moment) =>
  momentBeside(timesOf(view.run?.other), timesOf(view.run?.id), moment);

/** Gives a list of the panel its choices. */
export function fill(id, entries, value) {
  const list = element(id);
  setOptions(list, entries);
  list.value = value;
  list.hidden = !entries.length;
  list.previousElementSibling.textContent = word(id);
}

/** The runs to compare with, in what way, and the legend of what is drawn. */
export function showComparison() {
  const raster = shown();
  const others = raster ? runs().filter((run) => run.id !== raster.run.id && resultOf(run.id)) : [];
  fill("run-other", [["", word("noOther")], ...others.map((run) => [run.id, runName(run)])],
    view.run?.other || "");
  element("run-other").hidden = !others.length;
  const ways = WAYS.filter((one) => one === "swipe" || hasDifference(raster));
  fill("run-as", ways.map((one) => [one, word(one)]), way() || WAYS[0]);
  element("run-as").hidden = !way();
  const isDifference = way() === "difference";
  const ramp = raster && (isDifference ? differenceRamp(raster) : raster.ramp);
  element("run-legend").replaceChildren(...(ramp || []).map((one) =>
    legendEntry("polygon", one.colour,
      `${isDifference && one.value > 0 ? "+" : ""}${legendValue(raster, one.value)}`)),
  ...(raster?.classes || []).map((one) => legendEntry("polygon", one.colour, local(one.title))));
  element("run-opacity-field").hidden = !raster;
  element("run-opacity-field").firstChild.textContent = word("opacity");
  element("run-opacity").value = Math.round(view.runOpacity * 100);
  element("run-opacity-field").lastChild.textContent = `${element("run-opacity").value} %`;
  showSwipeWords();
}
