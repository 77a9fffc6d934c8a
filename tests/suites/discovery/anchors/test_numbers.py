"""Numbers in outputs, and the values that they can display."""

from __future__ import annotations

import pytest

from headwater.suites.discovery.anchors._numbers import numbers_in


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("mean 12.35 m", [12.35]),
        ("10,779 rows; -3 \u22124", [10779, -3, -4]),
        ("1.5e+06 and 2e-3", [1.5e6, 0.002]),
        ("38 % of 4%", [38, 4]),
        ("north    1.25\nsouth    3.0", [1.25, 3]),
        ("id_17 v2 3.11.4 x7", []),
        ("np.float64(2.5)", [2.5]),
        ("(3, 4) [5. 6.]", [3, 4, 5, 6]),
        ("9" * 500, []),
    ],
)
def test_numbers_in_a_text_are_found(text: str, values: list[float]) -> None:
    assert [number.value for number in numbers_in(text)] == values


@pytest.mark.parametrize(
    ("text", "value", "shows"),
    [
        ("12.35", 12.3456, True),
        ("12.35", 12.3556, False),
        ("12.3", 12.35, True),
        ("38.2%", 0.3817, True),
        ("38.2%", 38.2, True),
        ("0.4", 0.3817, True),
        ("5", 5, True),
        ("5", 4.7, False),  # for example in a label such as "top 5"
        ("12346", 12345.678, True),
        ("12345", 12345.678, False),
        ("1.235e+06", 1234567, True),
        ("1.235e+06", 1236567, False),
        ("-4", -4.0, True),
    ],
)
def test_a_number_shows_a_value_that_rounds_to_it(text: str, value: float, shows: bool) -> None:
    assert numbers_in(text)[0].shows(value) is shows
