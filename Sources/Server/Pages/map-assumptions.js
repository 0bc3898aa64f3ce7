// What a run assumes where the city says nothing.

import { ask } from "./map-access.js";
import { element, make } from "./map-dom.js";
import { local, word } from "./map-words.js";

let run = null;
let sentences = [];

/** Shows what is known, in the language of the page. */
export function showAssumptions() {
  element("assumptions").hidden = !sentences.length;
  element("assumptions-title").textContent = `${word("assumptions")} (${sentences.length})`;
  element("assumption-list").replaceChildren(
    ...sentences.map((one) => make("li", "", local(one))));
}

/** Asks for what a run assumes; null for none. */
export async function readAssumptions(id) {
  if (run === id) return;
  [run, sentences] = [id, []];
  showAssumptions();
  if (!id) return;
  let known = [];
  try {
    const answer = await ask(`/runs/${id}`);
    known = (answer.ok && (await answer.json()).assumptions) || [];
  } catch {
    // It is asked for again when the run is chosen again.
    if (run === id) run = null;
  }
  if (run !== id) return;
  sentences = known;
  showAssumptions();
}
