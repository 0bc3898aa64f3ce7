// Controls for the inputs of processes, each made from a JSON schema. A control has
// `element`; `read()`, which gives the value, undefined where nothing is given, or throws a Fault;
// `write(value)`; `shapes()`, GeoJSON features of what it names on the map; and `part(step)`, the
// field of a member or an item, where it has any.

import { make, setOptions } from "./map-dom.js";
import { groupControl, listControl } from "./process-groups.js";
import { areaControl, Fault, featuresControl, placeControl } from "./process-places.js";
import { filled, textOf, unitWord } from "./process-words.js";

let count = 0;

const isPlace = (schema) => schema.type === "array" && schema.minItems === 2 &&
  schema.maxItems === 2 && schema.items?.minimum === -180 && schema.items?.maximum === 180;

/** The control for a schema; `context` is the form's: language, words, picker, choices, changed. */
export function makeControl(schema, context, isRequired) {
  if (schema.enum) return choiceControl(schema, context, isRequired);
  if (isPlace(schema)) return placeControl(context);
  switch (schema.type) {
    case "boolean": return flagControl(schema, context, isRequired);
    case "number": case "integer": return numberControl(schema, context);
    case "string":
      if (schema.format === "date-time") return instantControl(context);
      if (schema["x-resource"]) return resourceControl(schema, context, isRequired);
      return textControl(schema, context);
    case "array": return listControl(schema, context, isRequired);
    case "object":
      if (schema.properties) return groupControl(schema, context);
      if (schema.format === "geometry-polygon") return areaControl(context);
      if (schema.format === "geojson-feature-collection") {
        return featuresControl({ ...context, json: () => jsonControl(schema, context) });
      }
      return jsonControl(schema, context);
    default: return jsonControl(schema, context);
  }
}

/** A control with its title, description and fault. */
export function makeField({ title, description, schema, isRequired }, context) {
  const { words } = context;
  const control = makeControl(schema, context, isRequired);
  const id = `input-${++count}`;
  const isGroup = !control.input;
  const element = make(isGroup ? "fieldset" : "div", "field");
  const label = make(isGroup ? "legend" : "label", "", title);
  if (isRequired) label.append(" ", make("span", "needed", words.required));
  const about = make("p", "about", [plainOf(description), rangeOf(schema, words)]
    .filter(Boolean).join(" · "));
  const fault = make("p", "fault");
  about.id = `${id}-about`;
  fault.id = `${id}-fault`;
  fault.setAttribute("role", "alert");
  const named = control.input || element;
  named.setAttribute("aria-describedby", `${about.id} ${fault.id}`);
  if (control.input) {
    control.input.id = id;
    label.htmlFor = id;
    if (isRequired) control.input.setAttribute("aria-required", "true");
  }
  element.append(label, control.element, fault);
  if (about.textContent) element.insertBefore(about, fault);
  if (control.isTick) {
    control.element.append(label);
    label.before(control.input);
  }
  const mark = (text) => {
    fault.textContent = text;
    element.classList.toggle("wrong", Boolean(text));
    if (control.input) control.input.setAttribute("aria-invalid", String(Boolean(text)));
  };
  return {
    element, control, mark,
    /** The value; what is wrong is marked, and thrown. */
    read() {
      mark("");
      try {
        const value = control.read();
        if (value === undefined && isRequired) throw new Fault(words.missing);
        return value;
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        if (error.message) mark(error.message);
        throw new Fault("");
      }
    },
    focus() {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (at.tagName === "DETAILS") at.open = true;
      }
      (control.input || element.querySelector("input, select, textarea, button"))?.focus();
    },
  };
}

/** A description without how a program writes a place: forms have their own way. */
const plainOf = (text) => (text || "").replace(/^\[[^\]]*\][:：]\s*/, "");

function rangeOf(schema, words) {
  const { minimum, maximum } = schema;
  if (schema.type !== "number" && schema.type !== "integer") return "";
  const [a, b] = [minimum, maximum].map((one) =>
    (one === undefined || Math.abs(one) >= 1e9 ? undefined : one));
  if (a !== undefined && b !== undefined) return filled(words.range, { a, b });
  return a !== undefined ? filled(words.from, { a }) : b !== undefined ? filled(words.upTo, { b })
    : "";
}

/** A control of one element that is typed or chosen in. */
function plain(input, read, write, more = {}) {
  return { element: input, input, read, write, shapes: () => [], ...more };
}

function listened(name, context, event = "change") {
  const input = make(name);
  input.addEventListener(event, context.changed);
  return input;
}

// MARK: Plain values

