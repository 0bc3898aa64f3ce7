// A run that is asked for: starts it, says how far it is, pauses and stops it.

import { ask, faultOf } from "./map-access.js";
import { element } from "./map-dom.js";
import { local, word } from "./map-words.js";

/** How often a run that goes on is looked at, in milliseconds. */
const PACE = 1000;

let job = null;
let problem = "";
/** Whether the link names a run that is not there. */
let isGone = false;
let onFrames = async () => {};

/** Whether a run is the one that is asked for or goes on. */
export const isOfJob = (id) => job?.jobID === id;
const goesOn = () => Boolean(job) && ["accepted", "running"].includes(job.status);

/** Prepares the buttons; `framesCame` gets a run's id when there is more of it to see. */
export function startJobs(framesCame) {
  onFrames = framesCame;
  element("run-cancel").addEventListener("click", cancel);
  element("run-pause").addEventListener("click", pause);
}

/** Says what went wrong, nothing for "". */
export function sayProblem(text) {
  problem = text;
  showProgress();
}

/** Says whether the link names a run that is not there. */
export function sayGone(isSo) { isGone = isSo; }

/** Says no more that a run is done. */
export function forgetDone() {
  if (!goesOn()) job = null;
  showProgress();
}

export function showProgress() {
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

/** Asks for a run with these inputs, and follows it. */
export async function startRun(inputs) {
  problem = "";
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
    sayProblem(error.message);
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
      await onFrames(id);
    }
    showProgress();
  }
  sayProblem(job?.status === "failed" ? local(job.messages) || job.message : "");
}

/** Pauses the job, or has it go on. */
async function pause() {
  const answer = await ask(`/jobs/${job.jobID}`, "application/json", {
    method: "PATCH", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ status: job.paused ? "running" : "paused" }),
  });
  const body = await answer.json();
  if (answer.ok) job = body;
  sayProblem(answer.ok ? "" : faultOf(body));
}

/** Follows again what was paused or goes on when the page is opened. */
export async function findJob() {
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
