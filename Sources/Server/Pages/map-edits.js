// What a run of a flood takes other than it is in the city: values of features that are chosen on
// the map, and features that are not there.

import { ask } from "./map-access.js";
import { labelled, make, makeButton, makeChoice } from "./map-dom.js";
import { view } from "./map-view.js";
import { local, unitOf, word } from "./map-words.js";

/** The field that stands for taking a feature away. */
const REMOVED = "";

let layers = [];
let changed = () => {};
/** Each {layer, id, name, values, field, value}. */
let edits = [];

export function forgetEdits() { edits = []; }

/** Prepares the fields; `onChange` draws them anew. */
export function startEdits(theLayers, onChange) {
  layers = theLayers;
  changed = onChange;
}

const layerOf = (id) => layers.find((one) => one.id === id && !one.result);

/** Takes the feature in the panel, as it is in the city. */
async function addEdit() {
  const layer = layerOf(view.at?.layer);
  if (!layer) return;
  const { id } = view.at;
  const answer = await ask(
    `/collections/${encodeURIComponent(layer.id)}/items/${encodeURIComponent(id)}`,
    "application/geo+json");
  const values = answer.ok ? (await answer.json()).properties : {};
  const name = values[layer.style.label] || id;
  const field = layer.fields.find((one) => one.type !== "text") || layer.fields[0];
  edits.push({ layer, id, name, values, field: field.name, value: undefined });
  changed();
}

/** The control of a value of a field. */
function control(edit, field) {
  const now = edit.value ?? edit.values[field.name] ?? "";
  const take = (value) => { edit.value = value; };
  if (field.codes?.length || field.type === "boolean") {
    const options = field.type === "boolean"
      ? [["true", word("yes")], ["false", word("no")]]
      : field.codes.map((one) => [String(one.value), local(one.title)]);
    return makeChoice([["", "—"], ...options], String(now), take);
  }
  const input = make("input");
  Object.assign(input, {
    type: ["integer", "real"].includes(field.type) ? "number" : "text", step: "any", value: now });
  input.addEventListener("input", () => take(input.value));
  return input;
}

function fieldsOf(edit, index) {
  const title = make("div", "field");
  title.append(make("b", "", `${local(edit.layer.title)} ${edit.name}`),
    makeButton("", "×", () => {
      edits.splice(index, 1);
      changed();
    }));
  title.lastChild.setAttribute("aria-label", word("clear"));
  const choices = [[REMOVED, word("takeAway")],
    ...edit.layer.fields.map((one) => [one.name, local(one.title)])];
  const field = edit.layer.fields.find((one) => one.name === edit.field);
  const lines = [title, labelled(word("editField"), makeChoice(choices, edit.field, (name) => {
    [edit.field, edit.value] = [name, undefined];
    changed();
  }))];
  if (field) {
    const unit = unitOf(field);
    lines.push(labelled(word("editValue") + (unit ? ` (${unit})` : ""), control(edit, field)));
  }
  return lines;
}

/** The fields of all edits, and the button that adds the feature in the panel. */
export function editFields() {
  const add = makeButton("", word("addEdit"), addEdit);
  const title = make("span", "note", word("editHint"));
  return [...edits.flatMap(fieldsOf), add, title];
}

/** The edits as a scenario's file says them; null for none. */
export function editsSaid() {
  const said = new Map();
  for (const { layer, id, field, value } of edits) {
    const key = `${layer.id}/${id}`;
    const one = said.get(key) || { layer: layer.id, id };
    if (field === REMOVED) said.set(key, { layer: layer.id, id, remove: true });
    else if (value !== undefined && !one.remove) {
      said.set(key, { ...one, set: { ...one.set, [field]: value === "" ? null : value } });
    }
  }
  return said.size ? [...said.values()] : null;
}
