"""Robustness checks: unreachable databases, refused values, crashed runs and replayed dead letters."""

from __future__ import annotations

import json

from _scans import (
    CLICKHOUSE_UNREACHABLE,
    DEAD,
    GROUP,
    TOPIC,
    Truth,
    describe_errors,
    ended_right,
    scan,
    send,
    set_back,
    truth,
)

from headwater.grading import Graded, Result, expect, robust


@robust(demand="docs/dead-letters.md#what-is-a-letter")
def an_outage_makes_no_letters(graded: Graded) -> Result:
    """If ClickHouse is unreachable, a run fails and dead-letters no valid messages; the next run stores them."""
    with graded.copy() as copy:
        before = copy.kafka.committed(GROUP, TOPIC)
        send(copy, [scan(number) for number in range(30)])
        completed = copy.run(env=CLICKHOUSE_UNREACHABLE)
        moved = copy.kafka.committed(GROUP, TOPIC) != before
        copy.run()
        fault = describe_errors(copy, truth(graded, copy.kafka))
    message = f"without ClickHouse the run exited with {completed.exit_code}, offsets {'moved' if moved else 'kept'}"
    return expect(
        completed.exit_code not in (0, 124) and not moved and not fault, f"{message}; then {fault or 'all is right'}"
    )


@robust(demand="docs/parcel-scans.md#cannot be stored as it was sent is broken")
def what_the_column_cannot_hold_is_a_letter(graded: Graded) -> Result:
    """Messages with a weight or time out of range for the column are dead-lettered, and their neighbours are stored."""
    odd = [
        scan(1, weight_g=1 << 32),
        scan(2, weight_g=-5),
        scan(3, scanned_at="2150-01-01T00:00:00Z"),
        scan(4, scanned_at="1969-07-20T20:17:00Z"),
        scan(5, parcel=4711),
        scan(6, weight_g=10**40),
    ]
    with graded.copy() as copy:
        send(copy, [payload for number, bad in enumerate(odd) for payload in (scan(100 + number), bad)])
        completed = copy.run()
        return ended_right(completed, describe_errors(copy, truth(graded, copy.kafka)), f"after {len(odd)} odd values")


@robust(demand="docs/parcel-scans.md#Everything else is a broken message")
def poison_is_a_letter(graded: Graded) -> Result:
    """Messages that make parsers or drivers fail are dead-lettered."""
    poison = [
        b"[" * 100_000,
        scan(1).replace(b"NEW-000001", rb"\ud800"),
        scan(2).replace(b"302", b"1e999"),
        scan(3).replace(b"303", b"NaN"),
        scan(4, carrier=["BRV"]),
        scan(5, scanned_at=None),
        scan(6, recipient={"name": "Marit"}),
        b"null",
        b"\x00",
    ]
    with graded.copy() as copy:
        send(copy, [payload for number, bad in enumerate(poison) for payload in (bad, scan(100 + number))])
        completed = copy.run()
        return ended_right(
            completed, describe_errors(copy, truth(graded, copy.kafka)), f"after {len(poison)} poisonous messages"
        )


@robust(demand="docs/dead-letters.md#nothing-is-lost")
def a_crash_loses_nothing(graded: Graded) -> Result:
    """If a run crashes before its commit, the next one repeats its work; no scan or dead letter is lost or wrong."""
    with graded.copy() as copy:
        set_back(copy)
        completed = copy.run()
        at_end = copy.kafka.committed(GROUP, TOPIC) == truth(graded).ends
        fault = describe_errors(copy, truth(graded)) or ("" if at_end else "the group is not at the end")
        return ended_right(completed, fault, "with the group set back")


@robust(demand="tools/replay.py")
def letters_can_be_sent_again(graded: Graded) -> Result:
    """After a new carrier is added, its replayed dead letters are stored; broken ones are dead-lettered again."""
    with graded.copy() as copy:
        carriers = json.loads(graded.workspace.shipped_text("carriers.json") or "{}") | {"OPL": "Opal Couriers"}
        copy.write("carriers.json", json.dumps(carriers))
        replayed = copy.run(f"python3 tools/replay.py {DEAD}")
        completed = copy.run()
        after = truth(graded, copy.kafka, OPL="Opal Couriers")
        first = truth(graded).broken
        fault = describe_errors(copy, Truth(after.rows, first | after.broken, after.ends))
    opal = sum(row[2] == "Opal Couriers" for row in after.rows.values())
    return ended_right(
        completed, fault, f"{replayed.last_line or 'nothing replayed'}; {opal} scans of the new carrier;"
    )
