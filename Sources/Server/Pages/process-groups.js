// Controls for lists and objects, made of other controls.

import { make, makeButton } from "./map-dom.js";
import { makeControl, makeField } from "./process-controls.js";
import { Fault } from "./process-places.js";
import { filled } from "./process-words.js";

/** A list, whose rows come and go. */
export function listControl(schema, context, isRequired) {
  const { words } = context;
  const rows = [];
  const element = make("div");
  const list = make("div");
  const mostItems = schema.maxItems ?? Infinity;
  const unit = schema["x-unit"];
  const itemSchema = unit ? { ...schema.items, "x-unit": unit } : schema.items || {};
  const enough = () => { add.disabled = rows.length >= mostItems; };
  const append = (value) => {
    const control = makeControl(itemSchema, context, true);
    const fault = make("p", "fault");
    const line = make("div", control.input ? "item line" : "item");
    const row = { control, element: make("div"), mark: (text) => {
      fault.textContent = text;
      row.element.classList.toggle("wrong", Boolean(text));
    }, focus: () => (control.input || row.element.querySelector("input"))?.focus() };
    const remove = makeButton("", "×", () => {
      rows.splice(rows.indexOf(row), 1);
      row.element.remove();
      enough();
      context.changed();
    });
    remove.setAttribute("aria-label", words.remove);
    remove.title = words.remove;
    if (control.input) control.input.setAttribute("aria-label", `${rows.length + 1}`);
    line.append(control.element, remove);
    row.element.append(line, fault);
    if (value !== undefined) control.write(value);
    rows.push(row);
    list.append(row.element);
    enough();
    return row;
  };
  const add = makeButton("", words.add, async () => {
    const row = append();
    row.focus();
    if (row.control.pick) await row.control.pick();
  });
  element.append(list, add);
  if (isRequired || ["number", "integer"].includes(itemSchema.type)) append();
  const read = () => {
    const values = rows.map((row) => {
      row.mark("");
      try {
        return row.control.read();
      } catch (error) {
        if (error.message) row.mark(error.message);
        throw new Fault("");
      }
    }).filter((value) => value !== undefined);
    if (!values.length) return undefined;
    if (values.length < (schema.minItems ?? 0)) {
      throw new Fault(filled(words.tooFew, { n: schema.minItems }));
    }
    return values;
  };
  const write = (values) => {
    rows.splice(0).forEach((row) => row.element.remove());
    for (const value of values || []) append(value);
  };
  return { element, read, write, shapes: () => rows.flatMap((row) => row.control.shapes()),
    part: (step) => partOf(rows[step]) };
}

/** A row or field, with the parts of its control. */
const partOf = (one) => one && { ...one, part: one.control.part };

/** An object with named members, each a field. */
export function groupControl(schema, context) {
  const element = make("div");
  const fields = new Map();
  for (const [name, member] of Object.entries(schema.properties)) {
    const field = makeField({
      title: member.title || name, description: member.description, schema: member,
      isRequired: (schema.required || []).includes(name),
    }, context);
    if (member.default !== undefined) field.control.write(member.default);
    fields.set(name, { field, usual: member.default });
    element.append(field.element);
  }
  const isGiven = () => [...fields.values()].some(({ field, usual }) => {
    try {
      const value = field.control.read();
      return value !== undefined && JSON.stringify(value) !== JSON.stringify(usual);
    } catch { return true; }
  });
  const read = () => {
    if (!isGiven()) return undefined;
    const values = {};
    let isWrong = false;
    for (const [name, { field, usual }] of fields) {
      try {
        const value = field.read();
        if (value !== undefined && JSON.stringify(value) !== JSON.stringify(usual)) {
          values[name] = value;
        }
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        isWrong = true;
      }
    }
    if (isWrong) throw new Fault("");
    return values;
  };
  const write = (value) => {
    for (const [name, { field, usual }] of fields) field.control.write(value?.[name] ?? usual);
  };
  return { element, read, write,
    shapes: () => [...fields.values()].flatMap(({ field }) => field.control.shapes()),
    part: (step) => partOf(fields.get(step)?.field) };
}
