"""Differences between tables, and what both graders report about them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from tests.suites.spider2.databases import CATALOG, write

from headwater.suites.spider2.scoring import GoldEntry, GradedTable, InstanceScore
from headwater.suites.spider2.scoring._instance import InstanceFiles, score_instance

pytestmark = pytest.mark.minutes


class Case(NamedTuple):
    gold: str
    predicted: str
    official: bool
    strict: bool


PAIRS = "select * from (values (1, 'x'), (2, 'y')) as t (id, name)"
CASES = {
    "same": Case(PAIRS, PAIRS, True, True),
    "rows in another order": Case(PAIRS, f"from ({PAIRS}) order by id desc", True, True),
    "columns in another order, and another": Case(PAIRS, f"select 0 as more, name, id from ({PAIRS})", True, True),
    "columns renamed": Case(PAIRS, f"select id as a, name as b from ({PAIRS})", True, True),
    "columns in another case": Case(PAIRS, f'select id as "ID", name as "Name" from ({PAIRS})', True, True),
    "rows scrambled": Case(PAIRS, "select * from (values (1, 'y'), (2, 'x')) as t (id, name)", True, False),
    "rows scrambled and columns renamed": Case(
        PAIRS, "select * from (values (1, 'y'), (2, 'x')) as t (a, b)", True, False
    ),
    "one predicted column for two": Case("select 1 as a, 1 as b", "select 1 as a", True, False),
    "a row twice": Case(PAIRS, f"{PAIRS} union all select 2, 'y'", False, False),
    "a row twice in place of another": Case(
        PAIRS, "select * from (values (1, 'x'), (1, 'x')) as t (id, name)", False, False
    ),
    "within 0.01": Case("select 5.0::double as n", "select 5.009::double as n", True, False),
    "beyond 0.01": Case("select 5.0::double as n", "select 5.0101::double as n", False, False),
    "a ratio 25 % off": Case("select 0.031::double as n", "select 0.039::double as n", True, False),
    "a billion and a little": Case("select 1e9::double as n", "select 1e9::double + 0.9 as n", True, True),
    "a billion and 2": Case("select 1e9::double as n", "select 1e9::double + 2 as n", False, True),
    "a billion and 2000": Case("select 1e9::double as n", "select 1e9::double + 2000 as n", False, False),
    "text order turned by noise": Case(
        "select unnest([9.9999999, 100.0]) as n", "select unnest([10.0000001, 100.0]) as n", False, True
    ),
    "a small number that text sorts last": Case(
        "select unnest([0.00009, 0.5]) as n", "select unnest([0.0001, 0.5]) as n", False, False
    ),
    "integer and double": Case("select 1 as n", "select 1.0::double as n", True, True),
    "decimal and double": Case("select 1.25::decimal(9, 2) as n", "select 1.25::double as n", True, True),
    "hugeint and bigint": Case("select 7::hugeint as n", "select 7::bigint as n", True, True),
    "boolean and integer": Case("select true as n", "select 1 as n", True, True),
    "date and its midnight": Case("select date '2024-01-01' as d", "select timestamp '2024-01-01' as d", True, True),
    "date and another time": Case(
        "select date '2024-01-01' as d", "select timestamp '2024-01-01 01:00' as d", False, False
    ),
    "integer and its text": Case("select 1 as n", "select '1' as n", False, False),
    "date and its text": Case("select date '2024-01-01' as d", "select '2024-01-01' as d", False, False),
    "null and empty": Case("select null::varchar as t", "select '' as t", False, False),
    "null and zero": Case("select unnest([null, 1]) as n", "select unnest([0, 1]) as n", False, False),
    "nulls of other types": Case("select null::integer as n", "select null::varchar as n", True, True),
    "a list": Case("select [1, 2] as l", "select [1, 2] as l", False, True),
    "a list with noise": Case("select [1.0, 2.0] as l", "select [1.0, 2.00000000001] as l", False, True),
    "another list": Case("select [1, 2] as l", "select [2, 1] as l", False, False),
    "a structure": Case("select {'a': 1} as s", "select {'a': 1} as s", True, True),
    "both empty, other columns": Case("select 1 as a where false", "select 'x' as b where false", True, False),
    "both empty": Case("select 1 as a where false", "select 1 as a where false", True, True),
    "negative zero": Case("select 0.0::double as n", "select -0.0::double as n", True, True),
    "infinity": Case("select 'inf'::double as n", "select 'inf'::double as n", True, True),
    "the infinities": Case("select 'inf'::double as n", "select '-inf'::double as n", False, False),
    "not a number": Case("select 'nan'::double as n", "select 'nan'::double as n", True, True),
    "right numbers in wrong rows": Case(
        "select i, i * 1.5 as v from range(1000) t (i)",
        "select i, xor(i, 1) * 1.5 as v from range(1000) t (i)",
        True,
        False,
    ),
    "float noise in many rows": Case(
        "select i % 7 as g, i / 3.0 as v, sqrt(i) as w from range(5000) t (i)",
        "select i % 7 as g, (i / 3.0) * (1 + 1e-8) as v, sqrt(i) * (1 - 3e-8) as w from range(5000) t (i) order by w",
        False,
        True,
    ),
}


def grade(folder: Path, gold: str, predicted: str, *, ignore_order: bool = True) -> InstanceScore:
    """Grade a table ``t``, comparing all of its columns."""
    entry = GoldEntry("one", CATALOG, (GradedTable("t", ignore_order=ignore_order),))
    files = InstanceFiles(
        write(folder / "gold" / CATALOG, f"create table t as {gold}"),
        write(folder / "predicted" / CATALOG, f"create table t as {predicted}"),
        timeout_sec=60,
    )
    return score_instance(entry, files)


@pytest.mark.parametrize("name", CASES)
def test_both_graders_judge_each_difference(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    score = grade(tmp_path, case.gold, case.predicted)
    assert (score.problem, score.scoreable) == ("", True)
    assert (score.official_passed, score.strict_passed) == (case.official, case.strict), score


def test_order_matters_unless_it_is_ignored(tmp_path: Path) -> None:
    score = grade(tmp_path, PAIRS, f"from ({PAIRS}) order by id desc", ignore_order=False)
    assert not score.official_passed
    assert not score.strict_passed
    assert grade(tmp_path / "same", PAIRS, PAIRS, ignore_order=False).strict_passed


def test_only_the_strict_grader_leaves_out_an_exempt_column(tmp_path: Path) -> None:
    gold = write(tmp_path / "gold" / CATALOG, "create table t as select 1 as id, 2 as luck")
    files = InstanceFiles(
        gold, write(tmp_path / CATALOG, "create table t as select 1 as id, 3 as luck"), timeout_sec=60
    )
    for columns in ((), (0, 1)):
        score = score_instance(GoldEntry("one", CATALOG, (GradedTable("t", columns, exempt=("luck",)),)), files)
        assert (score.official_passed, score.strict_passed) == (False, True)


def test_the_strict_grader_reports_rows_and_columns_that_differ(tmp_path: Path) -> None:
    gold = "select i as id, i * 10 as amount, 'a' as kind from range(5) t (i)"
    score = grade(tmp_path, gold, "select i as id, if(i = 3, 31, i * 10) as amount from range(5) t (i)")
    (table,) = score.strict
    assert table.reason == "2 of 3 columns differ; no column holds the values of kind"
    assert [column.column for column in table.columns] == ["kind", "amount"]
    assert table.columns[1].examples == ("only gold has 30.0", "only the prediction has 31.0")


def test_the_strict_grader_reports_that_only_the_rows_are_wrong(tmp_path: Path) -> None:
    scrambled = CASES["rows scrambled"]
    (table,) = grade(tmp_path, scrambled.gold, scrambled.predicted).strict
    assert table.reason == "each column holds the right values, but not in the right rows"
    assert set(table.rows) == {
        "only gold has (id 1.0, name 'x')",
        "only gold has (id 2.0, name 'y')",
        "only the prediction has (id 1.0, name 'y')",
        "only the prediction has (id 2.0, name 'x')",
    }


def test_unnamed_columns_are_matched_so_that_rows_fit(tmp_path: Path) -> None:
    """Two candidate columns have the same values, but only one has them in the right rows."""
    gold = "select i as id, i % 3 as a from range(9) t (i)"
    predicted = "select i as id, (i + 1) % 3 as other, i % 3 as mine from range(9) t (i)"
    (table,) = grade(tmp_path, gold, predicted).strict
    assert table.passed
    assert table.notes == ("a is matched by the values of mine",)


def test_the_official_grader_reports_differences(tmp_path: Path) -> None:
    (table,) = grade(tmp_path, "select 1 as a, 2 as b", "select 1 as a, 3 as b").official
    assert table.reason == "1 of 2 columns are matched by no predicted column"
    assert table.columns[0].examples == ("gold 2, predicted 3, at place 1 of the sorted values",)
