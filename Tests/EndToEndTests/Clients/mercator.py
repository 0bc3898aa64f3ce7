"""The arithmetic of web map tiles (OGC 17-083r4, annex D.1)."""

import math

HALF = math.pi * 6378137
EXTENT = 4096


def column_row(longitude, latitude, zoom):
    """Position in tiles, with fractions, from the upper left corner of the world."""
    x = math.radians(longitude)
    y = math.asinh(math.tan(math.radians(latitude)))
    return ((1 + x / math.pi) / 2 * 2**zoom, (1 - y / math.pi) / 2 * 2**zoom)


def to_tile(longitude, latitude, zoom, row, column):
    """Position in units of one tile's grid."""
    x, y = column_row(longitude, latitude, zoom)
    return (x - column) * EXTENT, (y - row) * EXTENT


def tiles_of(bounds, zoom):
    """(row, column) of all tiles that meet longitudes and latitudes."""
    west, south, east, north = bounds
    first_column, first_row = column_row(west, north, zoom)
    last_column, last_row = column_row(east, south, zoom)
    return [(row, column) for row in range(int(first_row), int(last_row) + 1)
            for column in range(int(first_column), int(last_column) + 1)]
