// Any process of the server in a panel: a form made of its inputs, its run, its results on the map;
// and the jobs that there are.

import { ask, faultOf } from "./map-access.js";
import { momentOf } from "./map-clock.js";
import { element, make, makeButton } from "./map-dom.js";
import { offerTool, openPanelName, useTool } from "./map-panels.js";
import { clearResult, showResult } from "./map-result.js";
import { currentLanguage, word } from "./map-words.js";
import { makeJobControls } from "./page-job-controls.js";
import { makeProcessForm } from "./process-form.js";
import { layersOf, makeResults } from "./process-results.js";
import { followJob, runProcess } from "./process-run.js";
import { wordsOf } from "./process-words.js";

/** The most jobs that are listed. */
const JOBS = 20;

let map = null;
let processes = [];
/** The process whose form is open: {id, form, description}; null for the list. */
let shown = null;
/** The place or area that is being picked: {ring, resolve, isArea}. */
let picking = null;
let showLayers = async () => {};

// MARK: Picking on the map

function begin(isArea) {
  endPicking(null);
  return new Promise((resolve) => {
    picking = { isArea, ring: [], resolve };
    map.getCanvas().style.cursor = "crosshair";
    map.getCanvas().focus({ preventScroll: true });
    showHint();
  });
}

function endPicking(value) {
  if (!picking) return;
  const { resolve } = picking;
  picking = null;
  map.getCanvas().style.cursor = "";
  showResult(map, "picking", null);
  showHint();
  resolve(value);
}

function picked({ lng, lat }) {
  const place = [lng, lat].map((one) => Number(one.toFixed(7)));
  if (!picking.isArea) return endPicking(place);
  picking.ring.push(place);
  const { ring } = picking;
  showResult(map, "picking", { type: "FeatureCollection", features: [{
    type: "Feature", properties: {}, geometry: ring.length > 2
      ? { type: "Polygon", coordinates: [[...ring, ring[0]]] }
      : { type: "MultiPoint", coordinates: ring } }] });
  return showHint();
}

/** What to click, with the buttons that end it. */
function showHint() {
  const hint = element("pick-hint");
  hint.hidden = !picking;
  if (!picking) return;
  const { isArea, ring } = picking;
  hint.replaceChildren(make("span", "", word(isArea ? "pickArea" : "pickPlace")));
  if (isArea) {
    const done = makeButton("primary", word("done"), () => endPicking(
      { type: "Polygon", coordinates: [[...ring, ring[0]]] }));
    done.disabled = ring.length < 3;
    hint.append(done);
  }
  hint.append(makeButton("", word("cancel"), () => endPicking(null)));
}

const picker = {
  point: () => begin(false), area: () => begin(true),
  show: (features) => showResult(map, "inputs", features),
};

// MARK: The list

/** Draws the list of processes, or the form of the one that is open, in the page's language. */
async function draw() {
  const box = element("analysing");
  if (openPanelName() !== "analyse") return;
  if (shown) return open(shown.id, shown.form?.value());
  const words = wordsOf(currentLanguage());
  const list = make("ul", "processes");
  list.append(...processes.map((one) => {
    const item = make("li");
    const button = makeButton("", "", () => open(one.id));
    button.append(make("b", "", one.title), make("span", "note", one.description || ""));
    item.append(button);
    return item;
  }));
  const jobs = make("section", "jobs");
  box.replaceChildren(list, jobs);
  try {
    const answer = await ask(`/jobs?limit=${JOBS}`);
    const found = answer.ok ? (await answer.json()).jobs : [];
    if (!found.length) return;
    jobs.append(make("h3", "", word("jobs")), ...found.map((job) => {
      const name = processes.find((one) => one.id === job.processID)?.title || job.processID;
      const button = makeButton("job", "", () => openJob(job));
      button.append(make("span", "", name), make("span", "count",
        `${words[job.status] || job.status} · ${momentOf(job.created)}`));
      return button;
    }));
  } catch { /* The processes stand without them. */ }
}

function backButton(title) {
  const head = make("div", "back");
  head.append(makeButton("", "←", () => {
    close();
    draw();
  }), make("h3", "", title));
  head.firstChild.setAttribute("aria-label", word("back"));
  return head;
}

function close() {
  shown?.controller?.abort();
  shown = null;
  endPicking(null);
  clearResult(map);
}

// MARK: A process

