"""Performant: broken messages do not make the consumer slower for the good ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _scans import DEAD, scan, send

from headwater.grading import Completed, Graded, Result, State, expect, performant

MANY, BROKEN_EVERY = 20_000, 400
FLOOD = 6_000


@dataclass(frozen=True)
class Run:
    """One run, and what it made: inserts of the consumer's user, scans and letters."""

    completed: Completed
    inserts: int
    rows: int
    letters: int


@dataclass(frozen=True)
class Runs:
    """A run over many messages, one over none, one over broken ones only."""

    many: Run
    none: Run
    flood: Run


def _counted(state: State) -> tuple[int, int, int]:
    inserts = "select sum(ProfileEvents['InsertQuery']) from system.user_processes where user = 'app'"
    rows = "select count() from shop.parcel_scans final where startsWith(scan_id, 'NEW-')"
    letters = len(state.kafka.messages(DEAD))
    return int(state.clickhouse.scalar(inserts) or 0), int(state.clickhouse.scalar(rows) or 0), letters


def _measured(state: State) -> Run:
    before = _counted(state)
    completed = state.run()
    return Run(completed, *(after - earlier for after, earlier in zip(_counted(state), before, strict=True)))


def _measure(state: State) -> Runs:
    send(state, (scan(n)[: -3 if n % BROKEN_EVERY == 7 else None] for n in range(MANY)))
    many, none = _measured(state), _measured(state)
    send(state, (scan(n, scanned_at="0000-00-00") for n in range(FLOOD)))
    return Runs(many, none, _measured(state))


@cache
def _runs(graded: Graded) -> Runs:
    with graded.copy() as copy:
        return _measure(copy)


@cache
def _reference_runs(graded: Graded) -> Runs:
    with graded.reference_copy() as reference:
        return _measure(reference)


@performant(demand="docs/dead-letters.md#takes no others along")
def broken_messages_do_not_split_inserts(graded: Graded) -> Result:
    """Twenty thousand messages, fifty of them broken, take no more than two hundred inserts."""
    many, broken = _runs(graded).many, MANY // BROKEN_EVERY
    return expect(
        many.rows == MANY - broken and many.letters == broken and many.inserts <= MANY / 100,
        f"{many.inserts} inserts for {many.rows} of {MANY - broken} scans and {many.letters} of {broken} letters",
    )


@performant(demand="README.md#runs")
def a_run_without_news_does_nothing(graded: Graded) -> Result:
    """Without new messages nothing is inserted and nothing is put aside again."""
    none = _runs(graded).none
    return expect(
        none.completed.exit_code == 0 and none.inserts == 0 and none.letters == 0,
        f"a run without news ended with {none.completed.exit_code}: {none.inserts} inserts, {none.letters} letters",
    )


@performant(demand="docs/dead-letters.md#waited for once a batch")
def a_flood_of_broken_messages_is_put_aside(graded: Graded) -> Result:
    """Thousands of broken messages in a row take five times what they take the reference, and five seconds."""
    flood, limit = _runs(graded).flood, 5 * _reference_runs(graded).flood.completed.seconds + 5
    return expect(
        flood.completed.exit_code == 0 and flood.letters == FLOOD and flood.completed.seconds <= limit,
        f"the run ended with {flood.completed.exit_code} after {flood.completed.seconds:.1f} s, of {limit:.1f} s, "
        f"with {flood.letters} of {FLOOD} letters",
    )
