// Kiosk mode, for screens on walls: only the map, its title, a clock and the legend of a run, whose
// moments are played over and over; asked anew every minute.

import { clockOf } from "./map-clock.js";
import { element, make } from "./map-dom.js";
import { closePanel } from "./map-panels.js";
import { playAgain } from "./map-timeline.js";
import { view, writeView } from "./map-view.js";
import { dayOf, local, word } from "./map-words.js";

/** How often the clock and the map are renewed, in milliseconds. */
const [SECOND, RENEWAL] = [1000, 60000];

let map = null;
let config = null;
let renew = () => {};
let overview = () => {};
let timers = [];

/**
 * Prepares the mode, and starts it where the link says so.
 *
 * @param actions {renew, overview}: asks for the map anew, shows the whole city
 */
export function startKiosk(theMap, theConfig, actions) {
  [map, config] = [theMap, theConfig];
  ({ renew, overview } = actions);
  element("kiosk").addEventListener("click", () => setKiosk(true));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && view.kiosk) setKiosk(false);
  });
  if (view.kiosk) setKiosk(true);
}

function setKiosk(isOn) {
  view.kiosk = isOn;
  document.body.classList.toggle("kiosk", isOn);
  for (const timer of timers) clearInterval(timer);
  timers = [];
  writeView(map);
  playAgain(isOn);
  if (!isOn) return document.exitFullscreen?.().catch(() => {});
  // The whole city stood beside the panel.
  const isWhole = isAllSeen();
  closePanel();
  if (isWhole) overview(false);
  showClock();
  timers = [setInterval(showClock, SECOND), setInterval(renew, RENEWAL)];
  return document.documentElement.requestFullscreen?.().catch(() => { /* Not by a click. */ });
}

/** Whether the map shows the whole city. */
function isAllSeen() {
  if (!config.bounds) return false;
  const [west, south, east, north] = config.bounds;
  const seen = map.getBounds();
  return [[west, south], [east, north]].every((corner) => seen.contains(corner));
}

function showClock() {
  const now = new Date().toISOString();
  element("kiosk-head").replaceChildren(make("b", "", local(config.title)),
    make("span", "", `${dayOf(now)} ${clockOf(now)}`),
    make("span", "note", word("leaveKiosk")));
}
