// The bar with the moments of a run: play, scrub, and what moment it is.

import { element } from "./map-dom.js";
import { momentOf, word } from "./map-words.js";

/** From one moment to the next while playing, in milliseconds. */
const PACE = 700;

let times = [];
let index = 0;
let isPlaying = false;
let isRepeated = false;
/** Whether the last moment is shown, and shown again when there is a later one. */
let follows = true;
let changed = async () => {};

export const momentNow = () => times[index] ?? null;
/** The moment that follows; null for none. */
export const momentAfter = () => times[index + 1] ?? null;

/** Prepares the bar; `onChange` shows a moment and resolves once it is seen. */
export function startTimeline(onChange) {
  changed = onChange;
  element("moment").addEventListener("input", () => {
    stop();
    go(Number(element("moment").value));
  });
  element("play").addEventListener("click", () => (isPlaying ? stop() : play()));
}

/** Has moments; goes to one of them, else stays, or follows the last while a run goes on. */
export function setTimes(next, moment) {
  const isSame = next.length === times.length && next[0] === times[0];
  if (isSame && !moment) return;
  const now = moment ?? (follows ? null : momentNow());
  times = next;
  element("timeline").hidden = !times.length;
  element("moment").max = Math.max(times.length - 1, 0);
  const found = now ? times.indexOf(now) : times.length - 1;
  go(found < 0 ? times.length - 1 : found);
  if (isRepeated) playAgain(true);
}

/** Shows the words in the page's language. */
export function showTimelineWords() {
  element("play").textContent = isPlaying ? "❚❚" : "▶";
  element("play").setAttribute("aria-label", word(isPlaying ? "pause" : "play"));
  element("moment").setAttribute("aria-label", word("moment"));
  element("clock").textContent = momentNow() ? momentOf(momentNow()) : "";
  element("moment").setAttribute("aria-valuetext", element("clock").textContent);
}

function go(next) {
  index = Math.min(Math.max(next, 0), Math.max(times.length - 1, 0));
  follows = index === times.length - 1;
  element("moment").value = index;
  showTimelineWords();
  return changed(momentNow());
}

function stop() {
  isPlaying = false;
  showTimelineWords();
}

/** Plays over and over, or stops. */
export function playAgain(isOn) {
  isRepeated = isOn;
  if (isOn && times.length > 1 && !isPlaying) play(); else if (!isOn) stop();
}

async function play() {
  isPlaying = true;
  showTimelineWords();
  if (index === times.length - 1) await go(0);
  while (isPlaying && (index < times.length - 1 || isRepeated)) {
    await new Promise((resolve) => setTimeout(resolve, PACE));
    if (isPlaying) await go(index === times.length - 1 ? 0 : index + 1);
  }
  stop();
}
