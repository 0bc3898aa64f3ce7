"""Closed forms of shallow water, to hold a flood model against: numpy arrays in SI units.

Sources: SWASHES (Delestre and others 2013, doi:10.1002/fld.3741) collects most of them; what is not
from there names its own.
"""

import numpy as np

GRAVITY = 9.81


def celerity(depth):
    return np.sqrt(GRAVITY * np.asarray(depth, float))


# --- Dam breaks on a flat bed without friction: x from the dam, depth and velocity ---


def ritter(x, seconds, depth):
    """A dam breaks over dry ground (Ritter 1892)."""
    c0 = celerity(depth)
    c = np.clip((2 * c0 - x / seconds) / 3, 0, c0)
    return c**2 / GRAVITY, np.where(c > 0, 2 * (c0 - c), 0.0)


def stoker(x, seconds, left, right):
    """A dam breaks over water (Stoker 1957)."""
    c_left, c_right = celerity(left), celerity(right)
    # c of the plateau: a root of a polynomial of the sixth degree between those of both sides.
    p = np.polynomial.Polynomial
    c = p([0, 1])
    f = -8 * c_right**2 * c**2 * (c_left - c) ** 2 + (c**2 - c_right**2) ** 2 * (c**2 + c_right**2)
    roots = f.roots()
    roots = roots.real[np.abs(roots.imag) < 1e-9]
    c = roots[(roots > c_right * (1 + 1e-9)) & (roots < c_left)][0]
    u = 2 * (c_left - c)
    front = c**2 * u / (c**2 - c_right**2)
    c_fan = np.clip((2 * c_left - x / seconds) / 3, c, c_left)
    behind = x <= front * seconds
    return (
        np.where(behind, c_fan**2 / GRAVITY, right),
        np.where(behind, 2 * (c_left - c_fan), 0.0),
    )


def simple_wave(x, seconds, depth_at_start, still_depth):
    """A swell that runs to the east into still water, before it breaks.

    u - 2c is the same everywhere; each depth travels with u + c (Stoker 1957, section 10.2).
    """
    c0 = celerity(still_depth)

    def speeds(origin):
        c = celerity(depth_at_start(origin))
        return c, 2 * (c - c0)

    origin = x - c0 * seconds
    for _ in range(200):
        c, u = speeds(origin)
        origin = (origin + x - (u + c) * seconds) / 2
    c, u = speeds(origin)
    return c**2 / GRAVITY, u


# --- Thacker's bowl (1981, doi:10.1017/S0022112081001882): 4 m x 4 m, shore at 1 m ---

BOWL_DEPTH, BOWL_RADIUS, BOWL_MIDDLE = 0.1, 1.0, 2.0


def bowl(x, y):
    """Height of the bed, 0 where the water's edge rests."""
    r2 = (x - BOWL_MIDDLE) ** 2 + (y - BOWL_MIDDLE) ** 2
    return -BOWL_DEPTH * (1 - r2 / BOWL_RADIUS**2)


PLANAR_PERIOD = 2 * np.pi / np.sqrt(2 * GRAVITY * BOWL_DEPTH)
CURVED_PERIOD = 2 * np.pi / np.sqrt(8 * GRAVITY * BOWL_DEPTH)


def thacker_planar(x, y, seconds, turn=0.5):
    """A flat surface that turns: depth, and the velocity that all water has."""
    omega = 2 * np.pi / PLANAR_PERIOD
    cos, sin = np.cos(omega * seconds), np.sin(omega * seconds)
    surface = turn * BOWL_DEPTH * (
        2 * (x - BOWL_MIDDLE) * cos + 2 * (y - BOWL_MIDDLE) * sin - turn
    )
    depth = np.maximum(0, surface - bowl(x, y))
    return depth, -turn * omega * sin, turn * omega * cos


def thacker_curved(x, y, seconds, edge=0.8):
    """A bulge that rises and falls from rest, its edge at `edge` metres then: depth."""
    a = (1 - edge**2) / (1 + edge**2)
    k = 1 - a * np.cos(2 * np.pi / CURVED_PERIOD * seconds)
    r2 = (x - BOWL_MIDDLE) ** 2 + (y - BOWL_MIDDLE) ** 2
    surface = BOWL_DEPTH * (np.sqrt(1 - a**2) / k - 1 - r2 * ((1 - a**2) / k**2 - 1))
    return np.maximum(0, surface - bowl(x, y))


