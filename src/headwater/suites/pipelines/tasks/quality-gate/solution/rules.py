"""Apply the rules in docs/rules.md."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Any, NamedTuple

NO_IDS = {"", "null", "none", "undefined"}
AHEAD = timedelta(minutes=5)
LEAST_USUAL = 3
TYPES: dict[str, tuple[type, ...]] = {"string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,)}
TOLERATED_PERCENT = {"identity": 0, "duplicates": 1, "schema": 0, "freshness": 5}


@dataclass(frozen=True)
class Batch:
    """A delivered batch; the contract gives the type of each field and whether it is required."""

    batch_id: int
    network: str
    hour: datetime
    declared: int
    delivered_at: datetime
    max_age: timedelta
    contract: Mapping[str, Mapping[str, Any]]


class Finding(NamedTuple):
    """The result of a rule."""

    rule: str
    status: str
    violations: int
    first_line: int


def event_id(payload: Any) -> str | None:
    """Return the event id of a line, or None if it has none."""
    said = payload.get("event_id") if isinstance(payload, dict) else None
    return said if isinstance(said, str) and said.strip().lower() not in NO_IDS else None


def is_as_agreed(payload: Any, contract: Mapping[str, Mapping[str, Any]]) -> bool:
    """Return whether a line has exactly the fields in the contract, with the right types."""
    if not isinstance(payload, dict) or not payload.keys() <= contract.keys():
        return False
    for name, field in contract.items():
        value = payload.get(name)
        if value is None:
            if field["required"]:
                return False
        elif type(value) not in TYPES[field["type"]]:  # a bool is an int for isinstance
            return False
    return True


def is_fresh(payload: Any, batch: Batch) -> bool:
    """Return whether a line's time is in the allowed range before the delivery."""
    said = payload.get("at") if isinstance(payload, dict) else None
    try:
        at = datetime.fromisoformat(said) if isinstance(said, str) else None
    except ValueError:
        return False
    if at is None or at.tzinfo is None:
        return False
    return batch.delivered_at - batch.max_age <= at <= batch.delivered_at + AHEAD


def judge(batch: Batch, lines: list[tuple[int, Any]], known: Set[str], usual: list[int]) -> list[Finding]:
    """Return the six results for a batch.

    Args:
        lines: The number and payload of each line, in order.
        known: The ids in earlier batches that count for duplicates.
        usual: The sizes of earlier batches that count for the usual size.
    """
    violating: dict[str, list[int]] = {rule: [] for rule in TOLERATED_PERCENT}
    seen: set[str] = set()
    for number, payload in lines:
        identity = event_id(payload)
        if identity is None:
            violating["identity"].append(number)
        elif identity in known or identity in seen:
            violating["duplicates"].append(number)
        else:
            seen.add(identity)
        if not is_as_agreed(payload, batch.contract):
            violating["schema"].append(number)
        if not is_fresh(payload, batch):
            violating["freshness"].append(number)
    found = []
    for rule, numbers in violating.items():
        fails = len(numbers) * 100 > TOLERATED_PERCENT[rule] * len(lines)
        found.append(Finding(rule, "fail" if fails else "pass", len(numbers), numbers[0] if numbers else 0))
    missing = abs(len(lines) - batch.declared)
    return [*found, volume(len(lines), usual), Finding("completeness", "fail" if missing else "pass", missing, 0)]


def volume(lines: int, usual: list[int]) -> Finding:
    """Compare the size of a batch with the usual size."""
    if len(usual) < LEAST_USUAL:
        return Finding("volume", "skip", 0, 0)
    middle = median(usual)
    fails = 2 * lines < middle or lines > 2 * middle
    return Finding("volume", "fail" if fails else "pass", int(fails), 0)
