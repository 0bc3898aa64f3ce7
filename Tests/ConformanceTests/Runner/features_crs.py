"""OGC 18-058r1, Annex A: class CRS of OGC API Features Part 2."""

import functools
import re

import pyproj

from checklist import Skip, check, each, equal, require
from features_core import CRS84
from features_items import box_of, ids, some_items
from server import GEOJSON, with_query

CLASS = "http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/crs"
URI = re.compile(r"^(https?://www\.opengis\.net/def/crs/[^/]+/[^/]+/[^/]+|urn:ogc:def:crs:.+)$")
# Of the systems of one collection, so many are tried: the first ones, and some of the rest.
MOST_SYSTEMS = 8


def systems(server, collection):
    """All systems of a collection; `#/crs` stands for those of the whole list."""
    found = []
    for name in collection.get("crs", [CRS84[0]]):
        found += server.json("/collections", "application/json")["crs"] if name == "#/crs" else [
            name]
    return found


@functools.lru_cache(maxsize=None)
def to_system(uri):
    """The way from longitude and latitude into a system with its own axes; or a skip."""
    if uri in CRS84:
        return lambda x, y: (x, y)
    authority, _, code = uri.split("/crs/", 1)[1].split("/")
    try:
        target = pyproj.CRS.from_authority(authority, code)
    except pyproj.exceptions.CRSError as error:
        raise Skip(f"PROJ does not know {uri}") from error
    datum = pyproj.CRS("EPSG:4490" if "China" in target.datum.name else "EPSG:4326")
    way = pyproj.Transformer.from_crs(datum, target)
    return lambda x, y: way.transform(y, x)


