"""What running services tell a client, beyond the bytes of their files: what these keep compressed or as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.leaks._files import Piece
from headwater.leaks._needles import LEAST_LETTERS
from headwater.records import ServiceName
from headwater.services import SERVICES, Stack


def service_pieces(stack: Stack, services: Sequence[ServiceName], anchors: Sequence[str]) -> Iterator[Piece]:
    """Yield what the services of a starting state tell; of large tables, what has one of the words searched for."""
    for name in services:
        for stored in SERVICES[name].state.stored(stack.service(name), anchors, LEAST_LETTERS):
            yield Piece(stored.where, stored.data)
