// Discs with a number or a letter on them, as symbols: unlike circles, those keep off each other and
// off names.

/** The image of discs, which the style colours. */
const DISC = "disc";
/** The radius of the image's disc in pixels, and what is left around it for a rim. */
const RADIUS = 27;
const MARGIN = 6;

/** The size of the image for a disc of a radius in pixels. */
export const discSize = (radius) => radius / RADIUS;

/** The layout of a disc of a size, with a text on it. */
export const discLayout = (size, text) => ({
  "icon-image": DISC, "icon-padding": 0, "icon-size": size, "text-field": text, "text-padding": 0,
  "text-font": ["Noto Sans CJK SC Bold"] });

/** The image: distances from the edge of a disc, as MapLibre's signed distance fields have them. */
function makeImage() {
  const size = 2 * (RADIUS + MARGIN);
  const data = new Uint8ClampedArray(4 * size * size);
  for (let index = 0; index < size * size; index += 1) {
    const [x, y] = [index % size, Math.floor(index / size)].map((one) => one + 0.5 - size / 2);
    // 3/4 at the edge, an eighth less each pixel outwards.
    data[4 * index + 3] = 255 * (0.75 + (RADIUS - Math.hypot(x, y)) / 8);
  }
  return { width: size, height: size, data };
}

/** Gives a map the image once it is drawn. */
export function addDisc(map) {
  map.on("styleimagemissing", ({ id }) => {
    if (id === DISC) map.addImage(DISC, makeImage(), { sdf: true });
  });
}
