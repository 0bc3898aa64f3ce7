// How a job stands, with the buttons that pause and end it.

import { faultOf } from "./map-access.js";
import { make, makeButton } from "./map-dom.js";
import { cancelJob, pauseJob } from "./process-run.js";
import { textOf, wordsOf } from "./process-words.js";

const goesOn = (job) => ["accepted", "running"].includes(job?.status);

/**
 * An element that shows a job. `show(job)` shows how it stands now, nothing for null; `isPausable`
 * says whether it can be paused, and `hasEnd` whether a button ends it.
 */
export function makeJobControls(language, { isPausable = false, hasEnd = false } = {}) {
  const words = wordsOf(language);
  const element = make("div", "controls");
  const state = make("p");
  state.setAttribute("role", "status");
  const bar = make("progress");
  bar.max = 100;
  const fault = make("p", "fault");
  const link = make("a", "", words.job);
  let job = null;
  const act = (action) => async () => {
    fault.textContent = "";
    try {
      const answer = await action();
      if (answer?.jobID) show(answer);
    } catch (error) {
      fault.textContent = error.problem ? faultOf(error.problem) : words.noAnswer;
    }
  };
  const pause = makeButton("", words.pause, act(() => pauseJob(job.jobID, !job.paused)));
  const end = makeButton("", words.stop, act(() => cancelJob(job.jobID)));
  function show(next) {
    job = next;
    element.hidden = !job;
    const isAtWork = goesOn(job);
    const word = words[job?.paused ? "paused" : job?.status] || words.running;
    const said = job?.status === "failed" ? textOf(job.messages, language) : "";
    state.textContent = [word, isAtWork && job.progress ? `${job.progress} %` : "", said]
      .filter(Boolean).join(" · ");
    bar.hidden = !isAtWork;
    if (isAtWork && job.jobID) bar.value = job.progress || 0;
    else bar.removeAttribute("value");
    pause.hidden = !isAtWork || !isPausable || !job.jobID;
    pause.textContent = job?.paused ? words.goOn : words.pause;
    end.hidden = !hasEnd || !isAtWork || !job.jobID;
    link.hidden = hasEnd || !job?.jobID;
    if (job?.jobID) link.href = `/jobs/${job.jobID}?f=html&lang=${language}`;
  }
  element.append(state, bar, pause, end, link, fault);
  show(null);
  return { element, show };
}
