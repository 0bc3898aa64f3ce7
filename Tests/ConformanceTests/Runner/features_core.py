"""OGC 17-069r4, A.2: class Core of OGC API Features Part 1, but for the items."""

import json

from checklist import Failure, Skip, check, each, equal, require
from server import GEOJSON, links

CORE = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core"
CRS84 = (
    "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
    "http://www.opengis.net/def/crs/OGC/0/CRS84h",
)


def typed_links(document, what):
    """Every link must say its relation and its type."""
    each(document["links"], lambda link: require(
        link.get("rel") and link.get("type") and link.get("href"),
        f"{what}: a link without rel, type or href: {json.dumps(link)[:200]}"))


def same_type(wanted, got):
    """Whether two media types are the same but for parameters."""
    return (wanted or "").split(";")[0].strip() == (got or "").split(";")[0].strip()


def linked_well(server, document, what, among=None):
    """Every link that is no template must lead to a document of the type that it says."""

    def follow(link):
        if link.get("templated") or "{" in link["href"]:
            return
        if among is not None and link["rel"] not in among:
            return
        answer = server.get(link["href"], link.get("type")).must_be(200, 204)
        require(
            answer.status == 204 or same_type(link.get("type"), answer.headers["Content-Type"]),
            f"{what}: {link['href']} comes as {answer.headers['Content-Type']}, not "
            f"{link.get('type')}")

    each([link for link in document["links"] if server.client.absolute(link["href"]).startswith(
        server.client.base)], follow)


@check(CORE, "/conf/core/http", "HTTP 1.1; unknown paths are 404 and unknown methods 405")
def http(server):
    answer = server.get("/", "application/json").must_be(200)
    equal(answer.version, 11, "HTTP version")
    server.get("/no/such/path").must_be(404)
    server.get("/conformance", method="DELETE").must_be(405, 501)
    head = server.get("/conformance", method="HEAD").must_be(200, 405)
    equal(head.body, b"", "the body of an answer to HEAD")


@check(CORE, "/conf/core/root-op", "The landing page is at the root")
def root_op(server):
    equal(server.get("/", "application/json").must_be(200).media_type, "application/json", "type")


@check(CORE, "/conf/core/root-success", "The landing page leads to API, conformance and data")
def root_success(server):
    page = server.landing
    require(
        links(page, "service-desc") or links(page, "service-doc"),
        "no link service-desc or service-doc")
    for rel in ("conformance", "data"):
        require(links(page, rel), f"no link {rel}")
    each(page["links"], lambda link: require(
        isinstance(link.get("href"), str) and isinstance(link.get("rel"), str),
        f"a link without href or rel: {link}"))
    wanted = ("self", "service-desc", "service-doc", "conformance", "data")
    linked_well(server, page, "/", among=wanted)


@check(CORE, "/conf/core/api-definition-op", "The API definition is where the landing page says")
def api_definition_op(server):
    found = links(server.landing, "service-desc") + links(server.landing, "service-doc")
    require(found, "no link to the API definition")
    each(found, lambda link: server.get(link["href"], link.get("type")).must_be(200))


@check(CORE, "/conf/core/api-definition-success", "The API definition has the type of its link")
def api_definition_success(server):
    def valid(link):
        answer = server.get(link["href"], link.get("type")).must_be(200)
        require(
            same_type(link.get("type"), answer.headers["Content-Type"]),
            f"{link['href']}: {answer.headers['Content-Type']}, linked as {link.get('type')}")
        require(len(answer.body) > 100, f"{link['href']} is all but empty")

    each(links(server.landing, "service-desc") + links(server.landing, "service-doc"), valid)
    require("paths" in server.api, "the definition has no paths")


@check(CORE, "/conf/core/conformance-op", "The declaration of conformance can be read")
def conformance_op(server):
    server.get("/conformance", "application/json").must_be(200)
    each(links(server.landing, "conformance"),
         lambda link: server.get(link["href"], link.get("type")).must_be(200))


@check(CORE, "/conf/core/conformance-success",
       "It lists classes by URI, Core among them, none twice")
def conformance_success(server):
    classes = server.declared_classes()
    require(CORE in classes, "Core is not declared")
    equal(len(set(classes)), len(classes), "classes that are declared once")
    each(classes, lambda name: require(
        isinstance(name, str) and name.startswith("http"), f"{name!r} is no URI"))


@check(CORE, "/conf/core/fc-md-op", "The collections can be read")
def fc_md_op(server):
    server.get("/collections", "application/json").must_be(200)
    each(links(server.landing, "data"),
         lambda link: server.get(link["href"], link.get("type")).must_be(200))


@check(CORE, "/conf/core/fc-md-success", "They come as a list with links")
def fc_md_success(server):
    document = server.json("/collections", "application/json")
    require(isinstance(document.get("links"), list), "no list links")
    require(isinstance(document.get("collections"), list), "no list collections")


