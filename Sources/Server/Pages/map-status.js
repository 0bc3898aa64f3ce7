// What the page says of itself: that it loads, what went wrong, and what can be done about it.

import { ask, listenToReach } from "./map-access.js";
import { element } from "./map-dom.js";
import { closePanel } from "./map-panels.js";
import { viewpoint } from "./map-view.js";
import { currentLanguage, word } from "./map-words.js";

/** What is said that is no fault. */
const NEWS = ["empty", "copied"];
/** What may go away when it is tried again. */
const RETRIED = ["noTiles", "noStyle", "noConfig"];
/** How often a server that did not answer is asked again, in milliseconds. */
const PACE = 3000;

let problem = null;
/** What the server says of the problem. */
let reason = "";
/** Whether the problem goes away with the scenario, else with the commit. */
let isAboutScenario = false;
let returned = () => {};
let timer = null;

/** The key of the problem that is said, or null. */
export const problemNow = () => problem;

/** Whether the problem goes away with the scenario, else with the commit. */
export const isOfScenario = () => isAboutScenario;

/** Says a problem, by the key of its words; none for null. */
export function setProblem(next, { why = "", ofScenario = isAboutScenario } = {}) {
  [problem, reason, isAboutScenario] = [next, why, ofScenario];
  showStatus();
}

/** Says something for some milliseconds. */
export function sayBriefly(next, duration) {
  setProblem(next);
  setTimeout(() => { if (problem === next) setProblem(null); }, duration);
}

/** `loading`, `busy`, `idle`, or `failed` where there is no map. */
export function setState(state) {
  if (document.body.dataset.state === state) return;
  document.body.dataset.state = state;
  showStatus();
}

/** Says that there will be no map: only what works without stays on the page. */
export function fail(next = problem) {
  closePanel();
  setState("failed");
  setProblem(next);
}

/** Shows the status in the page's language. */
export function showStatus() {
  const { state } = document.body.dataset;
  const text = problem ? word(problem) : state === "loading" ? word("loading") : "";
  element("message").textContent = text;
  element("status").hidden = !text;
  element("status").classList.toggle("fault", Boolean(problem) && !NEWS.includes(problem));
  element("reason").textContent = problem === "noView" ? reason : "";
  element("reason").hidden = !element("reason").textContent;
  element("leave").hidden = problem !== "noView" || !viewpoint();
  element("leave").textContent = word(isAboutScenario ? "leaveScenario" : "leaveCommit");
  element("retry").hidden = !RETRIED.includes(problem);
  element("retry").textContent = word("retry");
  element("without").hidden = state !== "failed" || RETRIED.includes(problem);
  element("without").textContent = word("withoutMap");
  element("without").href = `/collections?f=html&lang=${currentLanguage()}`;
}

/**
 * Says when the server cannot be reached, and asks it until it answers; then `onReturn` is called.
 */
export function listenToServer(onReturn) {
  returned = onReturn;
  listenToReach((isReached) => {
    if (isReached === !timer) return;
    if (!isReached) {
      timer = setInterval(() => ask("/health").catch(() => {}), PACE);
      setProblem("noServer");
      return;
    }
    clearInterval(timer);
    timer = null;
    if (problem === "noServer") setProblem(null);
    returned();
  });
  // What was asked for in vain is told once, above.
  window.addEventListener("unhandledrejection", (event) => {
    if (timer && event.reason?.name === "NoAnswer") event.preventDefault();
  });
}
