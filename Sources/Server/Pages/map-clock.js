// Days and times by the city's clock, in figures.

/** The city's clock, whatever the reader's: China Standard Time. */
export const ZONE = "Asia/Shanghai";
const OFFSET = "+08:00";
const [DAY, YEAR] = [864e5, 300 * 864e5];

/** An instant in milliseconds; a day begins at midnight, and a time without a zone is the city's. */
export function instantIn(text) {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Date.parse(`${text}T00:00:00${OFFSET}`);
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : text + OFFSET);
}

/** `2026-07-05 20:35:00` of an instant. Sweden writes it so. */
export const figuresOf = (text) =>
  new Date(instantIn(text)).toLocaleString("sv-SE", { timeZone: ZONE });

/** An instant with its year, as `2026-07-05 20:35`. */
export const instantOf = (text) => figuresOf(text).slice(0, 16);

/** The time of day of an instant, as `20:35`. */
export const clockOf = (text) => figuresOf(text).slice(11, 16);

/**
 * An instant as `07-05 20:35`; where it is one of several `times`, a day where all are days, and
 * with its year where they lie far apart.
 */
export function momentOf(text, times = [text]) {
  if (times.every((one) => one.length === 10)) return text;
  const isLong = instantIn(times[times.length - 1]) - instantIn(times[0]) > YEAR;
  return isLong ? instantOf(text) : figuresOf(text).slice(5, 16);
}

/** The same shorter: the time of day where all are within a day. */
export const endOf = (text, times) =>
  (text.length > 10 && instantIn(times[times.length - 1]) - instantIn(times[0]) <= DAY
    ? clockOf(text) : momentOf(text, times));