function choiceControl(schema, context, isRequired) {
  const titles = schema["x-titles"] || {};
  const select = listened("select", context);
  const options = schema.enum.map((value, index) =>
    [String(index), textOf(titles[value], context.language) || String(value)]);
  const isOpen = schema.default === undefined;
  const none = ["", isRequired ? context.words.choose : context.words.none];
  setOptions(select, isOpen ? [none, ...options] : options);
  return plain(select, () => (select.value === "" ? undefined : schema.enum[Number(select.value)]),
    (value) => {
      const index = schema.enum.indexOf(value);
      select.value = index < 0 ? "" : String(index);
    });
}

function flagControl(schema, context, isRequired) {
  if (schema.default === undefined && !isRequired) {
    return choiceControl({ enum: [true, false], "x-titles": {
      true: context.words.yes, false: context.words.no } }, context, false);
  }
  const box = listened("input", context);
  box.type = "checkbox";
  const element = make("div", "tick");
  element.append(box);
  return { ...plain(box, () => box.checked, (value) => { box.checked = value === true; }),
    element, isTick: true };
}

function numberControl(schema, context) {
  const { words, language } = context;
  const input = listened("input", context);
  input.type = "number";
  input.step = schema.type === "integer" ? "1" : "any";
  input.inputMode = schema.type === "integer" ? "numeric" : "decimal";
  if (schema.minimum !== undefined) input.min = schema.minimum;
  if (schema.maximum !== undefined) input.max = schema.maximum;
  const read = () => {
    if (input.validity.badInput) throw new Fault(words.noNumber);
    if (input.value === "") return undefined;
    const value = Number(input.value);
    if (schema.type === "integer" && !Number.isInteger(value)) throw new Fault(words.noWhole);
    if (value < schema.minimum || value > schema.maximum) {
      throw new Fault(filled(words.outside, { n: rangeOf(schema, words) || value }));
    }
    return value;
  };
  const control = plain(input, read, (value) => { input.value = value ?? ""; });
  const unit = schema["x-unit"];
  if (!unit) return control;
  const element = make("div", "line");
  element.append(input, make("span", "unit", unitWord(unit, language)));
  return { ...control, element };
}

function textControl(schema, context) {
  const { words } = context;
  const input = listened("input", context);
  input.autocomplete = "off";
  const read = () => {
    const value = input.value.trim();
    if (!value) return undefined;
    if (value.length < (schema.minLength ?? 0)) {
      throw new Fault(filled(words.tooShort, { n: schema.minLength }));
    }
    if (value.length > (schema.maxLength ?? Infinity)) {
      throw new Fault(filled(words.tooLong, { n: schema.maxLength }));
    }
    return value;
  };
  return plain(input, read, (value) => { input.value = value ?? ""; });
}

/** An instant, asked for by the city's clock, whatever the reader's. */
function instantControl(context) {
  const input = listened("input", context);
  input.type = "datetime-local";
  input.step = "1";
  const read = () => {
    if (input.validity.badInput) throw new Fault(context.words.noTime);
    if (!input.value) return undefined;
    return `${input.value.length === 16 ? `${input.value}:00` : input.value}+08:00`;
  };
  const write = (value) => {
    input.value = !value || Number.isNaN(Date.parse(value)) ? ""
      : new Date(value).toLocaleString("sv-SE", { timeZone: "Asia/Shanghai" }).replace(" ", "T");
  };
  const element = make("div", "line");
  element.append(input, make("span", "unit", context.words.clock));
  return { ...plain(input, read, write), element };
}

/** The id of a layer, run or scenario, chosen from those that there are. */
function resourceControl(schema, context, isRequired) {
  const { words, language } = context;
  const select = listened("select", context);
  let wanted = "";
  setOptions(select, [["", words.loading]]);
  context.choices(schema["x-resource"]).then((all) => {
    const none = isRequired ? words.choose : words.none;
    setOptions(select, [["", all.length ? none : words.noChoices],
      ...all.map((one) => [one.id, textOf(one.title, language) || one.id])]);
    select.value = wanted;
  });
  select.addEventListener("change", () => { wanted = select.value; });
  return plain(select, () => wanted || undefined, (value) => {
    wanted = value ?? "";
    select.value = wanted;
  });
}

function jsonControl(schema, context) {
  const { words } = context;
  const input = listened("textarea", context);
  input.spellcheck = false;
  input.placeholder = schema.type === "array" ? "[]" : "{}";
  const element = make("div");
  element.append(input);
  const read = () => {
    if (!input.value.trim()) return undefined;
    let value;
    try {
      value = JSON.parse(input.value);
    } catch (error) {
      throw new Fault(filled(words.noJSON, { n: error.message }));
    }
    const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
    if (schema.type === "object" && !isObject) throw new Fault(words.noObject);
    return value;
  };
  const write = (value) => {
    input.value = value === undefined ? "" : JSON.stringify(value, null, 2);
  };
  return { ...plain(input, read, write), element };
}