@check(CORE, "/conf/core/fc-md-links", "The list links to itself and to its other formats")
def fc_md_links(server):
    document = server.json("/collections", "application/json")
    require(links(document, "self"), "no link self")
    typed_links(document, "/collections")
    linked_well(server, document, "/collections", among=("self", "alternate"))


@check(CORE, "/conf/core/fc-md-items", "Every collection has an id, links and, best, a title")
def fc_md_items(server):
    ids = [entry.get("id") for entry in server.all_collections]
    require(all(isinstance(name, str) and name for name in ids), "a collection without an id")
    equal(len(set(ids)), len(ids), "ids that come once")
    each(server.all_collections, lambda entry: require(
        isinstance(entry.get("links"), list), f"{entry['id']} has no links"))


@check(CORE, "/conf/core/fc-md-items-links", "Collections of features link to them, with types")
def fc_md_items_links(server):
    def linked(collection):
        found = links(collection, "items")
        require(
            any(same_type(link.get("type"), GEOJSON) for link in found),
            f"{collection['id']} links to no GeoJSON")
        each(found, lambda link: require(link.get("type"), f"{collection['id']}: items untyped"))
        linked_well(server, collection, collection["id"], among=("items",))

    each(server.feature_collections, linked)


@check(CORE, "/conf/core/fc-md-extent", "Extents are boxes of longitude and latitude, and times")
def fc_md_extent(server):
    def bounded(collection):
        extent = collection.get("extent")
        if not extent:
            raise Skip(f"{collection['id']} has no extent")
        if "spatial" in extent:
            spatial = extent["spatial"]
            require(spatial.get("crs", CRS84[0]) in CRS84, f"{collection['id']}: {spatial['crs']}")
            box = spatial["bbox"][0]
            require(len(box) in (4, 6), f"{collection['id']}: a bbox of {len(box)} numbers")
            half = len(box) // 2
            require(
                -180 <= box[0] <= 180 and -180 <= box[half] <= 180
                and -90 <= box[1] <= box[half + 1] <= 90, f"{collection['id']}: bbox {box}")
        if "temporal" in extent:
            start, end = extent["temporal"]["interval"][0]
            require(
                start is None or end is None or start <= end,
                f"{collection['id']}: an interval that ends before it begins")

    each(server.all_collections, bounded)


@check(CORE, "/conf/core/sfc-md-op", "Each collection can be read by its id")
def sfc_md_op(server):
    each(server.all_collections, lambda entry: server.get(
        f"/collections/{entry['id']}", "application/json").must_be(200))
    server.get("/collections/no-such-collection").must_be(404)


@check(CORE, "/conf/core/sfc-md-success", "It then says what the list said, links included")
def sfc_md_success(server):
    def same(listed):
        alone = server.json(f"/collections/{listed['id']}", "application/json")
        for name in ("id", "title", "description", "extent", "itemType"):
            equal(alone.get(name), listed.get(name), f"{listed['id']}: {name}")
        if links(listed, "items"):
            require(links(alone, "items"), f"{listed['id']}: alone it has no link items")
        typed_links(alone, listed["id"])
        if listed in server.feature_collections:
            linked_well(server, alone, listed["id"])

    each(server.all_collections, same)


@check(CORE, "/conf/core/crs84", "What is asked for without a CRS is in longitude and latitude")
def crs84(server):
    def positions(coordinates):
        if coordinates and isinstance(coordinates[0], (int, float)):
            yield coordinates
        else:
            for part in coordinates:
                yield from positions(part)

    def inside(collection):
        page = server.page(collection, limit=20)
        for feature in page["features"]:
            if not feature.get("geometry"):
                continue
            for x, y, *_ in positions(feature["geometry"]["coordinates"]):
                require(
                    abs(x) <= 180 and abs(y) <= 90,
                    f"{collection['id']}/{feature.get('id')}: a vertex at {x}, {y}")
        header = server.get(server.items_url(collection), GEOJSON).headers["Content-Crs"]
        if header:
            require(header.strip("<>") in CRS84, f"Content-Crs: {header}")

    each(server.feature_collections, inside)


@check(CORE, "/conf/core/query-param-unknown", "Query parameters that do not exist are refused")
def query_param_unknown(server):
    def refused(collection):
        url = server.items_url(collection)
        server.get(url + ("&" if "?" in url else "?") + "no-such-parameter=1").must_be(400)

    each(server.feature_collections, refused)


@check(CORE, "/conf/core/query-param-invalid", "Values that cannot be are refused")
def query_param_invalid(server):
    def refused(collection):
        url = server.items_url(collection)
        mark = "&" if "?" in url else "?"
        wrong = ("limit=0", "limit=-1", "limit=many", "bbox=1,2,3", "bbox=a,b,c,d",
                 "datetime=yesterday", "datetime=2020-13-41T00:00:00Z")

        def one(query):
            if server.get(url + mark + query).status != 400:
                raise Failure(f"{collection['id']}?{query} is not refused")

        each(wrong, one)

    each(server.feature_collections, refused)
