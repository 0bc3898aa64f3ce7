"""OGC 18-062r2 (OGC API Processes Part 1): Core, as far as processes are described and executed at
once, and the classes of their encodings."""

import base64
import email.parser
import json

from openapi_spec_validator import validate

from checklist import Failure, Skip, check, each, equal, require
from executing import inputs_of, process_list
from features_formats import Page, valid
from schemas import EXCEPTION, PROCESS, PROCESS_SUMMARY
from server import links

PART = "http://www.opengis.net/spec/ogcapi-processes-1/1.0/conf/"
CORE = PART + "core"
RELATION = "http://www.opengis.net/def/rel/ogc/1.0/"
EXCEPTIONS = "http://www.opengis.net/def/exceptions/ogcapi-processes-1/1.0/"


def exception(answer, status, kind=None):
    """An answer must be an exception of this status, and of this kind where the standard has one."""
    answer.must_be(status)
    require("json" in answer.media_type, f"{answer.url}: an error comes as {answer.media_type}")
    document = json.loads(answer.body)
    valid(document, EXCEPTION, f"{answer.url}: the error")
    if kind:
        equal(document["type"], EXCEPTIONS + kind, f"{answer.url}: type of the error")


# MARK: What there is


@check(CORE, "/conf/core/landingpage-success", "The landing page leads to the processes")
def landing(server):
    found = links(server.landing, RELATION + "processes")
    require(found, "the landing page has no link to the processes")
    require("processes" in server.get(found[0]["href"], "application/json").json(),
            "the link leads elsewhere")


@check(CORE, "/conf/core/process-list-success", "Processes are listed with id and version")
def listed(server):
    document = server.json("/processes", "application/json")
    require(links(document, "self"), "the list has no link self")
    each(process_list(server), lambda one: valid(one, PROCESS_SUMMARY, one.get("id", "?")))


@check(CORE, "/conf/core/pl-limit-response", "limit bounds the list")
def limited(server):
    found = server.json("/processes?limit=1", "application/json")["processes"]
    equal(len(found), 1, "processes with limit=1")


@check(CORE, "/conf/core/process-success", "Each process is described")
def described(server):
    def good(one):
        answer = server.json(f"/processes/{one['id']}", "application/json")
        equal(answer.get("id"), one["id"], "id of the description")
        require(answer.get("inputs") is not None and answer.get("outputs"),
                f"{one['id']}: no inputs or outputs")

    each(process_list(server), good)


@check(CORE, "/conf/core/process-exception-no-such-process", "Unknown processes are told so")
def unknown_process(server):
    exception(server.get("/processes/no-such-process"), 404, "no-such-process")
    exception(
        server.execute({"id": "no-such-process"}, {"inputs": {}}), 404, "no-such-process")


# MARK: Executing


@check(CORE, "/conf/core/process-execute-op", "A process is executed with POST, and nothing else")
def executed(server):
    def good(one):
        server.execute(one, {"inputs": inputs_of(server, one)}).must_be(200, 201)
        server.get(f"/processes/{one['id']}/execution").must_be(405)

    each(server.executables, good)


@check(CORE, "/conf/core/process-execute-default-execution-mode",
       "Without a preference a process that can is executed at once")
def default_mode(server):
    each(server.executables, lambda one: server.execute(
        one, {"inputs": inputs_of(server, one)}).must_be(200))


@check(CORE, "/conf/core/process-execute-inputs", "Inputs come by value, and by reference")
def by_reference(server):
    def good(one):
        inputs = inputs_of(server, one)
        require(inputs, f"{one['id']} has no inputs")
        data = {
            name: {"href": "data:application/json;base64," + base64.b64encode(
                json.dumps(value).encode()).decode()}
            for name, value in inputs.items()
        }
        wanted = {"response": "document"}
        by_value = server.execute(one, {"inputs": inputs, **wanted}).must_be(200)
        referred = server.execute(one, {"inputs": data, **wanted}).must_be(200)
        equal(json.loads(referred.body), json.loads(by_value.body),
              f"{one['id']}: outputs of the same inputs by reference")

    each([one for one in server.executables if inputs_of(server, one)], good)


@check(CORE, "/conf/core/process-execute-input-inline-object", "Inputs may be qualified values")
def qualified(server):
    def good(one):
        inputs = {name: {"value": value} for name, value in inputs_of(server, one).items()}
        server.execute(one, {"inputs": inputs}).must_be(200)

    each(server.executables, good)


@check(CORE, "/conf/core/process-execute-input-validation",
       "Inputs that do not fit the schema are refused")
def validation(server):
    def good(one):
        inputs = inputs_of(server, one)
        for name in inputs:
            exception(server.execute(one, {"inputs": {**inputs, name: None}}), 400)
        for name, entry in server.described(one)["inputs"].items():
            if entry.get("minOccurs", 1) > 0:
                rest = {other: inputs[other] for other in inputs if other != name}
                exception(server.execute(one, {"inputs": rest}), 400)

    each(server.executables, good)


