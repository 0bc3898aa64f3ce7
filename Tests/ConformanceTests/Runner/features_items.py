"""OGC 17-069r4, A.2.7 and A.2.8: class Core of OGC API Features Part 1, the items."""

import datetime
import urllib.parse

from checklist import Skip, check, each, equal, require
from features_core import CORE, linked_well, same_type, typed_links
from server import GEOJSON, links, with_query


def defined(server, name, test):
    """Runs `test` on the parameter of every collection, and on its schema."""

    def one(collection):
        entry = server.parameter(server.items_operation(collection), name)
        require(entry is not None, f"{collection['id']}: the API definition has no {name}")
        if "$ref-outside" in entry:
            raise Skip(f"{name} is defined in another document: {entry['$ref-outside']}")
        equal(entry.get("in"), "query", f"{name}: in")
        require(not entry.get("required", False), f"{name} is required")
        equal(entry.get("style", "form"), "form", f"{name}: style")
        test(entry, server.resolved(entry["schema"]))

    each(server.feature_collections, one)


def ids(page):
    return sorted(str(feature.get("id")) for feature in page["features"])


def box_of(collection):
    """The collection's box, as it is."""
    extent = collection.get("extent") or {}
    if "spatial" not in extent:
        raise Skip(f"{collection['id']} has no extent")
    box = extent["spatial"]["bbox"][0]
    return box if len(box) == 4 else [box[0], box[1], box[3], box[4]]


def envelope(geometry):
    """West, south, east and north of a geometry."""

    def flat(part):
        if part and isinstance(part[0], (int, float)):
            yield part
        else:
            for inner in part:
                yield from flat(inner)

    parts = geometry.get("geometries", [geometry])
    points = [point for part in parts for point in flat(part["coordinates"])]
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    return min(xs), min(ys), max(xs), max(ys)


@check(CORE, "/conf/core/fc-op", "The features of every collection can be read")
def fc_op(server):
    each(server.feature_collections, lambda entry: server.get(
        server.items_url(entry), GEOJSON).must_be(200))
    server.get("/collections/no-such-collection/items").must_be(404)


@check(CORE, "/conf/core/fc-bbox-definition", "bbox is four or six numbers, joined by commas")
def fc_bbox_definition(server):
    def test(entry, schema):
        equal(entry.get("explode"), False, "bbox: explode")
        equal(schema.get("type"), "array", "bbox: type")
        equal(schema.get("items", {}).get("type"), "number", "bbox: type of items")
        counts = schema.get("oneOf") or schema.get("anyOf") or [schema]
        least = min(option.get("minItems", 0) for option in counts)
        most = max(option.get("maxItems", 99) for option in counts)
        equal((least, most), (4, 6), "bbox: how many numbers")

    defined(server, "bbox", test)


@check(CORE, "/conf/core/fc-bbox-response", "bbox gives just the features that meet the box")
def fc_bbox_response(server):
    def narrowed(collection):
        west, south, east, north = box_of(collection)
        all_matched = server.page(collection, limit=1).get("numberMatched")
        whole = server.page(collection, bbox=f"{west},{south},{east},{north}", limit=1)
        if all_matched is not None:
            equal(whole.get("numberMatched"), all_matched, f"{collection['id']}: in its own box")
        heights = server.page(collection, bbox=f"{west},{south},-9999,{east},{north},9999", limit=1)
        equal(
            heights.get("numberMatched"), whole.get("numberMatched"),
            f"{collection['id']}: with heights")
        for feature in server.page(collection, limit=3)["features"]:
            if not feature.get("geometry"):
                continue
            box = envelope(feature["geometry"])
            text = ",".join(f"{number:.10f}" for number in box)
            found = server.page(collection, bbox=text, limit=1000)
            require(
                str(feature["id"]) in ids(found),
                f"{collection['id']}: {feature['id']} is not in its own box {text}")
            for other in found["features"]:
                a, b, c, d = envelope(other["geometry"])
                slack = 1e-7
                require(
                    a <= box[2] + slack and c >= box[0] - slack and b <= box[3] + slack
                    and d >= box[1] - slack,
                    f"{collection['id']}: {other['id']} does not meet {text}")
        # The far side of the Earth: nothing of a city is there.
        far = (west + 180) if west < 0 else (west - 180)
        if -180 <= far <= 179 and east - west < 90:
            nothing = server.page(collection, bbox=f"{far},{-south},{far},{-south}")
            equal(nothing["features"], [], f"{collection['id']}: on the far side of the Earth")

    each(server.feature_collections, narrowed)


