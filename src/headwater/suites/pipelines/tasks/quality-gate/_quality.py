"""Compute the expected results from a state's lines and older results, and deliver new batches."""

from __future__ import annotations

import json
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from headwater.grading import Completed, Graded, State

RELEASE = datetime(2026, 3, 9, 6, tzinfo=UTC)
NEW = 90_000
"""The lowest batch number of the checks' own batches."""

RULES = ("identity", "duplicates", "schema", "freshness", "volume", "completeness")
WEEK = timedelta(days=7)
_PERCENT = {"identity": 0, "duplicates": 1, "schema": 0, "freshness": 5}
_TYPES = {"string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,)}

Results = dict[int, dict[str, tuple[str, int, int, int]]]
"""Status, violations, lines and first line, by batch and rule."""

_BATCHES = """
    select batch_id, network, hour, declared_lines, delivered_at, max_age_hours, (
        select fields from feeds.contracts c where c.network = b.network and valid_from <= hour
        order by valid_from desc limit 1
    )
    from feeds.batches b join feeds.networks using (network)
    where delivered_at is not null order by delivered_at, batch_id
"""
_LINES = """
    select batch_id, line, payload::text from feeds.events join feeds.batches using (batch_id)
    where delivered_at >= '2026-03-02' and {} order by batch_id, line
"""
_RESULTS = """
    select batch_id, toString(rule), toString(status), violations, lines, first_line
    from quality.results order by batch_id, rule
"""


def stored_results(state: State | Graded) -> tuple[Results, int]:
    """Return the results in a state, and the number of surplus rows for the same batch and rule."""
    results: Results = defaultdict(dict)
    rows = state.clickhouse.query(_RESULTS)
    for batch, rule, *found in rows:
        results[batch][rule] = tuple(found)
    return results, len(rows) - sum(len(each) for each in results.values())


def _identity(payload: Any) -> str | None:
    value = payload.get("event_id") if isinstance(payload, dict) else None
    return value if isinstance(value, str) and value.strip().lower() not in ("", "null", "none", "undefined") else None


def _is_as_agreed(payload: Any, fields: dict[str, Any]) -> bool:
    if not isinstance(payload, dict) or set(payload) - set(fields):
        return False
    return all(
        not field["required"] if payload.get(name) is None else type(payload[name]) in _TYPES[field["type"]]
        for name, field in fields.items()
    )


def _is_fresh(payload: Any, delivered: datetime, hours: int) -> bool:
    try:
        at = datetime.fromisoformat(payload["at"])
        return delivered - timedelta(hours=hours) <= at <= delivered + timedelta(minutes=5)
    except (TypeError, ValueError, KeyError):  # comparing a time without an offset raises TypeError
        return False


def _median(sizes: list[int]) -> float:
    ordered = sorted(sizes)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


Lines = dict[int, list[tuple[int, Any]]]


def _lines(state: State | Graded, batches: str) -> Lines:
    found: Lines = defaultdict(list)
    for batch, number, text in state.postgres.query(_LINES.format(batches)):
        found[batch].append((number, json.loads(text)))
    return found


@cache
def _shipped(graded: Graded) -> Lines:
    return _lines(graded.starting, f"batch_id < {NEW}")


def truth(graded: Graded, state: State | Graded) -> Results:
    """Compute the results for all batches since the release, based on the stored results for older batches."""
    contents = _shipped(graded) | _lines(state, f"batch_id >= {NEW}")
    results: Results = {}
    accepted: dict[str, list[tuple[datetime, int]]] = defaultdict(list)
    seen: dict[tuple[str, str], datetime] = {}
    for batch, network, hour, declared, delivered, hours, fields in state.postgres.query(_BATCHES):
        lines = contents.get(batch, [])
        size, since = len(lines), delivered - WEEK
        own = {identity for _, payload in lines if (identity := _identity(payload))}
        if delivered < RELEASE:
            found = results_before_release(graded)[batch]
        else:
            known = {each for each in own if seen.get((network, each), since) > since}
            usual = [
                then_lines
                for then, then_lines in accepted[network]
                if hour - WEEK <= then < hour and (hour - then) % timedelta(days=1) == timedelta()
            ]
            odd = len(usual) >= 3 and not _median(usual) <= 2 * size <= 4 * _median(usual)
            found = results[batch] = _by_line(lines, known, fields, delivered, hours)
            found["volume"] = ("skip" if len(usual) < 3 else _status(odd), int(odd), size, 0)
            found["completeness"] = (_status(size != declared), abs(size - declared), size, 0)
        if all(each[0] != "fail" for each in found.values()):
            accepted[network].append((hour, found["volume"][2]))
            seen |= {(network, identity): delivered for identity in own}
    return results


def _by_line(
    lines: list[tuple[int, Any]], known: set[str], fields: dict[str, Any], delivered: datetime, hours: int
) -> dict[str, tuple[str, int, int, int]]:
    violating: dict[str, list[int]] = {rule: [] for rule in _PERCENT}
    seen = set(known)
    for number, payload in lines:
        identity = _identity(payload)
        violating["identity"] += [] if identity else [number]
        violating["duplicates"] += [number] if identity in seen else []
        seen |= {identity} if identity else set()
        violating["schema"] += [] if _is_as_agreed(payload, fields) else [number]
        violating["freshness"] += [] if _is_fresh(payload, delivered, hours) else [number]
    return {
        rule: (_status(100 * len(each) > _PERCENT[rule] * len(lines)), len(each), len(lines), each[0] if each else 0)
        for rule, each in violating.items()
    }


def _status(fails: bool) -> str:
    return "fail" if fails else "pass"


@cache
def results_before_release(graded: Graded) -> Results:
    """Return the results for batches from before the release, which must not change."""
    since = {
        batch
        for batch, delivered in graded.starting.postgres.query("select batch_id, delivered_at from feeds.batches")
        if delivered >= RELEASE
    }
    return {batch: found for batch, found in stored_results(graded.starting)[0].items() if batch not in since}


@cache
def expected_results(graded: Graded) -> Results:
    """Return the expected results for the batches since the release."""
    return truth(graded, graded.starting)


@cache
def final_results(graded: Graded) -> Results:
    """Return the results in the agent's final state."""
    return stored_results(graded)[0]


def accepted_batches(results: Results) -> set[int]:
    """Return the batches that the loader accepts."""
    return {batch for batch, found in results.items() if all(each[0] != "fail" for each in found.values())}


def difference(found: Results, expected: Results, *rules: str) -> str:
    """Describe how the results for some or all rules differ; return an empty string if they agree."""
    wrong = [
        (batch, rule)
        for batch, results in expected.items()
        for rule in rules or RULES
        if found.get(batch, {}).get(rule) != results[rule]
    ]
    if not wrong:
        return ""
    batch, rule = wrong[0]
    actual = found.get(batch, {}).get(rule, "no result")
    return f"{len(wrong)} results differ, as {rule} of batch {batch}: {actual}, not {expected[batch][rule]}"


def lines(network: str, hour: str, count: int, start: int = 0, **other: Any) -> list[Any]:
    """Return valid lines for an hour, with ids composed of the network, the hour and a number."""
    return [
        {
            "event_id": f"new-{network}-{hour}-{number}",
            "at": f"{hour[:10]}T{hour[11:13]}:{number % 60:02}:07.25+00:00",
            "kind": "click",
            "campaign": 4000 + number,
            **({"cost": number + 0.5} if network == "pinewave" else {"cost_micros": number}),
            **({"foreground": True} if network == "mobira" else {}),
            **other,
        }
        for number in range(start, start + count)
    ]


def deliver(
    state: State, batch: int, network: str, hour: str, delivered: str, content: list[Any], declared: int = -1
) -> None:
    """Insert a batch; a batch without a delivery time is still incomplete."""
    moment = f"'{delivered}'" if delivered else "null"
    count = len(content) if declared < 0 else declared
    values = ", ".join(
        f"({batch}, {number}, $line${json.dumps(payload)}$line$)" for number, payload in enumerate(content, 1)
    )
    state.postgres.execute(
        f"insert into feeds.batches values ({batch}, '{network}', '{hour}', {count}, {moment});"
        f"insert into feeds.events values {values};"
    )


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    tail = f" ({completed.last_line[:160]})" if completed.exit_code not in (0, 2) else ""
    return f"the run exited with {completed.exit_code}{tail}"
