"""Compares features that a client read with those that the source files ask for."""

import math

import shapely
import shapely.geometry

# Degrees; about a centimetre.
TOLERANCE = 1e-7


def compare_layer(report, layer, expected, got, tolerance=TOLERANCE):
    """`got` maps ids to (geometry, properties); it must equal `expected`, no more and no less."""
    report.equal(len(got), len(expected), f"{layer}: number of features")
    report.equal(sorted(set(got) ^ set(expected))[:5], [], f"{layer}: ids on one side only")
    for name in sorted(set(got) & set(expected)):
        geometry, properties = got[name]
        wanted = expected[name]
        compare_properties(report, f"{layer}/{name}", wanted.properties, properties)
        words = difference(wanted.geometry, geometry, wanted.united, tolerance)
        report.check(words is None, f"{layer}/{name}: {words}")


def compare_properties(report, place, wanted, got):
    """Every field of `wanted` is in `got` with the same value; missing is the same as null."""
    for field, value in wanted.items():
        other = got.get(field)
        if isinstance(value, bool) and isinstance(other, int):
            other = bool(other)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            same = other is not None and math.isclose(value, other, rel_tol=1e-12)
        else:
            same = value == other
        report.check(same, f"{place}: {field} is {other!r}, not {value!r}")


def difference(wanted, got, united, tolerance):
    """What differs between two geometries, in words; None where they are the same.

    United geometries are compared as sets of points, since the order of their parts and the
    vertices on straight stretches are free; all others vertex by vertex.
    """
    if united:
        apart = shapely.hausdorff_distance(wanted, got)
        if apart > tolerance:
            return f"{apart} degrees apart"
        for measure in ("area", "length"):
            one, other = getattr(wanted, measure), getattr(got, measure)
            if not math.isclose(one, other, rel_tol=1e-6, abs_tol=tolerance * tolerance):
                return f"{measure} {other}, not {one}"
        return None
    one, other = paths(wanted), paths(got)
    if [len(path) for path in one] != [len(path) for path in other]:
        return f"vertices per path {[len(path) for path in other]}, not {[len(p) for p in one]}"
    worst = max(
        (max(abs(a[0] - b[0]), abs(a[1] - b[1])) for p, q in zip(one, other) for a, b in zip(p, q)),
        default=0)
    return None if worst <= tolerance else f"a vertex is {worst} degrees away"


def paths(geometry):
    """The paths of a geometry; rings counter-clockwise from their lowest vertex, not closed."""
    if isinstance(geometry, shapely.geometry.Polygon):
        return [ring_of(ring) for ring in [geometry.exterior, *geometry.interiors]]
    if isinstance(geometry, shapely.geometry.LineString):
        return [[point[:2] for point in geometry.coords]]
    return [path for part in geometry.geoms for path in paths(part)]


def ring_of(ring):
    vertices = [point[:2] for point in ring.coords][:-1]
    if not shapely.is_ccw(ring):
        vertices.reverse()
    start = vertices.index(min(vertices))
    return vertices[start:] + vertices[:start]


def features_of(collection, identifier=None):
    """Features of a GeoJSON collection as `compare_layer` takes them; the id from a property."""
    found = {}
    for feature in collection["features"]:
        properties = feature["properties"]
        name = str(properties[identifier] if identifier else feature["id"])
        if name in found:
            raise ValueError(f"{name} is there twice")
        found[name] = (shapely.geometry.shape(feature["geometry"]), properties)
    return found
