"""Faults of drafts."""

from __future__ import annotations

import pytest
from tests.suites.discovery.questions.anchored import anchor

from headwater.suites.discovery.anchors import Anchor
from headwater.suites.discovery.questions import Draft, lint

FILTERED = anchor("t[(t.coast == 'north') & (t.depth > 2.5)].height.mean()")


def draft(
    question: str,
    guidelines: str = "A single number, rounded to 2 decimals.",
    answer: str = "12.35",
    of: Anchor = FILTERED,
) -> Draft:
    return Draft(anchor=of, question=question, guidelines=guidelines, answer=answer, writer="test")


GOOD = "How high is the water on the north coast, on average, where depth is over 2.5?"


def test_a_good_draft_has_no_faults() -> None:
    assert lint(draft(GOOD)) == []


@pytest.mark.parametrize(
    "words", ["In tide_gauges: ", "In the tide gauges: ", "See heights_2024.csv: ", "Of the Heights 2024, "]
)
def test_a_name_that_reveals_a_file_is_found(words: str) -> None:
    (problem,) = lint(draft(f"{words}{GOOD}"))
    assert problem.endswith("which gives tide_gauges/heights_2024.csv away")


@pytest.mark.parametrize(
    ("guidelines", "answer", "problem"),
    [
        ("", "12.35", "has no guidelines"),
        ("A number with 2 decimals, or an integer.", "12.35", "has guidelines that leave a choice"),
        ("A single number.", "12.35", "does not say to how many decimals"),
        ("A number, rounded to 1 decimal.", "12.35", "has an answer of 2 decimals, and guidelines that ask for 1"),
        ("A number, rounded to 2 decimals.", "12.34", "has the answer 12.34, and its slice gives 12.3456"),
    ],
)
def test_guidelines_must_ask_for_one_form(guidelines: str, answer: str, problem: str) -> None:
    assert any(line.startswith(problem) for line in lint(draft(GOOD, guidelines, answer)))


def test_two_questions_in_one_draft_are_a_fault() -> None:
    assert lint(draft(f"{GOOD} And why?")) == ["asks more than one question"]


def test_each_filter_has_to_be_in_the_words() -> None:
    assert lint(draft("How high is the water on the coast, on average, where depth is over 2.5?")) == [
        "does not say 'north', by which the slice filters"
    ]
    assert lint(draft("How high is the water on the north coast, on average, where depth is over 2?")) == [
        "does not say '2.5', by which the slice filters",
        "says '2', which no step of the slice has",
    ]


def test_labels_and_conditions_of_sql_are_filters_too() -> None:
    grouped = anchor("t.groupby('coast').height.max().loc['south']")
    assert lint(draft("What is the highest water?", of=grouped)) == ["does not say 'south', by which the slice filters"]
    query = "select avg(height) from '/data/tide_gauges/heights_2024.csv' where port = 'Alba' and day < 12"
    queried = anchor(f'duckdb.sql("{query}").fetchall()[0][0]', read="import duckdb")
    assert lint(draft("What is the mean height in Alba?", of=queried)) == [
        "does not say '12', by which the slice filters"
    ]


def test_values_that_the_slice_lacks_are_a_fault() -> None:
    assert lint(draft(f"Above 7 m: {GOOD}")) == ["says '7', which no step of the slice has"]
    assert lint(draft(f'Without "storm days": {GOOD}')) == ["says 'storm days', which no step of the slice has"]
    assert lint(draft(f"In 2024: {GOOD}")) == []  # the file shows which year it covers
