// Runs processes and follows jobs.

import { ask } from "./map-access.js";

/** How long a job is left alone between two looks, in milliseconds: less at first. */
const PACES = [250, 500, 1000];
/** How many looks in a row may go without an answer. */
const PATIENCE = 10;

/** A problem of the server, as {title, detail, hint …}, or of the way to it: null. */
export class ProcessFailure extends Error {
  constructor(problem) {
    super(problem?.detail || problem?.title || "");
    this.problem = problem;
  }
}

const isEnd = (job) => !["accepted", "running"].includes(job.status);

async function read(path, more = {}) {
  let answer;
  try {
    answer = await ask(path, "application/json", more);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ProcessFailure(null);
  }
  const body = await contentOf(answer);
  if (!answer.ok) throw new ProcessFailure(body);
  return body;
}

/** The content of an answer: JSON, or a part for each output; null for anything else. */
async function contentOf(answer) {
  const [, boundary] = /^multipart\/related;.*boundary=([^;]+)/
    .exec(answer.headers.get("Content-Type") || "") || [];
  if (!boundary) return answer.json().catch(() => null);
  const parts = (await answer.text()).split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(parts.map((part) => {
    const [head, ...lines] = part.trim().split("\r\n\r\n");
    return [/Content-ID: (.+)/i.exec(head)?.[1].trim(), JSON.parse(lines.join("\r\n\r\n"))];
  }));
}

/**
 * Executes a process: as a job where it takes long, else at once.
 *
 * `description` is the process's, asked for where it is not given; `isJob` says otherwise than it.
 * `onProgress` gets the job with each of its changes: {jobID, status, progress, messages, paused}.
 * When `signal` is aborted, the work is ended, and an AbortError thrown.
 *
 * Gives {job, outputs}: the job's last status, null without one, and the values by their names.
 * Throws a ProcessFailure.
 */
export async function runProcess(id, inputs, {
  description = null, isJob = null, onProgress = () => {}, signal = null,
} = {}) {
  const known = description || await read(`/processes/${encodeURIComponent(id)}`, { signal });
  const asJob = isJob ?? known.jobControlOptions?.[0] === "async-execute";
  const body = await read(`/processes/${encodeURIComponent(id)}/execution`, {
    method: "POST", signal,
    headers: { "Content-Type": "application/json", ...(asJob && { Prefer: "respond-async" }) },
    body: JSON.stringify({ inputs, response: "document" }),
  });
  if (!asJob) return { job: null, outputs: unwrapped(body) };
  return followJob(body, { onProgress, signal });
}

/** Follows a job, as the server told it, to its end, and gives what `runProcess` gives. */
export async function followJob(first, { onProgress = () => {}, signal = null } = {}) {
  let job = first;
  let silences = 0;
  const stop = () => cancelJob(first.jobID).catch(() => {});
  signal?.addEventListener("abort", stop, { once: true });
  try {
    for (let look = 0; ; look += 1) {
      onProgress(job);
      if (isEnd(job)) break;
      await new Promise((resolve) => {
        setTimeout(resolve, PACES[Math.min(look >> 2, PACES.length - 1)]);
      });
      signal?.throwIfAborted();
      try {
        job = await read(`/jobs/${first.jobID}`, { signal });
        silences = 0;
      } catch (error) {
        if (error.name === "AbortError" || error.problem) throw error;
        silences += 1;
        if (silences > PATIENCE) throw error;
      }
    }
  } finally {
    signal?.removeEventListener("abort", stop);
  }
  if (job.status === "dismissed") return { job, outputs: {} };
  return { job, outputs: await resultsOf(job) };
}

/** What a job that has ended gave; of one that failed the failure is thrown. */
export async function resultsOf(job) {
  const body = await read(`/jobs/${job.jobID}/results`);
  return unwrapped(body);
}

/** Ends a job. */
export const cancelJob = (id) => read(`/jobs/${id}`, { method: "DELETE" });

/** Pauses a job, or has it go on. */
export const pauseJob = (id, isPaused) => read(`/jobs/${id}`, {
  method: "PATCH", headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ status: isPaused ? "paused" : "running" }),
});

/** The values of a document of outputs, in which objects stand with their media types; one output
 * that stands alone is called `result`. */
function unwrapped(body) {
  if (body === null || typeof body !== "object" || Array.isArray(body)
    || body.type === "FeatureCollection") return { result: body };
  return Object.fromEntries(Object.entries(body).map(([name, value]) => {
    const isQualified = value && typeof value === "object" && "mediaType" in value
      && "value" in value;
    return [name, isQualified ? value.value : value];
  }));
}
