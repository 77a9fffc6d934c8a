"""Robustness checks: answers are correct after late events, erasures, merges and repeated deployments."""

from __future__ import annotations

from _questions import Parameters, insert, wrong_in

from headwater.grading import Graded, Result, expect, robust

_OF_PEOPLE: list[tuple[str, Parameters]] = [
    ("user_history", {"user": "501"}),
    ("lesson", {"slug": "food-1", "day": "2025-01-12"}),
]
_OF_DAYS: list[tuple[str, Parameters]] = [
    ("purchases", {"day": "2025-01-08"}),
    ("hours", {"day": "2025-01-08"}),
    ("conversion", {"monday": "2025-01-06"}),
]
_OF_501 = (
    ("2025-01-08 08:00:00", 501, "signup", 0, None),
    ("2025-01-08 09:00:00", 501, "purchase", 0, 777),
    ("2025-01-08 10:00:00", 501, "lesson_completed", 3, None),
)


@robust(demand="docs/runbook.md#no network for weeks")
def late_events_count(graded: Graded) -> Result:
    """Events that arrive months late are included in all answers for their day."""
    with graded.copy() as copy:
        for number in range(3):
            insert(copy, *_OF_501, (f"2025-01-08 1{number}:30:00", 502, "Purchase", 0, 99))
        fault = wrong_in(graded, copy, _OF_DAYS)
    return expect(not fault, fault or "all answers about January are right")


@robust(demand="docs/runbook.md#erasing")
def erased_people_are_in_no_answer(graded: Graded) -> Result:
    """After erase.py has run twice, no history or sum includes the erased person, but later events count again."""
    with graded.copy() as copy:
        insert(copy, *_OF_501)
        codes = [copy.run("python3 erase.py 501", timeout_sec=60).exit_code for _ in range(2)]
        event_count = copy.clickhouse.scalar("select count() from app.events where user_id = 501")
        fault = wrong_in(graded, copy, [*_OF_PEOPLE, *_OF_DAYS[:2]])
        insert(copy, _OF_501[1])
        fault = fault or wrong_in(graded, copy, _OF_PEOPLE[:1])
    return expect(
        codes == [0, 0] and event_count == 0 and not fault,
        f"erase.py exited with {codes}, {event_count} events are left; {fault or 'all answers are right'}",
    )


@robust(demand="docs/runbook.md#deploying")
def deployments_and_merges_change_no_answer(graded: Graded) -> Result:
    """The answers are correct after two deployments with events in between, and after merging all parts."""
    tables = """
        select database, name from system.tables
        where engine like '%MergeTree' and database not in ('system', 'information_schema', 'INFORMATION_SCHEMA')
    """
    with graded.copy() as copy:
        codes = [copy.run().exit_code]
        insert(copy, *_OF_501)
        codes.append(copy.run().exit_code)
        for database, name in copy.clickhouse.query(tables):
            copy.clickhouse.execute(f"optimize table `{database}`.`{name}` final")
        fault = wrong_in(graded, copy, [*_OF_PEOPLE[:1], *_OF_DAYS[:2]])
    return expect(codes == [0, 0] and not fault, f"apply.py exited with {codes}; {fault or 'all answers are right'}")
