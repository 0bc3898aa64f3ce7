// What differs between two states of the city: features by layer, and layers of rasters.

import { ask } from "./map-access.js";
import { nameOf } from "./map-card.js";

/** The most differences of a layer that are listed, and layers that are looked at. */
export const MOST = 200;
const LAYERS = 12;

/** The viewpoint of a state, `now`, `scenario:ID` or `commit:NUMBER`, as parameters of a request. */
export function parametersOf(state) {
  const [kind, ...rest] = state.split(":");
  return kind === "now" ? "" : `${kind}=${encodeURIComponent(rest.join(":"))}`;
}

const isScenario = (state) => state.startsWith("scenario:");
/** The commit of a state; that of a scenario is the latest. */
const commitOf = (state) => (state.startsWith("commit:") ? Number(state.slice(7)) : Infinity);

/** The layers that commits between two states have changed. */
export function layersBetween([one, two], commits) {
  const [first, last] = [commitOf(one), commitOf(two)].sort((a, b) => a - b);
  return [...new Set(commits.filter(({ number }) => number > first && number <= last)
    .map(({ layer }) => layer))];
}

/**
 * What is to be asked of two states, each as {layers, query, before, after}: the layers that may
 * differ, the parameters that ask for the differences, between which states these are.
 *
 * Between two commits the earlier one is the state before; the edits of each scenario are to the
 * city that it changes.
 */
export function questionsOf(now, other, scenarios, commits) {
  const questions = [];
  const [from, to] = [commitOf(other), commitOf(now)];
  if (from !== to) {
    const [before, after] = from < to ? [other, now] : [now, other];
    const last = Math.max(from, to);
    questions.push({ before, after: isScenario(after) ? "now" : after,
      layers: layersBetween([now, other], commits),
      query: `from=${Math.min(from, to)}${Number.isFinite(last) ? `&to=${last}` : ""}` });
  }
  for (const state of [now, other].filter(isScenario)) {
    const known = scenarios.find((one) => `scenario:${one.id}` === state);
    questions.push({ layers: known?.layers || [], query: parametersOf(state),
      before: "now", after: state });
  }
  return questions;
}

/**
 * The answer to a question: {question, layers: [{layer, changes, isMore}], unseen, unread}, where
 * `unseen` is how many layers that may differ are not looked at, `unread` of how many there is no
 * answer.
 */
export async function changesOf(question, layers) {
  const known = question.layers.map((id) => layers.find((one) => one.id === id)).filter(Boolean);
  let unread = 0;
  const found = await Promise.all(known.slice(0, LAYERS).map(async (layer) => {
    try {
      const answer = await ask(`/collections/${encodeURIComponent(layer.id)}/diff?f=json` +
        `&limit=${MOST}&${question.query}`);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const { changes, links } = await answer.json();
      const isMore = links.some((one) => one.rel === "next");
      const items = await Promise.all(changes.map((change) => withGeometry(layer, change,
        change.change === "removed" ? question.before : question.after)));
      return items.length ? { layer, changes: items, isMore } : null;
    } catch {
      unread += 1;
      return null;
    }
  }));
  return { question, layers: found.filter(Boolean), unread,
    unseen: Math.max(known.length - LAYERS, 0) };
}

/** A change with the feature's geometry and name, in the state that has it. */
async function withGeometry(layer, change, state) {
  const parameters = parametersOf(state);
  const answer = await ask(`/collections/${encodeURIComponent(layer.id)}/items/` +
    `${encodeURIComponent(change.id)}?f=json${parameters ? `&${parameters}` : ""}`,
  "application/geo+json");
  const item = answer.ok ? await answer.json() : null;
  return { ...change, geometry: item?.geometry,
    name: nameOf(layer, String(change.id), item?.properties || {}) };
}
