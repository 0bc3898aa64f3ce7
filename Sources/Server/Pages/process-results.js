// What a process gave, as people read it: tables, lists and downloads.

import { figuresOf } from "./map-clock.js";
import { make, makeButton } from "./map-dom.js";
import { filled, textOf, unitWord, wordsOf } from "./process-words.js";

/** Rows that a table shows at most. */
const MOST_ROWS = 200;
/** Columns whose values are codes that we have words for, and shares of one. */
const CODED = ["walk_basis", "chance_basis", "room_basis", "basis", "term", "status", "refused",
  "reason"];
const SHARES = ["chance", "p_space", "mean", "p10", "p50", "p90"];
/** Columns that name a car park. */
const LOTS = ["lot", "onward_lot", "greedy_lot"];

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isFeatures = (value) => isObject(value) && value.type === "FeatureCollection";

/**
 * The outputs of a process as an element.
 *
 * `description` is the process's, `results` what `runProcess` gives. `showFeatures(features)`,
 * where there is a map, draws all feature collections as one; `linkTo(layer)` gives the address of
 * a layer of the job. `fields` are those of the layer that features are of, where that is known.
 */
export function makeResults(description, results, {
  language, showFeatures = null, linkTo = null, fields = [],
}) {
  const words = wordsOf(language);
  const element = make("div", "results");
  element.append(make("h2", "", words.results));
  const shown = [];
  const declared = Object.entries(description.outputs || {});
  const names = namesIn(Object.values(results.outputs));
  for (const [given, value] of Object.entries(results.outputs)) {
    const [name, output] = declared.find(([one]) => one === given)
      || (declared.length === 1 ? declared[0] : [given, null]);
    const title = textOf(output?.titles || output?.title, language) || name;
    element.append(make("h3", "", title));
    if (isFeatures(value)) shown.push(...value.features);
    element.append(...partsOf(value, {
      language, words, names, file: `${description.id}-${name}`,
      inputs: description.inputs, fields: new Map(fields.map((one) => [one.name, one])) }));
  }
  if (!Object.keys(results.outputs).length) element.append(make("p", "note", words.nothing));
  for (const layer of linkTo ? layersOf(results.job) : []) {
    const line = make("p");
    const link = make("a", "", layer);
    link.href = linkTo(layer);
    line.append(`${words.layer}: `, link);
    element.append(line);
  }
  if (showFeatures && shown.length) {
    showFeatures({ type: "FeatureCollection", features: shown });
  }
  return element;
}

/** The layers of the map that a job gave. */
export const layersOf = (job) => (job?.links || []).filter((one) => one.rel === "collection")
  .map((one) => decodeURIComponent(new URL(one.href, location.href).pathname.split("/").pop()));

/** What features are called, by their ids. */
const namesIn = (outputs) => new Map(outputs.filter(isFeatures)
  .flatMap(({ features }) => features)
  .map((one) => [String(one.properties?.lot ?? one.id), one.properties?.name])
  .filter(([, name]) => name));

/** A value as elements. */
function partsOf(value, context) {
  const { words, file } = context;
  if (isFeatures(value)) {
    const rows = value.features.map((one) =>
      ({ ...(one.id !== undefined && { id: one.id }), ...one.properties }));
    return [make("p", "note", filled(words.features, { n: rows.length })),
      ...table(rows, context), ...steps(value.features, context),
      download(value, `${file}.geojson`, "application/geo+json", words.download)];
  }
  if (Array.isArray(value)) return arrayParts(value, context);
  if (isObject(value)) {
    if (!Object.keys(value).length) return [make("p", "note", words.nothing)];
    return [facts(value, context), download(value, `${file}.json`, "application/json",
      words.downloadJSON)];
  }
  return [make("p", "", scalar(value, context))];
}

function arrayParts(value, context) {
  if (!value.length) return [make("p", "note", context.words.nothing)];
  const more = download(value, `${context.file}.json`, "application/json",
    context.words.downloadJSON);
  if (value.every(isObject)) return [...table(value, context), more];
  if (value.every(Array.isArray)) {
    return [...table(value.map((row) => Object.fromEntries(
      row.map((one, index) => [String(index + 1), one]))), context, true), more];
  }
  const list = make("ul");
  list.append(...value.map((one) => make("li", "", scalar(one, context))));
  return [list];
}

/** Properties that are lists of steps, such as directions, as numbered lists. */
function steps(features, context) {
  return features.flatMap((one) => Object.entries(one.properties || {})
    .filter(([, value]) => Array.isArray(value) && value.length > 0
      && value.every((step) => step?.text))
    .flatMap(([name, value]) => {
      const list = make("ol");
      list.append(...value.map((step) => make("li", "", step.duration_s
        ? `${step.text} · ${reading("duration_s", step.duration_s, context)}` : step.text)));
      return [make("h3", "", columnOf(name, context)), list];
    }));
}

// MARK: Tables

