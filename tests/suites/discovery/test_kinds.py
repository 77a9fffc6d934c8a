"""Kinds of answers, and the difficulty of questions."""

from __future__ import annotations

import pytest
from tests.suites.discovery.small import ONE_FILE, TWO_FILES

from headwater.suites.discovery.scoring import AnswerForm, QuestionDifficulty, difficulty_of, has_form_of, kind_of


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("12", AnswerForm.INTEGER),
        ("$46,990", AnswerForm.INTEGER),
        ("0.38", AnswerForm.DECIMAL),
        ("38.5%", AnswerForm.PERCENTAGE),
        ("Bobcat", AnswerForm.TEXT),
        ("7 to 15 months", AnswerForm.TEXT),
        ("1998-04-01", AnswerForm.TEXT),
        ("1; 38%; 0.2", AnswerForm.NUMBERS),
        ("Alba; 94", AnswerForm.MIXED),
    ],
)
def test_the_kind_is_the_form_of_the_answer(answer: str, kind: AnswerForm) -> None:
    assert kind_of(answer, "") == kind


def test_a_hard_question_needs_two_files_and_more_than_thirty_lines() -> None:
    assert difficulty_of(TWO_FILES, 2) == QuestionDifficulty.HARD
    assert difficulty_of(TWO_FILES, 1) == QuestionDifficulty.OTHER
    assert difficulty_of(TWO_FILES, None) == QuestionDifficulty.UNKNOWN
    assert difficulty_of(ONE_FILE + "# no code\n\n" * 40, 2) == QuestionDifficulty.OTHER


@pytest.mark.parametrize(
    ("answer", "gold", "has_form"),
    [
        ("7", "93", True),
        ("7.5", "93", True),
        ("0.38", "38%", True),
        ("many", "93", False),
        ("42 or 43", "93", False),
        ("1; 2", "93; 106", True),
        ("1; 2; 3", "93; 106", False),
        ("93; 106", "Harbour; 106", False),
        ("Market; 7", "Harbour; 106", True),
        ("Market", "Harbour", True),
        ("9 EUR/m2", "13.22 EUR/m2", True),
        ("nine EUR/m2", "13.22 EUR/m2", False),
        ("Market; none", "Harbour; 3 ships", False),
    ],
)
def test_a_wrong_answer_can_have_the_asked_form(answer: str, gold: str, *, has_form: bool) -> None:
    assert has_form_of(answer, gold, "Answer in the form that is asked for.") is has_form
