"""Rows exchange values, and redundant columns of a table still agree."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from headwater.errors import UnsupportedError
from headwater.suites.discovery.building._values import Cells, exchange

SITES = ("North", "South", "East")


def table(make: Callable[[int, random.Random], Cells], rows: int = 200) -> list[Cells]:
    chosen = random.Random(7)
    return [make(number, chosen) for number in range(rows)]


def exchanged(rows: list[Cells]) -> list[Cells]:
    return exchange(rows, random.Random(1))


def column(rows: list[Cells], place: int) -> list[Any]:
    return [row[place] for row in rows]


def moved(before: list[Cells], after: list[Cells]) -> set[int]:
    """Return the positions of the columns with other cells, and check that each column keeps its set of values."""
    for place in range(len(before[0])):
        assert sorted(map(str, column(before, place))) == sorted(map(str, column(after, place)))
    return {place for place in range(len(before[0])) if column(before, place) != column(after, place)}


def test_measures_move_together_and_keys_stay() -> None:
    rows = table(lambda number, chosen: (f"T{number}", SITES[number % 3], net := chosen.random() * 90, net * 1.2))
    after = exchanged(rows)
    assert moved(rows, after) == {2, 3}
    assert all(gross == net * 1.2 for _, _, net, gross in after)


@pytest.mark.parametrize(
    "text",
    [
        lambda value: f"{value:.2f}".replace(".", ","),
        lambda value: f"{value:,.2f}",
        lambda value: f"{value * 10:.1f} %",
        lambda value: str(round(value * value / 100)),
    ],
)
def test_numbers_that_are_texts_move(text: Callable[[float], str]) -> None:
    rows = table(lambda number, chosen: (f"T{number}", text(1000 + chosen.random() * 5000)))
    assert moved(rows, exchanged(rows)) == {1}


@pytest.mark.parametrize(
    "key",
    [
        lambda number, _: 1990 + number % 30,
        lambda number, _: 500 + number,
        lambda number, _: f"{number * 7:05d}",
        lambda _, chosen: chosen.randrange(24),
        lambda _, chosen: chosen.choice((True, False)),
    ],
    ids=["year", "running number", "code", "hour", "flag"],
)
def test_numbers_that_are_keys_stay(key: Callable[[int, random.Random], Any]) -> None:
    rows = table(lambda number, chosen: (f"T{number}", key(number, chosen), chosen.random()))
    assert moved(rows, exchanged(rows)) == {2}


def test_columns_that_another_determines_stay() -> None:
    size = {site: 10.5 + number for number, site in enumerate(SITES)}
    rows = table(lambda number, chosen: (f"T{number}", site := SITES[number % 3], size[site], chosen.random()))
    assert moved(rows, exchanged(rows)) == {3}


def test_cumulative_readings_stay() -> None:
    rows = table(
        lambda number, chosen: (SITES[number % 3], number // 3, 40.0 * number + chosen.random(), chosen.random())
    )
    assert moved(rows, exchanged(rows)) == {3}


def test_two_dates_move_with_their_duration() -> None:
    def stay(number: int, chosen: random.Random) -> Cells:
        days = chosen.randrange(1, 300)
        start = date(2023, 1, 1) + timedelta(days=chosen.randrange(300))
        return (f"P{number}", start.isoformat(), (start + timedelta(days=days)).isoformat(), days)

    before = table(stay)
    after = exchanged(before)
    assert moved(before, after) == {1, 2, 3}
    assert all(date.fromisoformat(end) - date.fromisoformat(start) == timedelta(days) for _, start, end, days in after)


def test_flags_still_agree_with_their_thresholds() -> None:
    def visit(number: int, chosen: random.Random) -> Cells:
        minutes = chosen.randrange(1, 400)
        return (f"P{number}", "late" if minutes > 240 else "in time", minutes)

    before = table(visit)
    after = exchanged(before)
    assert moved(before, after) == {2}
    assert all((minutes > 240) is (flag == "late") for _, flag, minutes in after)


def test_signs_gaps_and_marks_stay_where_they_are() -> None:
    choices: tuple[Callable[[random.Random], Any], ...] = (
        lambda chosen: round(chosen.random() * 100, 2),
        lambda chosen: -round(chosen.random() * 100, 2),
        lambda _: None,
    )
    rows = table(lambda number, chosen: (f"T{number}", choices[number % 3](chosen)))
    after = exchanged(rows)
    assert moved(rows, after) == {1}
    for (_, old), (_, new) in zip(rows, after, strict=True):
        assert (old is None) is (new is None)
        assert old is None or (old < 0) is (new < 0)


def test_equal_rows_stay_equal() -> None:
    once = table(lambda number, chosen: (f"T{number}", chosen.random()))
    after = exchanged([*once, *once])
    assert after[: len(once)] == after[len(once) :]


def test_an_integer_that_makes_rows_unique_stays() -> None:
    rows = [(day, meter * 37, value / 7) for day in ("Mon", "Tue", "Wed") for meter in range(40) for value in (meter,)]
    mixed = [(day, meter, random.Random(f"{day}{meter}").random()) for day, meter, _ in rows]
    assert moved(mixed, exchanged(mixed)) == {2}


@pytest.mark.parametrize("rows", [[("a", "b"), ("c", "d")], [("a", 1), ("b",)], []], ids=["texts", "ragged", "none"])
def test_rows_without_values_are_refused(rows: list[Cells]) -> None:
    with pytest.raises(UnsupportedError, match="it has no values that rows can exchange"):
        exchanged(rows)
