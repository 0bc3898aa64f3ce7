"""Walks layers page by page and narrows them by boxes and values: BASE LAYER=KIND:FILE …"""

import random
import sys

import compare
import shapely
import source
from http_client import get_json, query
from report import Report


def pages(report, url):
    """Follows `next` from `url` to the end; the features of all pages."""
    features = []
    while url:
        page = get_json(url)
        report.equal(page["numberReturned"], len(page["features"]), f"{url}: numberReturned")
        features += page["features"]
        links = [link["href"] for link in page["links"] if link["rel"] == "next"]
        report.check(len(links) <= 1, f"{url}: {len(links)} next links")
        url = links[0] if links else None
    return features, page["numberMatched"]


def check_pages(report, items, expected, parameters, wanted, words):
    """The pages under `parameters` hold the features named `wanted`, each once."""
    features, matched = pages(report, f"{items}?{query(**parameters)}")
    names = [feature["id"] for feature in features]
    report.equal(len(names), len(set(names)), f"{words}: features that come twice")
    report.equal(sorted(set(names) ^ set(wanted))[:5], [], f"{words}: ids on one side only")
    report.equal(matched, len(wanted), f"{words}: numberMatched")
    return features


def main():
    base, *arguments = sys.argv[1:]
    report = Report()
    chance = random.Random(2)
    for layer, expected in source.layers(arguments).items():
        items = f"{base}/collections/{layer}/items"
        limit = 7 if len(expected) < 1000 else 97
        whole = check_pages(
            report, items, expected, {"limit": limit}, expected, f"{layer} in pages of {limit}")
        compare.compare_layer(
            report, layer, expected, compare.features_of({"features": whole}))

        west, south, east, north = shapely.total_bounds([one.geometry for one in expected.values()])
        for number in range(25):
            x = sorted(chance.uniform(west, east) for _ in range(2))
            y = sorted(chance.uniform(south, north) for _ in range(2))
            box = shapely.box(x[0], y[0], x[1], y[1])
            wanted = [name for name, one in expected.items() if one.geometry.intersects(box)]
            bbox = ",".join(map(repr, box.bounds))
            check_pages(
                report, items, expected, {"limit": 50, "bbox": bbox}, wanted, f"{layer} in {bbox}")

        for field in next(iter(expected.values())).properties:
            values = {one.properties[field] for one in expected.values()} - {None}
            for value in sorted(values, key=str)[:4]:
                text = str(value).lower() if isinstance(value, bool) else str(value)
                wanted = [name for name, one in expected.items() if one.properties[field] == value]
                check_pages(
                    report, items, expected, {field: text, "limit": 40}, wanted,
                    f"{layer} with {field}={text}")
        value = next((one.properties["name"] for one in expected.values()
                      if one.properties["name"]), "")
        half = f"{west},{south},{(west + east) / 2},{north}"
        wanted = [
            name for name, one in expected.items() if one.properties["name"] == value
            and one.geometry.intersects(shapely.box(west, south, (west + east) / 2, north))]
        check_pages(
            report, items, expected, {"name": value, "bbox": half, "limit": 1}, wanted,
            f"{layer} with name={value} in the western half")
    report.finish()


main()
