"""The strict comparison: what the guidelines fix, and what they leave open."""

from __future__ import annotations

import time

import pytest

from headwater.suites.discovery.scoring import official_match, strict_difference

TABLE = [
    ("38 %", "38%", True),
    ("0.38", "38%", True),
    ("Paris 94", "Chevella; Chelvella; 94", False),
    ("10,779", "10779", True),
    ("2019-2020", "2019 - 2020", True),
    ("a;b", "a; b", True),
    ("93; 106", "106; 93", False),
    ("4", "4.0", True),
]
"""Answers on which the official comparison is wrong, or seems to be."""


@pytest.mark.parametrize(("one", "other", "right"), TABLE)
def test_both_scores_agree_with_the_table_of_official_mistakes(one: str, other: str, right: bool) -> None:
    assert (not strict_difference(one, other, "")) is right
    assert (not strict_difference(other, one, "")) is right


def test_additional_digits_are_right_and_missing_ones_are_wrong() -> None:
    assert not strict_difference("0.3333333", "0.33", "")
    assert not strict_difference("0.3333333", "0.33", "Round to 2 decimal places.")
    assert strict_difference("0.33", "0.3333333", "") == "0.33 where the gold answer has 0.3333333"


@pytest.mark.parametrize(
    ("prediction", "gold", "guidelines", "right"),
    [
        # digits
        ("0.335", "0.33", "", True),
        ("0.3351", "0.33", "", False),
        ("0.34", "0.33", "", False),
        ("1.549", "1.5", "Round to 3 decimal places and remove trailing zeros.", False),
        ("1.5004", "1.5", "Round to 3 decimal places and remove trailing zeros.", True),
        ("$46.95", "$46.99", "Price; round the rating to one decimal place.", False),
        ("0.0207; -0.44", "0.0207; -0.44", "2 decimal places, then 4 decimal places", True),
        ("0.02; -0.44", "0.0207; -0.44", "2 decimal places, then 4 decimal places", False),
        ("0.0000001", "0.0000006511", "", False),
        ("6.511e-07", "0.0000006511", "", True),
        ("7909295105", "7909295104", "Use integers only.", False),
        ("37.9%", "38%", "Integer percentage.", True),
        ("37.4%", "38%", "Integer percentage.", False),
        ("37.6", "38", "Round to the nearest integer.", True),
        ("37.6", "38", "The number of boats, an integer.", False),
        ("2016.3", "2016", "Year as an integer; round the score.", False),
        ("294,873", "295000", "Round to the nearest thousand.", True),
        ("294,400", "295000", "Round to the nearest thousand.", False),
        ("3512345", "3500000", "Round to the nearest hundred thousand.", True),
        ("412", "400", "Round counts to the nearest 100.", True),
        ("3.4 to 4.6", "3.5 to 4.5", "Round both to the nearest 0.5.", True),
        ("45.7%", "45%", "Truncate to an integer, not rounding.", True),
        ("44.7%", "45%", "Truncate to an integer, not rounding.", False),
        ("44.7%", "45%", "Round to an integer.", True),
        # units
        ("38", "38%", "", False),
        ("0.38%", "38%", "", False),
        ("38 percent", "38%", "", True),
        ("160000", "$160,000", "", False),
        ("€160,000", "$160,000", "", False),
        ("160,000 USD", "$160,000", "", True),
        ("74,000", "74K", "", True),
        ("74", "74K", "", False),
        ("1.6 million", "1,600,000", "", True),
        ("3", "3 years", "", False),
        ("3 months", "3 years", "", False),
        ("-$5", "$-5", "", True),
        # numbers in words
        ("PS5; 53%", "PS4; 53%", "", False),
        ("TV-14", "TV-MA", "", False),
        ("4.0.3 and up", "4.0.30 and up", "", False),
        ("1998-04-01", "1998-04-02", "", False),
        ("-0.42", "0.42", "", False),
        ("\u22120.42", "-0.42", "", True),
        ("10-20", "10\u201320", "", True),
        ("> 900%", ">900%", "", True),
        ("900%", ">900%", "", False),
        # text
        ("NEW YORK", "New York", "", True),
        ("NewYork", "New York", "", False),
        ("'Bobcat'.", "Bobcat", "", True),
        ("Harlem Children\u2019s Zone", "Harlem Children's Zone", "", True),
        ("Answer: Bobcat", "Bobcat", "", False),
        ("", "Bobcat", "", False),
        # lists
        ("1; 2;", "1; 2", "", True),
        ("1, 2", "1; 2", "Separated by a semicolon.", False),
        ("1; 2; 3", "1; 2", "", False),
        ("Croatia,Denmark; 0%", "Croatia, Denmark; 0%", "Countries separated by commas; percentage", True),
        ("100,200,300", "100, 200, 300", "A comma-separated list.", True),
        ("100,200", "100200", "A comma-separated list.", True),
        ("100, 200", "100200", "", False),
        # order
        ("b; a", "a; b", "", False),
        ("b; a", "a; b", "In any order.", True),
        ("b; b", "a; b", "In any order.", False),
        ("2.6; 2.4", "2; 3", "Integers, rounded, regardless of order.", True),
        ("b, a", "a, b", "A comma-separated list; the order does not matter.", True),
    ],
)
def test_an_answer_is_compared_strictly(prediction: str, gold: str, guidelines: str, right: bool) -> None:
    difference = strict_difference(prediction, gold, guidelines)
    assert (not difference) is right, difference


def test_the_difference_names_the_item() -> None:
    assert strict_difference("a; 7", "a; 8", "") == "item 2: 7 where the gold answer has 8"
    assert strict_difference("7", "a; 8", "") == "1 item where the gold answer has 2 items"
    assert strict_difference("a; 7", "8; a", "In any order.") == "no item is 8"


def test_an_item_that_matches_two_is_assigned_to_the_one_without_alternative() -> None:
    """3.5 is within half a unit of both items, and only one assignment matches them all."""
    assert not strict_difference("3.5; 3.2", "3; 4", "Integers, rounded, in any order.")
    assert not strict_difference("3.2; 3.5", "4; 3", "Integers, rounded, in any order.")


@pytest.mark.parametrize(
    "prediction", ["9" * 20_000, "1," * 20_000, "1e999", "-" * 20_000, "a;" * 20_000, ".5" * 20_000, "٣", "$" * 20_000]
)
def test_a_hostile_answer_is_rejected_quickly(prediction: str) -> None:
    start = time.perf_counter()
    assert strict_difference(prediction, "12; 0.5", "Round to 2 decimal places.")
    official_match(prediction, "12; 0.5")
    assert time.perf_counter() - start < 5
