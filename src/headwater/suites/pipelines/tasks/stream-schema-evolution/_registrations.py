"""Schemas that are given to tools/register.py."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from _courses import original
from _orders import Fields, registered

from headwater.grading import Completed, Graded, State

_REGISTRY = "select number, subject, version, fields from registry.schemas order by number"
_FILE = ".proposal"
_NOT_A_SCHEMA = "{"
# Registrations that all have read the registry before one of them can write to it.
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
    """A registration.

    Attributes:
        field: The field in question.
        run: The run.
        changed: Whether the registry is another one after it.
    """

    field: str
    run: Completed
    changed: bool

    @property
    def is_refused(self) -> bool:
        return self.run.exit_code == 1 and not self.changed


def _with(fields: Fields, *new: dict[str, Any], without: str = "") -> Fields:
    names = {field["name"] for field in new}
    kept = [next((n for n in new if n["name"] == f["name"]), f) for f in fields if f["name"] != without]
    return [*kept, *(field for field in new if field["name"] not in names & {f["name"] for f in fields})]


def _field(name: str, type_: Any, *default: Any) -> dict[str, Any]:
    return {"name": name, "type": type_} | ({"default": default[0]} if default else {})


def _proposals(fields: Fields) -> dict[str, dict[str, tuple[str, Fields]]]:
    """Return what has to be refused, by rule and name: the field in question and the proposal."""
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
def refused(graded: Graded) -> dict[str, dict[str, Registration]]:
    """Propose what has to be refused; return the registrations by rule and name."""
    with graded.copy() as copy:
        fields = registered(copy)[-1][1]
        return {
            rule: {
                name: Registration(field, *_register(copy, proposal)) for name, (field, proposal) in proposals.items()
            }
            for rule, proposals in _proposals(fields).items()
        }


def _register(state: State, fields: Fields, subject: str = "orders") -> tuple[Completed, bool]:
    before = state.postgres.query(_REGISTRY)
    state.write(_FILE, json.dumps({"subject": subject, "fields": fields}))
    run = state.run(f"python3 tools/register.py {_FILE}")
    return run, before != state.postgres.query(_REGISTRY)


@cache
def thursday(graded: Graded) -> Registration:
    """Propose what was registered on Thursday."""
    with graded.copy() as copy:
        copy.write(_FILE, graded.workspace.shipped_text("schemas/orders.json") or "")
        before = copy.postgres.query(_REGISTRY)
        run = copy.run(f"python3 tools/register.py {_FILE}")
        return Registration("region", run, before != copy.postgres.query(_REGISTRY))


@cache
def no_schema(graded: Graded) -> Completed:
    """Give a file that is no JSON."""
    with graded.copy() as copy:
        copy.write(_FILE, _NOT_A_SCHEMA)
        return copy.run(f"python3 tools/register.py {_FILE}")


@dataclass(frozen=True)
class Accepted:
    """What has to be accepted.

    Attributes:
        known: Runs for schemas that are there, with other documentation, and whether they changed the registry.
        wanted: The last lines that they have to have.
        first: The first registration of a subject.
        together: The lines that six registrations at once print, and the versions that were added.
    """

    known: list[tuple[Completed, bool]]
    wanted: list[str]
    first: Completed
    together: tuple[list[str], list[tuple[int, Fields]]]


@cache
def accepted(graded: Graded) -> Accepted:
    """Register what is there, a new subject, and a new version several times at once."""
    with graded.copy() as copy:
        there = registered(copy)
        versions = [(1, there[0][0], there[0][1]), (2, there[1][0], original(graded)), (len(there), *there[-1])]
        known = [_register(copy, [field | {"doc": "other words"} for field in fields]) for _, _, fields in versions]
        wanted = [f"orders version={version} number={number}" for version, number, _ in versions]
        first, _ = _register(copy, [_field("driver", "text")], "tours")
        new = [*reversed(_with(there[-1][1], _field("gift", "bool", False), without="persons"))]
        copy.write(_FILE, json.dumps({"subject": "orders", "fields": new}))
        copy.write(".together", _TOGETHER)
        run = copy.run("python3 -I .together", timeout_sec=90)
        lines = [line for line in run.stdout.splitlines() if line.strip()]
        return Accepted(known, wanted, first, (lines, registered(copy)[len(there) :]))
