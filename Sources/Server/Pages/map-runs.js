// Runs on the map: the panel that starts one, and its results with their time axis.

import { ask, faultOf } from "./map-access.js";
import { readAssumptions, showAssumptions } from "./map-assumptions.js";
import { WAYS, swipe } from "./map-compare.js";
import { drawCurve } from "./map-curve.js";
import { differenceDrawing } from "./map-difference.js";
import { element } from "./map-dom.js";
import { editsSaid } from "./map-edits.js";
import { readImpact, showImpact, startImpact } from "./map-impact.js";
import { regroup } from "./map-layers.js";
import { offerTool, openPanel, padding, useTool } from "./map-panels.js";
import { hideRunCurve, showRunCurve } from "./map-run-curve.js";
import {
  findJob, forgetDone, isOfJob, sayGone, sayProblem, showProgress, startJobs, startRun,
} from "./map-run-job.js";
import { drawRun, drawingOf, runTiles, setRunOpacity } from "./map-run-layer.js";
import {
  beside, fill, forgetRun, hasResults, isRunResult, momentOfOther, nameOf, resultOf, resultsOf, runs,
  setResults, showComparison, shown, timesOf, way,
} from "./map-run-results.js";
import {
  addBreach, changes, isPickingBreach, readScenario, showForm, startForm,
} from "./map-scenario.js";
import { renewStyle, showRunLayers } from "./map-style.js";
import {
  momentAfter, momentNow, offerAxis, setTimes, showTimelineWords,
} from "./map-timeline.js";
import { startWith, view, writeView } from "./map-view.js";
import { local, runName, word } from "./map-words.js";

/** The time axis of the run that is shown. */
const AXIS = "run";

let map = null;
let scenarios = [];
let config = null;
/** Whether the form's scenario was chosen by hand since a run was. */
let isByHand = false;
/** Counts what was asked to be shown. */
let lastTurn = 0;

// MARK: The panel

export function showRunWords() {
  offerTool("runs", scenarios.length > 0 || hasResults());
  element("run-start").textContent = word("runStart");
  element("run-cancel").textContent = word("runCancel");
  element("run-remove").textContent = word("runRemove");
  element("run-remove").hidden = !view.run;
  element("run-from").textContent = word("runFrom");
  element("run-from").hidden = !view.run || !shown()?.times || !scenarios.length;
  const chosen = element("run-scenario").value;
  fill("run-scenario", scenarios.map((one) => [one.id, local(one.title)]),
    chosen || scenarios[0]?.id || "");
  element("run-start").hidden = !scenarios.length;
  showForm();
  showImpact();
  showAssumptions();
  fill("run-list", [["", word("noRun")], ...runs().map((run) => [run.id, runName(run)])],
    view.run?.id || "");
  fill("run-layer", resultsOf(view.run?.id).map((one) => [nameOf(one), local(one.title)]),
    view.run?.layer || "");
  showComparison();
  showProgress();
  showTimelineWords();
  drawCurve(AXIS, null);
}

// MARK: Results

/** How the shown result is drawn at a moment, compared where that is asked for. */
function drawingAt(raster, moment) {
  const time = raster.times ? moment : null;
  if (way() !== "difference") return drawingOf(raster, time);
  const other = beside();
  return differenceDrawing(raster, [runTiles(raster, time),
    runTiles(other, raster.times ? momentOfOther(moment) : null)], [raster.coding, other.coding]);
}

async function showMoment(moment) {
  const turn = ++lastTurn;
  const raster = shown();
  const other = beside();
  if (view.run) view.run.moment = moment;
  showRunLayers();
  const after = raster?.times ? momentAfter(AXIS) : null;
  await drawRun(map, raster ? drawingAt(raster, moment) : null,
    after && drawingAt(raster, after));
  // Another moment, run or comparison was chosen meanwhile.
  if (turn !== lastTurn) return;
  swipe(way() === "swipe"
    ? { raster, moment, beside: other, besideMoment: momentOfOther(moment) } : null);
  drawCurve(AXIS, moment);
  writeView(map);
  readImpact(view.run?.id, moment, isOfJob(view.run?.id),
    other && [view.run.other, momentOfOther(moment)]);
}

/** Compares the shown run with another; with none for "". */
function compare(id, as) {
  if (!view.run) return;
  [view.run.other, view.run.as] = [id, id ? as || WAYS[0] : ""];
  const raster = shown();
  showMoment(momentNow(AXIS));
  showComparison();
  if (raster?.times && view.curve) showRunCurve(AXIS, raster, view.curve, beside());
}

/** Shows a result of a run; none for null. */
function choose(id, layer, moment) {
  const own = resultsOf(id);
  const raster = own.find((one) => nameOf(one) === layer) || own[0];
  const isOther = view.run?.id !== id;
  const { other, as } = (raster && view.run) || { other: "", as: "" };
  sayGone(false);
  view.run = raster
    ? { id, layer: nameOf(raster), moment: moment ?? momentNow(AXIS), other, as } : null;
  if (!beside() || other === id) Object.assign(view.run || {}, { other: "", as: "" });
  const times = timesOf(id);
  setTimes(AXIS, times, (isOther ? moment : null) ?? (times.includes(moment) ? moment : undefined));
  showMoment(momentNow(AXIS));
  readAssumptions(view.run?.id ?? null);
  regroup(config);
  showRunWords();
  if (isOther) standOnScenario();
  if (raster?.times && view.curve) showRunCurve(AXIS, raster, view.curve, beside());
  else if (isOther) hideRunCurve(AXIS);
}

