"""Runs a script of this folder against Yutu itself: YUTU-COMMAND CITY SCRIPT [ARGUMENT...]

CITY is `sample`, the sample city, or `small`, a few buildings, a road and a terrain. The script
gets the address of the running server as its first argument; its exit status is handed on.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SQUARE = "[[[{0},30.6],[{1},30.6],[{1},30.601],[{0},30.601],[{0},30.6]]]"
BUILDINGS = ",".join(
    '{"type":"Feature","id":"b%d","properties":{"name":"楼%d","floors":%d,"height":%g,'
    '"usage":"office"},"geometry":{"type":"Polygon","coordinates":%s}}' % (
        number, number, number + 1, 3.5 * number + 3, SQUARE.format(west, west + 0.001))
    for number, west in enumerate([114.30, 114.302, 114.304, 114.306]))
ROAD = (
    '{"type":"Feature","id":"r1","properties":{"name":"金桥大道","class":"primary","lanes":6},'
    '"geometry":{"type":"LineString","coordinates":[[114.298,30.599],[114.318,30.599]]}}')
TERRAIN = (
    "ncols 40\nnrows 40\nxllcorner 114.30\nyllcorner 30.595\ncellsize 0.0005\n"
    + "\n".join(" ".join(f"{20 + row / 4 + column / 8}" for column in range(40))
                for row in range(40)) + "\n")
SCENARIO = """\
id: taller
title: {zh: 加高, en: Taller}
edits:
  - {layer: building, id: "b1", set: {floors: 30, height: 96}}
"""
FILES = {
    "building": ("building.geojson", f'{{"type":"FeatureCollection","features":[{BUILDINGS}]}}'),
    "road": ("road.geojson", f'{{"type":"FeatureCollection","features":[{ROAD}]}}'),
    "terrain": ("terrain.asc", TERRAIN),
}


def make(command, kind, folder):
    """The path of a new city."""
    city = str(folder / "test.city")
    if kind == "sample":
        subprocess.run([command, "sample", "--out", city], check=True, stdout=subprocess.DEVNULL)
        return city
    for layer, (name, text) in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
        crs = ["--crs", "EPSG:4490"] if layer == "terrain" else []
        subprocess.run(
            [command, "import", "--city", city, "--layer", layer, str(folder / name)] + crs,
            check=True, stdout=subprocess.DEVNULL)
    return city


def main():
    command, kind, script, *arguments = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        city = make(command, kind, pathlib.Path(folder))
        scenarios = pathlib.Path(folder) / "scenarios"
        scenarios.mkdir()
        if kind == "small":
            (scenarios / "taller.yml").write_text(SCENARIO, encoding="utf-8")
        server = subprocess.Popen(
            [command, "serve", "--city", city, "--port", "0", "--scenarios", str(scenarios)],
            stdout=subprocess.PIPE, text=True)
        try:
            line = server.stdout.readline()
            base = re.match(r"http://[0-9.]+:\d+", line)
            if not base:
                sys.exit(f"the server did not start: {line}")
            token = re.search(r"#token=([0-9a-f]+)", line)
            ended = subprocess.run(
                [sys.executable, str(HERE / script), base[0]] + arguments,
                env={**os.environ, "YUTU_CITY": city, "YUTU_TOKEN": token[1] if token else ""},
                check=False)
        finally:
            server.terminate()
            status = server.wait(timeout=30)
    sys.exit(ended.returncode or abs(status))


main()
