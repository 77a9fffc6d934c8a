"""From a name to an engine: Headwater's own, and those of installed packages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from headwater.errors import NotFoundError, PluginError
from headwater.records import ServiceName
from headwater.services._base import Service

GROUP = "headwater.engines"
"""Entry points of packages that bring an engine: its name, and its class."""
_OWN = {"postgres": "Postgres", "clickhouse": "ClickHouse", "kafka": "Kafka", "redis": "Redis"}
_PARTS = ("literals", "state", "create", "launch", "is_ready", "connect", "variables", "run_sql")
"""Some of what makes an engine; what is none at all has none of them."""


class _Engines(Mapping[ServiceName, Service]):
    """Engines by name, each made when it is first asked for."""

    def __init__(self) -> None:
        self._made: dict[ServiceName, Service] = {}

    @cached_property
    def _others(self) -> dict[ServiceName, EntryPoint]:
        found: dict[ServiceName, EntryPoint] = {}
        for entry in entry_points(group=GROUP):
            if entry.name in _OWN or entry.name in found:
                raise PluginError("there is an engine of this name", where=_of(entry), fix="rename it")
            found[entry.name] = entry
        return found

    def __getitem__(self, name: ServiceName) -> Service:
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def __iter__(self) -> Iterator[ServiceName]:
        yield from _OWN
        yield from self._others

    def __len__(self) -> int:
        return len(_OWN) + len(self._others)

    def __contains__(self, name: object) -> bool:
        return name in _OWN or name in self._others

    def _make(self, name: ServiceName) -> Service:
        if name in _OWN:
            made: Service = getattr(import_module(f"headwater.services.{name}"), _OWN[name])()
            return made
        if name not in self._others:
            raise NotFoundError("no such service", where=name, fix=f"there are {', '.join(self)}")
        return _loaded(self._others[name])


def _loaded(entry: EntryPoint) -> Service:
    try:
        engine: Service = entry.load()()
    except Exception as error:
        raise PluginError(
            f"cannot be loaded ({type(error).__name__}: {error})", where=_of(entry), fix="mend it"
        ) from error
    lacks = [part for part in _PARTS if not hasattr(engine, part)]
    if lacks:
        raise PluginError(
            f"not an engine, for it has no {', '.join(lacks)}", where=_of(entry), fix="see docs/engines.md"
        )
    if getattr(engine, "name", None) != entry.name:
        raise PluginError(
            f"its name is {getattr(engine, 'name', None)}", where=_of(entry), fix="give both the same name"
        )
    return engine


def _of(entry: EntryPoint) -> str:
    package = f" of {entry.dist.name}" if entry.dist else ""
    return f"entry point {GROUP}{package}: {entry.name} = {entry.value}"


SERVICES: Mapping[ServiceName, Service] = _Engines()
"""All engines: Headwater's own, then those of other packages. One that there is not is a ``UserError``."""