@check(CORE, "/conf/core/fc-limit-definition", "limit is a whole number from 1 on")
def fc_limit_definition(server):
    def test(entry, schema):
        equal(schema.get("type"), "integer", "limit: type")
        equal(entry.get("explode"), False, "limit: explode")
        require(schema.get("minimum", 0) >= 0, "limit: a minimum below 0")
        require("default" not in schema or schema["default"] >= 1, "limit: a default below 1")

    defined(server, "limit", test)


@check(CORE, "/conf/core/fc-limit-response", "No more features come than limit says")
def fc_limit_response(server):
    def limited(collection):
        for limit in (1, 3, 100):
            page = server.page(collection, limit=limit)
            require(
                len(page["features"]) <= limit,
                f"{collection['id']}: {len(page['features'])} features with limit={limit}")
        schema = server.resolved(
            (server.parameter(server.items_operation(collection), "limit") or {}).get("schema", {}))
        default = schema.get("default")
        if default is not None:
            count = len(server.page(collection)["features"])
            require(count <= default, f"{collection['id']}: {count} features, default {default}")
        most = schema.get("maximum")
        large = server.page(collection, limit=most or 1_000_000)
        require(most is None or len(large["features"]) <= most, f"{collection['id']}: over {most}")

    each(server.feature_collections, limited)


@check(CORE, "/conf/core/fc-time-definition", "datetime is a text")
def fc_time_definition(server):
    def test(entry, schema):
        equal(schema.get("type"), "string", "datetime: type")
        equal(entry.get("explode", False), False, "datetime: explode")

    defined(server, "datetime", test)


@check(CORE, "/conf/core/fc-time-response", "datetime takes instants and intervals, open ones too")
def fc_time_response(server):
    def timed(collection):
        extent = collection.get("extent") or {}
        interval = extent.get("temporal", {}).get("interval", [[None, None]])[0]
        start, end = interval
        past, future = "1066-10-14T12:00:00Z", "2999-12-31T23:59:59Z"
        everything = server.page(collection, datetime=f"{past}/{future}", limit=1)
        for text in (f"../{future}", f"/{future}"):
            open_start = server.page(collection, datetime=text, limit=1)
            equal(
                open_start.get("numberMatched"), everything.get("numberMatched"),
                f"{collection['id']}: {text}")
        for text in (f"{past}/..", f"{past}/", start or past, f"{start or past}/{end or '..'}"):
            server.page(collection, datetime=text, limit=1)
        if start:
            equal(
                server.page(collection, datetime=past)["features"], [],
                f"{collection['id']}: long before {start}")
        whole = server.page(collection, limit=1)
        equal(
            everything.get("numberMatched"), whole.get("numberMatched"),
            f"{collection['id']}: at all times")

    each(server.feature_collections, timed)


@check(CORE, "/conf/core/fc-response", "A page is a GeoJSON collection of features")
def fc_response(server):
    def collected(collection):
        answer = server.get(server.items_url(collection), GEOJSON).must_be(200)
        equal(answer.media_type, GEOJSON, f"{collection['id']}: type")
        page = answer.json()
        equal(page.get("type"), "FeatureCollection", f"{collection['id']}: type")
        require(isinstance(page.get("features"), list), f"{collection['id']}: no features")

    each(server.feature_collections, collected)


@check(CORE, "/conf/core/fc-links", "A page links to itself, its other formats and the next page")
def fc_links(server):
    def linked(collection):
        page = server.page(collection, limit=2)
        require(links(page, "self"), f"{collection['id']}: a page without link self")
        others = [link for link in links(collection, "items") if not same_type(
            link.get("type"), GEOJSON)]
        for other in others:
            require(
                links(page, "alternate", other["type"].split(";")[0]),
                f"{collection['id']}: no link alternate of type {other['type']}")
        typed_links(page, collection["id"])
        linked_well(
            server, page, collection["id"], among=("self", "alternate", "next", "collection"))
        again = server.json(links(page, "self")[0]["href"], GEOJSON)
        equal(ids(again), ids(page), f"{collection['id']}: by the link self")
        matched = page.get("numberMatched")
        if matched is not None and matched > len(page["features"]):
            require(links(page, "next"), f"{collection['id']}: no link next")
        if links(page, "next"):
            following = server.json(links(page, "next")[0]["href"], GEOJSON)
            require(
                following["features"] and not set(ids(following)) & set(ids(page)),
                f"{collection['id']}: the next page has nothing new")
            equal(following.get("numberMatched"), matched, f"{collection['id']}: numberMatched")

    each(server.feature_collections, linked)


