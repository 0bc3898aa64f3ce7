"""Flood cases from formulas, for measuring: the same at every run, no data needed.

Each writes a scenario for `yutu run` into a folder. Heights are 32-bit floats row by row from the
north-west; `heights.bil` holds them for other models.
"""
import array
import json
import math
import pathlib
import subprocess

STORMS = pathlib.Path(__file__).resolve().parent.parent / "Models/storms"


def raster(path, values, columns, cell):
    """Writes a GeoTIFF whose south-western corner is 0, 0; the values stay beside it as .bil."""
    rows = len(values) // columns
    plain = path.with_suffix(".bil")
    plain.write_bytes(array.array("f", values).tobytes())
    plain.with_suffix(".hdr").write_text(
        f"ENVI\nsamples = {columns}\nlines = {rows}\nbands = 1\nheader offset = 0\n"
        "file type = ENVI Standard\ndata type = 4\ninterleave = bsq\nbyte order = 0\n")
    corners = (0, rows * cell, columns * cell, 0)
    subprocess.run(
        ["gdal_translate", "-q", "-a_ullr", *map(str, corners), plain, path], check=True)


def read_raster(path):
    """The values of a raster file."""
    plain = path.with_suffix(".values")
    subprocess.run(
        ["gdal_translate", "-q", "-of", "ENVI", "-ot", "Float32", path, plain], check=True)
    values = array.array("f")
    values.frombytes(plain.read_bytes())
    return values


def scenario(folder, name, lines):
    (folder / name).write_text("\n".join(["model: flood", "crs: local", *lines]) + "\n")
    return folder / name


# MARK: A box of bumps, wet all over


def eggbox(folder, side, cell=5.0):
    """Five by five bumps on a slope: 0.1 m of water on every cell flows into the hollows."""
    period = side * cell / 5
    waves = [math.sin(2 * math.pi * (i * cell / period - 0.25)) for i in range(side)]
    heights = array.array("f")
    for j in range(side):
        base = 2 + 0.002 * cell * j + waves[j]
        heights.extend(base + 0.001 * cell * i + waves[i] for i in range(side))
    folder.mkdir(parents=True, exist_ok=True)
    raster(folder / "heights.tif", heights, side, cell)
    raster(folder / "depth.tif", array.array("f", [0.1]) * (side * side), side, cell)
    return ["terrain: heights.tif", "initial: {depth: depth.tif}", "roughness: 0.03"]


