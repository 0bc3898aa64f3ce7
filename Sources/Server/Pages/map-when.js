// From where the city is seen: one of its scenarios, or as one of its commits left it.

import { ask } from "./map-access.js";
import { instantOf } from "./map-clock.js";
import { element, make, makeButton, setOptions } from "./map-dom.js";
import { makeIcon } from "./map-icons.js";
import { offerTool } from "./map-panels.js";
import { goToChanges, showStates, whenCompared } from "./map-states.js";
import { view } from "./map-view.js";
import { dayOf, local, word } from "./map-words.js";

/** What `yutu sample` says of each of its commits: nothing that tells them apart. */
const OF_SAMPLE = /^scale \d+, seed \d+$/;

let scenarios = [];
let commits = [];
let titles = new Map();
let changed = () => {};
let isStarted = false;

/** As people read a commit: its number, moment, layer and message. */
function nameOf(commit) {
  const message = OF_SAMPLE.test(commit.message || "") ? "" : commit.message;
  return [commit.number, local(titles.get(commit.layer)) || commit.layer, message,
    instantOf(commit.time)].filter(Boolean).join(" · ");
}

/** Why a feature is not there, seen from where the city is seen. */
export function absenceWords() {
  const commit = commits.find((one) => String(one.number) === view.commit);
  const scenario = scenarios.find((one) => one.id === view.scenario);
  if (view.commit) {
    const day = commit ? ` (${dayOf(commit.time)})` : "";
    return word("notAtCommit").replace("{n}", view.commit + day);
  }
  if (!view.scenario) return word("gone");
  return word("notInScenario").replace("{n}", scenario ? local(scenario.title) : view.scenario);
}

/** Fills both lists, in the page's language. */
export function showWhen() {
  const lists = [
    ["scenario", scenarios.filter((one) => one.fits || one.id === view.scenario)
      .map((one) => [one.id, local(one.title)])],
    ["commit", commits.map((one) => [String(one.number), nameOf(one)])],
  ];
  for (const [name, entries] of lists) {
    const list = element(name);
    // A link may name what is not among the latest.
    const isKnown = !view[name] || entries.some(([value]) => value === view[name]);
    const more = isKnown ? [] : [[view[name], view[name]]];
    setOptions(list, [["", word(name === "scenario" ? "noScenario" : "now")],
      ...entries, ...more]);
    list.value = view[name];
    list.classList.toggle("chosen", Boolean(view[name]));
    list.setAttribute("aria-label", word(name));
    list.title = word(name);
    list.hidden = !entries.length && !view[name];
  }
  for (const name of ["scenario", "commit"]) {
    element(`${name}-title`).textContent = word(name);
    element(name).parentElement.hidden = element(name).hidden;
  }
  if (isStarted) showStates(scenarios, commits, nameOf);
  offerTool("when", !element("scenario").hidden || !element("commit").hidden);
  showBanner();
}

/** Says above the map that it is not the city as it is now. */
function showBanner() {
  const commit = commits.find((one) => String(one.number) === view.commit);
  const scenario = scenarios.find((one) => one.id === view.scenario);
  const parts = [
    view.scenario && `${word("scenario")}${word("colon")}${scenario ? local(scenario.title) : view.scenario}`,
    view.commit && `${word("commit")}${word("colon")}${view.commit}${
      commit ? ` · ${dayOf(commit.time)}` : ""}`,
  ].filter(Boolean);
  const banner = element("banner");
  banner.hidden = !parts.length;
  banner.replaceChildren(make("span", "", parts.join(" · ")));
  const leave = makeButton("icon", "", () => {
    view.scenario = "";
    view.commit = "";
    showWhen();
    changed();
  });
  leave.append(makeIcon("close"));
  leave.setAttribute("aria-label", word("backToNow"));
  leave.title = word("backToNow");
  banner.append(leave);
}

/**
 * Asks the server for its scenarios and commits, and gives the scenarios; `onChange` is called when
 * one is chosen. `layers` are those of the city with rasters.
 */
export async function listenToWhen(layers, onChange) {
  changed = onChange;
  titles = new Map(layers.map((one) => [one.id, one.title]));
  for (const name of ["scenario", "commit"]) {
    element(name).addEventListener("change", async () => {
      view[name] = element(name).value;
      if (view.other === `${name}:${view[name]}`) view.other = "";
      showWhen();
      await onChange();
      if (name === "scenario" && view.scenario) whenCompared(goToChanges);
    });
  }
  const list = async (path) => {
    try {
      const answer = await ask(path);
      return answer.ok ? await answer.json() : {};
    } catch {
      return {};
    }
  };
  const [first, second] = await Promise.all([list("/scenarios?f=json"), list("/commits?f=json")]);
  scenarios = first.scenarios || [];
  commits = second.commits || [];
  isStarted = true;
  showWhen();
  return scenarios;
}
