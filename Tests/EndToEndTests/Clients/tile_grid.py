"""The arithmetic of the two grids of tiles (OGC 17-083r4, annexes D.1 and D.2)."""

import math

HALF = math.pi * 6378137
EXTENT = 4096


class Grid:
    """A tile matrix set: its name, how much finer its level 0 is, and where places lie."""

    def __init__(self, name, offset, column_row):
        self.name, self.offset, self.column_row = name, offset, column_row

    def to_tile(self, longitude, latitude, zoom, row, column):
        """Position in units of one tile's grid."""
        x, y = self.column_row(longitude, latitude, zoom)
        return (x - column) * EXTENT, (y - row) * EXTENT

    def tiles_of(self, bounds, zoom):
        """(row, column) of all tiles that meet longitudes and latitudes."""
        west, south, east, north = bounds
        first_column, first_row = self.column_row(west, north, zoom)
        last_column, last_row = self.column_row(east, south, zoom)
        return [(row, column) for row in range(int(first_row), int(last_row) + 1)
                for column in range(int(first_column), int(last_column) + 1)]


def in_square(longitude, latitude, zoom):
    """Position in tiles of Web Mercator, with fractions, from the world's upper left corner."""
    x = math.radians(longitude)
    y = math.asinh(math.tan(math.radians(latitude)))
    return ((1 + x / math.pi) / 2 * 2**zoom, (1 - y / math.pi) / 2 * 2**zoom)


def in_degrees(longitude, latitude, zoom):
    """The same for tiles of 180° / 2^zoom."""
    return (longitude + 180) / 180 * 2**zoom, (90 - latitude) / 180 * 2**zoom


MERCATOR = Grid("WebMercatorQuad", 0, in_square)
GEOGRAPHIC = Grid("CGCS2000Quad", 1, in_degrees)
