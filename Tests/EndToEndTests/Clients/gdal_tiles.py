"""Reads tiles with GDAL's MVT driver: BASE LAYER=KIND:FILE …"""

import json
import subprocess
import sys
import tempfile

import mapbox_vector_tile
import shapely
import shapely.geometry
import source
import tile_grid
from http_client import get
from report import Report

ZOOM = 16


def main():
    base, *arguments = sys.argv[1:]
    report = Report()
    expected = source.layers(arguments)
    lake = next(iter(expected["water"].values())).geometry.representative_point()
    column, row = (int(one) for one in tile_grid.in_square(lake.x, lake.y, ZOOM))
    status, _, body = get(f"{base}/tiles/WebMercatorQuad/{ZOOM}/{row}/{column}")
    report.equal(status, 200, "status of the tile")
    tile = mapbox_vector_tile.decode(body)
    unit = 2 * tile_grid.HALF / 2**ZOOM / tile_grid.EXTENT

    with tempfile.TemporaryDirectory() as folder:
        # The driver takes level, column and row from the path.
        path = f"{folder}/{ZOOM}-{column}-{row}.pbf"
        with open(path, "wb") as file:
            file.write(body)
        options = ["-oo", f"Z={ZOOM}", "-oo", f"X={column}", "-oo", f"Y={row}"]
        for layer, features in expected.items():
            ended = subprocess.run(
                ["ogr2ogr", "-f", "GeoJSON", "-t_srs", "EPSG:4326", "/vsistdout/", *options,
                 f"MVT:{path}", layer], capture_output=True, text=True, timeout=60)
            if not report.equal(ended.returncode, 0, f"{layer}: {ended.stderr}"):
                continue
            report.equal(ended.stderr, "", f"{layer}: GDAL complains")
            got = json.loads(ended.stdout)["features"]
            report.check(got, f"{layer}: no features")
            report.equal(
                sorted(one["properties"]["id"] for one in got),
                sorted(one["properties"]["id"] for one in tile[layer]["features"]),
                f"{layer}: ids by GDAL and by mapbox-vector-tile")
            for one in got:
                wanted = metres(features[one["properties"]["id"]].geometry)
                shape = metres(shapely.geometry.shape(one["geometry"]))
                apart = max(shapely.distance(
                    shapely.points(shapely.get_coordinates(shape)), wanted), default=0)
                place = f"{layer}/{one['properties']['id']}"
                report.check(apart <= unit, f"{place}: {apart / unit:.2f} units away")
    report.finish()


def metres(geometry):
    """Longitude and latitude as Web Mercator metres."""
    def project(points):
        tiles = [tile_grid.in_square(x, y, 0) for x, y in points]
        return [((x - 0.5) * 2 * tile_grid.HALF, (0.5 - y) * 2 * tile_grid.HALF) for x, y in tiles]
    return shapely.transform(geometry, project)


main()
