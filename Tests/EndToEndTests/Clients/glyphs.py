"""Holds ranges of glyphs against the font that they come from: BASE

The answers are read with protobuf, the font with fontTools: measures of every glyph of two ranges,
and the distance fields of some against distances computed here.
"""

import math
import pathlib
import sys
import urllib.parse

import numpy
from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTCollection, TTFont
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from http_client import get
from report import Report

FONTS = pathlib.Path("/usr/share/fonts")
SIZE, BUFFER = 24, 3
SAMPLES = "Agj%&@ 汉江洪涝闸"


def glyphs_message():
    """The class of the message `glyphs`, after glyphs.proto of node-fontnik."""
    field = descriptor_pb2.FieldDescriptorProto
    one, many, needed = field.LABEL_OPTIONAL, field.LABEL_REPEATED, field.LABEL_REQUIRED
    file = descriptor_pb2.FileDescriptorProto(name="glyphs.proto", package="check", syntax="proto2")

    def message(name, *fields):
        made = file.message_type.add(name=name)
        for number, (key, kind, label, of) in enumerate(fields, start=1):
            made.field.add(name=key, number=number, type=kind, label=label, type_name=of)

    message("glyph", ("id", field.TYPE_UINT32, needed, None), ("bitmap", field.TYPE_BYTES, one, None),
            ("width", field.TYPE_UINT32, needed, None), ("height", field.TYPE_UINT32, needed, None),
            ("left", field.TYPE_SINT32, needed, None), ("top", field.TYPE_SINT32, needed, None),
            ("advance", field.TYPE_UINT32, needed, None))
    message("fontstack", ("name", field.TYPE_STRING, needed, None),
            ("range", field.TYPE_STRING, needed, None),
            ("glyphs", field.TYPE_MESSAGE, many, ".check.glyph"))
    message("glyphs", ("stacks", field.TYPE_MESSAGE, many, ".check.fontstack"))
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("check.glyphs"))


class SegmentPen(BasePen):
    """Collects a glyph's outline as short straight segments."""

    def __init__(self, glyphs):
        super().__init__(glyphs)
        self.segments, self.pen = [], None

    def _moveTo(self, point):
        self.start = self.pen = point

    def _lineTo(self, point):
        self.segments.append((self.pen, point))
        self.pen = point

    def _curveToOne(self, first, second, end):
        begin = self.pen
        for step in range(1, 65):
            t = step / 64
            s = 1 - t
            self._lineTo(tuple(
                s**3 * a + 3 * s * s * t * b + 3 * s * t * t * c + t**3 * d
                for a, b, c, d in zip(begin, first, second, end)))

    def _closePath(self):
        self._lineTo(self.start)


def distances(segments, points):
    """Signed distances of points to an outline, negative inside (non-zero winding)."""
    nearest = numpy.full(len(points), numpy.inf)
    winding = numpy.zeros(len(points), dtype=int)
    for begin, end in segments:
        begin, along = numpy.array(begin), numpy.subtract(end, begin)
        square = (along**2).sum()
        if square == 0:
            continue
        share = numpy.clip(((points - begin) @ along) / square, 0, 1)
        gap = points - begin - share[:, None] * along
        nearest = numpy.minimum(nearest, numpy.hypot(gap[:, 0], gap[:, 1]))
        if along[1] != 0:
            t = (points[:, 1] - begin[1]) / along[1]
            crosses = (t >= 0) & (t < 1) if along[1] > 0 else (t > 0) & (t <= 1)
            right = begin[0] + t * along[0] > points[:, 0]
            winding += numpy.where(crosses & right, numpy.sign(along[1]).astype(int), 0)
    return numpy.where(winding != 0, -nearest, nearest)


def font(style):
    """Noto Sans CJK SC of the machine."""
    for path in sorted(FONTS.rglob(f"NotoSansCJK-{style}.ttc")):
        for one in TTCollection(path).fonts:
            if one["name"].getDebugName(1).startswith("Noto Sans CJK SC"):
                return one
    return TTFont(next(FONTS.rglob(f"NotoSansCJKsc-{style}.otf")))


