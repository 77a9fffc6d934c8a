"""Queries of the index: upstream, downstream, impact, paths, differences, contract, and names."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.context.lineage import LineageIndex, counts_line, to_json
from headwater.errors import UserError


def test_upstream_with_expressions_and_places(index: LineageIndex) -> None:
    trace = index.upstream("revenue.total")
    edges = [(str(edge.source), str(edge.target), edge.kind, edge.distance) for edge in trace.edges]
    assert edges == [
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


def test_rows_are_followed_on_request(index: LineageIndex) -> None:
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


def test_contract_compares_declared_with_built_columns(index: LineageIndex) -> None:
    found = {(finding.kind, finding.subject) for finding in index.contract().findings}
    assert found >= {
        ("missing model", "forgotten"),
        ("missing column", "cash.gone"),
        ("undeclared column", "cash.payments"),
    }
    assert str(index.contract().of("missing column")[0].place) == "models/models.yml:8"
    kinds = [finding.kind for finding in index.contract().findings]
    assert kinds.index("missing model") < kinds.index("missing column") < kinds.index("undeclared column")
    prompt = counts_line(index.contract().findings, index.problems, index.unresolved)
    assert f"{len(kinds)} findings (1 missing model, {kinds.count('missing column')} missing column" in prompt


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
