"""Breaks a server on purpose and sees that the runner notices: BASE-URL [--processes]

A proxy stands between; each mutation changes what passes through it, and names the test that must
no longer pass. Unchanged, the proxy must pass all.
"""

import dataclasses
import http.client
import http.server
import json
import os
import re
import sys
import threading
import urllib.parse
from typing import Callable

import checklist
import features_core  # noqa: F401: its checks enter the list when it is imported
import features_items  # noqa: F401
import features_formats  # noqa: F401
import features_crs  # noqa: F401
import processes  # noqa: F401
import processes_jobs  # noqa: F401
import tiles  # noqa: F401
from server import Server


@dataclasses.dataclass
class Exchange:
    """One answer on its way back, as a mutation sees it."""

    target: str
    status: int
    headers: dict
    body: bytes

    @property
    def path(self):
        return self.target.split("?")[0]

    def edit(self, change):
        """Changes the document, where the answer is one."""
        media_type = self.headers.get("Content-Type", "").split(";")[0]
        if self.status == 200 and self.body and "json" in media_type:
            document = json.loads(self.body)
            if not isinstance(document, dict):
                return
            change(document)
            self.body = json.dumps(document).encode()


@dataclasses.dataclass
class Mutation:
    words: str
    test: str
    answer: Callable = lambda exchange: None
    request: Callable = lambda target: target


class Proxy(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, base):
        super().__init__(("127.0.0.1", 0), Handler)
        self.upstream = urllib.parse.urlsplit(base)
        self.mutation = None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def forward(self):
        mutation = self.server.mutation
        target = mutation.request(self.path) if mutation else self.path
        connection = http.client.HTTPConnection(self.server.upstream.netloc, timeout=60)
        headers = {
            name: value for name, value in self.headers.items() if name != "Accept-Encoding"}
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        connection.request(self.command, target, body=body, headers=headers)
        response = connection.getresponse()
        exchange = Exchange(self.path, response.status, dict(response.headers), response.read())
        connection.close()
        if mutation:
            mutation.answer(exchange)
        self.send_response(exchange.status)
        for name, value in exchange.headers.items():
            if name.lower() not in ("content-length", "connection", "date", "server"):
                self.send_header(name, value)
        if exchange.status != 204:
            self.send_header("Content-Length", str(len(exchange.body)))
        self.end_headers()
        self.wfile.write(exchange.body)

    do_GET = do_HEAD = do_DELETE = do_POST = forward

    def log_message(self, *_):
        pass


def without(*names):
    """A request that has lost query parameters."""

    def change(target):
        for name in names:
            target = re.sub(rf"([?&]){name}=[^&]*&?", r"\1", target)
        return target.rstrip("?&")

    return change


def on_pages(change):
    """Edits every page of features."""
    return lambda exchange: exchange.edit(
        lambda document: change(document) if "features" in document else None)


def on_links(rel, change):
    """Edits the links of one relation, in every document and in what it lists."""

    def edit(document):
        for part in [document] + document.get("collections", []) + document.get("tilesets", []):
            for link in part.get("links", []):
                if link.get("rel") == rel:
                    change(link)

    return lambda exchange: exchange.edit(edit)


def swap_axes(page):
    def swapped(part):
        if isinstance(part[0], (int, float)):
            return [part[1], part[0]]
        return [swapped(inner) for inner in part]

    for feature in page["features"]:
        feature["geometry"]["coordinates"] = swapped(feature["geometry"]["coordinates"])


def set_header(name, value, pattern="/items"):
    def change(exchange):
        if pattern in exchange.path and exchange.status == 200:
            exchange.headers[name] = value

    return change


def found_instead(exchange):
    """An error that is told as a success."""
    if exchange.status in (400, 404):
        exchange.status = 200


