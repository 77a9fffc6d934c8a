"""Run tools/register.py on valid and invalid schemas."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from _orders import Fields, registered
from _scenarios import original

from headwater.grading import Completed, Graded, State

_REGISTRY = "select number, subject, version, fields from registry.schemas order by number"
_FILE = ".proposal"
_NOT_A_SCHEMA = "{"
# Runs six registrations that have all read the registry before any of them can write to it.
_TOGETHER = """
import subprocess, sys, time
import psycopg

WAITING = "select count(*) from pg_stat_activity where usename = 'app' and wait_event_type = 'Lock'"
with psycopg.connect("") as holder, psycopg.connect("", autocommit=True) as watcher:
    holder.execute("lock table registry.schemas in share mode")
    command = [sys.executable, "tools/register.py", ".proposal"]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    deadline = time.monotonic() + 20
    while watcher.execute(WAITING).fetchone()[0] < len(runs) and time.monotonic() < deadline:
        time.sleep(0.1)
    holder.commit()
    print("".join(run.communicate(timeout=60)[0] for run in runs))
"""


@dataclass(frozen=True)
class Registration:
    """A run of tools/register.py.

    Attributes:
        field: The field that the schema changes.
        run: The run.
        changed: Whether the run changed the registry.
    """

    field: str
    run: Completed
    changed: bool

    @property
    def is_refused(self) -> bool:
        return self.run.exit_code == 1 and not self.changed


def _with(fields: Fields, *new: dict[str, Any], without: str = "") -> Fields:
    names = {field["name"] for field in new}
    kept_fields = [next((n for n in new if n["name"] == f["name"]), f) for f in fields if f["name"] != without]
    return [*kept_fields, *(field for field in new if field["name"] not in names & {f["name"] for f in fields})]


def _field(name: str, type_: Any, *default: Any) -> dict[str, Any]:
    return {"name": name, "type": type_} | ({"default": default[0]} if default else {})


def _proposals(fields: Fields) -> dict[str, dict[str, tuple[str, Fields]]]:
    """Return the schemas that must be refused, by rule and name, each with the field that breaks the rule."""
    return {
        "last": {
            "required": ("gift", _with(fields, _field("gift", "bool"))),
            "removed": ("cents", _with(fields, without="cents")),
            "retyped": ("persons", _with(fields, _field("persons", "number", 2))),
            "widened": ("cents", _with(fields, _field("cents", ["int", "null"]))),
        },
        "earlier": {
            "returns": ("coupon", _with(fields, _field("coupon", "int", 0))),
            "returns as a list": ("coupon", _with(fields, _field("coupon", ["null", "int"], None))),
        },
        "types": {
            "second type": ("gift", _with(fields, _field("gift", ["text", "null"], None))),
            "true": ("gift", _with(fields, _field("gift", "int", True))),
            "decimals": ("gift", _with(fields, _field("gift", "int", 0.5))),
            "unknown": ("gift", _with(fields, _field("gift", "float", 0.5))),
            "twice": ("gift", [*_with(fields, _field("gift", "bool", False)), _field("gift", "bool", False)]),
        },
    }


@cache
def refused_registrations(graded: Graded) -> dict[str, dict[str, Registration]]:
    """Try to register schemas that must be refused, and return the runs by rule and name."""
    with graded.copy() as copy:
        fields = registered(copy)[-1][1]
        return {
            rule: {
                name: Registration(field, *register(copy, proposal)) for name, (field, proposal) in proposals.items()
            }
            for rule, proposals in _proposals(fields).items()
        }


def register(state: State, fields: Fields, subject: str = "orders") -> tuple[Completed, bool]:
    """Register a schema. Return the run, and whether it changed the registry."""
    before = state.postgres.query(_REGISTRY)
    state.write(_FILE, json.dumps({"subject": subject, "fields": fields}))
    run = state.run(f"python3 tools/register.py {_FILE}")
    return run, before != state.postgres.query(_REGISTRY)


@cache
def thursday(graded: Graded) -> Registration:
    """Try to register the schema that was registered on Thursday."""
    with graded.copy() as copy:
        copy.write(_FILE, graded.workspace.shipped_text("schemas/orders.json") or "")
        before = copy.postgres.query(_REGISTRY)
        run = copy.run(f"python3 tools/register.py {_FILE}")
        return Registration("region", run, before != copy.postgres.query(_REGISTRY))


@cache
def no_schema(graded: Graded) -> Completed:
    """Try to register a file that is not JSON."""
    with graded.copy() as copy:
        copy.write(_FILE, _NOT_A_SCHEMA)
        return copy.run(f"python3 tools/register.py {_FILE}")


@dataclass(frozen=True)
class Accepted:
    """The results of registrations that must be accepted.

    Attributes:
        known: The runs for registered schemas with other documentation, and whether they changed the registry.
        expected: The expected last line of each of these runs.
        first: The first registration for a new subject.
        together: The lines printed by six simultaneous registrations, and the versions that they added.
    """

    known: list[tuple[Completed, bool]]
    expected: list[str]
    first: Completed
    together: tuple[list[str], list[tuple[int, Fields]]]


@cache
def accepted_registrations(graded: Graded) -> Accepted:
    """Register existing schemas, a new subject, and one new version several times simultaneously."""
    with graded.copy() as copy:
        registrations = registered(copy)
        versions = [
            (1, registrations[0][0], registrations[0][1]),
            (2, registrations[1][0], original(graded)),
            (len(registrations), *registrations[-1]),
        ]
        known = [register(copy, [field | {"doc": "other words"} for field in fields]) for _, _, fields in versions]
        expected = [f"orders version={version} number={number}" for version, number, _ in versions]
        first, _ = register(copy, [_field("driver", "text")], "tours")
        new = [*reversed(_with(registrations[-1][1], _field("gift", "bool", False), without="persons"))]
        copy.write(_FILE, json.dumps({"subject": "orders", "fields": new}))
        copy.write(".together", _TOGETHER)
        run = copy.run("python3 -I .together", timeout_sec=90)
        lines = [line for line in run.stdout.splitlines() if line.strip()]
        return Accepted(known, expected, first, (lines, registered(copy)[len(registrations) :]))
