"""Performance checks: each question reads few rows, and the tables stay small."""

from __future__ import annotations

from _questions import answers, ask, bytes_kept, describe_errors, insert

from headwater.grading import Graded, Result, expect, performant

_HISTORY, _OTHERS = 40_000, 300_000


@performant(demand="docs/runbook.md#limits")
def a_history_reads_little(graded: Graded) -> Result:
    """The history question reads at most 40,000 rows, whoever the person is."""
    read, fault = [each.read for each in answers(graded)["user_history"]], describe_errors(graded, "user_history")
    return expect(
        max(read) <= _HISTORY and not fault,
        f"histories read {read} rows, at most {_HISTORY}; {fault or 'all are right'}",
    )


@performant(demand="docs/runbook.md#limits")
def every_other_question_reads_little(graded: Graded) -> Result:
    """Each of the other questions reads at most 300,000 rows."""
    names = ("purchases", "hours", "lesson", "conversion")
    read = {name: max(each.read for each in answers(graded)[name]) for name in names}
    fault = next(filter(None, (describe_errors(graded, name) for name in names)), "")
    return expect(max(read.values()) <= _OTHERS and not fault, f"rows read: {read}; {fault or 'all are right'}")


@performant(demand="docs/runbook.md#limits")
def twice_the_space_is_enough(graded: Graded) -> Result:
    """All tables together take up at most twice the space that app.events took originally."""
    found, before = bytes_kept(graded), bytes_kept(graded.starting)
    return expect(
        0 < found <= 2 * before, f"all tables take {found >> 10} KiB; at the start app.events took {before >> 10} KiB"
    )


@performant(demand="docs/runbook.md#limits")
def other_people_and_new_events_are_as_cheap(graded: Graded) -> Result:
    """After forty inserts of events for many people, the same limits hold for other people and days."""
    questions = [("user_history", {"user": "20202"}), ("hours", {"day": "2025-02-22"})]
    with graded.copy() as copy:
        for number in range(40):
            people = [1 + (number * 97 + n * 389) % 40000 for n in range(30)]
            insert(copy, *(("2025-02-22 10:00:00", person, "app_open", 0, None) for person in people))
        found = [(name, ask(copy, name, each)) for name, each in questions]
    slow = {name: answer.read for name, answer in found if answer.read > (_HISTORY if "user" in name else _OTHERS)}
    failed = [name for name, answer in found if answer.completed.exit_code]
    return expect(
        not slow and not failed,
        f"questions that read too many rows: {slow or 'none'}; failed questions: {failed or 'none'}",
    )
