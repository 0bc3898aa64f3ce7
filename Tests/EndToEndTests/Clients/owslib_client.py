"""Reads the city with OWSLib: BASE LAYER=KIND:FILE …"""

import sys

import compare
import shapely
import source
from owslib.ogcapi.features import Features
from report import Report


def main():
    base, *arguments = sys.argv[1:]
    report = Report()
    expected = source.layers(arguments)
    service = Features(base)
    report.equal(sorted(service.feature_collections()), sorted(expected), "feature_collections")
    report.equal(
        sorted(one["id"] for one in service.collections()["collections"]), sorted(expected),
        "collections")
    report.check(
        "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core"
        in service.conformance()["conformsTo"], "conformance lacks the core")
    report.equal(service.api()["openapi"], "3.0.3", "version of the API document")

    for layer, features in expected.items():
        collection = service.collection(layer)
        report.equal(collection["id"], layer, "id of the collection")
        bounds = shapely.total_bounds([one.geometry for one in features.values()])
        box = collection["extent"]["spatial"]["bbox"][0]
        apart = max(abs(a - b) for a, b in zip(box, bounds))
        report.check(apart <= compare.TOLERANCE, f"{layer}: extent {box}, not {bounds}")

        whole = service.collection_items(layer, limit=10_000)
        compare.compare_layer(report, layer, features, compare.features_of(whole))
        few = service.collection_items(layer, limit=3)
        report.equal(len(few["features"]), min(3, len(features)), f"{layer}: limit=3")

        west, south, east, north = bounds
        window = [west, south, (west + east) / 2, (south + north) / 2]
        inside = service.collection_items(layer, bbox=window, limit=10_000)
        wanted = {
            name for name, one in features.items()
            if one.geometry.intersects(shapely.box(*window))}
        report.equal({one["id"] for one in inside["features"]}, wanted, f"{layer} in {window}")

        name, one = next((name, one) for name, one in features.items() if one.properties["name"])
        item = service.collection_item(layer, name)
        report.equal(item["id"], name, f"{layer}: id of the item")
        compare.compare_properties(report, f"{layer}/{name}", one.properties, item["properties"])
        named = service.collection_items(layer, limit=10_000, name=one.properties["name"])
        wanted = {
            key for key, other in features.items()
            if other.properties["name"] == one.properties["name"]}
        report.equal({one["id"] for one in named["features"]}, wanted, f"{layer} by name")
    report.finish()


main()
