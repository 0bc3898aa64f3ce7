"""Writes the flood cases of this folder, each with the grids that it needs: grids.py OUT [CASE …]

OUT/<case>/ gets scenario.yml and ESRI ASCII grids made from the formulas of closed_forms.py. Then
`yutu run OUT/<case>/scenario.yml`.
"""

import pathlib
import re
import sys

import numpy as np

import closed_forms

HERE = pathlib.Path(__file__).resolve().parent


def centres(columns, rows, cell):
    """x and y of all cells, the northernmost row first."""
    x = (np.arange(columns) + 0.5) * cell
    y = (np.arange(rows)[::-1] + 0.5) * cell
    return np.meshgrid(x, y)


def write_grid(path, values, cell):
    """An ESRI ASCII grid whose south-western corner is (0, 0)."""
    rows, columns = values.shape
    header = (
        f"ncols {columns}\nnrows {rows}\nxllcorner 0\nyllcorner 0\n"
        f"cellsize {cell!r}\nNODATA_value -9999"
    )
    np.savetxt(path, values, fmt="%.9g", header=header, comments="")


def means(function, x, cell):
    """Means of a function of x over each cell, to the fourth order in the cell's width."""
    offset = cell / 2 / np.sqrt(3)
    return (function(x - offset) + function(x + offset)) / 2


# --- The grids of each case: cell side in metres, and values by file name ---


def lake_at_rest():
    x, y = centres(75, 30, 1.0)
    return 1.0, {"terrain": closed_forms.humps(x, y)}


def dam_break(left, right):
    x, _ = centres(1000, 1, 1.0)
    return 1.0, {"terrain": 0 * x, "depth": np.where(x < 500, left, right)}


def round_dam_break(columns=101):
    x, y = centres(columns, columns, 2.0)
    is_behind = np.hypot(x - columns, y - columns) < 40
    return 2.0, {"terrain": 0 * x, "depth": np.where(is_behind, 5.0, 0.5)}


def swell_depth(x):
    return 2 + 0.2 * np.exp(-(((x - 35) / 8) ** 2))


def simple_wave(cells=100):
    side = 100 / cells
    x, _ = centres(cells, 1, side)

    def flow(x):
        depth = swell_depth(x)
        return depth * closed_forms.simple_wave(x, 0, swell_depth, 2)[1]

    depth = means(swell_depth, x, side)
    velocity = means(flow, x, side) / depth
    return side, {"terrain": 0 * x, "depth": depth, "velocity": velocity}


def swell(cells=100):
    side = 100 / cells
    x, _ = centres(cells, 1, side)

    def bed(x):
        return 0.3 * np.sin(2 * np.pi * x / 100)

    def depth(x):
        return 2 - bed(x) + 0.2 * np.exp(-(((x - 50) / 8) ** 2))

    return side, {"terrain": means(bed, x, side), "depth": means(depth, x, side)}


def thacker(depth, cells=100):
    side = 4 / cells
    x, y = centres(cells, cells, side)
    return side, {"terrain": closed_forms.bowl(x, y), "depth": depth(x, y)}


def bump():
    x, _ = centres(250, 1, 0.1)
    return 0.1, {"terrain": closed_forms.bump(x)}


def macdonald(flow, rain):
    x, _ = centres(200, 1, 5.0)
    return 5.0, {"terrain": closed_forms.macdonald(x, flow, rain)[1]}


def rain_on_plane():
    x, _ = centres(100, 1, 2.0)
    return 2.0, {"terrain": 10 - 0.05 * x}


def city_block(cells=512):
    x, y = centres(cells, cells, 2.0)
    return 2.0, {"terrain": closed_forms.city_block(x, y), "depth": np.full_like(x, 0.1)}


CASES = {
    "lake-at-rest": lake_at_rest,
    "dam-break-dry": lambda: dam_break(4.0, 0.0),
    "dam-break-wet": lambda: dam_break(4.0, 1.0),
    "round-dam-break": round_dam_break,
    "simple-wave": simple_wave,
    "swell": swell,
    "thacker-planar": lambda: thacker(lambda x, y: closed_forms.thacker_planar(x, y, 0)[0]),
    "thacker-curved": lambda: thacker(lambda x, y: closed_forms.thacker_curved(x, y, 0)),
    "bump-slow": bump,
    "bump-fast": bump,
    "bump-jump": bump,
    "macdonald": lambda: macdonald(2.0, 0.0),
    "macdonald-rain": lambda: macdonald(1.0, 0.001),
    "rain-on-plane": rain_on_plane,
    "city-block": city_block,
}


def changed(text, **changes):
    """A scenario whose top-level keys of one line say something else."""
    for key, value in changes.items():
        text = re.sub(rf"^{key}:.*\n", "", text, flags=re.MULTILINE) + f"{key}: {value}\n"
    return text


def write(case, folder, grids=None, **changes):
    """Writes a case into a folder and answers the path of its scenario.

    `grids` stands for those of the formulas: cell, and values by name.
    """
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    text = (HERE / case / "scenario.yml").read_text(encoding="utf-8")
    scenario = folder / "scenario.yml"
    scenario.write_text(changed(text, **changes), encoding="utf-8")
    cell, values = grids or CASES[case]()
    for name, grid in values.items():
        write_grid(folder / f"{name}.asc", grid, cell)
    return scenario


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    for case in sys.argv[2:] or CASES:
        if case not in CASES:
            sys.exit(f"grids.py: there is no case {case}; there are {', '.join(CASES)}")
        print(write(case, pathlib.Path(sys.argv[1]) / case))