@check(CORE, "/conf/core/fc-timeStamp", "A page carries the time at which it was made")
def fc_time_stamp(server):
    def stamped(collection):
        url = with_query(server.items_url(collection), limit=1)
        before = datetime.datetime.now(datetime.timezone.utc)
        stamp = server.get(url, GEOJSON, fresh=True).json().get("timeStamp")
        if stamp is None:
            raise Skip("pages carry no timeStamp")
        time = datetime.datetime.fromisoformat(stamp.replace("Z", "+00:00"))
        require(time.tzinfo is not None, f"{stamp} names no zone")
        seconds = (time - before).total_seconds()
        require(-60 <= seconds <= 60, f"{collection['id']}: timeStamp {stamp} is not now")

    each(server.feature_collections, stamped)


@check(CORE, "/conf/core/fc-numberMatched", "numberMatched is how many there are over all pages")
def fc_number_matched(server):
    def counted(collection):
        page = server.page(collection, limit=500)
        matched = page.get("numberMatched")
        if matched is None:
            raise Skip("pages carry no numberMatched")
        count, pages = len(page["features"]), 1
        while links(page, "next") and pages < 6:
            page = server.json(links(page, "next")[0]["href"], GEOJSON)
            count, pages = count + len(page["features"]), pages + 1
        if links(page, "next"):
            require(count < matched, f"{collection['id']}: {count} already, of {matched}")
        else:
            equal(matched, count, f"{collection['id']}: numberMatched")

    each(server.feature_collections, counted)


@check(CORE, "/conf/core/fc-numberReturned", "numberReturned is how many are on the page")
def fc_number_returned(server):
    def counted(collection):
        page = server.page(collection, limit=3)
        if "numberReturned" not in page:
            raise Skip("pages carry no numberReturned")
        equal(
            page["numberReturned"], len(page["features"]), f"{collection['id']}: numberReturned")

    each(server.feature_collections, counted)


def some_items(server, collection):
    """A few features of a collection with their addresses."""
    found = server.page(collection, limit=3)["features"]
    if not found:
        raise Skip(f"{collection['id']} is empty")
    base = server.items_url(collection).split("?")[0].rstrip("/")
    return [(entry, f"{base}/{urllib.parse.quote(str(entry['id']), safe='')}") for entry in found]


@check(CORE, "/conf/core/f-op", "Each feature can be read by its id")
def f_op(server):
    def one(collection):
        each(some_items(server, collection), lambda entry: server.get(
            entry[1], GEOJSON).must_be(200))
        base = server.items_url(collection).split("?")[0].rstrip("/")
        server.get(base + "/no-such-feature", GEOJSON).must_be(404)

    each(server.feature_collections, one)


@check(CORE, "/conf/core/f-success", "It then is what the page said")
def f_success(server):
    def same(entry):
        listed, url = entry
        answer = server.get(url, GEOJSON).must_be(200)
        equal(answer.media_type, GEOJSON, f"{url}: type")
        alone = answer.json()
        for name in ("type", "id", "geometry", "properties"):
            equal(alone.get(name), listed.get(name), f"{url}: {name}")

    each(server.feature_collections, lambda entry: each(some_items(server, entry), same))


@check(CORE, "/conf/core/f-links", "It links to itself, its other formats and its collection")
def f_links(server):
    def linked(entry):
        _, url = entry
        item = server.json(url, GEOJSON)
        require(isinstance(item.get("links"), list), f"{url} has no links")
        for rel in ("self", "collection"):
            require(links(item, rel), f"{url}: no link {rel}")
        typed_links(item, url)
        linked_well(server, item, url)

    each(server.feature_collections, lambda entry: each(some_items(server, entry), linked))
