"""Holds transformations of random places against pyproj.

crs_pairs.py FILE: lines of `from,to,x,y,code,out_x,out_y`; `code` is empty where an answer was
given. The rule of acceptance is written here a second time, from pyproj's registry alone:

* same datum, or WGS 84 and CGCS2000 (taken as one, stated 1 m): accepted;
* else the first operation of pyproj's list without ballparks whose area of use holds the place,
  into or out of either of WGS 84 and CGCS2000; none: refused;
* coordinates that their own system or the target cannot hold (farther than 6 degrees from its
  area of use) are refused.

Coordinates must agree to 0.1 mm.
"""

import collections
import csv
import functools
import math
import sys

import pyproj
from pyproj.transformer import TransformerGroup

from report import Report

EQUAL = {"EPSG:4326", "EPSG:4490"}
TOLERANCE_METRES = 1e-4
MARGIN_DEGREES = 6


@functools.cache
def crs(name):
    """The system of pyproj."""
    return pyproj.CRS(name)


@functools.cache
def base(name):
    """The geographic system that `name` is or is built on."""
    geodetic = crs(name).geodetic_crs
    return ":".join(geodetic.to_authority())


@functools.cache
def projection(name):
    """From the base's longitude and latitude to `name`; `None` for degrees."""
    if crs(name).is_geographic:
        return None
    return pyproj.Transformer.from_crs(base(name), name, always_xy=True)


@functools.cache
def operations(source, target):
    """Published operations between two bases, best first, without guesses."""
    group = TransformerGroup(source, target, always_xy=True, allow_ballpark=False)
    return [op for op in group.transformers if op.accuracy >= 0 and op.area_of_use]


def ways(source, target):
    """The operations between two bases, or by way of the other of the equal pair."""
    found = operations(source, target)
    if found:
        return found
    for other in sorted(EQUAL):
        if target in EQUAL and source != other:
            found = operations(source, other)
        elif source in EQUAL and target != other:
            found = operations(other, target)
        if found:
            return found
    return []


def holds(area, x, y):
    """Whether an area of use holds the place."""
    if area.west > area.east:
        return area.south <= y <= area.north
    return area.west <= x <= area.east and area.south <= y <= area.north


@functools.cache
def limits(name):
    """West, south, east and north that a projected system can hold; `None` for degrees."""
    if crs(name).is_geographic:
        return None
    area, country = crs(name).area_of_use, crs(base(name)).area_of_use
    south, north = area.south, area.north
    if country.east - country.west < 360:
        south, north = country.south, country.north
    return (
        area.west - MARGIN_DEGREES,
        south - MARGIN_DEGREES,
        area.east + MARGIN_DEGREES,
        north + MARGIN_DEGREES,
    )


def plausible(name, x, y):
    """Whether a system can hold the place."""
    box = limits(name)
    return box is None or (box[0] <= x <= box[2] and box[1] <= y <= box[3])


@functools.cache
def false_easting(name):
    """That of a transverse Mercator system; `None` for others."""
    operation = crs(name).coordinate_operation
    if operation.method_name != "Transverse Mercator":
        return None
    return next(p.value for p in operation.params if p.name == "False easting")


def in_zone(name, x):
    """Whether an easting belongs to a transverse Mercator system."""
    easting = false_easting(name)
    return easting is None or abs(x - easting) <= 500_000


def expected(source, target, x, y):
    """The answer of the rule: a pair, or `None` for a refusal."""
    if projection(source):
        if not in_zone(source, x):
            return None
        x, y = projection(source).transform(x, y, direction="INVERSE")
    a, b = base(source), base(target)
    if a != b and {a, b} != EQUAL:
        way = next((op for op in ways(a, b) if holds(op.area_of_use, x, y)), None)
        if way is None:
            return None
        x, y = way.transform(x, y)
    if not (math.isfinite(x) and math.isfinite(y)):
        return None
    if not (plausible(source, x, y) and plausible(target, x, y)):
        return None
    if projection(target):
        x, y = projection(target).transform(x, y)
    return (x, y) if math.isfinite(x) and math.isfinite(y) else None


def distance(name, a, b):
    """Metres between two answers, degrees by the length of a degree."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    if crs(name).is_geographic:
        dx, dy = dx * 111_320 * math.cos(math.radians(b[1])), dy * 110_950
    return math.hypot(dx, dy)


def main():
    """Compares every line."""
    report = Report()
    kinds = collections.Counter()
    worst = 0.0
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        for source, target, x, y, code, out_x, out_y in csv.reader(file):
            wanted = expected(source, target, float(x), float(y))
            line = f"{source} to {target} at {x}, {y}"
            if wanted is None or code:
                kinds["refused " + code if wanted is None else "wrongly refused"] += 1
                report.check(wanted is None and code, f"{line}: {code or 'answered'}, not {wanted}")
                continue
            kinds["answered"] += 1
            off = distance(target, (float(out_x), float(out_y)), wanted)
            worst = max(worst, off)
            report.check(off <= TOLERANCE_METRES, f"{line}: {off} m from {wanted}")
    print(f"pyproj {pyproj.__version__}, PROJ {pyproj.proj_version_str}")
    print(f"{dict(kinds)}, worst {worst * 1000:.6f} mm")
    report.check(kinds["answered"] > 1000, "too few answers")
    report.check(sum(kinds.values()) - kinds["answered"] > 1000, "too few refusals")
    report.finish()


if __name__ == "__main__":
    main()