/** Opens the form of a process; `inputs` fill it in. */
export async function open(id, inputs = null) {
  const language = currentLanguage();
  const box = element("analysing");
  const before = shown;
  shown = { id };
  const mine = shown;
  let description;
  try {
    const answer = await ask(`/processes/${encodeURIComponent(id)}`);
    description = await answer.json();
    if (!answer.ok) throw new Error(faultOf(description));
  } catch (error) {
    box.replaceChildren(backButton(id), make("p", "fault", error.message || word("noAnswer")));
    return;
  }
  if (shown !== mine) return;
  before?.controller?.abort();
  const words = wordsOf(language);
  const form = makeProcessForm(description, { language, picker });
  const controls = makeJobControls(language, { isPausable: true });
  const results = make("div");
  const run = makeButton("primary", words.run, () => {});
  run.type = "submit";
  const stop = makeButton("", words.stop, () => shown?.controller?.abort());
  stop.hidden = true;
  const buttons = make("div", "buttons");
  buttons.append(run, stop);
  form.element.append(buttons);
  Object.assign(mine, { form, description });
  form.element.addEventListener("submit", async () => {
    const value = form.value();
    if (!value) return;
    mine.controller = new AbortController();
    [run.disabled, stop.hidden] = [true, false];
    results.replaceChildren();
    showResult(map, "process", null);
    controls.show({ status: "running" });
    try {
      const outcome = await runProcess(id, value, {
        description, signal: mine.controller.signal, onProgress: controls.show });
      if (shown === mine) await showOutcome(description, outcome, results);
      controls.show(outcome.job || { status: "successful" });
    } catch (error) {
      controls.show(error.name === "AbortError" ? { status: "dismissed" } : null);
      if (error.name !== "AbortError") form.showProblem(error.problem || { detail: words.noAnswer });
    } finally {
      [run.disabled, stop.hidden] = [false, true];
    }
  });
  box.replaceChildren(backButton(description.title), make("p", "note", description.description || ""),
    form.element, controls.element, results);
  if (!before || before.id !== id) box.firstChild.scrollIntoView({ block: "end" });
  if (inputs) form.write(inputs);
}

/** What a process is called in the page's language. */
const titleNow = ({ id, title }) => processes.find((one) => one.id === id)?.title || title || id;

/** Shows what a process gave: in the panel, on the map, and its layers among the others. */
async function showOutcome(description, outcome, box) {
  const language = currentLanguage();
  const legend = make("div");
  box.replaceChildren(makeResults(description, outcome, {
    language, linkTo: (layer) => `/collections/${encodeURIComponent(layer)}?f=html&lang=${language}`,
    showFeatures: (features) => showResult(map, "process", features,
      { legend, isFitted: true, title: () => titleNow(description) }),
  }), legend);
  // What is answered is seen at once: the options stand above it.
  for (const one of element("analysing").querySelectorAll("form > details")) one.open = false;
  box.scrollIntoView({ block: "start" });
  if (layersOf(outcome.job).length) await showLayers(layersOf(outcome.job));
}

/** Shows a job: how far it is, and what it gave. */
async function openJob(job) {
  const language = currentLanguage();
  const box = element("analysing");
  shown = { id: job.processID, controller: new AbortController() };
  const mine = shown;
  const controls = makeJobControls(language, { isPausable: true, hasEnd: true });
  const results = make("div");
  const name = processes.find((one) => one.id === job.processID)?.title || job.processID;
  box.replaceChildren(backButton(name), controls.element, results);
  controls.show(job);
  try {
    const answer = await ask(`/processes/${encodeURIComponent(job.processID)}`);
    const description = await answer.json();
    // The job goes on when its card is closed.
    const outcome = await followJob(job, { onProgress: (next) => {
      if (shown === mine) controls.show(next);
    } });
    if (shown === mine && outcome.job.status === "successful") {
      await showOutcome(description, outcome, results);
    }
  } catch (error) {
    if (shown === mine) {
      results.append(make("p", "fault", error.message || word("noAnswer")));
    }
  }
}

// MARK: Start

/** Makes the panel work; `onLayers` has layers drawn that a job gave. */
export async function startAnalysis(theMap, onLayers) {
  [map, showLayers] = [theMap, onLayers];
  useTool("analyse", {
    onOpen: draw, onClose: () => {
      endPicking(null);
      clearResult(map, true);
    },
    picks: () => picking !== null, onPick: picked,
  });
  await learn();
}

async function learn() {
  try {
    const answer = await ask("/processes");
    processes = answer.ok ? (await answer.json()).processes : [];
  } catch { /* A server without processes. */ }
  offerTool("analyse", processes.length > 0);
}

/** Draws the panel anew in the page's language. */
export async function showAnalysisWords() {
  if (!map) return;
  await learn();
  draw();
}
