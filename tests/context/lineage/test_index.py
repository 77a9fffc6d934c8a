"""The index: questions, following edits, its file, and projects that are broken."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.context.dbt.projects import write_project

from headwater.context.lineage import LineageIndex, to_json
from headwater.errors import UserError

FILES = {
    "models/sources.yml": """
sources:
  - name: raw
    tables:
      - {name: payments, columns: [{name: id}, {name: order_id}, {name: amount}, {name: status}]}
""",
    "models/stg_payments.sql": "select\n  id,\n  order_id,\n  amount / 100 as amount,\n  status\n"
    "from {{ source('raw', 'payments') }}",
    "models/paid.sql": "select * from {{ ref('stg_payments') }}\nwhere status = 'paid'",
    "models/revenue.sql": "select sum(amount) as total from {{ ref('paid') }}",
    "models/cash.sql": "select\n  sum(amount) as total,\n  count(*) as payments\nfrom {{ ref('stg_payments') }}",
    "models/models.yml": """
models:
  - name: stg_payments
    columns:
      - {name: amount, description: In dollars., data_type: double, data_tests: [not_null]}
      - {name: status, data_tests: [{accepted_values: {values: [paid, open]}}]}
  - name: cash
    columns: [{name: total, data_tests: [unique]}, {name: gone}]
    data_tests: [{dbt_utils.expression_is_true: {expression: total > 0, name: total_is_positive}}]
  - {name: forgotten, columns: [{name: a}]}
exposures:
  - {name: board, type: dashboard, depends_on: [ref('cash')]}
semantic_models:
  - name: cash
    model: ref('cash')
    measures: [{name: money, expr: total}]
metrics:
  - {name: money_in, type: simple, type_params: {measure: money}}
