"""Counterfeits: the effect of each edit on a right model, and the counterfeits that an instance gets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from tests.suites.spider2.small import write_database

from headwater.records import Gate
from headwater.suites.spider2.build import _edits
from headwater.suites.spider2.build._counterfeits import GradedModel, Shipped, applying, ideas, missing, untried
from headwater.suites.spider2.build._edits import Edit
from headwater.suites.spider2.grading import ReferenceFacts
from headwater.suites.spider2.scoring import GradedTable
from headwater.suites.spider2.scoring._looking import rows_of
from headwater.suites.spider2.scoring._trying import CandidateWork, ReferenceDatabases, TableFacts, look, try_candidates

pytestmark = pytest.mark.minutes

DAYS = """\
select day, sum(n) as n, avg(n) as mean, count(label) as labels
from (values ('2024-01-01'::date, 1, 'a'), ('2024-01-01', 3, null), ('2024-01-02', null, null)) t (day, n, label)
group by 1 order by 1"""
COLUMNS = [("day", "DATE"), ("n", "HUGEINT"), ("mean", "DOUBLE"), ("labels", "BIGINT")]
RIGHT = {("2024-01-01", "4", "2.0", "1"), ("2024-01-02", "None", "None", "0")}


def rows(edit: Edit, text: str = DAYS) -> list[tuple[str, ...]]:
    """Return the rows of an edited query, as text."""
    with duckdb.connect() as connection:
        return [tuple(map(str, row)) for row in connection.execute(edit(text)).fetchall()]


def some(edits: Iterator[Edit]) -> list[list[tuple[str, ...]]]:
    """Return the rows of each edited query."""
    return [rows(edit) for edit in edits]


def test_wrapped_models_are_wrong_in_one_way() -> None:
    assert set(rows(lambda text: text)) == RIGHT
    scrambled = some(_edits.scrambled(COLUMNS))
    assert sorted(scrambled[0]) == [("2024-01-01", "4", "2.0", "0"), ("2024-01-02", "None", "None", "1")]
    assert all(sorted(column) for scrambled in scrambled for column in zip(*scrambled, strict=True))
    assert sorted(rows(next(_edits.duplicated()))) == sorted([*RIGHT, ("2024-01-01", "4", "2.0", "1")])
    assert set(some(_edits.null_for_zero(COLUMNS))[-1]) == RIGHT - {("2024-01-02", "None", "None", "0")} | {
        ("2024-01-02", "None", "None", "None")
    }
    assert ("2024-01-02", "0", "None", "0") in some(_edits.zero_for_null(COLUMNS))[0]
    assert ("2024-01-01", "4", "2.02", "1") in some(_edits.off_by_one_percent(COLUMNS))[0]
    assert some(_edits.ends_early(COLUMNS)) == [[("2024-01-01", "4", "2.0", "1")]]
    assert rows(_edits.made_up(COLUMNS)) == [("2024-01-01", "1", "1.0", "1")] * 2
    assert set(rows(_edits.in_another_order(COLUMNS))) == {row[::-1] for row in RIGHT}
    assert set(rows(_edits.crossed(100))) == RIGHT


def test_a_scrambled_column_has_all_its_values() -> None:
    values = "select * from (values (1, 'a'), (2, 'b'), (2, null), (3, 'c')) t (n, label)"
    scrambled_rows = rows(next(_edits.scrambled([("n", "INTEGER"), ("label", "VARCHAR")])), values)
    right = rows(lambda text: text, values)
    assert [sorted(column) for column in zip(*scrambled_rows, strict=True)] == [
        sorted(column) for column in zip(*right, strict=True)
    ]
    assert set(scrambled_rows) != set(right)


def test_joins_are_edited_one_by_one_where_the_template_has_as_many() -> None:
    text = "{{ ref('a') }} left join b using (x) FULL OUTER\njoin c using (x)"
    edited = [edit(text) for edit in _edits.inner_joins(text, text)]
    assert edited == [
        "{{ ref('a') }} inner join b using (x) FULL OUTER\njoin c using (x)",
        "{{ ref('a') }} left join b using (x) inner join c using (x)",
        "{{ ref('a') }} inner join b using (x) inner join c using (x)",
    ]
    looped = f"{text} left join d using (x)"
    assert [edit(text) for edit in _edits.inner_joins(text, looped)] == edited[-1:]
    assert not list(_edits.inner_joins("a join b", "a join b"))


@pytest.mark.parametrize(
    ("window", "turned", "unsorted"),
    [
        ("over (order by a, b)", "over (order by a, b desc)", "over ()"),
        ("over (partition by a order by b DESC)", "over (partition by a order by b asc)", "over (partition by a)"),
        (
            "over (partition by a order by b asc rows between unbounded preceding and current row)",
            "over (partition by a order by b desc rows between unbounded preceding and current row)",
            "over (partition by a rows between unbounded preceding and current row)",
        ),
    ],
)
def test_windows_are_edited(window: str, turned: str, unsorted: str) -> None:
    text = f"select sum(x) {window} from t order by 1"
    assert next(_edits.other_ends(text, text))(text) == f"select sum(x) {turned} from t order by 1"
    assert next(_edits.unsorted(text, text))(text) == f"select sum(x) {unsorted} from t order by 1"


RAW = "select * from (values (1, 10, 'x'), (2, 10, 'y'), (3, 20, 'z')) t (id, k, label)"
CODE = """\
select id, k, label, row_number() over (order by id) as place, other
from raw join (select id, row_number() over (order by k) as other from raw) using (id)"""


def built(folder: Path) -> ReferenceDatabases:
    """Build a table from one raw table, and again from the same rows in reverse order."""
    for name, order in (("given", "id"), ("reordered", "id desc")):
        path = folder / name
        path.mkdir()
        write_database(path / "shop.duckdb", {"raw": f"{RAW} order by {order}", "first": CODE})
    (folder / "results.json").write_text(
        json.dumps({"results": [{"unique_id": "model.p.first", "compiled_code": CODE}]})
    )
    files = (folder / "given/shop.duckdb", folder / "reordered/shop.duckdb", folder / "results.json")
    return ReferenceDatabases(*files, "shop", (GradedTable("first"),), 20)


def test_columns_that_depend_on_the_order_of_rows_are_found(tmp_path: Path) -> None:
    work = built(tmp_path)
    assert look(work) == {
        "first": TableFacts(
            (("id", "INTEGER"), ("k", "INTEGER"), ("label", "VARCHAR"), ("place", "BIGINT"), ("other", "BIGINT")),
            CODE,
            ("other",),
        )
    }


def test_only_ideas_that_make_a_difference_become_counterfeits(tmp_path: Path) -> None:
    work = built(tmp_path)
    looks = look(work)
    source = GradedModel(
        GradedTable("first"), "models/first.sql", CODE.replace("raw", "{{ ref('raw') }}"), looks["first"]
    )
    found = ideas([source])
    answer = try_candidates(CandidateWork(work, looks, tuple(one.candidate for one in found)))
    learned = ReferenceFacts(varying={"first": ("other",)}, work=50, contract={"first": ("id", "k")})
    chosen = applying(found, answer, learned)
    assert {one.name: one.gate for one in chosen} == {
        "scrambled-rows": Gate.CORRECT,
        "duplicate-row": Gate.CORRECT,
        "wrong-tie-break": Gate.CORRECT,
        "unsorted-window": Gate.ROBUST,
    }
    assert missing(chosen) == (
        "null-for-zero",
        "zero-for-null",
        "off-by-one-percent",
        "ends-a-day-early",
        "inner-for-outer-join",
    )
    unsorted = chosen[-1].files["models/first.sql"]
    assert "row_number() over () as place" in unsorted
    assert "{{ ref('raw') }}" in unsorted
    assert [one.name for one in applying(found, answer, ReferenceFacts(unsettled=("first",)))][-1] != "unsorted-window"


def test_counterfeits_that_are_always_wrong_are_not_tried() -> None:
    source = GradedModel(
        GradedTable("t"), "models/t.sql", "select 1 as a, 2 as b", TableFacts((("a", "INTEGER"), ("b", "INTEGER")), "")
    )
    learned = ReferenceFacts(work=50, contract={"t": ("a", "b")}, ordered=("t",))
    gates = {one.name: one.gate for one in untried([source], learned, Shipped("shop.duckdb", ["raw"], {"a.yml": "{}"}))}
    assert gates == {
        "hollow": Gate.CORRECT,
        "changed-after-build": Gate.ROBUST,
        "needless-cross-join": Gate.PERFORMANT,
        "columns-in-another-order": Gate.PRODUCTION,
        "scratch-model": Gate.PRODUCTION,
        "without-tests": Gate.PRODUCTION,
        "changed-raw-table": Gate.PRODUCTION,
    }
    names = [one.name for one in untried([source], ReferenceFacts(contract={"t": ("a", "b")}), Shipped("shop.duckdb"))]
    assert names == ["hollow", "changed-after-build", "scratch-model"]


def test_the_cost_of_a_model_is_the_rows_of_its_operators() -> None:
    scan = {"operator_cardinality": 10, "operator_rows_scanned": 40, "children": []}
    assert rows_of({"operator_cardinality": 1, "operator_rows_scanned": 0, "children": [scan, scan]}) == 101
