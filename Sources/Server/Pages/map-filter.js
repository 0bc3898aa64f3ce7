// What of a layer is shown: conditions on its fields, that all hold. They stand in the page's link as
// `field~operator~value;…`.

import { decoded } from "./map-dom.js";
import { display, local, unitOf, word } from "./map-words.js";

/** Operators by the type of a field. */
const OPERATORS = {
  text: ["contains", "is", "isNot"], codes: ["is", "isNot"], number: ["least", "most", "is"],
  boolean: ["is"], time: ["from", "until"],
};

/** What conditions on a field can say. */
function kindOf(field) {
  if (field.codes.length) return "codes";
  if (["integer", "real"].includes(field.type)) return "number";
  if (["date", "datetime"].includes(field.type)) return "time";
  return field.type === "boolean" ? "boolean" : "text";
}

/** The operators that a condition on a field may have. */
export const operatorsOf = (field) => OPERATORS[kindOf(field)];

/** The values that a field may have, as [value, text]; null for any. */
export function choicesOf(field) {
  if (field.codes.length) return field.codes.map((one) => [String(one.value), display(field, one.value)]);
  return field.type === "boolean" ? [["true", word("yes")], ["false", word("no")]] : null;
}

/** The type of the input for a field's values. */
export function inputTypeOf(field) {
  const kind = kindOf(field);
  return kind === "number" ? "number" : kind === "time" ? "date" : "text";
}

/** One condition as people read it. */
export function wordsOf({ field, operator, value }) {
  const shown = choicesOf(field)?.find(([one]) => one === value)?.[1] ?? value;
  return `${local(field.title)} ${word(`op_${operator}`)} ` +
    `${shown} ${unitOf(field)}`.trim();
}

/** A condition as a MapLibre expression, null values failing it. */
function expressionOf({ field, operator, value }) {
  const got = ["get", field.name];
  const text = ["to-string", got];
  const number = ["to-number", got, 0];
  const has = ["has", field.name];
  switch (operator) {
    case "contains":
      return ["all", has, [">=", ["index-of", value.toLowerCase(), ["downcase", text]], 0]];
    case "is": return ["all", has, ["==", text, value]];
    case "isNot": return ["!=", text, value];
    case "least": return ["all", has, [">=", number, Number(value)]];
    case "most": return ["all", has, ["<=", number, Number(value)]];
    // Dates and instants in ISO 8601 are ordered as their texts.
    case "from": return ["all", has, [">=", text, value]];
    default: return ["all", has, ["<=", ["slice", text, 0, value.length], value]];
  }
}

/** Whether the properties of a feature meet a condition. */
function meets(properties, { field, operator, value }) {
  const got = properties[field.name];
  if (got === null || got === undefined) return operator === "isNot";
  const text = String(got);
  switch (operator) {
    case "contains": return text.toLowerCase().includes(value.toLowerCase());
    case "is": return text === value;
    case "isNot": return text !== value;
    case "least": return Number(got) >= Number(value);
    case "most": return Number(got) <= Number(value);
    case "from": return text >= value;
    default: return text.slice(0, value.length) <= value;
  }
}

/** A filter of conditions, all of which hold; null for none. */
export function filterOf(conditions) {
  const complete = conditions.filter((one) => one.value !== "");
  if (!complete.length) return null;
  return {
    conditions: complete,
    expression: ["all", ...complete.map(expressionOf)],
    accepts: (properties) => complete.every((one) => meets(properties, one)),
    text: complete.map((one) =>
      [one.field.name, one.operator, one.value].map(encodeURIComponent).join("~")).join(";"),
  };
}

/** The filter that a link states; null for one that does not fit the layer. */
export function filterIn(text, layer) {
  const conditions = text.split(";").map((part) => {
    const [name, operator, value] = part.split("~").map(decoded);
    return { field: layer.fields.find((one) => one.name === name), operator, value: value ?? "" };
  });
  const isSound = conditions.every((one) =>
    one.field && operatorsOf(one.field).includes(one.operator));
  return isSound ? filterOf(conditions) : null;
}
