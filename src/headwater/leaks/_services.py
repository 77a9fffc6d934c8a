"""Reads the data of running services through clients, because their files store it compressed or as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.leaks._files import ReadablePiece
from headwater.leaks._needles import LEAST_LETTERS
from headwater.records import ServiceName
from headwater.services import SERVICES, Stack


def service_pieces(stack: Stack, services: Sequence[ServiceName], anchors: Sequence[str]) -> Iterator[ReadablePiece]:
    """Yield the data of a starting state's services. Large tables yield only rows that contain an anchor."""
    for name in services:
        for stored in SERVICES[name].state.stored(stack.service(name), anchors, LEAST_LETTERS):
            yield ReadablePiece(stored.where, stored.data)
