"""Reads tile archives with others' readers and holds them against the server's tiles.

BASE COMMIT PMTILES MBTILES
"""

import gzip
import json
import sqlite3
import subprocess
import sys

import mapbox_vector_tile
from http_client import get, get_json
from pmtiles.reader import MmapSource, Reader, all_tiles
from pmtiles.tile import Compression, TileType, zxy_to_tileid
from report import Report


def main():
    base, commit, pmtiles, mbtiles = sys.argv[1:]
    report = Report()
    tiles, metadata = read_pmtiles(report, pmtiles)
    report.check(len(tiles) > 40, f"{len(tiles)} tiles")
    database = sqlite3.connect(mbtiles)
    rows = database.execute("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles")
    others = {(z, x, 2**z - 1 - y): data for z, x, y, data in rows}
    report.check(others == tiles, "MBTiles and PMTiles hold the same bytes")
    named = dict(database.execute("SELECT name, value FROM metadata"))
    report.equal(json.loads(named["json"])["vector_layers"], metadata["vector_layers"], "layers")

    said = get_json(f"{base}/tiles/WebMercatorQuad?f=tilejson")
    report.equal(metadata["vector_layers"], said["vector_layers"], "layers as the server has them")
    for read in (metadata, named):
        report.equal(read["attribution"], said["attribution"], "attribution")
        report.equal(read["name"], "test", "the city file's name")
    # Every place of the levels that the server's limits name, and a ring around them.
    limits = get_json(f"{base}/tiles/WebMercatorQuad")["tileMatrixSetLimits"]
    for level in limits:
        zoom = int(level["tileMatrix"])
        for row in range(level["minTileRow"] - 1, level["maxTileRow"] + 2):
            for column in range(level["minTileCol"] - 1, level["maxTileCol"] + 2):
                place = f"{zoom}/{row}/{column}"
                status, _, body = get(f"{base}/tiles/WebMercatorQuad/{place}?commit={commit}")
                stored = tiles.pop((zoom, column, row), None)
                report.equal(status, 204 if stored is None else 200, f"{place}: status")
                if stored is not None:
                    report.check(gzip.decompress(stored) == body, f"{place} differs")
                    report.check(mapbox_vector_tile.decode(body), f"{place} holds nothing")
    report.equal(list(tiles), [], "tiles that the server does not have")

    info = subprocess.run(["ogrinfo", "-ro", "-so", "-al", mbtiles],
                          capture_output=True, text=True, timeout=60)
    report.equal(info.returncode, 0, f"ogrinfo of MBTiles: {info.stderr}")
    for layer in said["vector_layers"]:
        report.check(f"Layer name: {layer['id']}" in info.stdout, f"GDAL finds {layer['id']}")
    report.finish()


def read_pmtiles(report, path):
    """All tiles by (zoom, column, row), and the metadata."""
    with open(path, "rb") as file:
        source = MmapSource(file)
        reader = Reader(source)
        header, metadata = reader.header(), reader.metadata()
        tiles = {place: bytes(data) for place, data in all_tiles(source)}
        for (zoom, column, row), data in tiles.items():
            report.check(reader.get(zoom, column, row) == data, f"{zoom}/{column}/{row} by number")
        size = file.seek(0, 2)
    parts = ("metadata_length", "leaf_directory_length", "tile_data_length")
    report.equal(size, 16384 + sum(header[part] for part in parts), "length of the file")
    report.equal(header["addressed_tiles_count"], len(tiles), "tiles that can be asked for")
    report.equal(header["tile_contents_count"], len(set(tiles.values())), "distinct tiles")
    report.equal(
        (header["tile_type"], header["tile_compression"], header["internal_compression"],
         header["clustered"]),
        (TileType.MVT, Compression.GZIP, Compression.GZIP, True), "kinds")
    zooms = {zoom for zoom, _, _ in tiles}
    report.equal((min(zooms), max(zooms)), (header["min_zoom"], header["max_zoom"]), "levels")
    numbers = [zxy_to_tileid(*place) for place in tiles]
    report.equal(numbers, sorted(numbers), "order of the tiles")
    return tiles, metadata


main()
