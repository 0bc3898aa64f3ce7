// Floods on the map: starts a scenario, shows how far it is, and its results with their time axis.

import { ask, faultOf } from "./map-access.js";
import { readAssumptions, showAssumptions } from "./map-assumptions.js";
import {
  WAYS, differenceDrawing, differenceRamp, hasDifference, momentBeside, showSwipeWords, swipe,
} from "./map-compare.js";
import { drawCurve, hideCurve, showCurve } from "./map-curve.js";
import { element, legendEntry, setOptions } from "./map-dom.js";
import { editsSaid } from "./map-edits.js";
import { readImpact, showImpact, startImpact } from "./map-impact.js";
import { regroup } from "./map-layers.js";
import { offerTool, openPanel, useTool } from "./map-panels.js";
import { drawRun, drawingOf, setRunOpacity } from "./map-run-layer.js";
import {
  addBreach, changes, isPickingBreach, readScenario, showForm, startForm,
} from "./map-scenario.js";
import { renewStyle, showRunLayers } from "./map-style.js";
import {
  momentAfter, momentNow, setTimes, showTimelineWords, startTimeline,
} from "./map-timeline.js";
import { startWith, view, writeView } from "./map-view.js";
import { legendValue, local, runName, word } from "./map-words.js";

/** How often a run that goes on is looked at, in milliseconds. */
const PACE = 1000;

let map = null;
let scenarios = [];
/** The rasters of runs, as /map/config.json lists them. */
let results = [];
let config = null;
let job = null;
let problem = "";
/** Whether the link names a run that is not there. */
let isGone = false;
/** Whether the form's scenario was chosen by hand since a run was. */
let isByHand = false;
/** Counts what was asked to be shown. */
let lastTurn = 0;

export const isRunResult = (raster) => Boolean(raster.run);
const resultOf = (id) => results.find((one) =>
  view.run && one.run.id === id && one.id === `run-${id}-${view.run.layer}`);
const shown = () => resultOf(view.run?.id);
/** The same result of the run that the shown one is compared with. */
const beside = () => resultOf(view.run?.other);
/** In what way both are compared: "" for none; the difference only of what has one. */
function way() {
  if (!beside()) return "";
  return view.run.as === "difference" && hasDifference(shown()) ? "difference" : WAYS[0];
}
const nameOf = (raster) => raster.id.slice(`run-${raster.run.id}-`.length);

/** The runs that are there, the latest first. */
function runs() {
  const byID = new Map(results.map((one) => [one.run.id, one.run]));
  return [...byID.values()].sort((a, b) => b.created.localeCompare(a.created));
}

// MARK: The panel

function fill(id, entries, value) {
  const list = element(id);
  setOptions(list, entries);
  list.value = value;
  list.hidden = !entries.length;
  list.previousElementSibling.textContent = word(id);
}

export function showRunWords() {
  offerTool("runs", scenarios.length > 0 || results.length > 0);
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
  const own = results.filter((one) => view.run && one.run.id === view.run.id);
  fill("run-layer", own.map((one) => [nameOf(one), local(one.title)]), view.run?.layer || "");
  showComparison();
  showProgress();
  showTimelineWords();
  drawCurve(null);
}

