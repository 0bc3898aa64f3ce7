"""Opens the city file itself with GDAL, as QGIS does: CITY LAYER=KIND:FILE …"""

import json
import re
import subprocess
import sys

import compare
import shapely
import source
from report import Report

FIELD_TYPES = {
    "building": {
        "id": "String", "name": "String", "usage": "String", "height": "Real",
        "floors": "Integer64", "built": "Date", "address": "String", "house_number": "String"},
    "road": {
        "id": "String", "name": "String", "class": "String", "ref": "String", "oneway": "String",
        "lanes": "Integer64", "maxspeed": "Real", "bridge": "Integer(Boolean)",
        "tunnel": "Integer(Boolean)", "surface": "String",
        **{name: "Real" if name.startswith("max") else "String" for name in source.ACCESS}},
    "water": {
        "id": "String", "name": "String", "kind": "String", "area": "Real",
        "intermittent": "Integer(Boolean)"},
}


def gdal(*arguments):
    ended = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=True)
    return ended.stdout, ended.stderr


def read(city, layer, *options):
    text, _ = gdal("ogr2ogr", "-f", "GeoJSON", *options, "/vsistdout/", city, layer)
    return compare.features_of(json.loads(text), "id")


def main():
    city, *arguments = sys.argv[1:]
    report = Report()
    for layer, expected in source.layers(arguments).items():
        summary, complaints = gdal("ogrinfo", "-ro", "-so", city, layer)
        report.equal(complaints, "", f"{layer}: GDAL complains")
        types = dict(re.findall(r"^(\w+): ([\w()]+) \(", summary, re.MULTILINE))
        for field, kind in FIELD_TYPES[layer].items():
            report.equal(types.get(field), kind, f"{layer}: type of {field}")
        report.check('ID["EPSG",4490]' in summary, f"{layer} is not in EPSG:4490: {summary}")
        report.check(f"Feature Count: {len(expected)}\n" in summary, f"{layer}: count in {summary}")
        got = read(city, layer)
        compare.compare_layer(report, layer, expected, got)

        # A window over the middle half of the layer: GDAL's answer by index against our own.
        west, south, east, north = shapely.total_bounds([one.geometry for one in expected.values()])
        dx, dy = (east - west) / 4, (north - south) / 4
        window = shapely.box(west + dx, south + dy, east - dx, north - dy)
        inside = read(city, layer, "-spat", *map(str, window.bounds))
        wanted = {name for name, one in expected.items() if one.geometry.intersects(window)}
        report.equal(set(inside), wanted, f"{layer}: features in the window")
        plan, _ = gdal(
            "ogrinfo", "-ro", "-q", "-sql",
            f"EXPLAIN QUERY PLAN SELECT * FROM {layer} WHERE rowid IN (SELECT pkid FROM"
            f" idx_{layer}_geom WHERE xmax >= {west} AND xmin <= {east})", city)
        report.check("VIRTUAL TABLE INDEX" in plan, f"{layer}: no R-tree in {plan}")
    report.finish()


main()
