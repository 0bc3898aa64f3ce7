// Lengths and areas on the ellipsoid of CGCS2000. Positions are [longitude, latitude] in degrees.

const A = 6378137;
const F = 1 / 298.257222101;
const B = A * (1 - F);
const E2 = F * (2 - F);
const E = Math.sqrt(E2);
const radians = (degrees) => (degrees * Math.PI) / 180;

/**
 * The length of the geodesic between two positions in metres, by T. Vincenty's inverse formula
 * (Survey Review XXIII, 176, 1975); NaN where it does not converge, which is near antipodes only.
 */
export function distance([lon1, lat1], [lon2, lat2]) {
  const [u1, u2] = [lat1, lat2].map((lat) => Math.atan((1 - F) * Math.tan(radians(lat))));
  const [s1, c1, s2, c2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)];
  const difference = turn(lon2 - lon1);
  let lambda = difference;
  for (let step = 0; step < 200; step += 1) {
    const [sl, cl] = [Math.sin(lambda), Math.cos(lambda)];
    const sinSigma = Math.hypot(c2 * sl, c1 * s2 - s1 * c2 * cl);
    if (sinSigma === 0) return 0;
    const cosSigma = s1 * s2 + c1 * c2 * cl;
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (c1 * c2 * sl) / sinSigma;
    const cos2Alpha = 1 - sinAlpha * sinAlpha;
    const middle = cos2Alpha > 0 ? cosSigma - (2 * s1 * s2) / cos2Alpha : 0;
    const c = (F / 16) * cos2Alpha * (4 + F * (4 - 3 * cos2Alpha));
    const next = difference + (1 - c) * F * sinAlpha *
      (sigma + c * sinSigma * (middle + c * cosSigma * (2 * middle * middle - 1)));
    if (Math.abs(next - lambda) < 1e-13) {
      const square = (cos2Alpha * (A * A - B * B)) / (B * B);
      const a = 1 + (square / 16384) * (4096 + square * (-768 + square * (320 - 175 * square)));
      const b = (square / 1024) * (256 + square * (-128 + square * (74 - 47 * square)));
      const change = b * sinSigma * (middle + (b / 4) * (cosSigma * (2 * middle * middle - 1) -
        (b / 6) * middle * (4 * sinSigma * sinSigma - 3) * (4 * middle * middle - 3)));
      return B * a * (sigma - change);
    }
    lambda = next;
  }
  return NaN;
}

/** The length of a path in metres. */
export function lengthOf(path) {
  return path.slice(1).reduce((sum, place, index) => sum + distance(path[index], place), 0);
}

/** A difference of longitudes in radians, the short way round. */
function turn(degrees) {
  return radians(degrees - 360 * Math.round(degrees / 360));
}

/** J. P. Snyder's q (Map Projections, USGS 1395, 3-12), to which areas from the equator grow. */
function growth(sine) {
  const x = E * sine;
  return (1 - E2) * (sine / (1 - x * x) + Math.atanh(x) / E);
}

const FULL = growth(1);
const RADIUS2 = (A * A * FULL) / 2;

/**
 * The area of a polygon in square metres; the ring need not be closed. Latitudes become authalic
 * ones, so that the sphere's area is the ellipsoid's; edges are great circles of that sphere, which
 * for edges of some kilometres leaves an error of some millionths.
 */
export function areaOf(ring) {
  if (ring.length < 3) return 0;
  const tangents = ring.map(([, lat]) => {
    return Math.tan(Math.asin(growth(Math.sin(radians(lat))) / FULL) / 2);
  });
  // The area between an edge and the equator is 2 atan of this, on the unit sphere.
  const total = ring.reduce((sum, [lon], index) => {
    const next = (index + 1) % ring.length;
    const [t1, t2] = [tangents[index], tangents[next]];
    const half = Math.tan(turn(ring[next][0] - lon) / 2);
    return sum + 2 * Math.atan2(half * (t1 + t2), 1 + t1 * t2);
  }, 0);
  return Math.abs(total) * RADIUS2;
}

/** Tiles of the finest zoom, up to `finest`, at which no more than `most` cover bounds: {z, x, y}. */
export function tilesAround([west, south, east, north], finest, most) {
  const column = (lng, z) => Math.floor((lng + 180) / 360 * 2 ** z);
  const row = (lat, z) => Math.floor(
    (1 - Math.asinh(Math.tan(lat * Math.PI / 180)) / Math.PI) / 2 * 2 ** z);
  for (let z = finest; ; z -= 1) {
    const [left, right] = [column(west, z), column(east, z)];
    const [top, bottom] = [row(north, z), row(south, z)];
    if (z > 0 && (right - left + 1) * (bottom - top + 1) > most) continue;
    const tiles = [];
    for (let x = left; x <= right; x += 1) {
      for (let y = top; y <= bottom; y += 1) tiles.push({ z, x, y });
    }
    return tiles;
  }
}