def check_range(report, base, style, start):
    stack = urllib.parse.quote(f"Noto Sans CJK SC {style}")
    status, fields, body = get(f"{base}/fonts/{stack}/{start}-{start + 255}.pbf")
    report.equal(status, 200, f"{style} {start}: status")
    report.equal(fields["Content-Type"], "application/x-protobuf", f"{style} {start}: type")
    (answer,) = glyphs_message().FromString(body).stacks
    report.equal(answer.name, f"Noto Sans CJK SC {style}", "name of the stack")
    report.equal(answer.range, f"{start}-{start + 255}", "name of the range")
    source = font(style)
    names, outlines = source.getBestCmap(), source.getGlyphSet()
    scale = SIZE / source["head"].unitsPerEm
    ascender = math.ceil(source["hhea"].ascent * scale)
    report.equal([glyph.id for glyph in answer.glyphs],
                 [code for code in range(start, start + 256) if code in names], f"{style} {start}: ids")
    for glyph in answer.glyphs:
        what = f"{style} U+{glyph.id:04X}"
        drawn = outlines[names[glyph.id]]
        report.check(abs(glyph.advance - drawn.width * scale) <= 0.51, f"{what}: advance")
        pen = BoundsPen(outlines)
        drawn.draw(pen)
        if pen.bounds is None:
            report.equal((glyph.width, glyph.height, len(glyph.bitmap)), (0, 0, 0), f"{what}: blank")
            continue
        low_x, low_y, high_x, high_y = (number * scale for number in pen.bounds)
        # FreeType's coordinates are whole 64ths of a pixel.
        near = 1 / 32
        sides = [
            (glyph.left, math.floor, low_x), (glyph.left + glyph.width, math.ceil, high_x),
            (glyph.top + ascender, math.ceil, high_y),
            (glyph.top + ascender - glyph.height, math.floor, low_y),
        ]
        for side, rounded, exact in sides:
            report.check(rounded(exact - near) <= side <= rounded(exact + near),
                         f"{what}: a side is {side}, the font's {exact:.3f}")
        columns, rows = glyph.width + 2 * BUFFER, glyph.height + 2 * BUFFER
        report.equal(len(glyph.bitmap), columns * rows, f"{what}: bytes")
        if chr(glyph.id) in SAMPLES:
            check_field(report, what, glyph, drawn, outlines, scale, ascender, columns, rows)


def check_field(report, what, glyph, drawn, outlines, scale, ascender, columns, rows):
    """The field of one glyph against distances to its outline: 255 (3/4 - distance / 8)."""
    pen = SegmentPen(outlines)
    drawn.draw(pen)
    segments = [tuple(tuple(c * scale for c in point) for point in pair) for pair in pen.segments]
    points = numpy.array([
        (glyph.left - BUFFER + column + 0.5, glyph.top + ascender + BUFFER - row - 0.5)
        for row in range(rows) for column in range(columns)])
    expected = numpy.clip(255 * (0.75 - distances(segments, points) / 8), 0, 255)
    off = numpy.abs(numpy.frombuffer(glyph.bitmap, dtype=numpy.uint8) - expected)
    # A twentieth of a pixel is 1.6; 64ths of FreeType's coordinates and rounding are in it.
    report.check(off.max() <= 2, f"{what}: a distance is off by {off.max() / 32:.3f} pixels")


def main():
    base = sys.argv[1]
    report = Report()
    check_range(report, base, "Regular", 0)
    check_range(report, base, "Bold", 0x6C00)
    check_range(report, base, "Regular", 0x6D00)
    # Private use: no glyph of the font, and a valid answer all the same.
    _, _, body = get(f"{base}/fonts/Noto%20Sans%20CJK%20SC%20Regular/57344-57599.pbf")
    (answer,) = glyphs_message().FromString(body).stacks
    report.equal(len(answer.glyphs), 0, "glyphs of a range without any")
    status, _, body = get(f"{base}/fonts/Nowhere/0-255.pbf")
    report.equal(status, 404, "status of a font that is not there")
    report.check(b"Noto Sans CJK SC Regular" in body, "a 404 does not name the fonts")
    report.finish()


main()
