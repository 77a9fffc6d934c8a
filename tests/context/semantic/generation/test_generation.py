"""The catalog and dbt's models become a usable semantic layer, and people's edits to the layer are kept."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from tests.context.semantic.shop import TABLES

from headwater.context.catalog import (
    Catalog,
    Column,
    DataSource,
    Engine,
    ForeignKey,
    Key,
    Origin,
    Table,
    TableKind,
    TableName,
    TypeKind,
)
from headwater.context.mcp._tables import layer_lines
from headwater.context.semantic import MetricQuery, SemanticLayer, SqlDialect, check_sources, compile_query, read_layer
from headwater.context.semantic.generation import from_catalog, from_project, generate
from headwater.dbt import read_project
from headwater.errors import UserError

KINDS = {"id": TypeKind.INTEGER, "amount": TypeKind.DECIMAL, "ordered_at": TypeKind.DATE, "opened_at": TypeKind.DATE}
DBT = """
semantic_models:
  - name: orders
    model: ref('orders')
    description: What people bought
    defaults: {agg_time_dimension: ordered_at}
    entities:
      - {name: order, type: primary, expr: id}
      - {name: customer, type: foreign, expr: customer_id}
    dimensions:
      - {name: ordered_at, type: time, type_params: {time_granularity: day}}
      - {name: is_large, type: categorical, expr: amount > 8}
      - {name: odd, type: categorical, expr: "json_extract(x, 'y')"}
    measures:
      - {name: revenue, agg: sum, expr: amount}
      - {name: order_count, agg: count, expr: "1"}
      - {name: paid_orders, agg: sum_boolean, expr: status = 'paid'}
      - {name: median_order, agg: percentile, expr: amount, agg_params: {percentile: 0.5}}
      - {name: latest, agg: sum, expr: amount, non_additive_dimension: {name: ordered_at, window_choice: max}}
      - {name: sketch, agg: hll, expr: amount}
  - name: people
    model: ref('customers')
    entities: [{name: customer, type: primary, expr: id}]
    dimensions: [{name: segment, type: categorical}]
    measures: [{name: people, agg: count, expr: "1"}]
  - name: nowhere
    model: ref('missing')
    entities: []
metrics:
  - {name: revenue, type: simple, type_params: {measure: revenue}}
  - name: revenue_of_a
    type: simple
    type_params: {measure: {name: revenue, fill_nulls_with: 0}}
    filter: "{{ Dimension('customer__segment') }} = 'A'"
  - {name: average_order, type: ratio, type_params: {numerator: revenue, denominator: order_count}}
  - name: per_person
    type: derived
    type_params: {expr: r / p, metrics: [{name: revenue, alias: r}, {name: people, alias: p}]}
  - name: growth
    type: derived
    type_params: {expr: r - q, metrics: [{name: revenue, alias: r, offset_window: 1 month}]}
  - {name: running, type: cumulative, type_params: {measure: revenue}}
