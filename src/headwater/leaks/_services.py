"""Read what running services return to a client, because their files have it compressed or as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.leaks._files import ReadablePiece
from headwater.leaks._needles import LEAST_LETTERS
from headwater.records import ServiceName
from headwater.services import SERVICES, Stack


def service_pieces(stack: Stack, services: Sequence[ServiceName], anchors: Sequence[str]) -> Iterator[ReadablePiece]:
    """Yield what the services of a starting state return, but only rows with one of the anchors for large tables."""
    for name in services:
        for stored in SERVICES[name].state.stored(stack.service(name), anchors, LEAST_LETTERS):
            yield ReadablePiece(stored.where, stored.data)
