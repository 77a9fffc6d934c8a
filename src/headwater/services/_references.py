"""Resolves references to services, as in ``postgresql://app:{postgres.password}@{postgres.host}:{postgres.port}/app``.

A reference is ``{engine.part}``. The part is ``host``, ``port``, ``password``, or a variable that the engine sets, such
as ``{clickhouse.CLICKHOUSE_NATIVE_PORT}``. Other braces are left unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from headwater.errors import NotFoundError
from headwater.records import ServiceName
from headwater.services._base import Placement
from headwater.services._registry import SERVICES

_REFERENCE = re.compile(r"\{([a-z0-9-]+)\.(\w+)\}")


class ServiceReference(NamedTuple):
    """One reference to a service."""

    service: ServiceName
    part: str

    def __str__(self) -> str:
        return f"{{{self.service}.{self.part}}}"

    def require(self) -> None:
        """Raise an error unless the part exists.

        Raises:
            NotFoundError: The engine is unknown or has no such part. The message lists the parts that exist.
        """
        engine = SERVICES[self.service]
        _part(self, Placement(engine.default_port))


def references(text: str) -> list[ServiceReference]:
    """Return the references in a text, in order of appearance."""
    return [ServiceReference(*found.groups()) for found in _REFERENCE.finditer(text)]


def resolve(text: str, placements: Mapping[ServiceName, Placement]) -> str:
    """Replace the references in a text with the addresses and passwords of the services.

    Raises:
        NotFoundError: The text refers to a service that does not run, or to a part that the engine does not have.
    """

    def value(match: re.Match[str]) -> str:
        reference = ServiceReference(*match.groups())
        if reference.service not in placements:
            raise NotFoundError(
                "this service does not run", where=reference, fix=f"there are {', '.join(placements) or 'none'}"
            )
        return _part(reference, placements[reference.service])

    return _REFERENCE.sub(value, text)


def _part(reference: ServiceReference, placement: Placement) -> str:
    parts = {
        "host": placement.host,
        "port": str(placement.port),
        "password": placement.password,
        **SERVICES[reference.service].variables(placement),
    }
    if reference.part not in parts:
        raise NotFoundError(
            f"{reference.service} has no such part", where=reference, fix=f"there are {', '.join(parts)}"
        )
    return parts[reference.part]
