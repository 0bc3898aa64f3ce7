"""Validates the OpenAPI document and compares it with what the server answers: BASE"""

import re
import sys

import openapi_spec_validator
from http_client import get, get_json
from report import Report

# The resources of OGC API Features part 1 and OGC API Tiles part 1.
PATHS = [
    "/", "/conformance", "/api", "/collections", "/collections/{collectionId}",
    "/collections/{collectionId}/items", "/collections/{collectionId}/items/{featureId}",
    "/tileMatrixSets", "/tileMatrixSets/{tileMatrixSetId}", "/tiles", "/tiles/{tileMatrixSetId}",
    "/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol}",
    "/collections/{collectionId}/tiles", "/collections/{collectionId}/tiles/{tileMatrixSetId}",
    "/collections/{collectionId}/tiles/{tileMatrixSetId}/{tileMatrix}/{tileRow}/{tileCol}",
]
VALUES = {
    "collectionId": "building", "featureId": "hall", "tileMatrixSetId": "WebMercatorQuad",
    "styleId": "light", "fontstack": "Noto%20Sans%20CJK%20SC%20Regular", "range": "0-255",
    "processId": "route", "commitNumber": "1", "scenarioId": "taller-block", "tileMatrix": "16", "tileRow": "26911", "tileCol": "53575",
}
# What a path cannot be asked without.
QUERIES = {"/search": "?q=%E5%85%89%E8%B0%B7"}


def main():
    base = sys.argv[1]
    report = Report()
    document = get_json(base + "/api")
    openapi_spec_validator.validate(document)
    report.equal(document["servers"], [{"url": base}], "servers")
    paths = document["paths"]
    for path in PATHS:
        report.check(path in paths, f"{path} is not in the document")
    names = [one["operationId"] for operations in paths.values() for one in operations.values()]
    report.equal(len(names), len(set(names)), "operation names that come twice")

    for path, operation in paths.items():
        # Jobs and runs are there only once something was executed: ServerTests ask for those.
        if "get" not in operation or "{jobId}" in path or "{runId}" in path:
            continue
        target = re.sub(r"\{(\w+)\}", lambda match: VALUES[match[1]], path)
        content = operation["get"]["responses"]["200"]["content"]
        for kind in content:
            query = QUERIES.get(path, "")
            status, fields, _ = get(base + target + query, {"Accept": kind})
            if kind == "image/png" and "/sprite" not in path or path.endswith(("/position", "/coverage")) or "/map/" in path:
                # Pictures and values of raster layers; this one has features.
                report.check(status in (400, 404), f"{target} as {kind}: {status}")
                continue
            # A tile of nothing is an answer without a body.
            report.check(status in (200, 204), f"{target} as {kind}: {status}")
            if status == 200:
                report.equal(fields["Content-Type"], kind, f"{target}: Content-Type")
        answered = get(base + target + "?no-such-parameter=1")[0]
        report.equal(answered, 400, f"{target} with an unknown parameter")
        for parameter in operation["get"]["parameters"]:
            if parameter["in"] == "path":
                report.check("{" + parameter["name"] + "}" in path, f"{path}: {parameter['name']}")

    items = paths["/collections/building/items"]["get"]["parameters"]
    found = {parameter["name"]: parameter for parameter in items}
    report.equal(found["limit"]["schema"]["minimum"], 1, "least limit")
    report.equal(found["bbox"]["schema"]["type"], "array", "type of bbox")
    report.equal(found["bbox"]["style"], "form", "style of bbox")
    report.equal(found["bbox"]["explode"], False, "explode of bbox")
    for name in ("commit", "datetime", "scenario", "name", "usage", "height", "floors", "built", "address"):
        report.check(name in found, f"items do not name the parameter {name}")
    report.finish()


main()