# --- Steady flow ---


def bump(x):
    """Height of the bed of a 25 m channel (Goutal and Maurel 1997)."""
    return np.where(np.abs(x - 10) < 2, 0.2 - 0.05 * (x - 10) ** 2, 0.0)


def bernoulli(q, head, bed, is_fast):
    """Depth where a flow of q m2/s has an energy of `head` metres; NaN where that is too little."""
    depths = np.full(len(bed), np.nan)
    for i, (z, fast) in enumerate(zip(bed, is_fast)):
        # The cubic has a fast and a slow root, which are one at the crest of a critical flow.
        roots = np.roots([1, z - head, 0, q**2 / (2 * GRAVITY)])
        roots = np.sort(roots.real[(roots.real > 0) & (np.abs(roots.imag) < 1e-9)])
        if len(roots) == 2:
            depths[i] = roots[0 if fast else 1]
    return depths


def critical_depth(q):
    return np.cbrt(q**2 / GRAVITY)


def over_bump(x, q, level=None, is_jumping=False):
    """Depth over the bump, by the level at the lower end; fast behind it where none is told.

    A flow that jumps is fast behind the crest, and slow again from where both have one momentum.
    """
    bed = bump(x)
    slow, fast = np.zeros(len(x), bool), x > 10
    crest = 0.2 + 1.5 * critical_depth(q)
    if level is None:
        return bernoulli(q, crest, bed, fast)
    below = bernoulli(q, level + q**2 / (2 * GRAVITY * level**2), bed, slow)
    if not is_jumping:
        return below
    above = bernoulli(q, crest, bed, fast)
    momentum = [q**2 / h + GRAVITY * h**2 / 2 for h in (above, below)]
    jump = x[(x > 10) & (x < 12) & (momentum[0] < momentum[1])][0]
    return np.where(x < jump, above, below)


MACDONALD_LENGTH, MACDONALD_N = 1000.0, 0.033


def macdonald(x, flow, rain=0.0):
    """Depth, bed and discharge of a rough channel (MacDonald and others 1997).

    The depth is chosen; the bed follows from it. `flow` m2/s comes in at the upper end, `rain` m/s
    falls on all of it. The bed is 0 at the lower end.
    """
    along = np.linspace(0, MACDONALD_LENGTH, 20001)

    def chosen(x):
        s = x / MACDONALD_LENGTH - 0.5
        swell = 0.5 * np.exp(-16 * s**2)
        scale = np.cbrt(4 / GRAVITY)
        return scale * (1 + swell), scale * swell * -32 * s / MACDONALD_LENGTH

    depth, slope = chosen(along)
    q = flow + rain * along
    fall = (
        (q**2 / (GRAVITY * depth**3) - 1) * slope
        - 2 * q * rain / (GRAVITY * depth**2)
        - MACDONALD_N**2 * q**2 / depth ** (10 / 3)
    )
    steps = (fall[1:] + fall[:-1]) / 2 * np.diff(along)
    bed = np.concatenate([[0], np.cumsum(steps)])
    return chosen(x)[0], np.interp(x, along, bed - bed[-1]), flow + rain * x


def rain_on_plane(x, seconds, rain, slope, n):
    """Depth and discharge (m2/s) of the kinematic wave; x from the upper end, rain in m/s."""
    alpha = np.sqrt(slope) / n
    depth = np.minimum(rain * seconds, (rain * x / alpha) ** 0.6)
    return depth, alpha * depth ** (5 / 3)


# --- Grounds without a closed form ---


def humps(x, y):
    """Three humps on a flat bed, 1 m and 2.8 m high."""
    return np.maximum.reduce([
        np.zeros_like(x),
        1 - np.hypot(x - 30, y - 6) / 8,
        1 - np.hypot(x - 30, y - 24) / 8,
        2.8 * (1 - np.hypot(x - 47.5, y - 15) / 10),
    ])


def city_block(x, y):
    """A slope with swales, streets of 12 m and blocks of 40 m, three of four built up by 6 m."""
    ground = 20 + 0.002 * x + 0.001 * y
    ground = ground + 0.6 * np.sin(2 * np.pi * x / 700) * np.cos(2 * np.pi * y / 900)
    is_block = (x % 52 > 12) & (y % 52 > 12)
    is_built = (np.floor(x / 52) * 7 + np.floor(y / 52) * 3) % 4 != 0
    return ground + np.where(is_block & is_built, 6.0, 0.0)
