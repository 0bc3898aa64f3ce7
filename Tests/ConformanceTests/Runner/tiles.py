"""OGC 20-057, Annex A: OGC API Tiles Part 1, with the tables of OGC 17-083r4."""

import math
import zlib

import mapbox_vector_tile

from checklist import Failure, Skip, check, each, equal, require
from features_formats import valid
from schemas import LINKS, LISTED_TILESET, TILE_MATRIX_SET, TILESET, members
from server import links

PART = "http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/"
CORE, TILESET_CLASS, LIST = PART + "core", PART + "tileset", PART + "tilesets-list"
DATASET, GEODATA, OAS30 = PART + "dataset-tilesets", PART + "geodata-tilesets", PART + "oas30"
MVT, PNG = PART + "mvt", PART + "png"
SCHEME = "http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme"
REGISTER = "http://www.opengis.net/def/tilematrixset/OGC/1.0/"
# Levels of one tileset that tiles are fetched at.
MOST_LEVELS = 6


def lists(server):
    """The addresses of the lists of tilesets: of the whole, and of collections."""
    found = []
    if server.declares(DATASET):
        found += server.tileset_links(server.landing)
    if server.declares(GEODATA):
        for collection in server.tiled_collections:
            found += server.tileset_links(collection)
    if not found:
        raise Skip("the server leads to no tilesets")
    return [server.client.absolute(link["href"]) for link in found]


def tilesets(server):
    """Every tileset of the lists, in full, with its address."""
    found = []
    for address in lists(server):
        for listed in server.json(address, "application/json")["tilesets"]:
            href = links(listed, "self")[0]["href"]
            url = server.client.absolute(href)
            found.append((url, server.json(url, "application/json")))
    return found


def matrix_set(server, tileset):
    """The definition of a tileset's tile matrix set."""
    found = links(tileset, SCHEME)
    require(found, "a tileset without a link to its tiling scheme")
    return server.json(found[0]["href"], "application/json")


def tile_url(server, tileset, matrix, row, column, media_type=None):
    found = links(tileset, "item", media_type)
    if not found:
        raise Skip(f"no tiles of type {media_type}")
    href = found[0]["href"]
    for name, value in (("tileMatrix", matrix), ("tileRow", row), ("tileCol", column)):
        href = href.replace("{" + name + "}", str(value))
    return server.client.absolute(href)


def limits(server, tileset):
    """First and last row and column by level: as the tileset says, else as the set allows."""
    if "tileMatrixSetLimits" in tileset:
        found = [
            (one["tileMatrix"], one["minTileRow"], one["maxTileRow"], one["minTileCol"],
             one["maxTileCol"]) for one in tileset["tileMatrixSetLimits"]
        ]
    else:
        found = [
            (one["id"], 0, one["matrixHeight"] - 1, 0, one["matrixWidth"] - 1)
            for one in matrix_set(server, tileset)["tileMatrices"][:2]
        ]
    return found[::max(1, math.ceil(len(found) / MOST_LEVELS))]


