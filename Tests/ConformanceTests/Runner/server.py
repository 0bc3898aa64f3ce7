"""A server as the checks see it: its landing page, API definition and collections."""

import functools
import urllib.parse

from checklist import Failure, Skip, require
from client import Client
from executing import inputs_of, process_list

GEOJSON = "application/geo+json"


def links(document, rel, media_type=None):
    """The links of a document with a relation, and perhaps a media type."""
    return [
        link for link in document.get("links", [])
        if link.get("rel") == rel
        and (media_type is None or (link.get("type") or "").split(";")[0] == media_type)
    ]


def with_query(url, **parameters):
    """The address with parameters set; names are written with `_` for `-`."""
    parts = urllib.parse.urlsplit(url)
    new = {name.replace("_", "-"): str(value) for name, value in parameters.items()}
    pairs = [pair for pair in urllib.parse.parse_qsl(parts.query) if pair[0] not in new]
    query = urllib.parse.urlencode(pairs + list(new.items()), safe=",:/")
    return parts._replace(query=query).geturl()


class Server:
    """What the checks ask about; documents are fetched when first needed."""

    def __init__(self, base, token=None, most_collections=6):
        self.client = Client(base, token)
        self.most_collections = most_collections

    def get(self, target, accept=None, **options):
        return self.client.get(target, accept, **options)

    def json(self, target, accept=None):
        return self.client.get(target, accept).json()

    @functools.cached_property
    def landing(self):
        return self.json("/", "application/json")

    @functools.cached_property
    def conformance(self):
        return self.json("/conformance", "application/json")

    def declared_classes(self):
        classes = self.conformance.get("conformsTo")
        require(isinstance(classes, list), "/conformance has no list conformsTo")
        return classes

    def declares(self, name):
        return name in self.declared_classes()

    @functools.cached_property
    def api(self):
        """The API definition, by the landing page's link service-desc."""
        found = links(self.landing, "service-desc")
        require(found, "the landing page has no link service-desc")
        answer = self.get(found[0]["href"], found[0].get("type"))
        answer.must_be(200)
        if "json" not in answer.media_type:
            raise Skip(f"the API definition is {answer.media_type}, which is not read here")
        return answer.json()

    @functools.cached_property
    def all_collections(self):
        found = self.json("/collections", "application/json").get("collections")
        require(isinstance(found, list), "/collections has no list collections")
        return found

    @functools.cached_property
    def executables(self):
        """Processes that inputs made from their schemas can be executed with; a few of them."""
        found = [
            one for one in process_list(self)
            if self.execute(one, {"inputs": inputs_of(self, one)}).status == 200
        ]
        if not found:
            raise Skip("no process takes inputs that are made from its schemas")
        some = found[:self.most_collections]
        several = [one for one in found if len(self.described(one)["outputs"]) > 1]
        return some + [one for one in several[:1] if one not in some]

    def described(self, process):
        """The description of a process."""
        return self.json(f"/processes/{process['id']}", "application/json")

    def execute(self, process, request, prefer=None):
        """The answer to a request to execute a process."""
        return self.client.post(
            f"/processes/{process['id']}/execution", request, {"Prefer": prefer} if prefer else {})

    @functools.cached_property
    def feature_collections(self):
        """Collections of features: a sample of all kinds of geometry, not always the same ones."""
        found = [entry for entry in self.all_collections if links(entry, "items")]
        if not found:
            raise Skip("the server has no collection of features")
        return self._spread(found)

    @functools.cached_property
    def tiled_collections(self):
        found = [entry for entry in self.all_collections if self.tileset_links(entry)]
        if not found:
            raise Skip("no collection has tiles")
        rasters = [entry for entry in found if not links(entry, "items")]
        return self._spread(found) + rasters[:2]

    def _spread(self, things):
        step = max(1, -(-len(things) // self.most_collections))
        return things[::step]

    @staticmethod
    def tileset_links(document):
        start = "http://www.opengis.net/def/rel/ogc/1.0/tilesets-"
        return [link for link in document.get("links", []) if link.get("rel", "").startswith(start)]

    def items_url(self, collection):
        """Where the features of a collection come as GeoJSON."""
        found = links(collection, "items", GEOJSON) or links(collection, "items")
        require(found, f"{collection.get('id')} has no link items")
        return self.client.absolute(found[0]["href"])

    def page(self, collection, **parameters):
        """A page of features, as document."""
        return self.json(with_query(self.items_url(collection), **parameters), GEOJSON)

    def operation(self, path):
        """The GET operation of a path in the API definition; templates match by shape."""
        paths = self.api.get("paths", {})
        if path in paths:
            return paths[path].get("get")
        wanted = path.split("/")
        for name, entry in paths.items():
            parts = name.rstrip("/").split("/") if name != "/" else ["", ""]
            same = len(parts) == len(wanted) and all(
                a == b or (a.startswith("{") and b.startswith("{")) for a, b in zip(parts, wanted))
            if same and "get" in entry:
                return entry["get"]
        return None

    def items_operation(self, collection):
        """The operation that reads a collection's features: its own path, or that of all."""
        operation = self.operation(f"/collections/{collection['id']}/items") or self.operation(
            "/collections/{collectionId}/items")
        if operation is None:
            raise Failure(f"the API definition has no path of the items of {collection['id']}")
        return operation

    def parameter(self, operation, name):
        """A parameter of an operation, references followed; `None` where it has none."""
        for entry in operation.get("parameters", []):
            entry = self.resolved(entry)
            if entry is not None and entry.get("name") == name:
                return entry
        return None

    def resolved(self, entry):
        """What a `$ref` into the same document stands for; `None` for one that leads outside."""
        while isinstance(entry, dict) and "$ref" in entry:
            place = entry["$ref"]
            if not place.startswith("#/"):
                name = place.rsplit("/", 1)[-1]
                return {"name": name, "$ref-outside": place}
            entry = functools.reduce(
                lambda node, key: node[key], place[2:].split("/"), self.api)
        return entry
