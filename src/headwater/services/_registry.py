"""Finds engines by name, both Headwater's own and those of installed packages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path

from headwater.errors import NotFoundError
from headwater.plugins import Group, call_entry_point
from headwater.records import ServiceName
from headwater.services._base import Service

_OWN = {"postgres": "Postgres", "clickhouse": "ClickHouse", "kafka": "Kafka", "redis": "Redis"}
_PARTS = sorted({*Service.__annotations__, *(part for part in vars(Service) if not part.startswith("_"))})


def _fault(plugin: object) -> str:
    # The protocol check must not evaluate properties, because they may need the engine's program to be installed.
    lacks = [part for part in _PARTS if not hasattr(type(plugin), part) and part not in getattr(plugin, "__dict__", ())]
    return f"is not an engine, for it has no {', '.join(lacks)}" if lacks else ""


_GROUP: Group[Service] = Group(
    "headwater.engines", brings="an engine", page="docs/engines.md", make=call_entry_point, fault=_fault
)


class _Engines(Mapping[ServiceName, Service]):
    """Engines by name. Each engine is created when it is first requested."""

    def __init__(self) -> None:
        self._services: dict[ServiceName, Service] = {}

    @cached_property
    def _others(self) -> dict[ServiceName, EntryPoint]:
        return _GROUP.entries(_OWN)

    def __getitem__(self, name: ServiceName) -> Service:
        if name not in self._services:
            self._services[name] = self._make(name)
        return self._services[name]

    def __iter__(self) -> Iterator[ServiceName]:
        yield from _OWN
        yield from self._others

    def __len__(self) -> int:
        return len(_OWN) + len(self._others)

    def __contains__(self, name: object) -> bool:
        return name in _OWN or name in self._others

    def _make(self, name: ServiceName) -> Service:
        if name in _OWN:
            service: Service = getattr(import_module(f"headwater.services.{name}"), _OWN[name])()
            return service
        if name not in self._others:
            raise NotFoundError("no such service", where=name, fix=f"there are {', '.join(self)}")
        return _GROUP.load(self._others[name])


def engine_code(names: Iterable[ServiceName]) -> tuple[Path, ...]:
    """Return the code of the engines that other packages provide. Headwater's own engines are in this package."""
    code = set()
    for name in set(names) - set(_OWN):
        module = import_module(type(SERVICES[name]).__module__)
        file = Path(str(module.__file__))
        code.add(file.parent if module.__package__ else file)
    return tuple(sorted(code))


SERVICES: Mapping[ServiceName, Service] = _Engines()
"""All engines: first Headwater's own, then those of other packages. An unknown name raises ``NotFoundError``."""
