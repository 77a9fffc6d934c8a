"""Propose schemas by chance, and judge them by docs/schemas.md."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from _orders import Fields, last_line, registered
from _registrations import register

from headwater.grading import Graded, State

SUBJECT = "chance"
_RUNS = 44
_NAMES = ("a", "b", "c", "d", "e", "naïve ☁")
_TYPES: tuple[Any, ...] = ("text", "int", "number", "bool", ["null", "text"], ["null", "int"], ["int", "text"])
_VALUES: tuple[Any, ...] = (None, "", "x", "3", 0, 3, -1, 2.5, True, False)
_FITS = {
    "text": lambda value: isinstance(value, str),
    "int": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "bool": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def fault_of(new: Fields, versions: list[Fields]) -> str:
    """Return the rule that a schema breaks, given the earlier versions, or an empty string."""
    names = [each["name"] for each in new]
    for each in new:
        types = each["type"] if isinstance(each["type"], list) else [each["type"]]
        if names.count(each["name"]) > 1:
            return f"{each['name']} is there twice"
        if not types or any(name not in _FITS for name in types):
            return f"{each['name']} has an unknown type"
        if "default" in each and not _FITS[types[0]](each["default"]):
            return f"the default of {each['name']} is not of its first type"
    for number, old in enumerate(versions, 1):
        ours, theirs = ({each["name"]: each for each in fields} for fields in (new, old))
        for name in sorted(ours.keys() | theirs.keys()):
            if name in ours and name in theirs:
                if ours[name]["type"] != theirs[name]["type"]:
                    return f"{name} has another type in version {number}"
            elif "default" not in (ours | theirs)[name]:
                return f"{name} has no default and is only in one of it and version {number}"
    return ""


def essence(fields: Fields) -> str:
    """Return what makes a schema another one."""
    bare = [{name: value for name, value in each.items() if name != "doc"} for each in fields]
    return json.dumps(bare, sort_keys=True)


class Proposer:
    """Proposes schemas that are near to those that are registered."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def first(self) -> Fields:
        """Return the first version of the subject."""
        return [
            {"name": "id", "type": "text"},
            {"name": "a", "type": "int", "default": 3, "doc": "how many"},
            {"name": "b", "type": ["null", "text"], "default": None},
        ]

    def next(self, versions: list[Fields]) -> Fields:
        """Return a change of one of the versions."""
        fields = deepcopy(self.random.choice(versions))
        for _ in range(self.random.choice((1, 1, 1, 2))):
            self._change(fields)
        return fields

    def _change(self, fields: Fields) -> None:
        each = self.random.choice(fields)
        kind = self.random.choice(("add", "add", "add", "drop", "drop", "default", "retype", "doc", "shuffle", "break"))
        if kind == "add":
            self._add(fields)
        elif kind == "drop" and len(fields) > 1:
            fields.remove(each)
        elif kind == "default" and self.random.random() < 0.3:
            each.pop("default", None)
        elif kind == "default":
            each["default"] = self._value(each["type"])
        elif kind == "retype":
            each["type"] = self.random.choice(_TYPES)
            if "default" in each:
                each["default"] = self._value(each["type"])
        elif kind == "shuffle":
            self.random.shuffle(fields)
        elif kind == "break":
            self._break(fields, each)
        else:
            each["doc"] = f"words {self.random.randrange(9)}"

    def _add(self, fields: Fields) -> None:
        name = self.random.choice([name for name in _NAMES if name not in {each["name"] for each in fields}] or ["z"])
        type_ = self.random.choice(_TYPES)
        new = {"name": name, "type": type_} | ({"default": self._value(type_)} if self.random.random() < 0.85 else {})
        fields.insert(self.random.randrange(len(fields) + 1), new)

    def _break(self, fields: Fields, each: dict[str, Any]) -> None:
        kind = self.random.choice(("default", "default", "type", "list", "twice"))
        if kind == "default":
            each["default"] = self.random.choice(_VALUES)
        elif kind == "type":
            each["type"] = self.random.choice(("float", "Text", "string"))
        elif kind == "list":
            each["type"] = []
        elif each["name"] != "z":
            fields.append(deepcopy(each))

    def _value(self, type_: Any) -> Any:
        first = type_[0] if isinstance(type_, list) else type_
        return self.random.choice([value for value in _VALUES if first in _FITS and _FITS[first](value)] or [None])


@dataclass
class Judged:
    """What was registered, and where the program and the documents disagree."""

    versions: list[Fields] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    accepted: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)


@cache
def judged(graded: Graded) -> Judged:
    """Propose many schemas of a subject one after the other."""
    proposer, found = Proposer(3), Judged()
    with graded.copy() as copy:
        for _ in range(_RUNS):
            fields = proposer.next(found.versions) if found.versions else proposer.first()
            if not _judge(copy, fields, found):
                break
        return found


def _judge(copy: State, fields: Fields, found: Judged) -> bool:
    """Propose a schema. Return whether the registry is still as it should be."""
    wanted = fault_of(fields, found.versions)
    known = [essence(each) for each in found.versions]
    run, _ = register(copy, fields, SUBJECT)
    rows = registered(copy, SUBJECT)
    if essence(fields) in known:
        place = known.index(essence(fields))
        line, right = f"{SUBJECT} version={place + 1} number={found.numbers[place]}", found.versions
    elif wanted:
        line, right = "", found.versions
        found.refused += 1
    else:
        line, right = (
            f"{SUBJECT} version={len(known) + 1} number={rows[-1][0] if rows else 0}",
            [*found.versions, fields],
        )
        found.accepted += 1
    as_it_is = [essence(each) for _, each in rows] == [essence(each) for each in right]
    if not as_it_is or run.exit_code != (0 if line else 1) or (line and last_line(run) != line):
        found.faults.append(
            f"{json.dumps(fields)} after {json.dumps(found.versions[-4:])} should be "
            f"{'refused, since ' + wanted if not line else repr(line)}, but ended with {run.exit_code} and "
            f"{last_line(run) or run.last_line!r}, and the subject has {len(rows)} versions instead of {len(right)}"
        )
    if as_it_is:
        found.versions, found.numbers = right, [number for number, _ in rows]
    return as_it_is