/** The runs to compare with, in what way, and the legend of what is drawn. */
function showComparison() {
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

const goesOn = () => Boolean(job) && ["accepted", "running"].includes(job.status);

function showProgress() {
  const isRunning = goesOn();
  element("run-cancel").hidden = !isRunning;
  element("run-pause").hidden = !isRunning || !job.jobID;
  element("run-pause").textContent = word(job?.paused ? "runContinue" : "runPause");
  element("run-progress").hidden = !isRunning;
  element("run-progress").value = job?.progress || 0;
  const seconds = job?.details?.seconds;
  const parts = [job ? word(`job_${job.paused ? "paused" : job.status}`) : "", problem,
    isGone ? word("goneRun") : ""];
  if (isRunning && seconds !== undefined) {
    const minutes = Math.floor(seconds / 60);
    const clock = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:` +
      `${String(minutes % 60).padStart(2, "0")}`;
    const error = job.details.relativeBalanceError;
    parts.push(word("simulated").replace("{n}", clock),
      `${word("balance")} ${error ? error.toExponential(0) : 0}`);
  }
  element("run-state").textContent = parts.filter(Boolean).join(" · ");
}

// MARK: Results

const timesOf = (id) => results.find((one) => one.run.id === id && one.times)?.times || [];
const momentOfOther = (moment) =>
  momentBeside(timesOf(view.run?.other), timesOf(view.run?.id), moment);

/** How the shown result is drawn at a moment, compared where that is asked for. */
function drawingAt(raster, moment) {
  const time = raster.times ? moment : null;
  if (way() !== "difference") return drawingOf(raster, time);
  return differenceDrawing(raster, time, beside(), raster.times ? momentOfOther(moment) : null);
}

async function showMoment(moment) {
  const turn = ++lastTurn;
  const raster = shown();
  const other = beside();
  if (view.run) view.run.moment = moment;
  showRunLayers();
  const after = raster?.times ? momentAfter() : null;
  await drawRun(map, raster ? drawingAt(raster, moment) : null,
    after && drawingAt(raster, after));
  // Another moment, run or comparison was chosen meanwhile.
  if (turn !== lastTurn) return;
  swipe(way() === "swipe"
    ? { raster, moment, beside: other, besideMoment: momentOfOther(moment) } : null);
  drawCurve(moment);
  writeView(map);
  readImpact(view.run?.id, moment, job?.jobID === view.run?.id,
    other && [view.run.other, momentOfOther(moment)]);
}

/** Compares the shown run with another; with none for "". */
function compare(id, as) {
  if (!view.run) return;
  [view.run.other, view.run.as] = [id, id ? as || WAYS[0] : ""];
  const raster = shown();
  showMoment(momentNow());
  showComparison();
  if (raster?.times && view.curve) showCurve(raster, view.curve, beside());
}

/** Shows a result of a run; none for null. */
function choose(id, layer, moment) {
  const own = results.filter((one) => one.run.id === id);
  const raster = own.find((one) => nameOf(one) === layer) || own[0];
  const isOther = view.run?.id !== id;
  const { other, as } = (raster && view.run) || { other: "", as: "" };
  isGone = false;
  view.run = raster
    ? { id, layer: nameOf(raster), moment: moment ?? momentNow(), other, as } : null;
  if (!beside() || other === id) Object.assign(view.run || {}, { other: "", as: "" });
  const times = timesOf(id);
  setTimes(times, (isOther ? moment : null) ?? (times.includes(moment) ? moment : undefined));
  showMoment(momentNow());
  readAssumptions(view.run?.id ?? null);
  regroup(config);
  showRunWords();
  if (isOther) standOnScenario();
  if (raster?.times && view.curve) showCurve(raster, view.curve, beside());
  else if (isOther) hideCurve();
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
  results = now.rasters.filter(isRunResult);
  const known = new Set(config.layers.map((one) => one.id));
  const added = now.layers.filter((one) => one.run && !known.has(one.id));
  for (const layer of added) startWith(layer.id, layer.shown);
  config.layers.push(...added);
  if (added.length) await renewStyle();
}

/** The curve of the shown result at a place that was clicked. */
export function askRunAt({ lng, lat }) {
  view.curve = { lng, lat };
  writeView(map);
  const raster = shown();
  if (raster?.times) showCurve(raster, view.curve, beside());
}

// MARK: A run

/** What a run is asked for: the scenario and what the form says otherwise; from a moment of the
 * shown run for `isFork`, whose own scenario and flood then hold unless another is chosen. */
function asked(isFork) {
  const [said, edits] = [changes(), editsSaid()];
  const scenario = element("run-scenario").value;
  const origin = isFork && runs().find((one) => one.id === view.run?.id);
  return {
    ...(origin && { from: { run: origin.id, datetime: momentNow() } }),
    ...(origin?.scenario !== scenario && { scenario }),
    ...(said && { flood: said }),
    ...(edits && { edits }),
  };
}

async function start(isFork) {
  problem = "";
  const inputs = asked(isFork);
  job = { status: "accepted", progress: 0 };
  // What it gives is listed below the form.
  element("run-details").open = false;
  showProgress();
  try {
    const answer = await ask("/processes/flood/execution", "application/json", {
      method: "POST",
      headers: { "Content-Type": "application/json", Prefer: "respond-async" },
      body: JSON.stringify({ inputs }),
    });
    const body = await answer.json();
    if (!answer.ok) throw new Error(faultOf(body));
    job = body;
    follow(body.jobID);
  } catch (error) {
    job = null;
    problem = error.message;
    showProgress();
  }
}

async function follow(id) {
  let count = 0;
  while (job?.jobID === id && goesOn()) {
    await new Promise((resolve) => setTimeout(resolve, PACE));
    try {
      const answer = await ask(`/jobs/${id}`);
      if (!answer.ok) break;
      job = await answer.json();
    } catch { /* The next look may be answered. */ }
    const frames = job.details?.frames || 0;
    if (frames > count || job.status === "successful") {
      count = frames;
      await readResults();
      choose(id, view.run?.id === id ? view.run.layer : "depth");
    }
    showProgress();
  }
  problem = job?.status === "failed" ? local(job.messages) || job.message : "";
  showProgress();
}

/** Removes the shown run with its files, once it has been asked whether that is meant. */
async function remove() {
  const id = view.run?.id;
  const run = runs().find((one) => one.id === id);
  if (!run || !confirm(word("runRemove?").replace("{n}", runName(run)))) return;
  const answer = await ask(`/runs/${id}`, "application/json", { method: "DELETE" });
  const body = await answer.json();
  problem = answer.ok ? "" : faultOf(body);
  if (answer.ok) {
    results = results.filter((one) => one.run.id !== id);
    choose("", "depth");
  }
  showProgress();
}

/** Pauses the job, or has it go on. */
async function pause() {
  const answer = await ask(`/jobs/${job.jobID}`, "application/json", {
    method: "PATCH", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ status: job.paused ? "running" : "paused" }),
  });
  const body = await answer.json();
  if (answer.ok) job = body;
  problem = answer.ok ? "" : faultOf(body);
  showProgress();
}

/** Follows again what was paused or goes on when the page is opened. */
async function findJob() {
  try {
    const answer = await ask("/jobs?processID=flood&status=accepted,running");
    const found = answer.ok ? (await answer.json()).jobs[0] : null;
    if (!found || job) return;
    job = found;
    follow(job.jobID);
    showProgress();
  } catch { /* The page does without. */ }
}

async function cancel() {
  if (job) await ask(`/jobs/${job.jobID}`, "application/json", { method: "DELETE" });
}

// MARK: Start

/** Prepares the panel and shows the run that the link names; `known` resolves to the scenarios. */
export async function listenToRuns(theMap, theConfig, known) {
  map = theMap;
  config = theConfig;
  results = config.runs;
  startTimeline(showMoment);
  startForm(map, config.layers);
  startImpact(map, askRunAt);
  useTool("runs", { picks: isPickingBreach, onPick: addBreach });
  element("run-start").addEventListener("click", () => start(false));
  element("run-from").addEventListener("click", () => start(true));
  element("run-scenario").addEventListener("change", () => {
    isByHand = true;
    readScenario(element("run-scenario").value);
  });
  element("run-cancel").addEventListener("click", cancel);
  element("run-pause").addEventListener("click", pause);
  element("run-remove").addEventListener("click", remove);
  element("run-list").addEventListener("change", () => {
    isByHand = false;
    choose(element("run-list").value, "depth");
  });
  element("run-layer").addEventListener("change", () =>
    choose(view.run.id, element("run-layer").value, momentNow()));
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
    isGone = !view.run;
    if (resultOf(other)) compare(other, as);
  }
  showRunWords();
  readScenario(element("run-scenario").value);
  if (scenarios.length) findJob();
}