def corners(found):
    """Up to four tiles of the range of one level, its middle among them."""
    matrix, top, bottom, left, right = found
    places = {(top, left), (bottom, right), ((top + bottom) // 2, (left + right) // 2)}
    return [(matrix, row, column) for row, column in sorted(places)]


def some_tiles(server, tileset, media_type=None):
    """Answers to tiles within the limits."""
    for found in limits(server, tileset):
        for place in corners(found):
            url = tile_url(server, tileset, *place, media_type)
            yield place, server.get(url, media_type or "*/*")


@check(CORE, "/conf/core/tc-op", "Tiles are got by level, row and column")
def tc_op(server):
    def answered(entry):
        _, tileset = entry
        for _, answer in some_tiles(server, tileset):
            answer.must_be(200, 204)

    each(tilesets(server), answered)


@check(CORE, "/conf/core/tc-tilematrix-definition",
       "The level is one of the tile matrix set, no other")
def tilematrix_definition(server):
    def known(entry):
        url, tileset = entry
        names = {matrix["id"] for matrix in matrix_set(server, tileset)["tileMatrices"]}
        for found in limits(server, tileset):
            require(found[0] in names, f"{url}: {found[0]} is no level")
        server.get(tile_url(server, tileset, "no-such-level", 0, 0)).must_be(400, 404)

    each(tilesets(server), known)


def out_of_range(server, change):
    """Tiles beyond the first or last row or column of each level must not be there."""

    def refused(entry):
        _, tileset = entry
        matrices = {one["id"]: one for one in matrix_set(server, tileset)["tileMatrices"]}
        for found in limits(server, tileset):
            for place in change(found, matrices[found[0]]):
                server.get(tile_url(server, tileset, *place)).must_be(400, 404)

    each(tilesets(server), refused)


@check(CORE, "/conf/core/tc-tilerow-definition", "Rows count from 0 to the height of the level")
def tilerow_definition(server):
    out_of_range(server, lambda found, matrix: [
        (found[0], -1, found[3]), (found[0], matrix["matrixHeight"], found[3])])


@check(CORE, "/conf/core/tc-tilecol-definition", "Columns count from 0 to the width of the level")
def tilecol_definition(server):
    out_of_range(server, lambda found, matrix: [
        (found[0], found[1], -1), (found[0], found[1], matrix["matrixWidth"])])


@check(CORE, "/conf/core/tc-success", "Within the limits a tile comes with content and its type")
def tc_success(server):
    def content(entry):
        url, tileset = entry
        kinds = {
            (link.get("type") or "").split(";")[0] for link in links(tileset, "item")}
        count = 0
        for place, answer in some_tiles(server, tileset):
            if answer.status == 204:
                continue
            count += 1
            answer.must_be(200)
            require(
                answer.media_type in kinds, f"{url} {place}: {answer.media_type}, not {kinds}")
            require(answer.body, f"{url} {place}: 200 without content")
        require(count, f"{url}: no tile within the limits has content")

    each(tilesets(server), content)


@check(CORE, "/conf/core/tc-error", "Tiles beyond the matrix are not there, empty ones are empty")
def tc_error(server):
    def refused(entry):
        _, tileset = entry
        for found in limits(server, tileset)[:2]:
            url = tile_url(server, tileset, found[0], 2**31 - 1, 2**31 - 1)
            server.get(url).must_be(400, 404)
            place = (found[0], found[2] + 1, found[4] + 1)
            server.get(tile_url(server, tileset, *place)).must_be(200, 204, 400, 404)

    each(tilesets(server), refused)


@check(TILESET_CLASS, "/conf/tileset/description",
       "A tileset tells how it is cut and how to get a tile")
def tileset_description(server):
    def described(entry):
        url, tileset = entry
        valid(tileset, TILESET, url)
        found = links(tileset, "item")
        require(found, f"{url}: no link item")
        for link in found:
            require(link.get("templated") is True, f"{url}: item is not said to be templated")
            require(link.get("type"), f"{url}: item has no type")
            for name in ("{tileMatrix}", "{tileRow}", "{tileCol}"):
                require(name in link["href"], f"{url}: {link['href']} lacks {name}")
        definition = matrix_set(server, tileset)
        valid(definition, TILE_MATRIX_SET, f"{url}: tiling scheme")
        equal(definition["crs"], tileset["crs"], f"{url}: crs")
        uri = tileset.get("tileMatrixSetURI")
        if uri:
            equal(definition.get("uri", uri), uri, f"{url}: tileMatrixSetURI")
        names = [matrix["id"] for matrix in definition["tileMatrices"]]
        for one in tileset.get("tileMatrixSetLimits", []):
            require(one["tileMatrix"] in names, f"{url}: limits of an unknown level")
            matrix = definition["tileMatrices"][names.index(one["tileMatrix"])]
            require(
                0 <= one["minTileRow"] <= one["maxTileRow"] < matrix["matrixHeight"]
                and 0 <= one["minTileCol"] <= one["maxTileCol"] < matrix["matrixWidth"],
                f"{url}: limits of level {one['tileMatrix']} leave the matrix")

    each(tilesets(server), described)


@check(TILESET_CLASS, "/conf/tileset/tmxs-definition",
       "WebMercatorQuad is as OGC's register has it")
def web_mercator_quad(server):
    found = [
        tileset for _, tileset in tilesets(server)
        if tileset.get("tileMatrixSetURI") == REGISTER + "WebMercatorQuad"
    ]
    if not found:
        raise Skip("no tileset is cut in WebMercatorQuad")
    definition = matrix_set(server, found[0])
    equal(definition["crs"], "http://www.opengis.net/def/crs/EPSG/0/3857", "crs")
    half = math.pi * 6378137
    for level, matrix in enumerate(definition["tileMatrices"]):
        size = 1 << level
        equal(matrix["id"], str(level), "id of a level")
        equal((matrix["matrixWidth"], matrix["matrixHeight"]), (size, size), f"size of {level}")
        wanted = {
            "scaleDenominator": 559082264.0287178 / size, "cellSize": 2 * half / 256 / size}
        for name, number in wanted.items():
            require(
                math.isclose(matrix[name], number, rel_tol=1e-9),
                f"level {level}: {name} {matrix[name]}, not {number}")
        x, y = matrix["pointOfOrigin"]
        require(
            math.isclose(x, -half, rel_tol=1e-9) and math.isclose(y, half, rel_tol=1e-9),
            f"level {level}: pointOfOrigin {x}, {y}")


@check(LIST, "/conf/tilesets-list/tileset-links",
       "Lists give each tileset with kind, CRS and links")
def tileset_links(server):
    def listed(address):
        document = server.json(address, "application/json")
        valid(document, members(["tilesets"]), address)
        require(document["tilesets"], f"{address} lists no tileset")
        for tileset in document["tilesets"]:
            valid(tileset, LISTED_TILESET, address)
            require(links(tileset, SCHEME), f"{address}: no link to the tiling scheme")
            own = links(tileset, "self")
            require(own, f"{address}: a tileset without link self")
            full = server.json(own[0]["href"], "application/json")
            for name in ("dataType", "crs", "tileMatrixSetURI"):
                equal(full.get(name), tileset.get(name), f"{own[0]['href']}: {name}")
            start = address.split("?")[0].rstrip("/") + "/"
            require(
                server.client.absolute(own[0]["href"]).startswith(start),
                f"{own[0]['href']} is not below {start}")

    each(lists(server), listed)


@check(DATASET, "/conf/dataset-tilesets/landingpage",
       "The landing page leads to the tilesets of all")
def dataset_landingpage(server):
    found = server.tileset_links(server.landing)
    require(found, "the landing page has no link tilesets-vector, tilesets-map or -coverage")
    each(found, lambda link: require(
        "/tiles" in link["href"], f"{link['href']} does not lead to tiles"))


@check(DATASET, "/conf/dataset-tilesets/operation", "They can be read there")
def dataset_operation(server):
    def read(link):
        document = server.json(link["href"], "application/json")
        require(document.get("tilesets"), f"{link['href']} lists no tileset")
        valid(document.get("links", []), LINKS, link["href"])

    each(server.tileset_links(server.landing), read)


@check(GEODATA, "/conf/geodata-tilesets/desc-links", "Collections lead to their tilesets")
def geodata_desc_links(server):
    def linked(collection):
        alone = server.json(f"/collections/{collection['id']}", "application/json")
        require(server.tileset_links(alone), f"{collection['id']}: alone it links to no tilesets")

    each(server.tiled_collections, linked)


@check(GEODATA, "/conf/geodata-tilesets/operation",
       "They can be read there, and hold that collection")
def geodata_operation(server):
    def read(collection):
        for link in server.tileset_links(collection):
            document = server.json(link["href"], "application/json")
            require(document.get("tilesets"), f"{link['href']} lists no tileset")
            for tileset in document["tilesets"]:
                full = server.json(links(tileset, "self")[0]["href"], "application/json")
                names = [layer["id"] for layer in full.get("layers", [])]
                # Beside its features a layer may have what is derived from them, by its name.
                own = collection["id"]
                require(
                    not names or names[0] == own and
                    all(one.startswith(f"{own}_") for one in names[1:]),
                    f"{link['href']}: layers {names}")

    each(server.tiled_collections, read)


@check(OAS30, "/conf/oas30/completeness", "The API definition has the paths of tiles")
def tiles_completeness(server):
    for tail in ("", "/{tileMatrixSetId}", "/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol}"):
        if server.declares(DATASET):
            require(server.operation("/tiles" + tail), f"/tiles{tail} is not described")
        if server.declares(GEODATA):
            paths = [f"/collections/{name}/tiles{tail}" for name in (
                "{collectionId}", server.tiled_collections[0]["id"])]
            require(any(map(server.operation, paths)), f"{paths[0]} is not described")


@check(OAS30, "/conf/oas30/operation-id", "Operations of tiles have the names that OGC gave them")
def tiles_operation_ids(server):
    names = [
        operation.get("operationId", "") for entry in server.api["paths"].values()
        for operation in entry.values() if isinstance(operation, dict)
    ]
    roots = [".dataset"] if server.declares(DATASET) else []
    roots += [".collection"] if server.declares(GEODATA) else []
    for root in roots:
        for tail in (".getTileSetsList", ".getTileSet", ".getTile"):
            require(
                any(name.endswith(root + kind + tail)
                    for name in names for kind in (".vector", ".map", ".coverage")),
                f"no operation is called …{root}.vector{tail}")


def of_type(server, media_type, read):
    """Runs `read` on every tile of a type that has content; there must be one at least."""
    count = 0

    def look(entry):
        nonlocal count
        url, tileset = entry
        for place, answer in some_tiles(server, tileset, media_type):
            if answer.must_be(200, 204).status == 200:
                equal(answer.media_type, media_type, f"{url} {place}: type")
                read(answer, tileset, f"{url} {place}")
                count += 1

    each(tilesets(server), look)
    require(count, f"not one tile of type {media_type}")


@check(MVT, "/conf/mvt/content", "Vector tiles are Mapbox Vector Tiles of the tileset's layers")
def mvt_content(server):
    def read(answer, tileset, what):
        try:
            layers = mapbox_vector_tile.decode(answer.body)
        except Exception as error:  # noqa: BLE001: whatever the decoder throws
            raise Failure(f"{what}: cannot be decoded: {error}") from error
        require(layers, f"{what}: no layer")
        known = {layer["id"] for layer in tileset.get("layers", [])} or set(layers)
        require(set(layers) <= known, f"{what}: layers {set(layers) - known} are not the tileset's")
        for name, layer in layers.items():
            require(layer["features"], f"{what}: layer {name} is empty")
            require(layer["extent"] > 0, f"{what}: extent {layer['extent']}")

    of_type(server, "application/vnd.mapbox-vector-tile", read)


@check(PNG, "/conf/png/content", "PNG tiles are whole pictures of the size of a tile")
def png_content(server):
    def read(answer, tileset, what):
        matrix = matrix_set(server, tileset)["tileMatrices"][0]
        equal(
            png_size(answer.body, what), (matrix["tileWidth"], matrix["tileHeight"]),
            f"{what}: size")

    of_type(server, "image/png", read)


def png_size(data, what):
    """Width and height of a PNG whose chunks' sums hold."""
    equal(data[:8], b"\x89PNG\r\n\x1a\n", f"{what}: signature")
    place, kinds, size = 8, [], None
    while place < len(data):
        length = int.from_bytes(data[place:place + 4], "big")
        kind, body = data[place + 4:place + 8], data[place + 8:place + 8 + length]
        total = int.from_bytes(data[place + 8 + length:place + 12 + length], "big")
        equal(zlib.crc32(kind + body), total, f"{what}: the sum of {kind}")
        if kind == b"IHDR":
            size = int.from_bytes(body[:4], "big"), int.from_bytes(body[4:8], "big")
        kinds.append(kind)
        place += 12 + length
    require(kinds[0] == b"IHDR" and kinds[-1] == b"IEND", f"{what}: chunks {kinds}")
    return size
