"""Functional checks: answers include a person's history, a day's purchases and a new event."""

from __future__ import annotations

from _questions import ask, describe_errors, insert

from headwater.grading import Graded, Result, expect, functional


@functional(demand="docs/questions.md#questions")
def the_history_of_a_person_is_right(graded: Graded) -> Result:
    """The history shows the latest events of two people."""
    fault = describe_errors(graded, "user_history")
    return expect(not fault, fault or "two histories are right")


@functional(demand="docs/questions.md#questions")
def purchases_of_a_day_are_right(graded: Graded) -> Result:
    """The number of purchases and the cents per country match the events."""
    fault = describe_errors(graded, "purchases")
    return expect(not fault, fault or "the purchases of two days are right")


@functional(demand="prompt#at once")
def a_new_event_shows_at_once(graded: Graded) -> Result:
    """The next answer includes a newly inserted event."""
    with graded.copy() as copy:
        insert(copy, ("2025-03-31 09:00:00", 4711, "purchase", 0, 1234))
        answer = ask(copy, "user_history", {"user": "4711"})
    expected = ("2025-03-31 09:00:00", "purchase", "1234")
    return expect(answer.rows[:1] == [expected], f"the latest event is {answer.rows[:1]} instead of {expected}")
