// What the panel of routes says of an answer: directions, areas by time, facilities by travel time.

import { make, makeButton } from "./map-dom.js";
import { nameOf } from "./map-card.js";
import { readArea } from "./map-measure.js";
import { reachColour, soonestFirst, timesOf } from "./map-route-style.js";
import { distance, duration, word } from "./map-words.js";

/** Places farther from a road than this are told, in metres. */
const FAR = 50;

/** A line of the list: a text, which is a button where it does something, and figures. */
function entry(text, figures, action) {
  const item = make("li");
  const name = action ? makeButton("step", text, action) : make("span", "step", text);
  item.append(name, make("span", "figures", figures));
  return item;
}

/** How long a route takes, and how far it is. */
export const routeWords = ({ duration_s: seconds, length_m: metres }) =>
  `${duration(seconds)} · ${distance(metres)}`;

/** What a route leaves out: how far its ends are from the roads; "" for little. */
export function accessWords({ snap_from_m: from, snap_to_m: to }) {
  const most = Math.max(from || 0, to || 0);
  return most > FAR ? word("snapped").replace("{n}", distance(most)) : "";
}

/** The steps of a route; `goTo` shows the place of one. */
export function routeEntries({ directions = [] }, goTo) {
  return directions.map((step) => entry(step.text,
    step.duration_s ? duration(step.duration_s) : "", step.at && (() => goTo(step.at))));
}

/** The areas that are reached, from short to long. */
export function reachEntries(features) {
  const areas = [...features].sort((a, b) => a.properties.minutes - b.properties.minutes);
  const times = timesOf(areas);
  return areas.map(({ properties }) => {
    const item = entry(`${properties.minutes} ${word("minutes")}`, readArea(properties.area_m2));
    const swatch = make("span", "swatch polygon");
    swatch.style.background = reachColour(times.indexOf(properties.minutes), times.length);
    item.prepend(swatch);
    return item;
  });
}

/** The facilities that are near, the soonest first; `goTo` shows the way of one. */
export function nearestEntries(features, layer, goTo) {
  return soonestFirst(features).map((one, index) => {
    const item = entry(`${index + 1}. ${nameOf(layer, String(one.id), one.properties)}`,
      routeWords(one.properties), () => goTo(one));
    item.firstChild.title = word("showWay");
    return item;
  });
}
