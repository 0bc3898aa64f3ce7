// The difference of two rasters: tiles of the values of one less those of the other, and how they are
// drawn, in one colour below 0 and in another above it.

import { ask } from "./map-access.js";
import { valueSource } from "./map-rasters.js";
import { valueDrawing } from "./map-run-layer.js";

export const PROTOCOL = "difference";
/** The code of no difference; half of what a pixel can hold. */
const MIDDLE = 2 ** 23;
/** Less than the other, and more; the farther the darker. */
const LESS = ["#fdb863", "#e08214", "#b35806"];
const MORE = ["#b2abd2", "#8073ac", "#542788"];

/** Whether values of a result can be subtracted: those of classes and of levels say nothing so. */
export const hasDifference = (raster) =>
  Boolean(raster) && !raster.classes?.length && !raster.id.endsWith("-level");

/** Where a result of a run has no value it is 0, but for levels and times of arrival; a raster of the
 * city is not known there. */
export const isZeroWithout = (raster) => Boolean(raster.run) && !/-(level|arrival)$/.test(raster.id);

/** Three steps of the ramp of a result, small to large. */
const stepsOf = (raster) => {
  const values = raster.ramp.map((one) => one.value).filter((one) => one > 0);
  return [0, 2, 4].map((index) => values[Math.min(index, values.length - 1)])
    .filter((one, index, all) => index === 0 || one > all[index - 1]);
};

/** The legend of a difference: colours on both sides of 0, at `steps` of its size. */
export const differenceRamp = (raster, steps = stepsOf(raster)) =>
  [...steps.map((value, index) => ({ value: -value, colour: LESS[index] })).reverse(),
    ...steps.map((value, index) => ({ value, colour: MORE[index] }))];

/** The address of tiles of one raster less another, of those of both and their codings. */
const differenceTiles = (urls, isZero, codings) =>
  `${PROTOCOL}://${urls.join(" ")} ${isZero} ` +
  codings.flatMap(({ base, step }) => [base, step]).join(",");

/** What such an address says: {urls, isZero, codings}. */
function readTiles(address) {
  const [one, two, isZero, texts] = address.slice(`${PROTOCOL}://`.length).split(" ");
  const [base, step, otherBase, otherStep] = texts.split(",").map(Number);
  return { urls: [one, two], isZero: isZero === "true",
    codings: [{ base, step }, { base: otherBase, step: otherStep }] };
}

/** The step of a difference of two codings. */
export const stepOf = (codings) => Math.max(...codings.map(({ step }) => step));

/**
 * How a difference is drawn.
 *
 * @param urls the addresses of the tiles of both
 * @param codings {base, step} of both
 * @param steps of the ramp; those of the raster's own where they are not given
 */
export function differenceDrawing(raster, urls, codings, steps = undefined) {
  const step = stepOf(codings);
  const key = differenceTiles(urls, isZeroWithout(raster), codings);
  const ramp = differenceRamp(raster, steps);
  const half = ramp.length / 2;
  const clear = "rgba(0, 0, 0, 0)";
  const [low, high] = [ramp[half - 1], ramp[half]];
  // Stops ascend, also where the first is a step of the coding from 0.
  const gap = Math.min(step, high.value / 2);
  const stops = [...ramp.slice(0, half).flatMap((one) => [one.value, one.colour]),
    low.value + gap, clear, high.value - gap, clear,
    ...ramp.slice(half).flatMap((one) => [one.value, one.colour])];
  const source = valueSource(raster, [key], { base: -MIDDLE * step, step });
  return valueDrawing(key, source, raster, ["interpolate", ["linear"], ["elevation"], ...stops]);
}

/** The codes of a tile of values; null where there is none. */
async function codes(url, abort) {
  const answer = await ask(url, "image/png", { signal: abort.signal });
  if (!answer.ok) throw Object.assign(new Error(`status ${answer.status}`), { status: answer.status });
  return answer.status === 204 ? null : pixelsOf(await answer.blob());
}

/** The pixels of a picture as it codes them. */
async function pixelsOf(blob) {
  const picture = await createImageBitmap(blob,
    { colorSpaceConversion: "none", premultiplyAlpha: "none" });
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(picture, 0, 0);
  return context.getImageData(0, 0, picture.width, picture.height);
}

/** The code of the pixel that begins at an index of a picture's data. */
const codeAt = (data, index) => (data[index] << 16) + (data[index + 1] << 8) + data[index + 2];

/** The pixels of a tile with the values of one less those of another, in steps of ``stepOf`` from
 * MIDDLE. */
async function differencePixels({ urls, isZero, codings }, abort) {
  const unit = stepOf(codings);
  const [shift, [scale, otherScale]] = [(codings[0].base - codings[1].base) / unit,
    codings.map(({ step }) => step / unit)];
  const tiles = await Promise.all(urls.map((one) => codes(one, abort)));
  const { width, height } = tiles.find(Boolean) || { width: 256, height: 256 };
  const result = new ImageData(width, height);
  // A pixel without a value is clear; the least value is as black as that.
  const isKnown = (tile, index) => isZero || Boolean(tile?.data[index + 3]);
  for (let index = 0; index < result.data.length; index += 4) {
    const [a, b] = tiles.map((tile) => (tile ? codeAt(tile.data, index) : 0));
    const steps = Math.round(shift + a * scale - b * otherScale) + MIDDLE;
    // What is not known is drawn as no difference, into which the pixels around it blend.
    const code = tiles.every((tile) => isKnown(tile, index))
      ? Math.min(Math.max(steps, 0), 2 * MIDDLE - 1) : MIDDLE;
    result.data[index] = code >> 16;
    result.data[index + 1] = (code >> 8) & 255;
    result.data[index + 2] = code & 255;
    result.data[index + 3] = 255;
  }
  return result;
}

/** The tile at an address of a difference, as MapLibre asks for it. */
export async function subtract({ url }, abort) {
  const pixels = await differencePixels(readTiles(url), abort);
  const canvas = new OffscreenCanvas(pixels.width, pixels.height);
  canvas.getContext("2d").putImageData(pixels, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/png" });
  return { data: await blob.arrayBuffer() };
}

/** The largest difference in a tile of what is not known everywhere, without its sign. */
export async function largestIn(urls, codings) {
  const { data } = await differencePixels(
    { urls, isZero: false, codings }, new AbortController());
  let largest = 0;
  for (let index = 0; index < data.length; index += 4) {
    largest = Math.max(largest, Math.abs(codeAt(data, index) - MIDDLE));
  }
  return largest * stepOf(codings);
}