"""


def catalog() -> Catalog:
    connection = duckdb.connect()
    connection.execute(TABLES)
    tables: dict[str, list[Column]] = {}
    for table, column, position in connection.execute(
        "select table_name, column_name, column_index from duckdb_columns() where not internal order by all"
    ).fetchall():
        tables.setdefault(table, []).append(Column(column, position, "", KINDS.get(column, TypeKind.TEXT)))
    names = {name: TableName("shop", "main", name) for name in tables}
    references = [
        ("orders", "customer_id", "customers"),
        ("tickets", "customer_id", "customers"),
        ("customers", "region_id", "regions"),
    ]
    return Catalog(
        sources=(DataSource("shop", Engine.DUCKDB, "shop.duckdb"),),
        tables=tuple(Table(names[name], TableKind.TABLE, tuple(columns)) for name, columns in tables.items()),
        keys=tuple(Key(name, ("id",), Origin.INFERRED) for name in names.values()),
        foreign_keys=tuple(
            ForeignKey(names[table], (column,), names[other], ("id",), Origin.INFERRED)
            for table, column, other in references
        ),
    )


def ask(layer: SemanticLayer, **request: tuple[str, ...]) -> list[tuple[object, ...]]:
    connection = duckdb.connect()
    connection.execute(TABLES)
    return connection.execute(compile_query(layer, MetricQuery(**request), SqlDialect.DUCKDB).sql).fetchall()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "dbt"
    (folder / "models").mkdir(parents=True)
    (folder / "dbt_project.yml").write_text("name: shop\nprofile: shop\nmodel-paths: [models]\n")
    for name in ("orders", "customers"):
        (folder / f"models/{name}.sql").write_text("select 1 as id")
    (folder / "models/schema.yml").write_text(DBT)
    return folder


def test_a_catalog_becomes_a_layer_that_answers() -> None:
    layer, faults = check_sources(list(from_catalog(catalog()).sources.values()))
    assert faults == []
    assert layer.sources["orders"].grain == ("id",)
    assert layer.sources["orders"].default_time == "ordered_at"
    rows = ask(layer, measures=("sum(orders.amount)", "tickets_count"), dimensions=("regions.name",))
    assert rows == [("EU", 18, 2), ("US", 7, 0), (None, 100, 1)]


def test_several_references_to_one_table_have_roles() -> None:
    games, teams = TableName("s", "main", "games"), TableName("s", "main", "teams")
    number = TypeKind.INTEGER
    generated = from_catalog(
        Catalog(
            sources=(DataSource("s", Engine.DUCKDB, "s"),),
            tables=(
                Table(
                    games,
                    TableKind.TABLE,
                    tuple(Column(name, 1, "", number) for name in ("home_team_id", "away_team_id")),
                ),
                Table(teams, TableKind.TABLE, (Column("id", 1, "", number), Column("parent_id", 2, "", number))),
            ),
            foreign_keys=(
                ForeignKey(games, ("home_team_id",), teams, ("id",), Origin.INFERRED),
                ForeignKey(games, ("away_team_id",), teams, ("id",), Origin.INFERRED, role="guest"),
                ForeignKey(teams, ("parent_id",), teams, ("id",), Origin.INFERRED),
            ),
        )
    )
    found = generated.sources
    assert [(join.role, join.inverse) for join in found[games].joins] == [
        ("home_team", "games_by_home_team"),
        ("guest", "games_by_guest"),
    ]
    _, faults = check_sources(list(found.values()))
    assert faults == []


def test_equal_names_in_two_schemas_are_distinguished() -> None:
    one, two = TableName("s", "a", "orders"), TableName("s", "b", "orders")
    tables = tuple(Table(name, TableKind.TABLE, (Column("id", 1, "", TypeKind.INTEGER),)) for name in (one, two))
    found = from_catalog(Catalog(sources=(DataSource("s", Engine.DUCKDB, "s"),), tables=tables)).sources
    assert {source.name: source.table for source in found.values()} == {"a_orders": "a.orders", "b_orders": "b.orders"}


def test_dbt_semantic_models_and_metrics_are_translated_and_answer(project: Path) -> None:
    translated = from_project(catalog(), read_project(project))
    layer, faults = check_sources(list(translated.sources.values()))
    assert faults == []
    assert set(layer.sources) == {"orders", "people", "regions", "tickets"}
    assert ask(layer, measures=("average_order", "per_person", "paid_orders", "median_order", "latest")) == [
        (25.0, 31.25, 4, 7.0, 3)
    ]
    assert ask(layer, measures=("revenue", "revenue_of_a"), dimensions=("people.segment",)) == [
        ("A", 15, 15), ("B", 7, 0), (None, 103, 0)
    ]  # fmt: skip
    assert ask(layer, measures=("revenue",), dimensions=("is_large",)) == [(False, 15), (True, 110)]


def test_parts_without_a_counterpart_are_listed_with_their_place(project: Path) -> None:
    left_out = from_project(catalog(), read_project(project)).left_out
    assert [line.split(": ", 2)[1] for line in left_out] == [
        "semantic model nowhere", "orders.odd", "measure sketch", "metric growth", "metric running"
    ]  # fmt: skip
    assert all(line.startswith("models/schema.yml:") for line in left_out)


def test_written_tables_are_read_back_unchanged(tmp_path: Path, project: Path) -> None:
    sources = from_project(catalog(), read_project(project)).sources
    generate(sources.values(), tmp_path / "semantic")
    read = read_layer(tmp_path / "semantic")
    assert read.problems == ()
    assert dict(read.layer.sources) == sources


def test_new_content_is_merged_into_edits(tmp_path: Path) -> None:
    known = from_catalog(catalog()).sources
    generate(known.values(), tmp_path)
    file = tmp_path / "orders.yml"
    text = file.read_text().replace(
        "{name: amount, type: decimal}", "{name: amount, type: decimal, description: Euros}"
    )
    file.write_text(text + "  - {name: revenue, agg: sum, expr: amount}   # ours\n")
    name, orders = next((name, source) for name, source in known.items() if name.name == "orders")
    coupon = orders.columns[0].model_copy(update={"name": "coupon"})
    known[name] = orders.model_copy(update={"columns": (*orders.columns, coupon)})
    changes = {each.path.name: each for each in generate(known.values(), tmp_path)}
    assert changes["orders.yml"].change == "merged"
    assert changes["customers.yml"].change == "unchanged"
    text = file.read_text()
    for line in ("description: Euros", "name: coupon", "{name: revenue, agg: sum, expr: amount}   # ours"):
        assert line in text
    assert read_layer(tmp_path).problems == ()


def test_where_both_changed_a_line_people_s_stays_and_is_reported(tmp_path: Path) -> None:
    known = from_catalog(catalog()).sources
    generate(known.values(), tmp_path)
    file = tmp_path / "orders.yml"
    file.write_text(file.read_text().replace("table: main.orders", "table: mine.orders"))
    changed = [source.model_copy(update={"table": f"new.{source.name}"}) for source in known.values()]
    done = {each.path.name: each for each in generate(changed, tmp_path)}
    assert done["orders.yml"].change == "kept"
    assert done["orders.yml"].not_taken == ("table: new.orders",)
    assert done["tickets.yml"].change == "updated"
    assert "table: mine.orders" in file.read_text()


def test_deleted_files_stay_deleted_and_files_of_gone_tables_go(tmp_path: Path) -> None:
    known = list(from_catalog(catalog()).sources.values())
    generate(known, tmp_path)
    (tmp_path / "orders.yml").unlink()
    assert {each.path.name: each.change for each in generate(known, tmp_path)}["orders.yml"] == "deleted"
    assert not (tmp_path / "orders.yml").exists()
    (tmp_path / "tickets.yml").write_text((tmp_path / "tickets.yml").read_text() + "# mine\n")
    done = {each.path.name: each.change for each in generate(known[:1], tmp_path)}
    assert done == {"customers.yml": "unchanged", "regions.yml": "removed", "tickets.yml": "gone"}
    assert sorted(path.name for path in tmp_path.glob("*.yml")) == ["customers.yml", "tickets.yml"]


def test_a_merge_that_would_not_parse_is_not_made(tmp_path: Path) -> None:
    known = list(from_catalog(catalog()).sources.values())
    generate(known, tmp_path)
    file = tmp_path / "regions.yml"
    edited = file.read_text().replace("grain: [id]", "grain:\n  - id").replace("measures:\n", "measures: []\n# ")
    file.write_text(edited)
    before = file.read_text()
    regions = next(source for source in known if source.name == "regions")
    measure = regions.measures[0].model_copy(update={"name": "another"})
    generate([*known, regions.model_copy(update={"measures": (*regions.measures, measure)})], tmp_path)
    assert read_layer(tmp_path).problems == ()
    assert "grain:\n  - id" in file.read_text()
    assert before.splitlines()[0] == file.read_text().splitlines()[0]


def test_names_that_a_layer_cannot_hold_are_listed() -> None:
    columns = tuple(Column(name, 1, "", TypeKind.TEXT) for name in ("id", "a\nb", "x" * 300))
    tables = tuple(Table(TableName("s", "main", name), TableKind.TABLE, columns) for name in ("good", "bad\x00"))
    generated = from_catalog(Catalog(sources=(DataSource("s", Engine.DUCKDB, "s"),), tables=tables))
    assert [source.name for source in generated.sources.values()] == ["good"]
    assert [column.name for column in generated.sources[tables[0].name].columns] == ["id"]
    assert len(generated.left_out) == 5
    assert not any("\n" in line for line in generated.left_out)


def test_names_are_proposed_as_a_query_takes_them() -> None:
    name = TableName("files", "", "orders.csv")
    columns = (Column("id", 1, "", TypeKind.INTEGER), Column("total sales", 2, "", TypeKind.INTEGER))
    generated = from_catalog(
        Catalog(sources=(DataSource("files", Engine.FILES, "."),), tables=(Table(name, TableKind.FILE, columns),))
    )
    layer, _ = check_sources(list(generated.sources.values()))
    with pytest.raises(UserError) as caught:
        compile_query(layer, MetricQuery(measures=("orders.csv.orders_csv_count",)), SqlDialect.DUCKDB)
    proposed = '"orders.csv"."orders.csv_count"'
    assert f"did you mean {proposed}?" in str(caught.value)
    assert "count" in compile_query(layer, MetricQuery(measures=(proposed,)), SqlDialect.DUCKDB).sql.lower()
    listed = list(layer_lines(layer))
    assert listed[:3] == ['"orders.csv"', '  measures: "orders.csv_count"', '  dimensions: id, "total sales"']
