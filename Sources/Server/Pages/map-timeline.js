// The bar with the moments of what is shown: play, scrub, and what moment it is. Whatever has a
// time axis offers it here; the bar stands on one of them, and a list tells which.

import { momentOf } from "./map-clock.js";
import { element, setOptions } from "./map-dom.js";
import { makeIcon } from "./map-icons.js";
import { word } from "./map-words.js";

/** From one moment to the next while playing, in milliseconds. */
const PACE = 700;

/**
 * What has a time axis, by its id, the latest last: {title, show, pick, end, times, index,
 * follows}.
 * `follows` says that the last moment is shown, and shown again when there is a later one.
 */
const axes = new Map();
let current = null;
let isPlaying = false;
/** Counts how often it was begun to play: what plays ends once something else does. */
let lastPlay = 0;
let isRepeated = false;

const now = () => axes.get(current);

/** Whether the bar stands on an axis. */
export const isOnBar = (id) => id === current;
export const momentNow = (id) => axes.get(id)?.times[axes.get(id).index] ?? null;
/** The moment that follows; null for none. */
export const momentAfter = (id) => axes.get(id)?.times[axes.get(id).index + 1] ?? null;

/** Prepares the bar. */
export function startTimeline() {
  element("moment").addEventListener("input", () => goTo(current, Number(element("moment").value)));
  element("moment").addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    element("play").click();
  });
  element("play").addEventListener("click", () => (isPlaying ? stop() : play()));
  element("axis-end").append(makeIcon("close"));
  element("axis-end").addEventListener("click", () => now()?.end?.());
  element("axis").addEventListener("change", () => standOn(element("axis").value));
}

/**
 * Offers a time axis, without moments at first.
 *
 * @param axis {title, show, pick, end}: what gives its name; what shows a moment and resolves once it
 * is seen; what answers a click {point, lng, lat} on the map, and what ends it, if anything
 */
export function offerAxis(id, axis) {
  axes.set(id, { pick: () => {}, ...axis, times: [], index: 0, follows: true });
}

/** Takes an axis away. */
export function withdrawAxis(id) {
  if (!axes.has(id)) return;
  setTimes(id, []);
  axes.delete(id);
}

/**
 * Gives an axis its moments; goes to one of them, else stays, or follows the last while it grows.
 * The bar stands on what has just got its first moments; what has none any more leaves it.
 */
export function setTimes(id, times, moment) {
  const axis = axes.get(id);
  const isSame = times.length === axis.times.length
    && times.every((one, index) => one === axis.times[index]);
  if (isSame && !moment) return;
  const before = moment ?? (axis.follows ? null : momentNow(id));
  const isNew = !axis.times.length;
  axis.times = times;
  const found = before ? times.indexOf(before) : times.length - 1;
  if (isNew && times.length) {
    if (id !== current) stop();
    current = id;
  } else if (id === current && !times.length) {
    stop();
    current = [...axes.keys()].filter((one) => axes.get(one).times.length).pop() ?? null;
  }
  go(id, found < 0 ? times.length - 1 : found);
  // What was drawn of the other axis in the bar is drawn again.
  if (current && current !== id) now().show(momentNow(current));
  if (isRepeated) playAgain(true);
}

/** Shows the words in the page's language. */
export function showTimelineWords() {
  const withTimes = [...axes].filter(([, axis]) => axis.times.length);
  element("timeline").hidden = !withTimes.length;
  document.body.toggleAttribute("data-axes", withTimes.length > 1);
  setOptions(element("axis"), withTimes.map(([id, axis]) => [id, axis.title()]));
  element("axis").value = current;
  element("axis").parentElement.hidden = withTimes.length < 2;
  element("axis").setAttribute("aria-label", word("axis"));
  element("timeline").setAttribute("aria-label", now()?.title() ?? "");
  element("axis-end").hidden = !now()?.end;
  element("axis-end").setAttribute("aria-label", word("endPlay"));
  element("axis-end").title = word("endPlay");
  element("play").textContent = isPlaying ? "❚❚" : "▶";
  element("play").setAttribute("aria-label", word(isPlaying ? "pause" : "play"));
  element("moment").setAttribute("aria-label", word("moment"));
  element("moment").max = Math.max((now()?.times.length ?? 0) - 1, 0);
  element("moment").value = now()?.index ?? 0;
  element("clock").textContent = current ? momentOf(momentNow(current), now().times) : "";
  element("moment").setAttribute("aria-valuetext", element("clock").textContent);
}

/** Has the bar stand on another axis. */
function standOn(id) {
  stop();
  current = id;
  go(id, now().index);
}

function go(id, next) {
  const axis = axes.get(id);
  axis.index = Math.min(Math.max(next, 0), Math.max(axis.times.length - 1, 0));
  axis.follows = axis.index === axis.times.length - 1;
  showTimelineWords();
  return axis.show(momentNow(id));
}

/** Goes to a moment of an axis by its number, as a hand does. */
export function goTo(id, index) {
  stop();
  go(id, index);
}

/** Lets all axes answer a click {point, lng, lat} on the map. */
export function pickOnAxes(place) {
  for (const axis of axes.values()) axis.pick(place);
}

function stop() {
  isPlaying = false;
  showTimelineWords();
}

/** Plays over and over, or stops. */
export function playAgain(isOn) {
  isRepeated = isOn;
  if (isOn && now()?.times.length > 1 && !isPlaying) play(); else if (!isOn) stop();
}

async function play() {
  const id = current;
  const axis = now();
  if (!axis) return;
  const number = ++lastPlay;
  isPlaying = true;
  showTimelineWords();
  const isLast = () => axis.index === axis.times.length - 1;
  const goesOn = () => isPlaying && number === lastPlay && id === current;
  if (isLast()) await go(id, 0);
  while (goesOn() && (!isLast() || isRepeated)) {
    await new Promise((resolve) => setTimeout(resolve, PACE));
    if (goesOn()) await go(id, isLast() ? 0 : axis.index + 1);
  }
  if (number === lastPlay && id === current) stop();
}
