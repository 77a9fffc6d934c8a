"""Programs and answers that are wrong in one step."""

from __future__ import annotations

import pytest

from headwater.suites.discovery.intake._wrong import wrong_programs, wrong_words
from headwater.suites.discovery.scoring import strict_difference

READ = "t = pd.read_csv('/data/a/b.csv')\n"


@pytest.mark.parametrize(
    ("step", "wrong"),
    [
        ("print(t.height.sum())", ["print(t.height.mean())"]),
        ("print(t.groupby('x').y.max().loc['a'])", ["print(t.groupby('x').y.min().loc['a'])"]),
        ("print(len(t[t.x > 3]))", ["print(len(t))", "print(len(t[t.x < 3]))"]),
        ("print(len(t[t.x.isin([1, 2])]))", ["print(len(t))"]),
        ("print(len(t))", []),
        ("print(t['x'].iloc[0])", []),
    ],
)
def test_each_wrong_program_changes_one_step(step: str, wrong: list[str]) -> None:
    found = [each.program.removeprefix(READ).rstrip() for each in wrong_programs(f"{READ}{step}\n")]
    assert sorted(found) == sorted(wrong)


def test_at_most_six_wrong_programs_are_tried_under_different_names() -> None:
    steps = " + ".join(f"t.c{number}.sum()" for number in range(20))
    found = wrong_programs(f"{READ}print({steps})\n")
    assert len({each.name for each in found}) == len(found) == 6


@pytest.mark.parametrize(
    ("answer", "guidelines", "wrong"),
    [
        ("12.35", "A single number, rounded to 2 decimals.", {"12.35%", "0.01235", "12.3", "12.4"}),
        ("45%", "A percentage without decimals, with %.", {"45", "0.045%"}),
        ("1198", "A single integer.", {"1198%", "1.198"}),
    ],
)
def test_an_answer_with_the_right_digits_can_be_wrong(answer: str, guidelines: str, wrong: set[str]) -> None:
    found = wrong_words(answer, guidelines)
    assert len(found) >= 2
    assert {each.answer for each in found} <= wrong
    assert all(strict_difference(each.answer, answer, guidelines) for each in found)
