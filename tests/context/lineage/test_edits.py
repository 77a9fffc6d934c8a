"""The index follows edits: affected relations change, and the others do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.context.lineage.shop import FILES, edit

from headwater.context.lineage import LineageIndex, to_json
from headwater.errors import UserError


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


def test_an_edited_graph_equals_one_that_is_built_from_scratch(folder: Path, index: LineageIndex) -> None:
    """Reused parts are not renumbered, and no result may depend on that, not even inferred columns."""
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


def test_macros_that_query_columns_see_the_current_ones(folder: Path, index: LineageIndex) -> None:
    edit(folder, "models/starred.sql", "select {{ dbt_utils.star(from=ref('cash')) }} from {{ ref('cash') }}")
    index.refresh()
    assert [column.column for column in index.columns("starred")] == ["total", "payments"]
    edit(folder, "models/cash.sql", "select 1 as total, 2 as other")
    assert set(index.refresh().changed) >= {"cash", "starred"}
    assert [column.column for column in index.columns("starred")] == ["total", "other"]
