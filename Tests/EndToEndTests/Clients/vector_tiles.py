"""Reads tiles with mapbox-vector-tile and holds them against the source: BASE LAYER=KIND:FILE …"""

import math
import sys

import compare
import mapbox_vector_tile
import shapely
import shapely.geometry
import source
import tile_grid
from http_client import get
from report import Report

# Tile units around a tile that its features may reach; what is simplified away, below maxzoom.
BUFFERS = {"building": 16}  # as the layer files say; 64 elsewhere
SIMPLIFICATION = 4
MAXZOOM = 16
MINZOOM = {"building": 10, "road": 10, "road_name": 12, "water": 8}
# The side of a pixel of a tile with 512, in units of its grid.
PIXEL = 8
# Rounding to the grid moves a vertex by half a unit in x and in y.
ROUNDING = 0.72
ZOOMS = (12, 13, 14, 16)


def placed(geometry, grid, zoom, row, column):
    """A source geometry in units of a tile's grid."""
    return shapely.transform(geometry, lambda points: [
        grid.to_tile(x, y, zoom, row, column) for x, y in points])


def check_tile(report, base, expected, grid, zoom, row, column):
    """Checks one tile of the whole map; how many features it holds."""
    place = f"{grid.name}/{zoom}/{row}/{column}"
    fineness = zoom + grid.offset
    status, _, body = get(
        f"{base}/tiles/{place}", {"Accept-Encoding": "gzip"})
    report.check(status in (200, 204), f"{place}: status {status}")
    tile = mapbox_vector_tile.decode(
        body, default_options={"y_coord_down": True}) if status == 200 else {}
    slack = ROUNDING + (SIMPLIFICATION if fineness < MAXZOOM else 0)
    square = shapely.box(0, 0, tile_grid.EXTENT, tile_grid.EXTENT)
    for name in tile:
        report.check(fineness >= MINZOOM[name], f"{place}: {name} comes below its lowest level")
    for layer, features in expected.items():
        if fineness < MINZOOM[layer]:
            continue
        drawn = tile.get(layer, {"features": []})
        if drawn["features"]:
            report.equal((drawn["version"], drawn["extent"]), (2, 4096), f"{place} {layer}")
        # What is smaller than a pixel is drawn as marks, one feature a kind, without ids.
        whole = [one for one in drawn["features"] if "id" in one["properties"]]
        marks = [one for one in drawn["features"] if "id" not in one["properties"]]
        report.check(not marks or fineness < MAXZOOM, f"{place} {layer}: marks at full size")
        got = {one["properties"]["id"]: one for one in whole}
        report.equal(len(got), len(whole), f"{place} {layer}: features that come twice")
        numbers = {one["id"] for one in whole}
        report.equal(len(numbers), len(got), f"{place} {layer}: feature numbers")
        small = []
        for name, one in features.items():
            wanted = placed(one.geometry, grid, zoom, row, column)
            if name in got:
                check_feature(report, f"{place} {layer}/{name}", got[name], one, wanted, slack,
                              BUFFERS.get(layer, 64))
            elif fineness < MAXZOOM and is_small(wanted):
                small.append(wanted)
            else:
                # Only what is too short or too narrow to be seen may be missing.
                inside = wanted.intersection(square)
                is_tiny = inside.length <= 2 * slack or (
                    layer != "road" and inside.buffer(-slack).is_empty)
                report.check(is_tiny, f"{place} {layer}/{name} is missing: {inside.wkt[:200]}")
        for mark in marks:
            shape = shapely.geometry.shape(mark["geometry"])
            for part in getattr(shape, "geoms", [shape]):
                away = min((part.centroid.distance(one) for one in small), default=math.inf)
                report.check(away <= PIXEL, f"{place} {layer}: a mark {away} from what is small")
        strange = set(got) - set(features)
        report.equal(strange, set(), f"{place} {layer}: features that nobody imported")
    for one in tile.get("road_name", {"features": []})["features"]:
        name = one["properties"]["name"]
        roads = [placed(road.geometry, grid, zoom, row, column)
                 for road in expected["road"].values() if road.properties.get("name") == name]
        away = distance(shapely.geometry.shape(one["geometry"]), shapely.union_all(roads))
        report.check(away <= slack + PIXEL, f"{place}: the name {name} lies {away:.2f} units away")
    return sum(len(layer["features"]) for layer in tile.values())


def is_small(wanted):
    """Whether a whole source geometry may count as less than a pixel, roundly."""
    return wanted.area < 1.1 * PIXEL ** 2 if wanted.area else wanted.length < 1.1 * PIXEL


def check_feature(report, place, got, expected, wanted, slack, buffer):
    """One feature of a tile: attributes, validity, position and area."""
    # What a tile says beside the feature's own attributes.
    properties = {key: value for key, value in got["properties"].items()
                  if key not in ("id", "label_elsewhere")}
    compare.compare_properties(
        report, place, {k: v for k, v in expected.properties.items() if v is not None}, properties)
    empty = [key for key in properties if expected.properties[key] is None]
    report.equal(empty, [], f"{place}: values from nowhere")
    shape = shapely.geometry.shape(got["geometry"])
    west, south, east, north = shape.bounds
    report.check(
        min(west, south) >= -buffer and max(east, north) <= tile_grid.EXTENT + buffer,
        f"{place}: reaches out to {shape.bounds}")
    # A clipped ring may run along the frame more than once; one that is whole may not touch itself.
    if frame(0).covers(wanted):
        report.check(shape.is_valid, f"{place}: not valid: {shapely.is_valid_reason(shape)}")
    # Every drawn point lies near the source, and every visible source point near the drawing.
    away = distance(shape, wanted)
    report.check(away <= slack, f"{place}: drawn {away:.2f} units away")
    away = distance(wanted.intersection(frame(buffer - 1)), shape)
    report.check(away <= 2 * slack + 2, f"{place}: source {away:.2f} units away")
    area = wanted.intersection(frame(buffer)).area
    report.check(
        abs(shape.area - area) <= slack * (wanted.length + 8),
        f"{place}: area {shape.area:.1f}, not {area:.1f}")


def frame(buffer):
    """The tile with so many units around it."""
    return shapely.box(-buffer, -buffer, tile_grid.EXTENT + buffer, tile_grid.EXTENT + buffer)


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
    for grid in (tile_grid.MERCATOR, tile_grid.GEOGRAPHIC):
        for zoom in (one - grid.offset for one in ZOOMS):
            found = [check_tile(report, base, expected, grid, zoom, row, column)
                     for row, column in grid.tiles_of(bounds, zoom)]
            report.check(sum(found) > 0, f"{grid.name}: no feature in any tile of level {zoom}")
    report.finish()


main()