@check(CORE, "/conf/core/process-execute-sync-raw-value-one",
       "One output comes as it is, in its own media type")
def raw_one(server):
    def good(one):
        name = next(iter(server.described(one)["outputs"]))
        request = {"inputs": inputs_of(server, one), "outputs": {name: {}}}
        answer = server.execute(one, {**request, "response": "raw"}).must_be(200)
        require("json" in answer.media_type, f"{one['id']}: {answer.media_type}")
        document = server.execute(one, {**request, "response": "document"}).must_be(200)
        equal(json.loads(answer.body), inline(json.loads(document.body)[name]),
              f"{one['id']}: the output {name}")

    each(server.executables, good)


@check(CORE, "/conf/core/process-execute-sync-raw-value-multi",
       "Several outputs come as parts of one answer")
def raw_many(server):
    def good(one):
        outputs = set(server.described(one)["outputs"])
        if len(outputs) < 2:
            raise Skip(f"{one['id']} has one output")
        answer = server.execute(one, {"inputs": inputs_of(server, one)}).must_be(200)
        equal(answer.media_type, "multipart/related", f"{one['id']}: type")
        head = f"Content-Type: {answer.headers['Content-Type']}\r\n\r\n".encode()
        message = email.parser.BytesParser().parsebytes(head + answer.body)
        require(message.is_multipart(), f"{one['id']}: no parts")
        equal({part["Content-ID"] for part in message.get_payload()}, outputs,
              f"{one['id']}: Content-IDs")

    each(server.executables, good)


@check(CORE, "/conf/core/process-execute-sync-document", "All outputs come as one document")
def document(server):
    def good(one):
        answer = server.execute(
            one, {"inputs": inputs_of(server, one), "response": "document"}).must_be(200)
        equal(answer.media_type, "application/json", f"{one['id']}: type")
        found = json.loads(answer.body)
        equal(set(found), set(server.described(one)["outputs"]), f"{one['id']}: outputs")
        for name, value in found.items():
            require(not isinstance(value, dict) or {"value", "href"} & set(value),
                    f"{one['id']}: the object {name} is not qualified")

    each(server.executables, good)


def inline(value):
    """An output of a document as it is."""
    return value["value"] if isinstance(value, dict) and "value" in value else value


# MARK: Encodings


@check(PART + "ogc-process-description", "/conf/ogc-process-description/json-encoding",
       "Descriptions have the form of the standard")
def process_description(server):
    def good(one):
        found = server.described(one)
        valid(found, PROCESS, one["id"])
        for name, entry in [*found["inputs"].items(), *found["outputs"].items()]:
            require("schema" in entry, f"{one['id']}: {name} has no schema")

    each(process_list(server), good)


@check(PART + "json", "/conf/json/definition", "Everything comes as JSON when asked for so")
def as_json(server):
    paths = ["/processes", f"/processes/{process_list(server)[0]['id']}", "/jobs"]
    each(paths, lambda path: equal(
        server.get(path, "application/json").must_be(200).media_type, "application/json", path))


@check(PART + "html", "/conf/html/content", "Every page comes as HTML 5, with links that lead on")
def as_html(server):
    process = process_list(server)[0]
    first = process["id"]

    def good(entry):
        path, words = entry
        answer = server.get(path, "text/html").must_be(200)
        equal(answer.media_type, "text/html", f"{path}: type")
        page = Page(answer.text)
        require(answer.text.lstrip()[:15].lower() == "<!doctype html>", f"{path}: not HTML 5")
        require(page.links, f"{path}: no link leads on")
        require(any(one in "".join(page.words) for one in words),
                f"{path}: none of {words} is on the page")

    # Of a title in several languages, a page has the part in its own.
    named = (first, *(process.get("title") or first).split())
    each([("/processes", named), (f"/processes/{first}", named), ("/jobs", ("Jobs",))], good)


@check(PART + "oas30", "/conf/oas30/completeness",
       "The API definition has every operation, and is valid OpenAPI 3.0")
def in_definition(server):
    wanted = {
        "/processes": ["get"], "/processes/{processId}": ["get"],
        "/processes/{processId}/execution": ["post"], "/jobs": ["get"],
        "/jobs/{jobId}": ["get", "delete"], "/jobs/{jobId}/results": ["get"],
    }
    for path, methods in wanted.items():
        for method in methods:
            require(method in server.api["paths"].get(path, {}), f"{method} {path} is missing")
    post = server.api["paths"]["/processes/{processId}/execution"]["post"]
    require("requestBody" in post and "201" in post["responses"], "POST is not described")
    try:
        validate(server.api)
    except Exception as error:  # noqa: BLE001: whatever the validator throws
        raise Failure(f"not valid: {str(error)[:300]}") from error