def cut_tiles(exchange):
    if exchange.headers.get("Content-Type") == "application/vnd.mapbox-vector-tile":
        exchange.body = exchange.body[:len(exchange.body) // 2]


def spoil_pictures(exchange):
    if exchange.headers.get("Content-Type") == "image/png" and len(exchange.body) > 60:
        exchange.body = exchange.body[:50] + bytes([exchange.body[50] ^ 1]) + exchange.body[51:]


def empty_instead(exchange):
    if "/tiles/" in exchange.path and exchange.status == 404:
        exchange.status, exchange.body = 204, b""


def on_api(change):
    return lambda exchange: exchange.edit(
        lambda document: change(document) if "openapi" in document else None)


def forget_errors(api):
    for entry in api["paths"].values():
        for operation in entry.values():
            operation["responses"] = {
                code: answer for code, answer in operation["responses"].items() if code < "300"}


def rename_operations(api):
    for entry in api["paths"].values():
        for operation in entry.values():
            operation["operationId"] = operation["operationId"].replace(".", "-")


def declare_more(exchange):
    exchange.edit(lambda document: document.get("conformsTo", []).append(
        "http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/create-replace-delete"))


MUTATIONS = [
    Mutation("the landing page loses its API definition", "/conf/core/api-definition-op",
             on_links("service-desc", lambda link: link.update(href=link["href"] + "/nowhere"))),
    Mutation("the link to the collections has another relation", "/conf/core/root-success",
             on_links("data", lambda link: link.update(rel="date"))),
    Mutation("an error is told as a success", "/conf/core/query-param-invalid",
             found_instead),
    Mutation("unknown parameters are passed over", "/conf/core/query-param-unknown",
             request=without("no-such-parameter")),
    Mutation("bbox is passed over", "/conf/core/fc-bbox-response",
             request=without("bbox")),
    Mutation("datetime is passed over", "/conf/core/fc-time-response",
             request=without("datetime")),
    Mutation("limit is passed over", "/conf/core/fc-limit-response",
             request=without("limit")),
    Mutation("numberReturned is one too many", "/conf/core/fc-numberReturned",
             on_pages(lambda page: page.update(numberReturned=page["numberReturned"] + 1))),
    Mutation("numberReturned is missing", "/conf/core/fc-numberReturned",
             on_pages(lambda page: page.pop("numberReturned"))),
    Mutation("numberMatched is one too few", "/conf/core/fc-numberMatched",
             on_pages(lambda page: page.update(numberMatched=page["numberMatched"] - 1))),
    Mutation("timeStamp is of last year", "/conf/core/fc-timeStamp",
             on_pages(lambda page: page.update(timeStamp="2025-01-01T00:00:00Z"))),
    Mutation("there is never a next page", "/conf/core/fc-links",
             on_links("next", lambda link: link.update(rel="prev"))),
    Mutation("latitude comes first", "/conf/core/crs84", on_pages(swap_axes)),
    Mutation("features do not link to their collection", "/conf/core/f-links",
             on_links("collection", lambda link: link.update(rel="up"))),
    Mutation("GeoJSON is called JSON", "/conf/geojson/definition",
             set_header("Content-Type", "application/json")),
    Mutation("features have no geometry", "/conf/geojson/content",
             on_pages(lambda page: [feature.pop("geometry") for feature in page["features"]])),
    Mutation("pages for people are plain text", "/conf/html/definition",
             lambda exchange: exchange.headers.update({"Content-Type": exchange.headers.get(
                 "Content-Type", "").replace("text/html", "text/plain")})),
    Mutation("the API definition tells no errors", "/conf/oas30/exception-codes",
             on_api(forget_errors)),
    Mutation("the API definition is of version 2", "/conf/oas30/definition-2",
             on_api(lambda api: api.update(openapi="2.0"))),
    Mutation("Content-Crs names another system", "/conf/crs/crs-parameter",
             set_header("Content-Crs", "<http://www.opengis.net/def/crs/EPSG/0/4269>")),
    Mutation("crs is passed over", "/conf/crs/crs-parameter-transform", request=without("crs")),
    Mutation("bbox-crs is passed over", "/conf/crs/bbox-crs-parameter",
             request=without("bbox-crs")),
    Mutation("tiles beyond the matrix are empty", "/conf/core/tc-tilerow-definition",
             empty_instead),
    Mutation("tile links are not said to be templates", "/conf/tileset/description",
             on_links("item", lambda link: link.pop("templated", 0))),
    Mutation("listed tilesets do not link to themselves", "/conf/tilesets-list/tileset-links",
             on_links("self", lambda link: link.update(rel="same"))),
    Mutation("operations of tiles have other names", "/conf/oas30/operation-id",
             on_api(rename_operations)),
    Mutation("vector tiles are cut off", "/conf/mvt/content", cut_tiles),
    Mutation("pictures have one wrong bit", "/conf/png/content", spoil_pictures),
    Mutation("a class is declared that nobody tests",
             "http://www.opengis.net/spec/ogcapi-features-4/1.0/conf/create-replace-delete",
             declare_more),
]


def on_executions(change):
    """Changes the answers to requests to execute."""
    return lambda exchange: change(exchange) if exchange.path.endswith("/execution") else None


def accept_all(exchange):
    """Inputs that do not fit are passed over."""
    if exchange.status == 400:
        exchange.status = 200


def on_jobs(change):
    """Edits every list of jobs."""
    return lambda exchange: exchange.edit(
        lambda document: change(document) if "jobs" in document else None)


def forget_parts(exchange):
    if "multipart" in exchange.headers.get("Content-Type", ""):
        exchange.body = exchange.body.replace(b"Content-ID", b"Content-No")


PROCESS_MUTATIONS = [
    Mutation("the landing page does not lead to the processes", "/conf/core/landingpage-success",
             on_links("http://www.opengis.net/def/rel/ogc/1.0/processes",
                      lambda link: link.update(rel="process"))),
    Mutation("the list of processes is not bounded", "/conf/core/pl-limit-response",
             request=without("limit")),
    Mutation("an unknown process is told without its type",
             "/conf/core/process-exception-no-such-process",
             lambda exchange: setattr(exchange, "body", exchange.body.replace(
                 b"no-such-process", b"nothing"))),
    Mutation("inputs that do not fit are accepted", "/conf/core/process-execute-input-validation",
             on_executions(accept_all)),
    Mutation("parts have no names", "/conf/core/process-execute-sync-raw-value-multi",
             on_executions(forget_parts)),
    Mutation("a job is not said to be made", "/conf/core/process-execute-auto-execution-mode",
             on_executions(lambda exchange: setattr(
                 exchange, "status", 200 if exchange.status == 201 else exchange.status))),
    Mutation("jobs have no state", "/conf/core/job-success",
             lambda exchange: exchange.edit(lambda document: document.pop("status", None))),
    Mutation("results of unknown jobs are empty", "/conf/core/job-results-exception/no-such-job",
             found_instead),
    Mutation("descriptions have no schemas", "/conf/ogc-process-description/json-encoding",
             lambda exchange: exchange.edit(lambda document: [
                 entry.pop("schema", None) for entry in document.get("inputs", {}).values()])),
    Mutation("all jobs are listed whatever their process", "/conf/job-list/processID-response",
             request=without("processID")),
    Mutation("jobs are listed whatever their state", "/conf/job-list/status-response",
             request=without("status")),
    Mutation("jobs are listed whenever they came", "/conf/job-list/datetime-response",
             request=without("datetime")),
    Mutation("jobs are listed however long they took", "/conf/job-list/duration-response",
             request=without("minDuration", "maxDuration")),
    Mutation("the list of jobs is not bounded", "/conf/job-list/limit-response",
             on_jobs(lambda page: page["jobs"].extend(page["jobs"]))),
    Mutation("a job that is dismissed stays as it was", "/conf/dismiss/job-dismiss-success",
             lambda exchange: setattr(exchange, "body", exchange.body.replace(
                 b'"dismissed"', b'"successful"'))),
    Mutation("the API definition does not know execution", "/conf/oas30/completeness",
             on_api(lambda api: api["paths"].pop("/processes/{processId}/execution"))),
]


def outcomes(base, tests=None, classes=None):
    """The outcome of each test that is named, or of all of the classes declared."""
    server = Server(base, token=os.environ.get("YUTU_TOKEN"), most_collections=1)
    # Two processes, so that there is one to leave out.
    server.most_collections = 2 if classes else 1
    results = checklist.run_all(server, classes, tests)
    return {result.check.test: result for result in results}


def main():
    proxy = Proxy(sys.argv[1])
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{proxy.server_address[1]}"
    mutations, classes = MUTATIONS, None
    if "--processes" in sys.argv:
        mutations = PROCESS_MUTATIONS
        classes = [
            entry.conformance_class for entry in checklist.CHECKS
            if "ogcapi-processes" in entry.conformance_class]
    missed = [
        f"unchanged, {test} is {result.outcome}: {result.reasons[:2]}"
        for test, result in outcomes(base, classes=classes).items() if result.outcome != checklist.PASSED
    ]
    for mutation in mutations:
        proxy.mutation = mutation
        result = outcomes(base, [mutation.test], classes).get(mutation.test)
        if result is None or result.outcome == checklist.PASSED:
            missed.append(f"{mutation.words}: {mutation.test} does not notice")
    for words in missed:
        print(words)
    print(f"{len(mutations)} mutations, {len(missed)} missed")
    sys.exit(bool(missed))


main()