""",
    "tests/totals_agree.sql": "select total from {{ ref('cash') }} where total < 0",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_project(tmp_path / "shop", FILES)


@pytest.fixture
def index(folder: Path) -> LineageIndex:
    index = LineageIndex.open(folder)
    index.refresh()
    return index


def edit(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    stamp = path.stat().st_mtime_ns + 1_000_000
    os.utime(path, ns=(stamp, stamp))  # file systems whose clock is coarse


def test_upstream_with_expressions_and_places(index: LineageIndex) -> None:
    trace = index.upstream("revenue.total")
    shown = [(str(edge.source), str(edge.target), edge.kind, edge.distance) for edge in trace.edges]
    assert shown == [
        ("paid.amount", "revenue.total", "aggregated", 1),
        ("stg_payments.amount", "paid.amount", "passed through", 2),
        ("raw.payments.amount", "stg_payments.amount", "transformed", 3),
    ]
    steps = [(str(step.place), step.text) for edge in trace.edges for step in edge.steps]
    assert steps == [
        ("models/revenue.sql:1", "sum(amount) as total"),
        ("models/paid.sql:1", "*"),
        ("models/stg_payments.sql:4", "amount / 100 as amount"),
    ]
    assert trace.total_columns == 3


def test_rows_are_followed_when_asked_for(index: LineageIndex) -> None:
    trace = index.upstream("revenue.total", rows=True)
    assert ("stg_payments.status", "paid.*", "filter") in [(str(e.source), str(e.target), e.kind) for e in trace.edges]
    assert "raw.payments.status" in map(str, trace.columns)
    assert "raw.payments.status" not in map(str, index.upstream("revenue.total").columns)


def test_depth_and_limit(index: LineageIndex) -> None:
    assert [str(edge.source) for edge in index.upstream("revenue.total", depth=1).edges] == ["paid.amount"]
    limited = index.downstream("raw.payments.amount", limit=2)
    assert (len(limited.edges), len(limited.columns), limited.total_columns) == (2, 2, 7)


def test_relations(index: LineageIndex) -> None:
    up = index.upstream_relations("revenue")
    assert [(one.name, one.kind, one.distance) for one in up.relations] == [
        ("paid", "model", 1),
        ("stg_payments", "model", 2),
        ("raw.payments", "source", 3),
    ]
    down = {one.name for one in index.downstream_relations("stg_payments", depth=1).relations}
    assert down == {"paid", "cash"}


def test_impact_reaches_tests_marts_exposures_and_metrics(index: LineageIndex) -> None:
    impact = index.impact("stg_payments.amount")
    assert {str(column): distance for column, distance in impact.columns} == {
        "paid.amount": 1,
        "cash.total": 1,
        "revenue.total": 2,
        "totals_agree.total": 2,
        "semantic_model.cash.money": 2,
        "metric.money_in.value": 3,
    }
    assert {test.name for test in impact.tests} == {
        *("not_null_stg_payments_amount", "unique_cash_total", "total_is_positive", "totals_agree"),
    }
    assert [exposure.name for exposure in impact.exposures] == ["exposure.board"]
    assert impact.metrics == ("metric.money_in",)
    assert set(impact.marts) == {"cash", "revenue"}
    assert [relation.name for relation in impact.rows] == ["totals_agree"]


def test_impact_by_rows(index: LineageIndex) -> None:
    impact = index.impact("stg_payments.status")
    assert [str(column) for column, _ in impact.columns] == ["paid.status"]
    assert [relation.name for relation in impact.rows] == ["paid", "revenue"]
    assert "accepted_values_stg_payments_status" in {test.name for test in impact.tests}


def test_path_by_values_and_by_rows(index: LineageIndex) -> None:
    path = index.path("cash.total", "raw.payments.amount")
    assert (str(path.source), [str(edge.target) for edge in path.edges]) == (
        "raw.payments.amount",
        ["stg_payments.amount", "cash.total"],
    )
    rows = index.path("raw.payments.status", "revenue.total")
    assert rows.by_rows
    assert [str(edge.target) for edge in rows.edges] == ["stg_payments.status", "paid.*", "revenue.*"]
    assert index.path("raw.payments.id", "revenue.total").edges == ()


def test_why_two_numbers_differ(index: LineageIndex) -> None:
    found = index.diff("revenue.total", "cash.total")
    (common,) = found.common
    assert str(common.column) == "stg_payments.amount"
    assert [str(edge.target) for edge in common.to_first] == ["paid.amount", "revenue.total"]
    assert [str(edge.target) for edge in common.to_second] == ["cash.total"]
    (condition,) = found.conditions_first
    assert (condition.relation, condition.kind, str(condition.column)) == ("paid", "filter", "stg_payments.status")
    assert condition.step is not None
    assert (str(condition.step.place), condition.step.text) == ("models/paid.sql:2", "status = 'paid'")
    assert found.conditions_second == ()


def test_column_details(index: LineageIndex) -> None:
    details = index.column("stg_payments.amount")
    assert (details.data_type, details.description) == ("double", "In dollars.")
    assert str(details.place) == "models/models.yml:5"
    assert [str(edge.source) for edge in details.upstream] == ["raw.payments.amount"]
    assert {str(edge.target) for edge in details.downstream} == {"paid.amount", "cash.total"}
    assert [test.name for test in details.tests] == ["not_null_stg_payments_amount"]


def test_contract(index: LineageIndex) -> None:
    found = {(finding.kind, finding.subject) for finding in index.contract().findings}
    assert found >= {
        ("missing model", "forgotten"),
        ("missing column", "cash.gone"),
        ("undeclared column", "cash.payments"),
    }
    assert str(index.contract().of("missing column")[0].place) == "models/models.yml:8"


def test_contract_against_the_warehouse(folder: Path) -> None:
    index = LineageIndex.open(folder, tables={"main.revenue": ["total", "extra"], "main.cash": ["total", "payments"]})
    index.refresh()
    assert [finding.subject for finding in index.contract().of("not built")] == ["revenue.extra"]


def test_names(index: LineageIndex) -> None:
    for name in ("cash.total", "CASH.Total", "model.shop.cash.total"):
        assert str(index.column(name).name) == "cash.total"
    assert str(index.column("payments.amount").name) == "raw.payments.amount"
    for name, message in (
        ("csh.total", "no such model"),
        ("cash.totl", r"cash has no column totl; perhaps total"),
        ("cash", r"names no column; add one, as in cash\.payments"),
        ("", "no such model"),
        (".", "no such model"),
    ):
        with pytest.raises(UserError, match=message):
            index.column(name)


def test_answers_are_json(index: LineageIndex) -> None:
    answer = to_json(index.path("raw.payments.amount", "cash.total"))
    assert answer["source"] == "raw.payments.amount"
    assert answer["edges"][0]["steps"] == [{"text": "amount / 100 as amount", "place": "models/stg_payments.sql:4"}]


# following edits


def test_an_edit_changes_only_what_it_touches(folder: Path, index: LineageIndex) -> None:
    edit(folder, "models/stg_payments.sql", FILES["models/stg_payments.sql"].replace("/ 100", "/ 1000"))
    assert index.refresh().changed == ("stg_payments",)
    assert index.upstream("cash.total", depth=2).edges[-1].steps[0].text == "amount / 1000 as amount"


def test_a_new_column_reaches_those_that_read_all(folder: Path, index: LineageIndex) -> None:
    edit(
        folder, "models/stg_payments.sql", FILES["models/stg_payments.sql"].replace("  id,", "  id, id + 1 as next_id,")
    )
    assert set(index.refresh().changed) == {"stg_payments", "paid"}
    assert [str(edge.source) for edge in index.upstream("paid.next_id").edges] == [
        "stg_payments.next_id",
        "raw.payments.id",
    ]


def test_new_and_removed_models(folder: Path, index: LineageIndex) -> None:
    edit(folder, "models/extra.sql", "select total from {{ ref('cash') }}")
    assert index.refresh().changed == ("extra",)
    assert "extra.total" in map(str, index.downstream("cash.total").columns)
    (folder / "models/extra.sql").unlink()
    assert index.refresh().removed == ("model.shop.extra",)
    with pytest.raises(UserError):
        index.column("extra.total")


def test_after_edits_the_graph_is_as_if_made_from_nothing(folder: Path, index: LineageIndex) -> None:
    """What did not move is not numbered again: that must not show, in columns that are only inferred either."""
    payments, cash = FILES["models/stg_payments.sql"], FILES["models/cash.sql"]
    for name, text in (
        ("models/stg_payments.sql", payments.replace("  id,", "  id, id + 1 as next_id,")),
        ("models/cash.sql", f"{cash}\n-- no other columns"),
        ("models/open.sql", "select * from nobody.declared"),
        ("models/reader.sql", "select o.a, o.b, p.id from {{ ref('open') }} as o, {{ ref('paid') }} as p"),
        ("models/reader.sql", "select o.b, o.c, p.id from {{ ref('open') }} as o, {{ ref('paid') }} as p"),
        ("models/reader.sql", "select o.b, o.c, o.id from {{ ref('open') }} as o, {{ ref('paid') }} as p"),
        ("models/reader.sql", "select o.b, o.c, o.id from {{ ref('open') }} as o, {{ ref('cash') }} as p"),
        ("models/open.sql", "select * from nobody.stated"),
        ("models/stg_payments.sql", payments),
    ):
        edit(folder, name, text)
        index.refresh()
        anew = LineageIndex.open(folder, cache=folder / "none.bin")
        anew.refresh()
        assert _all_edges(index) == _all_edges(anew)
    assert "nobody.stated.c" in _all_edges(index)


def _all_edges(index: LineageIndex) -> dict[str, object]:
    columns = [column for relation in index.relations() for column in index.columns(relation)]
    readers = {name: to_json(index.downstream_relations(name)) for name in index.relations()}
    return readers | {str(column): to_json(index.column(str(column))) for column in columns}


def test_a_macro_edit_reaches_its_callers(folder: Path, index: LineageIndex) -> None:
    edit(folder, "macros/m.sql", "{% macro money() %}amount{% endmacro %}")
    edit(folder, "models/called.sql", "select {{ money() }} as m from {{ ref('cash') }} as c, {{ ref('paid') }} as p")
    index.refresh()
    assert [str(edge.source) for edge in index.column("called.m").upstream] == ["paid.amount"]
    edit(folder, "macros/m.sql", "{% macro money() %}total{% endmacro %}")
    index.refresh()
    assert [str(edge.source) for edge in index.column("called.m").upstream] == ["cash.total"]


def test_yaml_edits_are_followed(folder: Path, index: LineageIndex) -> None:
    edit(folder, "models/models.yml", FILES["models/models.yml"].replace("In dollars.", "In euros."))
    index.refresh()
    assert index.column("stg_payments.amount").description == "In euros."


def test_macros_that_ask_for_columns_see_those_of_now(folder: Path, index: LineageIndex) -> None:
    edit(folder, "models/starred.sql", "select {{ dbt_utils.star(from=ref('cash')) }} from {{ ref('cash') }}")
    index.refresh()
    assert [column.column for column in index.columns("starred")] == ["total", "payments"]
    edit(folder, "models/cash.sql", "select 1 as total, 2 as other")
    assert set(index.refresh().changed) >= {"cash", "starred"}
    assert [column.column for column in index.columns("starred")] == ["total", "other"]


# its file


def test_the_file_holds_all_of_it(folder: Path, index: LineageIndex) -> None:
    index.save()
    again = LineageIndex.open(folder)
    assert again.upstream("revenue.total") == index.upstream("revenue.total")
    assert again.impact("stg_payments.amount") == index.impact("stg_payments.amount")
    assert again.contract() == index.contract()
    assert again.summary() == index.summary()
    assert again.refresh().changed == ()


def test_files_that_were_only_copied_are_not_read_again(folder: Path, index: LineageIndex) -> None:
    index.save()
    for path in folder.rglob("*.sql"):
        os.utime(path, (1, 1))
    assert LineageIndex.open(folder).refresh().changed == ()


def test_only_what_changed_since_is_made_anew(folder: Path, index: LineageIndex) -> None:
    index.save()
    edit(folder, "models/paid.sql", FILES["models/paid.sql"].replace("'paid'", "'open'"))
    again = LineageIndex.open(folder)
    assert again.refresh().changed == ("paid",)
    assert again.upstream("revenue.total").edges == index.upstream("revenue.total").edges


@pytest.mark.parametrize("damage", [b"", b"headwater lineage 2\n", b"x" * 5000])
def test_a_damaged_file_is_made_anew(folder: Path, index: LineageIndex, damage: bytes) -> None:
    index.save()
    file = folder / ".headwater/context/lineage.bin"
    content = file.read_bytes()
    file.write_bytes(damage if damage != b"x" * 5000 else content[:3000] + damage + content[8000:])
    again = LineageIndex.open(folder)
    assert "cash" in again.refresh().changed
    assert again.upstream("revenue.total") == index.upstream("revenue.total")


def test_a_folder_that_cannot_be_written_is_one_line(folder: Path) -> None:
    (folder / "blocked").write_text("")
    index = LineageIndex.open(folder, cache=folder / "blocked/lineage.bin")
    index.refresh()
    with pytest.raises(UserError, match="cannot be written"):
        index.save()


# what is not known


def test_stars_over_tables_that_nobody_declares(tmp_path: Path) -> None:
    folder = write_project(
        tmp_path,
        {
            "models/s.yml": "sources: [{name: raw, tables: [{name: a}, {name: b}]}]",
            "models/one.sql": "with a as (select * from {{ source('raw', 'a') }}) select * from a",
            "models/two.sql": "select x as y from {{ ref('one') }}",
            "models/both.sql": "select a.p, q from {{ source('raw', 'a') }} as a, {{ source('raw', 'b') }} as b",
        },
    )
    index = LineageIndex.open(folder)
    index.refresh()
    edges = index.upstream("two.y").edges
    assert [(str(edge.source), edge.source.inferred) for edge in edges] == [("one.x", True), ("raw.a.x", True)]
    assert [str(edge.source) for edge in index.upstream("both.p").edges] == ["raw.a.p"]
    assert index.upstream("both.q").edges == ()
    (gap,) = index.unresolved
    assert (gap.relation, gap.reason) == ("both", "q: may be a column of a or b, whose columns are not known")
    known = LineageIndex.open(folder, tables={"raw.a": ["p", "x"], "raw.b": ["q"]})
    known.refresh()
    assert [str(edge.source) for edge in known.upstream("both.q").edges] == ["raw.b.q"]
    assert [column.column for column in known.columns("one")] == ["p", "x"]
    assert known.unresolved == []


def test_a_broken_model_leaves_the_rest(tmp_path: Path) -> None:
    folder = write_project(
        tmp_path,
        {
            "models/half.sql": "select id,\n  amount\nfrom (select",
            "models/torn.sql": "select 1 {% if %}",
            "models/empty.sql": "-- later",
            "models/update.sql": "update t set x = 1",
            "models/dangling.sql": "select o.total from {{ ref('nobody') }} as o",
            "models/reader.sql": "select id from {{ ref('half') }}",
            "models/good.sql": "select 1 as one",
            "models/half.yml": "models: [{name: half, columns: [{name: id}]}]",
        },
    )
    index = LineageIndex.open(folder)
    index.refresh()
    assert {column.column for column in index.columns("good")} == {"one"}
    assert [str(edge.source) for edge in index.upstream("reader.id").edges] == ["half.id"]
    assert [str(edge.source) for edge in index.upstream("dangling.total").edges] == ["nobody.total"]
    reasons = {gap.relation: (str(gap.place), gap.reason) for gap in index.unresolved}
    assert reasons["half"][0] == "models/half.sql:3"
    assert "does not parse" in reasons["half"][1]
    assert reasons["empty"][1] == "is empty"
    assert reasons["update"][1] == "is no query but UPDATE"
    assert "could not be rendered" in reasons["torn"][1]
    assert {problem.place.file for problem in index.problems} == {"models/torn.sql", "models/dangling.sql"}
    assert [finding.subject for finding in index.contract().of("dangling ref")] == ["dangling"]


def test_cycles_are_told_and_the_rest_is_resolved(tmp_path: Path) -> None:
    folder = write_project(
        tmp_path,
        {
            "models/a.sql": "select x from {{ ref('b') }}",
            "models/b.sql": "select x from {{ ref('c') }}",
            "models/c.sql": "select x from {{ ref('a') }}",
            "models/self.sql": "select x from {{ ref('self') }}",
            "models/out.sql": "select x from {{ ref('a') }}",
        },
    )
    index = LineageIndex.open(folder)
    index.refresh()
    messages = [problem.message for problem in index.problems]
    assert len(messages) == 2
    assert any(" → " in message and all(name in message for name in "abc") for message in messages)
    assert "a cycle: self → self" in messages
    assert "a.x" in map(str, index.upstream("out.x").columns)
    assert index.refresh().changed == ()


def test_tables_read_by_their_names(tmp_path: Path) -> None:
    folder = write_project(
        tmp_path,
        {
            "models/orders.sql": "select 1 as id",
            "models/direct.sql": "select o.id, x.y from analytics.orders as o, landing.events as x",
        },
    )
    index = LineageIndex.open(folder)
    index.refresh()
    assert [str(edge.source) for edge in index.upstream("direct.id").edges] == ["orders.id"]
    assert [str(edge.source) for edge in index.upstream("direct.y").edges] == ["landing.events.y"]
    findings = {finding.kind: finding.message for finding in index.contract().findings}
    assert findings["bypassed ref"] == "reads analytics.orders by its name; orders should be read with ref or source"
    assert findings["undeclared table"] == "reads landing.events, which no source declares"


def test_python_models_pass_tables_through(tmp_path: Path) -> None:
    folder = write_project(
        tmp_path,
        {
            "models/a.sql": "select 1 as id",
            "models/p.py": "def model(dbt, session):\n    return dbt.ref('a')",
            "models/z.sql": "select score from {{ ref('p') }}",
        },
    )
    index = LineageIndex.open(folder)
    index.refresh()
    assert [relation.name for relation in index.upstream_relations("z").relations] == ["p", "a"]
    assert [str(edge.source) for edge in index.upstream("z.score").edges] == ["p.score"]
    assert index.unresolved[0].reason == "a Python model: its columns are not traced"


def test_snapshot_columns(tmp_path: Path) -> None:
    snapshot = (
        "{% snapshot s %}{{ config(unique_key='id', updated_at='at', strategy='timestamp') }}"
        "select id, at from {{ ref('a') }}{% endsnapshot %}"
    )
    folder = write_project(tmp_path, {"models/a.sql": "select 1 as id, 2 as at", "snapshots/s.sql": snapshot})
    index = LineageIndex.open(folder)
    index.refresh()
    names = [column.column for column in index.columns("s")]
    assert names == ["id", "at", "dbt_scd_id", "dbt_updated_at", "dbt_valid_from", "dbt_valid_to"]
    assert [str(edge.source) for edge in index.upstream("s.dbt_valid_from").edges] == ["a.at"]


def test_models_that_disable_themselves(tmp_path: Path) -> None:
    folder = write_project(
        tmp_path, {"models/off.sql": "{{ config(enabled=false) }} select 1 as x", "models/on.sql": "select 1 as y"}
    )
    index = LineageIndex.open(folder)
    index.refresh()
    assert index.relations() == ["on"]
