// The page of a job, which changes as the job goes on.

import { ask } from "./map-access.js";
import { element, make } from "./map-dom.js";
import { currentLanguage } from "./map-words.js";
import { makeJobControls } from "./page-job-controls.js";
import { startMap } from "./page-map.js";
import { makeResults } from "./process-results.js";
import { followJob } from "./process-run.js";
import { textOf, wordsOf } from "./process-words.js";

const language = currentLanguage();
const words = wordsOf(language);
const place = element("job");
const linkTo = (layer) => `/collections/${encodeURIComponent(layer)}?f=html&lang=${language}`;

/** An instant by the city's clock, as the server writes it on the page. */
const moment = (text) =>
  `${new Date(text).toLocaleString("sv-SE", { timeZone: "Asia/Shanghai" })} +08:00`;

function showFacts(job) {
  element("state").textContent = words[job.paused ? "paused" : job.status] || words.running;
  element("said").textContent = textOf(job.messages, language);
  element("share").textContent = `${job.progress ?? 0} %`;
  if (job.finished) element("finished").textContent = moment(job.finished);
}

async function read(path) {
  const answer = await ask(path);
  return answer.ok ? answer.json() : null;
}

async function start() {
  const { job: id, process } = place.dataset;
  const [map, description, first] = await Promise.all([
    startMap(element("map")), read(`/processes/${encodeURIComponent(process)}`),
    read(`/jobs/${id}`)]);
  if (!first) return;
  const controls = makeJobControls(language, {
    isPausable: description?.pausable === true, hasEnd: true });
  place.replaceChildren(controls.element);
  await map?.idle();
  document.body.dataset.state = "idle";
  try {
    const results = await followJob(first, { onProgress: (job) => {
      controls.show(["accepted", "running"].includes(job.status) ? job : null);
      showFacts(job);
    } });
    if (results.job.status !== "successful") return;
    element("results").replaceChildren(makeResults(description || { id: process }, results, {
      language, linkTo,
      showFeatures: map && ((features) => map.show("results", features, { fits: true })) }));
  } catch (error) {
    // That it failed stands on the page.
    if (!error.problem) place.append(make("p", "fault", words.noAnswer));
  }
}

start().catch((error) => console.warn(error.message))
  .finally(() => { document.body.dataset.state = "idle"; });
