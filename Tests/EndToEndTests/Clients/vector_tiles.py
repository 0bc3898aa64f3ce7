"""Reads tiles with mapbox-vector-tile and holds them against the source: BASE LAYER=KIND:FILE …"""

import sys

import compare
import mapbox_vector_tile
import mercator
import shapely
import shapely.geometry
import shapely.ops
import source
from http_client import get
from report import Report

# Tile units around a tile that its features may reach; what is simplified away, below maxzoom.
BUFFER = 64
SIMPLIFICATION = 4
MAXZOOM = 16
MINZOOM = {"building": 13, "road": 10, "water": 8}
# Rounding to the grid moves a vertex by half a unit in x and in y.
ROUNDING = 0.72
ZOOMS = (12, 13, 14, 16)


def placed(geometry, zoom, row, column):
    """A source geometry in units of a tile's grid."""
    return shapely.ops.transform(
        lambda x, y: tuple(zip(*(mercator.to_tile(a, b, zoom, row, column) for a, b in zip(x, y)))),
        geometry)


def check_tile(report, base, expected, zoom, row, column):
    """Checks one tile of the whole map; how many features it holds."""
    place = f"{zoom}/{row}/{column}"
    status, _, body = get(
        f"{base}/tiles/WebMercatorQuad/{place}", {"Accept-Encoding": "gzip"})
    report.check(status in (200, 204), f"{place}: status {status}")
    tile = mapbox_vector_tile.decode(
        body, default_options={"y_coord_down": True}) if status == 200 else {}
    slack = ROUNDING + (SIMPLIFICATION if zoom < MAXZOOM else 0)
    square = shapely.box(0, 0, mercator.EXTENT, mercator.EXTENT)
    frame = square.buffer(BUFFER + 1, join_style="mitre")
    for name in tile:
        report.check(zoom >= MINZOOM[name], f"{place}: {name} comes below its lowest level")
    for layer, features in expected.items():
        if zoom < MINZOOM[layer]:
            continue
        drawn = tile.get(layer, {"features": []})
        if drawn["features"]:
            report.equal((drawn["version"], drawn["extent"]), (2, 4096), f"{place} {layer}")
        got = {one["properties"]["id"]: one for one in drawn["features"]}
        report.equal(len(got), len(drawn["features"]), f"{place} {layer}: features that come twice")
        numbers = {one["id"] for one in drawn["features"]}
        report.equal(len(numbers), len(got), f"{place} {layer}: feature numbers")
        for name, one in features.items():
            wanted = placed(one.geometry, zoom, row, column)
            if name in got:
                check_feature(report, f"{place} {layer}/{name}", got[name], one, wanted, slack, frame)
            else:
                inside = wanted.intersection(square)
                # Only what is too small to be seen may be missing.
                seen = max(inside.length if layer == "road" else inside.area ** 0.5, 0)
                report.check(
                    seen <= 2 * slack, f"{place} {layer}/{name} is missing, {seen} units of it")
        strange = set(got) - set(features)
        report.equal(strange, set(), f"{place} {layer}: features that nobody imported")
    return sum(len(layer["features"]) for layer in tile.values())


def check_feature(report, place, got, expected, wanted, slack, frame):
    """One feature of a tile: attributes, validity and position."""
    properties = {key: value for key, value in got["properties"].items() if key != "id"}
    compare.compare_properties(
        report, place, {k: v for k, v in expected.properties.items() if v is not None}, properties)
    empty = [key for key in properties if expected.properties[key] is None]
    report.equal(empty, [], f"{place}: values from nowhere")
    shape = shapely.geometry.shape(got["geometry"])
    report.check(shape.is_valid, f"{place}: not valid: {shapely.is_valid_reason(shape)}")
    report.check(frame.covers(shape), f"{place}: reaches out to {shape.bounds}")
    clipped = wanted.intersection(frame)
    # Every drawn point lies near the source, and every visible source point near the drawing.
    for one, other, words in ((shape, wanted, "drawn"), (clipped, shape, "source")):
        apart = distance(one, other)
        limit = slack if words == "drawn" else 2 * slack + 2
        report.check(apart <= limit, f"{place}: {words} {apart:.2f} units away")


def distance(one, other):
    """The greatest distance of a vertex of `one` from `other`."""
    points = shapely.points(shapely.get_coordinates(one))
    return float(shapely.distance(points, other).max()) if len(points) else 0.0


def main():
    base, *arguments = sys.argv[1:]
    report = Report()
    expected = source.layers(arguments)
    bounds = shapely.total_bounds(
        [one.geometry for features in expected.values() for one in features.values()])
    for zoom in ZOOMS:
        found = [check_tile(report, base, expected, zoom, row, column)
                 for row, column in mercator.tiles_of(bounds, zoom)]
        report.check(sum(found) > 0, f"no feature in any tile of level {zoom}")
    report.finish()


main()
