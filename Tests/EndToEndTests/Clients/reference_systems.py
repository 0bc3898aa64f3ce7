"""Holds answers in other systems against pyproj, and boxes of other systems against shapely.

  reference_systems.py BASE LAYER
"""
import json
import random
import sys
import urllib.request

import numpy
import pyproj
import shapely
import shapely.geometry
import shapely.ops

base, layer = sys.argv[1:]
items = f"{base}/collections/{layer}/items"
ROOT = "http://www.opengis.net/def/crs/EPSG/0/"
# Degrees, metres, a 6-degree zone, 3-degree zones beside the data's, a zone number in the easting.
CODES = [4326, 4490, 3857, 4508, 4546, 4547, 4548, 4526]


def get(url):
    with urllib.request.urlopen(url) as answer:
        return json.load(answer), answer.headers.get("Content-Crs")


def features(query):
    found, url = {}, f"{items}?limit=1000{query}"
    while url:
        page, _ = get(url)
        for feature in page["features"]:
            found[feature["id"]] = shapely.geometry.shape(feature["geometry"])
        url = next((link["href"] for link in page["links"] if link["rel"] == "next"), None)
        assert url or len(found) == page["numberMatched"], (query, page["numberMatched"])
    return found


def turned(shape):
    """The shape with the rings that GeoJSON has: outer ones counter-clockwise as written."""
    if shape.geom_type == "Polygon":
        return shapely.geometry.polygon.orient(shape)
    if shape.geom_type == "MultiPolygon":
        return shapely.geometry.MultiPolygon([turned(part) for part in shape.geoms])
    return shape


def largest_gap(one, other):
    a, b = shapely.get_coordinates(one), shapely.get_coordinates(other)
    assert a.shape == b.shape
    return numpy.abs(a - b).max()


stored = features("")
assert len(stored) > 100, len(stored)
rng = random.Random(18058)
for code in CODES:
    # Axes as the authority has them; WGS 84 is CGCS2000, as far as PROJ and Yutu know.
    forward = pyproj.Transformer.from_crs("EPSG:4490", f"EPSG:{code}")

    def moved(x, y, forward=forward):
        return forward.transform(y, x)

    answers = features(f"&crs={ROOT}{code}")
    assert answers.keys() == stored.keys()
    tolerance = 1e-9 if code in (4326, 4490) else 1e-3
    expected = {id: turned(shapely.ops.transform(moved, shape)) for id, shape in stored.items()}
    gap = max(largest_gap(answers[id], expected[id]) for id in stored)
    assert gap < tolerance, (code, gap)

    # Boxes between two corners of features, so that some sides are touched exactly.
    corners = shapely.get_coordinates(list(answers.values()))
    for _ in range(12):
        a, b = corners[rng.randrange(len(corners))], corners[rng.randrange(len(corners))]
        low, high = numpy.minimum(a, b), numpy.maximum(a, b)
        text = ",".join(repr(float(number)) for number in (*low, *high))
        found = features(f"&bbox-crs={ROOT}{code}&bbox={text}")
        # A hand's breadth is left open: a corner on a side is in or out by rounding.
        slack = 1e-7 if code in (4326, 4490) else 0.01
        inner = shapely.box(*(low + slack), *(high - slack))
        outer = shapely.box(*(low - slack), *(high + slack))
        sure = {id for id, shape in expected.items() if shape.intersects(inner)}
        possible = {id for id, shape in expected.items() if shape.intersects(outer)}
        assert sure <= found.keys() <= possible, (code, text, len(sure), len(found), len(possible))
print("ok")