const OTHER = { zh: "en", en: "zh" };

/** The name of a column that is there in both languages, without the language. */
const spoken = (name) => name.replace(/_(zh|en)$/, "");

/** Whether a column says in the other language what a further one says. */
const isTranslation = (name, all, language) => name === `${spoken(name)}_${OTHER[language]}`
  && all.includes(`${spoken(name)}_${language}`);

/** What a column is called: its field's title with the unit, one of our own words, its name. */
function columnOf(name, { words, fields, language }) {
  const field = fields.get(name);
  if (!field) return words.columns[name] || words.columns[spoken(name)] || name;
  const unit = field.unit && field.unit !== "1" ? unitWord(field.unit, language) : "";
  return textOf(field.title, language) + (unit ? ` (${unit})` : "");
}

function table(rows, context, isMatrix = false) {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const names = all.filter((name) => !isTranslation(name, all, context.language)
    && !(name === "lot" && (all.includes("name") || all.includes("lot_name")))
    && rows.some((row) => row[name] !== null && typeof row[name] !== "object"));
  if (!names.length) return [];
  const box = make("div", "scroll");
  box.tabIndex = 0;
  const node = make("table");
  const head = node.createTHead().insertRow();
  for (const name of isMatrix ? ["", ...names] : names) {
    const isNumber = rows.some((row) => typeof row[name] === "number");
    const cell = make("th", isNumber ? "number" : "",
      isMatrix ? name : columnOf(name, context));
    cell.scope = "col";
    head.append(cell);
  }
  const body = node.createTBody();
  for (const [index, row] of rows.slice(0, MOST_ROWS).entries()) {
    const line = body.insertRow();
    if (isMatrix) line.append(make("th", "", String(index + 1)));
    for (const name of names) {
      const value = row[name];
      line.append(make("td", typeof value === "number" ? "number" : "",
        isMatrix ? scalar(value, context)
          : isUnknown(name, row) ? context.words.values.unknown : reading(name, value, context)));
    }
  }
  box.append(node);
  return rows.length > MOST_ROWS
    ? [box, make("p", "note", filled(context.words.rows, { n: MOST_ROWS, m: rows.length }))]
    : [box];
}

function facts(value, context) {
  const list = make("dl");
  for (const [name, one] of Object.entries(value)) {
    const line = make("div");
    const text = typeof one === "object" && one !== null
      ? textOf(one, context.language) || JSON.stringify(one) : reading(name, one, context);
    line.append(make("dt", "", columnOf(name, context)), make("dd", "", text));
    list.append(line);
  }
  return list;
}

// MARK: Values

/** Whether a row says that nothing is known of a chance, which then counts as certain. */
const isUnknown = (name, row) => name === "chance" && row.chance_basis === "capacity";

/** A value by the unit that its name ends in. */
function reading(name, value, context) {
  const { words } = context;
  const field = context.fields.get(name);
  const code = field?.codes?.find((one) => String(one.value) === String(value));
  if (code) return textOf(code.title, context.language);
  if (field) return scalar(value, context);
  if (CODED.includes(name) && words.values[value]) return words.values[value];
  if (SHARES.includes(name) && typeof value === "number") return percent(value, context);
  if (LOTS.includes(name) && context.names.has(value)) return context.names.get(value);
  const title = context.inputs?.[name]?.schema["x-titles"]?.[value];
  if (title) return textOf(title, context.language);
  if (typeof value === "number" && /_s$/.test(name)) return duration(value, words);
  if (typeof value === "number" && /_m$/.test(name)) {
    return value < 1000 ? `${number(value, context, 0)} m`
      : `${number(value / 1000, context, 2)} km`;
  }
  if (typeof value === "number" && /_m2$/.test(name)) {
    return value < 1e5 ? `${number(value, context, 0)} m²`
      : `${number(value / 1e6, context, 2)} km²`;
  }
  return scalar(value, context);
}

const number = (value, { language }, digits = 6) =>
  value.toLocaleString(language, { maximumFractionDigits: digits });

/** A share of one; what is all but sure is not called sure. */
function percent(share, context) {
  if (share > 0.99) return ">99 %";
  return share < 0.01 && share > 0 ? "<1 %" : `${number(share * 100, context, 0)} %`;
}

function duration(seconds, words) {
  if (seconds < 60) return `${Math.round(seconds)} ${words.s}`;
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} ${words.d} ${hours % 24} ${words.h}`;
  return hours ? `${hours} ${words.h} ${minutes % 60} ${words.min}` : `${minutes} ${words.min}`;
}

function scalar(value, context) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? context.words.yes : context.words.no;
  if (typeof value === "number") return number(value, context);
  if (typeof value === "object") {
    return textOf(value, context.language) || JSON.stringify(value);
  }
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)?$/.test(value)) return figuresOf(value);
  return value;
}

function download(value, name, type, text) {
  return makeButton("", text, () => {
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(value)], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  });
}
