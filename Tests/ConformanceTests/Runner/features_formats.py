"""OGC 17-069r4, A.3, A.4 and A.6: GeoJSON, HTML and OpenAPI 3.0 of OGC API Features Part 1."""

import html.parser

import jsonschema
from openapi_spec_validator import validate

from checklist import Failure, Skip, check, each, equal, require
from features_items import some_items
from schemas import FEATURE, FEATURE_COLLECTION
from server import GEOJSON

PART = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/"
GEOJSON_CLASS, HTML, OAS30 = PART + "geojson", PART + "html", PART + "oas30"


def valid(document, schema, what):
    """Fails where a document is not as its schema says."""
    errors = list(jsonschema.Draft202012Validator(schema).iter_errors(document))
    if errors:
        error = jsonschema.exceptions.best_match(errors)
        raise Failure(f"{what}: {error.json_path}: {error.message[:200]}")


@check(GEOJSON_CLASS, "/conf/geojson/definition", "Features come as GeoJSON when asked for so")
def geojson_definition(server):
    def typed(collection):
        answer = server.get(server.items_url(collection), GEOJSON).must_be(200)
        equal(answer.media_type, GEOJSON, f"{collection['id']}: type of a page")
        for _, url in some_items(server, collection):
            equal(server.get(url, GEOJSON).must_be(200).media_type, GEOJSON, f"{url}: type")

    each(server.feature_collections, typed)


@check(GEOJSON_CLASS, "/conf/geojson/content", "They are GeoJSON as RFC 7946 has it")
def geojson_content(server):
    def good(collection):
        valid(server.page(collection, limit=50), FEATURE_COLLECTION, collection["id"])
        for _, url in some_items(server, collection):
            valid(server.json(url, GEOJSON), FEATURE, url)

    each(server.feature_collections, good)


