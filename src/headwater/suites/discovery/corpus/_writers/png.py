"""Write charts as PNG images."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence

import numpy as np
from PIL import Image, ImageDraw

from headwater.suites.discovery.corpus._writers._stored import stored_zlib

_WIDTH, _HEIGHT = 360, 200
_LEFT, _TOP, _RIGHT, _BOTTOM = 48, 24, 8, 20
_COLORS = ((31, 119, 180), (255, 127, 14), (44, 160, 44), (214, 39, 40), (148, 103, 189), (140, 86, 75))
_PALETTE = ((255, 255, 255), (0, 0, 0), (200, 200, 200), *_COLORS)


def chart_bytes(title: str, lines: Mapping[str, Sequence[float]]) -> bytes:
    """Return a line chart as a PNG image, with a color for each line."""
    picture = Image.new("P", (_WIDTH, _HEIGHT), 0)
    draw = ImageDraw.Draw(picture)
    draw.fontmode = "1"  # disables antialiasing, for which the palette has no shades
    values = np.array([value for line in lines.values() for value in line], dtype=float)
    low, high = float(values.min()), float(values.max())
    draw.text((_LEFT, 6), title[:52], fill=1)
    draw.text((2, _TOP), f"{high:.4g}", fill=1)
    draw.text((2, _HEIGHT - _BOTTOM - 10), f"{low:.4g}", fill=1)
    draw.rectangle((_LEFT, _TOP, _WIDTH - _RIGHT, _HEIGHT - _BOTTOM), outline=2)
    for number, (name, line) in enumerate(lines.items()):
        color = 3 + number % len(_COLORS)
        points = [_point(at, len(line), (value - low) / ((high - low) or 1.0)) for at, value in enumerate(line)]
        draw.line(points, fill=color, width=1)
        draw.text((_LEFT + 50 * number, _HEIGHT - 14), name[:8], fill=color)
    return _png(picture)


def _point(at: int, count: int, height: float) -> tuple[int, int]:
    x = _LEFT + at * (_WIDTH - _LEFT - _RIGHT) // max(count - 1, 1)
    return x, round(_HEIGHT - _BOTTOM - height * (_HEIGHT - _TOP - _BOTTOM))


def _png(picture: Image.Image) -> bytes:
    rows = np.asarray(picture, dtype=np.uint8)
    filtered = np.concatenate([np.zeros((_HEIGHT, 1), np.uint8), rows], axis=1).tobytes()
    header = struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, 3, 0, 0, 0)
    palette = bytes(channel for color in _PALETTE for channel in color)
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", stored_zlib(filtered)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in chunks
    )
