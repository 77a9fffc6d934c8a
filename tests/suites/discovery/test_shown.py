"""Answers in the output of a program."""

from __future__ import annotations

import pytest

from headwater.suites.discovery.scoring import shows_answer


@pytest.mark.parametrize(
    ("output", "gold", "guidelines"),
    [
        ("There are 12 boats.\n", "12", ""),
        ("O    106\nA     93\nName: type, dtype: int64", "106; 93", ""),
        ("A     93\nO    106", "106; 93", ""),
        ("('Chevella', 'Chelvella', 94)", "Chevella; Chelvella; 94", ""),
        ("rate: 0.38124", "38%", "An integer percentage."),
        ("rate: 38.12", "38%", "An integer percentage."),
        ("rate: 38.12 %", "38%", "An integer percentage."),
        ("total 1,234,567.8912", "1234567.89", "Round to 2 decimal places."),
        ("cost 12.5", "$12.50", "Round to 2 decimal places."),
        ("(3,5)", "3; 5", ""),
        ("the state of Andhra Pradesh", "andhra pradesh", ""),
    ],
)
def test_an_answer_is_found_among_other_words(output: str, gold: str, guidelines: str) -> None:
    assert shows_answer(output, gold, guidelines)


@pytest.mark.parametrize(
    ("output", "gold", "guidelines"),
    [
        ("", "12", ""),
        ("There are 120 boats.", "12", ""),
        ("There are 13 boats.", "12", ""),
        ("106", "106; 106", ""),
        ("93", "106; 93", ""),
        ("€38.12", "38%", "An integer percentage."),
        ("total 1234567.90", "1234567.89", "Round to 2 decimal places."),
        ("Andhra\nPradesh", "Andhra Pradesh", ""),
    ],
)
def test_a_missing_answer_is_not_found(output: str, gold: str, guidelines: str) -> None:
    assert not shows_answer(output, gold, guidelines)
