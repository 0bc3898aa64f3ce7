// A form for the inputs of a process, made from its description (GET /processes/{id}).

import { ask, faultOf } from "./map-access.js";
import { make } from "./map-dom.js";
import { makeField } from "./process-controls.js";
import { Fault } from "./process-places.js";
import { textOf, wordsOf } from "./process-words.js";

/**
 * Makes a form for a process.
 *
 * `description` is the server's, asked for in the form's language. `picker`, where there is a map,
 * has `point()`, a promise of [longitude, latitude], and `area()`, a promise of a GeoJSON polygon,
 * both null where the reader stops picking; and `show(features)`, if it draws what the form names.
 * `layers` are those to choose from, each {id, title}.
 *
 * Gives `element`, a form to which the caller adds its buttons; `value()`, the inputs, or null
 * where the form now marks what is wrong; `write(inputs)`, which fills it in; and
 * `showProblem(problem)`, which puts a problem of the server beside the input that it names.
 */
export function makeProcessForm(description, { language, picker = null, layers = null }) {
  const words = wordsOf(language);
  const element = make("form", "process");
  element.noValidate = true;
  element.addEventListener("submit", (event) => event.preventDefault());
  const fields = new Map();
  const context = {
    language, words, picker, choices: (resource) => choicesOf(resource, layers),
    changed: () => picker?.show?.({ type: "FeatureCollection",
      features: [...fields.values()].flatMap(({ field }) => field.control.shapes()) }),
  };
  const optional = [];
  for (const [name, input] of Object.entries(description.inputs || {})) {
    const field = makeField({
      title: textOf(input.titles || input.title, language) || name,
      description: textOf(input.descriptions || input.description, language),
      schema: input.schema, isRequired: input.minOccurs > 0,
    }, context);
    const usual = input.schema.default;
    // Where a process speaks to people, it is asked to in their language.
    const isLanguage = name === "language" && input.schema.enum?.includes(language);
    const first = isLanguage ? language : usual;
    if (first !== undefined) field.control.write(first);
    fields.set(name, { field, usual });
    if (input.minOccurs > 0) element.append(field.element);
    else optional.push(field.element);
  }
  if (optional.length) appendOptional(element, optional, words);
  const fault = make("p", "fault");
  fault.setAttribute("role", "alert");
  element.append(fault);
  return {
    element, value: () => valueOf(fields, fault),
    write(inputs) {
      for (const [name, value] of Object.entries(inputs)) {
        fields.get(name)?.field.control.write(value);
      }
      context.changed();
    },
    showProblem: (problem) => showProblem(problem, fields, fault),
  };
}

/** Many of what may be left out are folded away. */
function appendOptional(element, optional, words) {
  if (optional.length < 4 || !element.childElementCount) return element.append(...optional);
  const details = make("details");
  details.append(make("summary", "", words.more), ...optional);
  element.append(details);
}

/** The inputs that are given, without those that have their defaults. */
function valueOf(fields, fault) {
  fault.textContent = "";
  const inputs = {};
  let wrong = null;
  for (const [name, { field, usual }] of fields) {
    try {
      const value = field.read();
      if (value !== undefined && JSON.stringify(value) !== JSON.stringify(usual)) {
        inputs[name] = value;
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      wrong = wrong || field;
    }
  }
  wrong?.focus();
  return wrong ? null : inputs;
}

/** The steps from the inputs to what a problem is about: `drivers[3].from`; none where it tells
 * none. */
function stepsOf(problem) {
  const told = problem.english?.detail || problem.detail || "";
  const [, path] = /input "([^"]+)"/.exec(told) || [];
  return (path || "").split(/[.[\]]+/).filter(Boolean);
}

function showProblem(problem, fields, fault) {
  const text = faultOf(problem) || problem.title || "";
  let [field, inner] = [null, null];
  for (const [index, step] of stepsOf(problem).entries()) {
    const own = fields.get(step)?.field;
    inner = index ? inner.part?.(/^\d+$/.test(step) ? Number(step) : step)
      : own && { ...own, part: own.control.part };
    field = inner || field;
    if (!inner) break;
  }
  fault.textContent = "";
  if (!field) {
    fault.textContent = text;
    return;
  }
  field.mark(text);
  field.focus();
}

/** What can be chosen, each {id, title}; nothing where the server does not say. */
async function choicesOf(resource, layers) {
  if (resource === "collections" && layers) return layers;
  try {
    const answer = await ask(resource === "collections" ? "/map/config.json" : `/${resource}`);
    if (!answer.ok) return [];
    const body = await answer.json();
    if (resource === "collections") return body.layers.filter((one) => one.count);
    return (body[resource] || []).filter((one) => one.fits !== false);
  } catch { return []; }
}