class Page(html.parser.HTMLParser):
    """The tags and the words of an HTML document."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.links, self.words = [], set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.links += [value for name, value in attributes if name == "href" and value]

    def handle_data(self, data):
        self.words.append(data)


@check(HTML, "/conf/html/definition", "Every page comes as HTML when asked for so")
def html_definition(server):
    def typed(path):
        answer = server.get(path, "text/html").must_be(200)
        equal(answer.media_type, "text/html", f"{path}: type")

    each(html_paths(server), typed)


@check(HTML, "/conf/html/content", "It is HTML 5 with the document's content and links in it")
def html_content(server):
    def good(path):
        text = server.get(path, "text/html").must_be(200).text
        require(text.lstrip()[:15].lower() == "<!doctype html>", f"{path}: not HTML 5")
        page = Page(text)
        require({"html", "head", "title", "body"} <= page.tags, f"{path}: tags are missing")
        require(page.links, f"{path}: no link leads on")
        words = "".join(page.words)
        for name in expected_words(server, path):
            # Of a title in several languages, a page has the part in its own.
            require(name in words or any(one in words for one in name.split()),
                    f"{path}: {name!r} is not on the page")

    each(html_paths(server), good)


def html_paths(server):
    """The pages of Core, with a collection and a feature for each kind."""
    paths = ["/", "/collections", "/conformance"]
    for collection in server.feature_collections[:3]:
        base = f"/collections/{collection['id']}"
        paths += [base, base + "/items", some_items(server, collection)[0][1]]
    return paths


def expected_words(server, path):
    if path == "/collections":
        return [entry.get("title") or entry["id"] for entry in server.all_collections[:1]]
    if path == "/conformance":
        return server.declared_classes()
    if path.endswith("/items"):
        page = server.json(path + "?limit=2", GEOJSON)
        return [str(feature["id"]) for feature in page["features"]]
    if "/items/" in path:
        # Codes are told in words, names as they are.
        item = server.json(path, GEOJSON)
        name = (item["properties"] or {}).get("name")
        return [str(item["id"])] + ([name] if isinstance(name, str) and name.isalpha() else [])
    return []


# MARK: OpenAPI 3.0


def operations(server):
    """Every GET operation with its path."""
    for path, entry in server.api["paths"].items():
        if "get" in entry:
            yield path, entry["get"]


@check(OAS30, "/conf/oas30/definition-1", "The definition comes as OpenAPI 3.0 when asked for so")
def definition_1(server):
    found = [
        link for link in server.landing["links"]
        if link["rel"] == "service-desc" and "openapi" in (link.get("type") or "")
    ]
    require(found, "no link service-desc of type application/vnd.oai.openapi+json;version=3.0")
    answer = server.get(found[0]["href"], "application/vnd.oai.openapi+json;version=3.0")
    equal(
        (answer.must_be(200).headers["Content-Type"] or "").replace(" ", ""),
        "application/vnd.oai.openapi+json;version=3.0", "type")


@check(OAS30, "/conf/oas30/definition-2", "It is valid OpenAPI 3.0")
def definition_2(server):
    require(server.api.get("openapi", "").startswith("3.0."), "openapi is not 3.0")
    try:
        validate(server.api)
    except Exception as error:  # noqa: BLE001: whatever the validator throws
        raise Failure(f"not valid: {str(error)[:300]}") from error


@check(OAS30, "/conf/oas30/completeness",
       "Every operation names each answer it gives, with its type")
def completeness(server):
    def complete(entry):
        path, operation = entry
        good = [code for code in operation["responses"] if code.startswith("2")]
        require(good, f"{path}: no success is described")
        answer = server.resolved(operation["responses"][good[0]])
        require(
            good[0] == "204" or answer.get("content") or "$ref-outside" in answer,
            f"{path}: {good[0]} without content")

    each(operations(server), complete)
    wanted = ["/", "/conformance", "/collections", "/collections/{collectionId}",
              "/collections/{collectionId}/items", "/collections/{collectionId}/items/{featureId}"]
    for path in wanted:
        concrete = path.replace("{collectionId}", server.feature_collections[0]["id"])
        require(
            server.operation(path) or server.operation(concrete),
            f"{path} is not in the definition")


@check(OAS30, "/conf/oas30/exception-codes", "Every operation says what its errors are like")
def exception_codes(server):
    def told(entry):
        path, operation = entry
        codes = operation["responses"]
        require(
            "default" in codes or any(code[0] in "45" for code in codes),
            f"{path}: no error is described")

    each(operations(server), told)


@check(OAS30, "/conf/oas30/oas-impl", "What the definition says, the server does")
def oas_impl(server):
    values = {"collectionId": server.feature_collections[0]["id"]}

    def answered(entry):
        path, operation = entry
        names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
        required = [
            p for p in map(server.resolved, operation.get("parameters", []))
            if p.get("required") and p.get("in") != "path"
        ]
        if required or not set(names) <= set(values):
            return
        target = path
        for name in names:
            target = target.replace("{" + name + "}", values[name])
        answer = server.get(target)
        codes = operation["responses"]
        require(
            str(answer.status) in codes or "default" in codes,
            f"{target}: {answer.status} is not in the definition")
        described = server.resolved(codes.get(str(answer.status), codes.get("default")))
        kinds = [kind.split(";")[0] for kind in described.get("content", {})]
        require(
            not kinds or answer.media_type in kinds,
            f"{target}: {answer.media_type} is not among {kinds}")

    each(operations(server), answered)


@check(OAS30, "/conf/oas30/security", "Where a token is needed, the definition says of what kind")
def security(server):
    schemes = server.api.get("components", {}).get("securitySchemes", {})
    used = [
        name for path, entry in server.api["paths"].items() for operation in entry.values()
        if isinstance(operation, dict)
        for option in operation.get("security", server.api.get("security", [])) for name in option
    ]
    if not used:
        raise Skip("no operation asks for anything")
    each(set(used), lambda name: require(
        schemes.get(name, {}).get("type") in ("http", "apiKey", "oauth2", "openIdConnect"),
        f"the security scheme {name} is not described"))
