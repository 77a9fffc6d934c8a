"""Correctness checks: each answer is the same as before."""

from __future__ import annotations

from _questions import describe_errors, insert, wrong_in

from headwater.grading import Graded, Result, correct, expect


@correct(demand="docs/questions.md#questions")
def hours_are_those_of_warsaw(graded: Graded) -> Result:
    """The number of events per hour in Warsaw is right on the day of the DST change."""
    fault = describe_errors(graded, "hours")
    return expect(not fault, fault or "the hours of that day are right")


@correct(demand="docs/questions.md#lessons")
def learners_of_a_lesson_are_right(graded: Graded) -> Result:
    """The numbers of learners and completions for a lesson cover all languages and 28 days."""
    fault = describe_errors(graded, "lesson")
    return expect(not fault, fault or "the learners are right")


@correct(demand="docs/questions.md#questions")
def conversion_is_right(graded: Graded) -> Result:
    """The numbers of signups in a week, and of buyers among them, are right."""
    fault = describe_errors(graded, "conversion")
    return expect(not fault, fault or "the conversion is right")


@correct(demand="docs/questions.md#questions")
def edges_are_where_they_were(graded: Graded) -> Result:
    """Events at midnight in Warsaw, on the last of 28 days, and 168 hours after a signup count as before."""
    with graded.copy() as copy:
        insert(
            copy,
            ("2025-03-29 22:59:59", 90001, "purchase", 0, 1),
            ("2025-03-29 23:00:00", 90002, "purchase", 0, 2),
            ("2025-03-30 21:59:59", 90003, "purchase", 0, 4),
            ("2025-03-30 22:00:00", 90004, "purchase", 0, 8),
            ("2025-03-30 21:59:59", 90005, "signup", 0, None),
            ("2025-04-06 21:59:58", 90005, "purchase", 0, 499),
            ("2025-03-24 05:00:00", 90006, "signup", 0, None),
            ("2025-03-31 05:00:00", 90006, "purchase", 0, 499),
            ("2025-03-23 23:00:00", 90007, "signup", 0, None),
            ("2025-03-23 23:00:00", 90007, "purchase", 0, 499),
            ("2025-02-28 22:59:59", 90008, "lesson_completed", 3, None),
            ("2025-02-28 23:00:00", 90009, "lesson_completed", 83, None),
            ("2025-03-28 22:59:59", 90010, "lesson_completed", 163, None),
            ("2025-03-28 23:00:00", 90011, "lesson_completed", 3, None),
        )
        questions = [
            *(("purchases", {"day": f"2025-03-{day}"}) for day in (29, 30)),
            ("conversion", {"monday": "2025-03-24"}),
            ("lesson", {"slug": "food-1", "day": "2025-03-28"}),
        ]
        fault = wrong_in(graded, copy, questions)
    return expect(not fault, fault or f"{len(questions)} answers are right")


@correct(demand="docs/questions.md#types-of-events")
def old_spellings_are_the_same_type(graded: Graded) -> Result:
    """Capitalized event types from old phones are counted with the others, including those in new events."""
    with graded.copy() as copy:
        insert(
            copy,
            ("2025-03-11 12:00:00", 4712, "Purchase", 0, 5000),
            ("2025-03-11 12:00:00", 90020, "Signup", 0, None),
            ("2025-03-11 13:00:00", 90020, "Purchase", 0, 700),
            ("2025-03-11 14:00:00", 90020, "Lesson_completed", 3, None),
        )
        questions = [
            ("user_history", {"user": "90020"}),
            ("purchases", {"day": "2025-03-11"}),
            ("lesson", {"slug": "food-1", "day": "2025-03-12"}),
            ("conversion", {"monday": "2025-03-10"}),
        ]
        fault = wrong_in(graded, copy, questions)
    return expect(not fault, fault or f"{len(questions)} answers are right")