def tried(server, collection):
    """A collection's systems but the default, thinned out."""
    found = [uri for uri in systems(server, collection) if uri not in CRS84]
    rest = found[MOST_SYSTEMS // 2:]
    return found[:MOST_SYSTEMS // 2] + rest[::max(1, len(rest) // (MOST_SYSTEMS // 2))]


def for_each_system(server, body):
    """Runs `body` with every collection and each of its systems."""
    each(server.feature_collections, lambda collection: each(
        tried(server, collection), lambda uri: body(collection, uri)))


def content_crs(answer):
    header = answer.headers["Content-Crs"]
    require(header is not None, f"{answer.url}: no Content-Crs")
    require(
        header.startswith("<") and header.endswith(">"), f"{answer.url}: Content-Crs: {header}")
    return header[1:-1]


def first_position(geometry):
    part = geometry["coordinates"]
    while not isinstance(part[0], (int, float)):
        part = part[0]
    return part


def near(got, wanted, uri, what):
    """Coordinates must agree to a millimetre, or to a hundred-millionth of a degree."""
    slack = 2e-8 if max(map(abs, wanted)) <= 360 else 2e-3
    require(
        all(abs(a - b) <= slack for a, b in zip(got, wanted)),
        f"{what}: {list(got)} in {uri}, where PROJ has {list(wanted)}")


@check(CLASS, "/conf/crs/crs-uri", "Systems are named by URI")
def crs_uri(server):
    def named(collection):
        for uri in systems(server, collection):
            require(URI.match(uri), f"{collection['id']}: {uri}")

    each(server.feature_collections, named)


@check(CLASS, "/conf/crs/default-crs", "Every collection offers longitude and latitude")
def default_crs(server):
    each(server.feature_collections, lambda entry: require(
        set(systems(server, entry)) & set(CRS84), f"{entry['id']} does not list CRS84"))


@check(CLASS, "/conf/crs/storageCrs", "The system of storage is one of those offered")
def storage_crs(server):
    def one(collection):
        storage = collection.get("storageCrs")
        if storage is None:
            raise Skip(f"{collection['id']} names no storageCrs")
        require(storage in systems(server, collection), f"{collection['id']}: {storage}")

    each(server.feature_collections, one)


@check(CLASS, "/conf/crs/crs-parameter", "Features come in every system offered, and say so")
def crs_parameter(server):
    def asked(collection, uri):
        urls = [with_query(server.items_url(collection), crs=uri, limit=2)]
        urls += [with_query(url, crs=uri) for _, url in some_items(server, collection)[:1]]
        for url in urls:
            equal(content_crs(server.get(url, GEOJSON).must_be(200)), uri, f"{url}: Content-Crs")

    for_each_system(server, asked)


@check(CLASS, "/conf/crs/crs-parameter-invalid", "Systems that are not offered are refused")
def crs_parameter_invalid(server):
    def refused(collection):
        wrong = "http://www.opengis.net/def/crs/EPSG/0/999999"
        server.get(with_query(server.items_url(collection), crs=wrong), GEOJSON).must_be(400)
        for _, url in some_items(server, collection)[:1]:
            server.get(with_query(url, crs=wrong), GEOJSON).must_be(400)

    each(server.feature_collections, refused)


@check(CLASS, "/conf/crs/crs-parameter-default", "Without one, it is longitude and latitude")
def crs_parameter_default(server):
    def same(collection):
        urls = [server.items_url(collection)]
        urls += [url for _, url in some_items(server, collection)[:1]]
        for url in urls:
            plain = server.get(url, GEOJSON).must_be(200)
            asked = server.get(with_query(url, crs=CRS84[0]), GEOJSON).must_be(200)
            require(content_crs(plain) in CRS84, f"{url}: {content_crs(plain)}")
            for name in ("geometry", "features"):
                equal(plain.json().get(name), asked.json().get(name), f"{url}: {name}")

    each(server.feature_collections, same)


@check(CLASS, "/conf/crs/crs-parameter-transform", "Coordinates are where PROJ puts them")
def crs_parameter_transform(server):
    def agree(collection, uri):
        way = to_system(uri)
        plain = server.page(collection, limit=3)["features"]
        asked = server.page(collection, limit=3, crs=uri)["features"]
        equal(ids({"features": asked}), ids({"features": plain}), f"{collection['id']}: ids")
        for one, other in zip(plain, asked):
            if one["geometry"]:
                wanted = way(*first_position(one["geometry"])[:2])
                near(first_position(other["geometry"]), wanted, uri, f"{collection['id']}")
        for listed, url in some_items(server, collection)[:1]:
            item = server.json(with_query(url, crs=uri), GEOJSON)
            if listed["geometry"]:
                wanted = way(*first_position(listed["geometry"])[:2])
                near(first_position(item["geometry"]), wanted, uri, url)

    for_each_system(server, agree)


@check(CLASS, "/conf/crs/bbox-crs-parameter", "A box in another system finds the same features")
def bbox_crs_parameter(server):
    def same(collection, uri):
        way = to_system(uri)
        west, south, east, north = box_of(collection)
        # Wider than the extent, since a rectangle of one system is none of the other.
        w, h = max(east - west, 1e-4) * 0.05, max(north - south, 1e-4) * 0.05
        if west - w < -180 or east + w > 180 or south - h < -85 or north + h > 85:
            raise Skip(f"{collection['id']} covers too much of the Earth")
        plain = server.page(
            collection, bbox=f"{west - w},{south - h},{east + w},{north + h}", limit=10)
        corners = [way(x, y) for x in (west - w, east + w) for y in (south - h, north + h)]
        box = [f(corner[axis] for corner in corners) for f in (min, max) for axis in (0, 1)]
        text = ",".join(f"{number:.9f}" for number in box)
        asked = server.page(collection, bbox=text, bbox_crs=uri, limit=10)
        equal(ids(asked), ids(plain), f"{collection['id']}: bbox in {uri}")
        equal(asked.get("numberMatched"), plain.get("numberMatched"), f"{collection['id']}: count")
        far = ",".join(f"{number:.9f}" for number in (way(west + w, south + h) * 2))
        outside = server.page(collection, bbox=far, bbox_crs=uri, limit=1)
        require(
            plain.get("numberMatched") is None or len(ids(plain)) < 2
            or outside["numberMatched"] < plain["numberMatched"],
            f"{collection['id']}: a bbox of one point in {uri} narrows nothing")

    for_each_system(server, same)


@check(CLASS, "/conf/crs/bbox-crs-parameter-invalid", "Boxes in other systems are refused")
def bbox_crs_parameter_invalid(server):
    wrong = "http://www.opengis.net/def/crs/EPSG/0/999999"
    each(server.feature_collections, lambda entry: server.get(
        with_query(server.items_url(entry), bbox="0,0,1,1", bbox_crs=wrong), GEOJSON).must_be(400))


@check(CLASS, "/conf/crs/bbox-crs-parameter-default", "Boxes are in longitude and latitude")
def bbox_crs_parameter_default(server):
    def same(collection):
        text = ",".join(map(str, box_of(collection)))
        plain = server.page(collection, bbox=text)
        asked = server.page(collection, bbox=text, bbox_crs=CRS84[0])
        equal(ids(asked), ids(plain), f"{collection['id']}: features")
        equal(asked.get("numberMatched"), plain.get("numberMatched"), f"{collection['id']}: count")

    each(server.feature_collections, same)
