"""Unknown or broken parts of a project are reported, and the rest is resolved."""

from __future__ import annotations

from pathlib import Path

from tests.dbt.projects import write_project

from headwater.context.lineage import LineageIndex


def test_stars_over_undeclared_tables_are_gaps(tmp_path: Path) -> None:
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


def test_cycles_are_reported_and_the_rest_is_resolved(tmp_path: Path) -> None:
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


def test_the_answer_for_a_column_lists_gaps_of_its_model(tmp_path: Path) -> None:
    folder = write_project(
        tmp_path,
        {
            "models/a.sql": "select {{ _made('n') }} as n, {{ cents('m') }} as m, '{{ var('day') }}' as d from raw.t",
            "macros/m.sql": "{% macro _made(name) %}upper({{ name }}){% endmacro %}",
        },
    )
    index = LineageIndex.open(folder)
    index.refresh()
    assert [str(edge.source) for edge in index.column("a.n").upstream] == ["raw.t.n"]
    missing = index.column("a.m")
    assert missing.upstream == ()
    assert [one.reason for one in missing.unresolved] == ["cents is not known, and stands for SQL here"]
