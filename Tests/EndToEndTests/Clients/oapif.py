"""Reads every layer with ogr2ogr's OGC API Features driver: BASE LAYER=KIND:FILE …"""

import json
import subprocess
import sys

import compare
import source
from report import Report

# As GDAL tells them from the schema, whatever the first features hold.
FIELD_TYPES = {
    "building": {"height": "Real", "floors": "Integer", "built": "Date", "name": "String"},
    "road": {"maxspeed": "Real", "lanes": "Integer", "bridge": "Integer(Boolean)", "ref": "String"},
    "water": {"area": "Real", "intermittent": "Integer(Boolean)", "kind": "String"},
}


def main():
    base, *arguments = sys.argv[1:]
    report = Report()
    expected = source.layers(arguments)
    listing = subprocess.run(
        ["ogrinfo", "-ro", "-q", f"OAPIF:{base}"], capture_output=True, text=True, timeout=60,
        check=True).stdout
    for layer in expected:
        summary = subprocess.run(
            ["ogrinfo", "-ro", "-so", f"OAPIF:{base}", layer], capture_output=True, text=True,
            timeout=60, check=True).stdout
        for field, kind in FIELD_TYPES[layer].items():
            report.check(f"\n{field}: {kind} (" in summary, f"{layer}: type of {field}: {summary}")
        report.check(layer in listing, f"ogrinfo does not list {layer}: {listing}")
        text = subprocess.run(
            ["ogr2ogr", "-f", "GeoJSON", "/vsistdout/", f"OAPIF:{base}", layer],
            capture_output=True, timeout=120, check=True).stdout
        got = compare.features_of(json.loads(text), "id")
        compare.compare_layer(report, layer, expected[layer], got)
    report.finish()


main()
