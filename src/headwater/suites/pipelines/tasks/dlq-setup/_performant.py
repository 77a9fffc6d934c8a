"""Performance checks: valid messages are inserted in batches, and broken ones are sent in batches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _batches import batches
from _scans import DEAD, scan, send

from headwater.grading import Completed, Graded, Result, State, expect, performant

MANY, BROKEN_EVERY = 20_000, 400
FLOOD = 6_000


@dataclass(frozen=True)
class Run:
    """A run, and its numbers of inserts, stored scans, dead letters, and record batches with dead letters."""

    completed: Completed
    inserts: int
    rows: int
    letters: int
    batches: int


@dataclass(frozen=True)
class Runs:
    """A run with many messages, one with none, and one with only broken messages."""

    many: Run
    none: Run
    flood: Run


def _write_counts(state: State) -> tuple[int, int, int, int]:
    inserts = "select sum(ProfileEvents['InsertQuery']) from system.user_processes where user = 'app'"
    rows = "select count() from shop.parcel_scans final where startsWith(scan_id, 'NEW-')"
    inserts_made, stored = (int(state.clickhouse.scalar(sql) or 0) for sql in (inserts, rows))
    return inserts_made, stored, len(state.kafka.messages(DEAD)), batches(state, DEAD)


def _measure_run(state: State) -> Run:
    before = _write_counts(state)
    completed = state.run()
    return Run(completed, *(after - earlier for after, earlier in zip(_write_counts(state), before, strict=True)))


def _measure(state: State) -> Runs:
    send(state, (scan(n)[: -3 if n % BROKEN_EVERY == 7 else None] for n in range(MANY)))
    many, none = _measure_run(state), _measure_run(state)
    send(state, (scan(n, scanned_at="0000-00-00") for n in range(FLOOD)))
    return Runs(many, none, _measure_run(state))


@cache
def _runs(graded: Graded) -> Runs:
    with graded.copy() as copy:
        return _measure(copy)


@performant(demand="docs/dead-letters.md#takes no others along")
def broken_messages_do_not_split_inserts(graded: Graded) -> Result:
    """Twenty thousand messages, fifty of them broken, are stored with at most two hundred inserts."""
    many, broken = _runs(graded).many, MANY // BROKEN_EVERY
    return expect(
        many.rows == MANY - broken and many.letters == broken and many.inserts <= MANY / 100,
        f"{many.inserts} inserts for {many.rows} of {MANY - broken} scans; {many.letters} of {broken} dead letters",
    )


@performant(demand="README.md#runs")
def a_run_without_news_does_nothing(graded: Graded) -> Result:
    """Without new messages, a run inserts nothing and sends no dead letters."""
    none = _runs(graded).none
    return expect(
        none.completed.exit_code == 0 and none.inserts == 0 and none.letters == 0,
        f"a run without new messages exited with {none.completed.exit_code}: "
        f"{none.inserts} inserts, {none.letters} dead letters",
    )


@performant(demand="docs/dead-letters.md#waited for once a batch")
def a_flood_of_broken_messages_is_put_aside(graded: Graded) -> Result:
    """Thousands of consecutive broken messages become dead letters, which the producer sends in batches."""
    flood = _runs(graded).flood
    return expect(
        flood.completed.exit_code == 0 and flood.letters == FLOOD and flood.batches <= FLOOD / 2,
        f"the run exited with {flood.completed.exit_code}, "
        f"with {flood.letters} of {FLOOD} dead letters, which were sent "
        f"in {flood.batches} batches",
    )