def stripes(folder, side, cell=5.0, count=4):
    """A raster of whole numbers, 0 ..< count, in stripes of 50 cells, and one of roughness."""
    row = [float(i // 50 % count) for i in range(side)]
    raster(folder / "classes.tif", array.array("f", row * side), side, cell)
    raster(folder / "roughness.tif", array.array("f", [0.02 + 0.01 * kind for kind in row] * side),
           side, cell)


RAIN = "rain: {hyetograph: 60}"
INFILTRATION = (
    "infiltration: {file: classes.tif, classes: {0: none, "
    "1: {greenampt: {conductivity: 10, suction: 110, moisture_deficit: 0.25}}, "
    "2: {horton: {initial: 75, final: 8, decay: 4}}, 3: none}}")
ZONES = ("rain: {zones: {file: classes.tif, "
         "hyetographs: {0: 60, 1: 40, 2: [[0, 20], [30, 80]], 3: 55}}}")


# MARK: A block of a city, where thin water falls off roofs


def city_block(folder, side, cell):
    """Streets of 12 m between raised blocks of 40 m, 6 m high, on gentle slopes and swales."""
    heights = array.array("f")
    for j in range(side):
        y = (j + 0.5) * cell
        for i in range(side):
            x = (i + 0.5) * cell
            z = 20 + 0.002 * x + 0.001 * y
            z += 0.6 * math.sin(2 * math.pi * x / 700) * math.cos(2 * math.pi * y / 900)
            is_block = x % 52 > 12 and y % 52 > 12
            if is_block and (int(x // 52) * 7 + int(y // 52) * 3) % 4:
                z += 6
            heights.append(z)
    folder.mkdir(parents=True, exist_ok=True)
    raster(folder / "heights.tif", heights, side, cell)
    raster(folder / "depth.tif", array.array("f", [0.1]) * (side * side), side, cell)
    return ["terrain: heights.tif", "roughness: 0.03"]


# MARK: A town on a lake


class Town:
    """10 km2 at 5 m, 4 km by 2.5 km: a lake in the south, a river that winds down to it from the
    north, streets with blocks of flats between, parks. Heights in metres."""

    columns, rows, cell = 800, 500, 5.0
    lake_level = 19.5
    block, street = (130.0, 110.0), 14.0
    river_depth, river_half_width = 3.0, 20.0

    def shore(self, x):
        return 200 + 40 * math.sin(2 * math.pi * x / 1700)

    def river(self, y):
        return 1300 + 220 * math.sin(2 * math.pi * y / 1800)

    def ground(self, x, y):
        inland = y - self.shore(x)
        if inland < 0:
            return max(17.5, 20.5 + inland / 30)
        swell = math.sin(2 * math.pi * x / 1400) * math.cos(2 * math.pi * y / 1100)
        return 20.5 + 0.0008 * inland + 0.8 * swell * min(1, inland / 200)

    def channel(self, x, y):
        """Metres of the river's bed below the ground, banks 1 in 2."""
        outside = abs(x - self.river(y)) - self.river_half_width
        return min(self.river_depth, max(0.0, self.river_depth - outside / 2))

    def in_street(self, x, y):
        return x % self.block[0] < self.street or y % self.block[1] < self.street

    def is_free(self, x, y, margin):
        """Whether one may build: neither lake nor river."""
        bank = self.river_half_width + 2 * self.river_depth
        return y > self.shore(x) + margin and abs(x - self.river(y)) > bank + margin

    def is_park(self, x, y):
        return (int(x // self.block[0]) * 5 + int(y // self.block[1]) * 3) % 7 == 0

    def houses(self):
        """Slabs of 45 x 14 m, four rows of two in each block that is no park."""
        for i in range(int(4000 // self.block[0])):
            for j in range(int(2500 // self.block[1])):
                left, low = i * self.block[0] + self.street, j * self.block[1] + self.street
                if self.is_park(left, low):
                    continue
                for k in range(8):
                    x, y = left + 7 + k % 2 * 55, low + 6 + k // 2 * 23
                    corners = [(x, y), (x + 45, y), (x + 45, y + 14), (x, y + 14)]
                    if all(self.is_free(*corner, 25) for corner in corners):
                        yield corners + corners[:1]

    def write(self, folder):
        """The files that its scenarios share; answers the lines that name them."""
        folder.mkdir(parents=True, exist_ok=True)
        heights, roughness, soil = (array.array("f") for _ in range(3))
        for row in range(self.rows):
            y = (self.rows - row - 0.5) * self.cell
            for column in range(self.columns):
                x = (column + 0.5) * self.cell
                z = self.ground(x, y) - self.channel(x, y)
                dry = self.is_free(x, y, 0)
                paved = dry and (self.in_street(x, y) or not self.is_park(x, y))
                heights.append(z - (0.15 if dry and self.in_street(x, y) else 0))
                roughness.append(0.03 if not dry else 0.018 if self.in_street(x, y) else 0.05)
                soil.append(0 if not dry or (paved and self.in_street(x, y)) else 2 - paved)
        for name, values in (("heights", heights), ("roughness", roughness), ("soil", soil)):
            raster(folder / f"{name}.tif", values, self.columns, self.cell)
        (folder / "houses.geojson").write_text(json.dumps({
            "type": "FeatureCollection",
            "features": [{"type": "Feature", "properties": {}, "geometry": {
                "type": "Polygon", "coordinates": [ring]}} for ring in self.houses()]}))
        at = [self.river(y) for y in (2000, 1000)]
        return [
            "terrain: heights.tif", "duration: 10800", "buildings: {file: houses.geojson}",
            "roughness: {default: 0.03, file: roughness.tif}",
            f"initial: {{level: {self.lake_level}}}",
            f"boundaries: {{south: {{level: {self.lake_level}}}}}",
            f"gauges: [{{id: upper, at: [{at[0]:.1f}, 2000]}}, "
            f"{{id: lower, at: [{at[1]:.1f}, 1000]}}, {{id: square, at: [2607, 1327]}}]",
            "output: {every: 600, gauges_every: 60}"]

    storm = [
        f"rain: {{storm: {{file: {STORMS}/wuhan.yml, return_period: 50, duration_minutes: 120}}}}",
        "infiltration: {file: soil.tif, classes: {0: none, "
        "1: {horton: {initial: 40, final: 2, decay: 4}}, "
        "2: {greenampt: {conductivity: 10, suction: 110, moisture_deficit: 0.25}}}}"]

    def flood(self):
        """A river flood: 200 m3/s after an hour, more than the bed holds."""
        x, half = self.river(2495), self.river_half_width
        return [f"inflows: [{{id: river, along: [[{x - half:.1f}, 2495], [{x + half:.1f}, 2495]], "
                "hydrograph: [[0, 30], [3600, 200], [5400, 180], [10800, 60]]}]"]
