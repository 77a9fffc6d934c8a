"""Questions by rules."""

from __future__ import annotations

import pytest
from tests.suites.discovery.questions.anchored import READ, anchor

from headwater.suites.discovery.questions import TemplateWriter, UnwritableError, lint

NORTH = "u = t[(t.coast == 'north') & (t['wave_height'] > 2.5)]"


@pytest.mark.parametrize(
    ("expression", "lines", "question"),
    [
        ("t.wave_height.mean()", [], "What is the mean wave height?"),
        ("round(t['wave_height'].max(), 2)", [], "What is the largest wave height?"),
        (
            "u.port.nunique()",
            [NORTH],
            "What is the number of different values of port where coast is north and wave height is more than 2.5?",
        ),
        (
            "len(t[t.coast.isin(['north', 'east'])])",
            [],
            "What is the number of records where coast is one of north, east?",
        ),
        (
            "t.groupby('coast').wave_height.median().loc['north']",
            [],
            "What is the median wave height where coast is north?",
        ),
        (
            "t[t.day.between(3, 9)].groupby('coast').size().loc['north']",
            [],
            "What is the number of records where day is from 3 to 9 and coast is north?",
        ),
        ("t.coast.value_counts().loc['north']", [], "What is the number of records where coast is north?"),
        ("t.cm.sum()", ["t['cm'] = t.wave_height * 100"], "What is the total cm, if cm is wave height times 100?"),
        (
            "total",
            ["LIMIT = 3", "high = t[t.height > LIMIT]", "total = high.depth.sum()"],
            "What is the total depth where height is more than 3?",
        ),
        (
            "int(is_late.sum())",
            [
                "FIRST, LAST = pd.Timestamp('2024-03-01'), 7",
                "t['opened'] = pd.to_datetime(t.opened)",
                "is_late = t.opened >= FIRST",
            ],
            "What is the number of records where opened is at least 2024-03-01?",
        ),
        ("t.loc[t.office == 'Fire', 'staff'].sum()", [], "What is the total staff where office is Fire?"),
        (
            "north.flag.isna().mean() * 100",
            ["north = t[t.coast == 'north']"],
            "What is the percentage of records for which flag is missing, of all records where coast is north?",
        ),
        (
            "len(t[(t.closed - t.opened > pd.Timedelta(days=14)) | (t.opened.dt.month == 5)])",
            [],
            "What is the number of records where either closed minus opened is more than 14 days "
            "or the month of opened is 5?",
        ),
        (
            "t[t.port.str.contains('bay') & t.day.notna()].wave_height.std()",
            [],
            "What is the standard deviation of wave height where port contains bay and day is known?",
        ),
    ],
)
def test_steps_become_a_sentence_that_lint_accepts(expression: str, lines: list[str], question: str) -> None:
    draft = TemplateWriter().write(anchor(expression, *lines))
    assert draft.question == question
    assert lint(draft) == []


@pytest.mark.parametrize(
    ("expression", "lines"),
    [
        ("shown[3][0]", ["shown = []"]),
        ("t.wave_height.mean()", ["u = pd.read_csv('/data/ports/ports.csv')"]),
        ("t.wave_height.mean()", ["t = t.merge(t, on='day')"]),
        ("t.apply(len).max()", []),
        ("t.wave_height.iloc[3]", []),
        ("t.wave_height.quantile(0.9)", []),
        ("t[t.port.str.match('a.*')].day.max()", []),
        ("t.groupby(['coast', 'day']).wave_height.mean().loc[('north', 3)]", []),
        ("t.wave_height.mean() + 3", []),
        ("t.wave_height.mean(skipna=False)", []),
        ("t.mean()", []),
    ],
)
def test_steps_without_words_are_refused(expression: str, lines: list[str]) -> None:
    with pytest.raises(UnwritableError, match="no words for"):
        TemplateWriter().write(anchor(expression, *lines))


@pytest.mark.parametrize(
    ("shown", "value", "answer", "guidelines"),
    [
        ("12.35", 12.3456, "12.35", "A single number, rounded to 2 decimals."),
        ("1,234", 1234, "1234", "A single integer."),
        ("1234.0", 1234.0, "1234", "A single integer."),
        ("38.2%", 0.38172, "38.2%", "A single percentage with the sign %, rounded to 1 decimal."),
        ("38%", 38.172, "38%", "A single percentage with the sign %, rounded to an integer."),
        ("1.235e+03", 1234.567, "1235", "A single number, rounded to an integer."),
        ("0.123456789", 0.123456789, "0.1235", "A single number, rounded to 4 decimals."),
        ("-3.5", -3.52, "-3.5", "A single number, rounded to 1 decimal."),
    ],
)
def test_the_answer_has_the_form_of_the_notebook(shown: str, value: float, answer: str, guidelines: str) -> None:
    draft = TemplateWriter().write(anchor("t.wave_height.mean()", shown=shown, value=value, read=READ))
    assert (draft.answer, draft.guidelines) == (answer, guidelines)
    assert lint(draft) == []