/** Has the form stand on the scenario of the shown run, from which one may go on; what it says is
 * kept where it does, and a scenario that was chosen by hand. */
function standOnScenario() {
  const scenario = !isByHand && runs().find((one) => one.id === view.run?.id)?.scenario;
  if (!scenarios.some((one) => one.id === scenario)) return;
  element("run-scenario").value = scenario;
  readScenario(scenario);
}

/** Learns which results there are. */
async function readResults() {
  const answer = await ask("/map/config.json");
  if (!answer.ok) return;
  const now = await answer.json();
  setResults(now.rasters.filter(isRunResult));
  const known = new Set(config.layers.map((one) => one.id));
  const added = now.layers.filter((one) => one.run && !known.has(one.id));
  for (const layer of added) startWith(layer.id, layer.shown);
  config.layers.push(...added);
  if (added.length) await renewStyle();
}

/** The curve of the shown result at a place that was clicked. */
export async function askRunAt({ lng, lat }) {
  view.curve = { lng, lat };
  writeView(map);
  const raster = shown();
  if (!raster?.times) return;
  await showRunCurve(AXIS, raster, view.curve, beside());
  // The curve does not lie over the place.
  const below = map.project([lng, lat]).y - (window.innerHeight - padding().bottom);
  if (below > 0) map.panBy([0, below], { duration: 400 });
}

/** Shows what has come of a run that goes on. */
async function showMore(id) {
  await readResults();
  choose(id, view.run?.id === id ? view.run.layer : "depth");
}

// MARK: A run

/** What a run is asked for: the scenario and what the form says otherwise; from a moment of the
 * shown run for `isFork`, whose own scenario and flood then hold unless another is chosen. */
function asked(isFork) {
  const [said, edits] = [changes(), editsSaid()];
  const scenario = element("run-scenario").value;
  const origin = isFork && runs().find((one) => one.id === view.run?.id);
  return {
    ...(origin && { from: { run: origin.id, datetime: momentNow(AXIS) } }),
    ...(origin?.scenario !== scenario && { scenario }),
    ...(said && { flood: said }),
    ...(edits && { edits }),
  };
}

/** Removes the shown run with its files, once it has been asked whether that is meant. */
async function remove() {
  const id = view.run?.id;
  const run = runs().find((one) => one.id === id);
  if (!run || !confirm(word("runRemove?").replace("{n}", runName(run)))) return;
  const answer = await ask(`/runs/${id}`, "application/json", { method: "DELETE" });
  const body = await answer.json();
  if (answer.ok) {
    forgetRun(id);
    forgetDone();
    choose("", "depth");
  }
  sayProblem(answer.ok ? "" : faultOf(body));
}

// MARK: Start

/** Prepares the panel and shows the run that the link names; `known` resolves to the scenarios. */
export async function listenToRuns(theMap, theConfig, known) {
  map = theMap;
  config = theConfig;
  setResults(config.runs);
  offerAxis(AXIS, { title: () => {
    const raster = shown();
    return raster ? `${local(raster.title)} · ${runName(raster.run)}` : "";
  }, show: showMoment, pick: askRunAt });
  startJobs(showMore);
  startForm(map, config.layers);
  startImpact(map, askRunAt);
  useTool("runs", { picks: isPickingBreach, onPick: addBreach });
  element("run-start").addEventListener("click", () => startRun(asked(false)));
  element("run-from").addEventListener("click", () => startRun(asked(true)));
  element("run-scenario").addEventListener("change", () => {
    isByHand = true;
    readScenario(element("run-scenario").value);
  });
  element("run-remove").addEventListener("click", remove);
  element("run-list").addEventListener("change", () => {
    isByHand = false;
    choose(element("run-list").value, "depth");
  });
  element("run-layer").addEventListener("change", () =>
    choose(view.run.id, element("run-layer").value, momentNow(AXIS)));
  element("run-other").addEventListener("change", () =>
    compare(element("run-other").value, view.run?.as));
  element("run-opacity").addEventListener("input", () => {
    view.runOpacity = Number(element("run-opacity").value) / 100;
    setRunOpacity(map, view.runOpacity);
    showComparison();
    writeView(map);
  });
  element("run-as").addEventListener("change", () =>
    compare(view.run?.other, element("run-as").value));
  scenarios = (await known).filter((one) => one.fits && one.parts?.includes("flood"));
  if (view.run) {
    const { id, layer, moment, other, as } = view.run;
    view.run = null;
    openPanel("runs", false);
    choose(id, layer, moment);
    sayGone(!view.run);
    if (resultOf(other)) compare(other, as);
  }
  showRunWords();
  readScenario(element("run-scenario").value);
  if (scenarios.length) findJob();
}
