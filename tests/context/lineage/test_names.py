"""Column names that differ only in case, in databases that distinguish case and in those that do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from tests.dbt.projects import write_project

from headwater.context.lineage import LineageIndex

SOURCE = "sources: [{name: raw, tables: [{name: t}]}]\n"
READ = 'select id, "Id", "id" as low, "ID" as up, 1 as "Total", 2 as total from {{ source("raw", "t") }}\n'


def opened(
    folder: Path, adapter: str, files: dict[str, str], tables: Mapping[str, Sequence[str]] | None = None
) -> LineageIndex:
    index = LineageIndex.open(write_project(folder, files), adapter=adapter, tables=tables)
    index.refresh()
    return index


def parents(index: LineageIndex, relation: str) -> dict[str, list[str]]:
    """Return the direct parents of each column of a relation."""
    return {
        one.column: [str(edge.source) for edge in index.upstream(str(one), depth=1).edges]
        for one in index.columns(relation)
    }


@pytest.mark.parametrize(
    ("adapter", "expected"),
    [
        ("postgres", {"id": "id", "Id": "Id", "low": "id", "up": "ID", "Total": "", "total": ""}),
        ("snowflake", {"id": "id", "Id": "Id", "low": '"id"', "up": "id", "Total": "", "total": ""}),
        ("clickhouse", {"id": "id", "Id": "Id", "low": "id", "up": "ID", "Total": "", "total": ""}),
        ("duckdb", {"id": "id", "low": "id", "up": "id", "total": ""}),
        ("bigquery", {"id": "id", "total": ""}),
    ],
)
def test_quotes_keep_the_case_of_names(tmp_path: Path, adapter: str, expected: dict[str, str]) -> None:
    sql = READ if adapter != "bigquery" else "select `id`, `Id`, 1 as `Total`, 2 as total from {{ source('raw', 't') }}"
    reader = 'select "Total" as mixed, total, TOTAL as shouted from {{ ref("m") }}'
    index = opened(tmp_path, adapter, {"models/s.yml": SOURCE, "models/m.sql": sql, "models/r.sql": reader})
    assert parents(index, "m") == {name: [f"raw.t.{source}"] if source else [] for name, source in expected.items()}
    if adapter in ("postgres", "snowflake"):
        assert parents(index, "r") == {"mixed": ["m.Total"], "total": ["m.total"], "shouted": ["m.total"]}
        assert index.unresolved == []


def test_columns_that_the_database_distinguishes_are_distinguished(tmp_path: Path) -> None:
    files = {
        "models/s.yml": SOURCE,
        "models/m.sql": "select * from {{ source('raw', 't') }}",
        "models/r.sql": 'select "Id" + id as both from {{ ref("m") }}',
        "models/starred.sql": 'select {{ dbt_utils.star(from=ref("m"), except=["other"]) }} from {{ ref("m") }}',
    }
    index = opened(tmp_path, "postgres", files, {"raw.t": ["id", "Id", "other"]})
    assert sorted(parents(index, "r")["both"]) == ["m.Id", "m.id"]
    assert parents(index, "starred") == {"id": ["m.id"], "Id": ["m.Id"]}
    assert [index.column(name).name.column for name in ("m.id", "m.Id", "m.ID", 'm."Id"')] == ["id", "Id", "id", "Id"]


def test_columns_of_clickhouse_have_their_case(tmp_path: Path) -> None:
    files = {"models/s.yml": SOURCE, "models/m.sql": "select userId from {{ source('raw', 't') }}"}
    index = opened(tmp_path, "clickhouse", files, {"raw.t": ["userId", "userid"]})
    assert parents(index, "m") == {"userId": ["raw.t.userId"]}
    assert index.column("m.USERID").name.column == "userId"


def test_a_star_of_dbt_utils_quotes_names_for_snowflake(tmp_path: Path) -> None:
    files = {
        "models/m.sql": 'select 1 as amount, 2 as "amount", 3 as "Amount"',
        "models/starred.sql": 'select {{ dbt_utils.star(from=ref("m")) }} from {{ ref("m") }}',
    }
    index = opened(tmp_path, "snowflake", files)
    assert parents(index, "starred") == {"amount": ["m.amount"], '"amount"': ['m."amount"'], "Amount": ["m.Amount"]}


def test_a_column_that_yaml_declares_in_another_case_is_the_same(tmp_path: Path) -> None:
    declared = """
models:
  - {name: m, columns: [{name: CustomerId, description: Who., data_tests: [unique]}, {name: TOTAL}]}
sources:
  - name: raw
    tables: [{name: t, columns: [{name: customerId}, {name: id}]}]
"""
    files = {
        "models/s.yml": declared,
        "models/m.sql": 'select "customerId" as "CustomerId", customerid as total, "Id" as i from '
        "{{ source('raw', 't') }}",
    }
    index = opened(tmp_path, "postgres", files)
    assert parents(index, "m") == {
        "CustomerId": ["raw.t.customerId"],
        "total": ["raw.t.customerId"],
        "i": ["raw.t.Id"],
    }
    details = index.column("m.CustomerId")
    assert (details.description, [test.kind for test in details.tests]) == ("Who.", ["generic"])
    assert [finding.subject for finding in index.contract().findings] == ["m.i"]


def test_two_declared_columns_that_differ_by_quotes_are_two(tmp_path: Path) -> None:
    declared = """
sources:
  - name: raw
    tables: [{name: t, columns: [{name: ID, quote: true, description: Shouted.}, {name: id, description: Plain.}]}]
"""
    files = {"models/s.yml": declared, "models/m.sql": """select "ID" as a, id as b from {{ source('raw', 't') }}"""}
    index = opened(tmp_path, "postgres", files)
    assert index.problems == []
    assert parents(index, "m") == {"a": ["raw.t.ID"], "b": ["raw.t.id"]}
    assert [index.column(f"raw.t.{name}").description for name in ("ID", "id")] == ["Shouted.", "Plain."]


def test_names_in_quotes_are_followed_through_every_clause(tmp_path: Path) -> None:
    files = {
        "models/s.yml": SOURCE,
        "models/m.sql": """
with a as (select "Id", id, "Name" from {{ source('raw', 't') }}),
b ("Id", "Other") as (select "Id", max(id) from a group by "Id")
select a."Id" as first, b."Other" as second, "Name"::text from a join b using ("Id") where a."Id" > 1
""",
        "models/left.sql": """select * exclude ("Id") from {{ ref('kept') }}""",
        "models/kept.sql": """select 1 as id, 2 as "Id" """,
    }
    index = opened(tmp_path, "snowflake", files)
    assert parents(index, "m") == {"first": ["raw.t.Id"], "second": ["raw.t.id"], "Name": ["raw.t.Name"]}
    assert parents(index, "left") == {"id": ["kept.id"]}
