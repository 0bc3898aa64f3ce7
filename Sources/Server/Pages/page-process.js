// The page of a process: its form, its run and its results.

import { ask, faultOf } from "./map-access.js";
import { element, make, makeButton } from "./map-dom.js";
import { currentLanguage } from "./map-words.js";
import { makeJobControls } from "./page-job-controls.js";
import { startMap } from "./page-map.js";
import { makePicker } from "./page-picker.js";
import { makeProcessForm } from "./process-form.js";
import { makeResults } from "./process-results.js";
import { runProcess } from "./process-run.js";
import { wordsOf } from "./process-words.js";

const language = currentLanguage();
const words = wordsOf(language);
const panel = element("process");
const id = panel.dataset.process;
const linkTo = (layer) => `/collections/${encodeURIComponent(layer)}?f=html&lang=${language}`;

/** The fields of the layer that the inputs name, if they name one. */
async function fieldsOf(description, inputs) {
  const named = Object.entries(description.inputs)
    .find(([name, one]) => one.schema["x-resource"] === "collections" && inputs[name]);
  if (!named) return [];
  const answer = await ask("/map/config.json");
  const config = answer.ok ? await answer.json() : { layers: [] };
  return config.layers.find((one) => one.id === inputs[named[0]])?.fields || [];
}

async function start() {
  const [map, answer] = await Promise.all([
    startMap(element("map")), ask(`/processes/${encodeURIComponent(id)}`)]);
  const description = await answer.json();
  if (!answer.ok) throw new Error(faultOf(description));
  const form = makeProcessForm(description, {
    language, picker: map && makePicker(map, element("map")) });
  const buttons = make("div", "buttons");
  const run = makeButton("primary", words.run, () => {});
  run.type = "submit";
  const stop = makeButton("", words.stop, () => controller.abort());
  stop.hidden = true;
  buttons.append(run, stop);
  const controls = makeJobControls(language);
  form.element.append(buttons);
  let controller = new AbortController();

  form.element.addEventListener("submit", async () => {
    const inputs = form.value();
    if (!inputs) return;
    controller = new AbortController();
    [run.disabled, stop.hidden] = [true, false];
    element("results").replaceChildren();
    map?.show("results", null);
    controls.show({ status: "running" });
    document.body.dataset.state = "running";
    try {
      const results = await runProcess(id, inputs, {
        description, signal: controller.signal, onProgress: controls.show });
      element("results").replaceChildren(makeResults(description, results, {
        language, linkTo, fields: await fieldsOf(description, inputs),
        showFeatures: map && ((features) => map.show("results", features, { fits: true })) }));
      controls.show(results.job || { status: "successful" });
      // Where the map lies below the form.
      if (map && window.innerWidth < 960) element("map").scrollIntoView({ block: "start" });
    } catch (error) {
      controls.show(error.name === "AbortError" ? { status: "dismissed" } : null);
      if (error.name !== "AbortError") {
        form.showProblem(error.problem || { detail: words.noAnswer });
      }
    } finally {
      [run.disabled, stop.hidden] = [false, true];
      document.body.dataset.state = "idle";
    }
  });
  panel.replaceChildren(form.element, controls.element);
  await map?.idle();
}

start().catch((error) => panel.replaceChildren(make("p", "fault", error.message || words.noAnswer)))
  .finally(() => { document.body.dataset.state = "idle"; });
