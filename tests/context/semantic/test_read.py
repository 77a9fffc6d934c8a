"""Files of a layer: each fault gives one line with its place and its remedy, and the rest is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.context.semantic import MetricQuery, SqlDialect, compile_query, parse_source, read_layer
from headwater.errors import UserError

GOOD = """\
name: orders
table: main.orders
grain: [id]
columns:
  - {name: id, type: integer}
  - {name: customer_id}
  - {name: amount, type: decimal}
  - {name: net, expr: amount * 0.8}
  - {name: on}          # plain words are text, whatever YAML 1.1 thought
joins:
  - {to: customers, keys: {customer_id: id}}
segments:
  - {name: large, expr: net > 100}
measures:
  - {name: revenue, agg: sum, expr: net}
  - {name: large_revenue, agg: sum, expr: net, segments: [large]}
  - {name: share, expr: large_revenue / revenue}
"""
CUSTOMERS = "name: customers\ntable: customers\ngrain: [id]\ncolumns: [{name: id}, {name: segment}]\n"


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.yml").write_text(text)
    return folder


def test_a_good_layer_has_no_problems(tmp_path: Path) -> None:
    read = read_layer(write(tmp_path, orders=GOOD, customers=CUSTOMERS))
    assert read.problems == ()
    assert list(read.layer.sources) == ["customers", "orders"]
    assert read.files["orders"] == tmp_path / "orders.yml"
    compile_query(read.layer, MetricQuery(measures=("share",), dimensions=("orders.on",)), SqlDialect.DUCKDB)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("grain: [id]", "grian: [id]", "orders.yml:3: grian: unknown field; did you mean grain?"),
        ("grain: [id]", "grain: id", "orders.yml:3: grain: 'id' should be a list"),
        ("agg: sum, expr: net}", "agg: summ, expr: net}", "orders.yml:15: measures.0.agg: 'summ' is not one of sum, "),
        ("{to: customers", "{too: customers", "orders.yml:11: joins.0.to: required field is missing; add it"),
        (
            "type: integer",
            "type: integer, kind: x",
            "orders.yml:5: columns.0.kind: unknown field; the fields are name, ",
        ),
        ("{name: on} ", "{name: 5} ", "orders.yml:9: columns.4.name: 5 is not valid; it should be a valid string"),
        ("agg: sum, expr: net}", "agg: sum}", "orders.yml:15: measures.0: agg: sum needs expr, what it aggregates"),
        ("table: main.orders", "description: x", "orders.yml:1: a source needs either table or sql"),
        ("name: net,", "name: &a net,", "orders.yml:8: has an anchor or alias; write the value out"),
        ("grain: [id]", "grain: [id]\ngrain: [id]", "orders.yml:4: has grain a second time; keep one"),
        ("grain: [id]", "grain: [id", "orders.yml:4: did not find expected ',' or ']'; correct the YAML"),
    ],
)
def test_an_unreadable_file_is_reported_with_place_and_reason(old: str, new: str, problem: str) -> None:
    with pytest.raises(UserError) as error:
        parse_source(GOOD.replace(old, new, 1), "orders.yml")
    assert problem in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("grain: [id]", "grain: [ids]", "orders.yml:3: grain: no column ids; did you mean id?"),
        ("to: customers", "to: customer", "orders.yml:11: joins.0: no source customer; did you mean customers?"),
        ("{customer_id: id}", "{customer: id}", "joins.0: orders has no column customer; did you mean customer_id?"),
        ("to: customers", "to: orders", "orders.yml:11: joins.0: a join of orders to itself needs a role"),
        ("amount * 0.8", "amuont * 0.8", "orders.yml:8: columns.3: orders.net: orders has no column amuont"),
        ("amount * 0.8", "net + 1", "columns.3: orders.net: orders.net is computed from itself; break the cycle"),
        ("net > 100", "net is 'a'", "orders.yml:13: segments.0: orders.large: `is` takes null, true or false"),
        ("net > 100", "net > (select 1)", "orders.yml:13: segments.0: orders.large: 'subquery' is not allowed"),
        ("net > 100", "read_text('/etc/passwd') = ''", "segments.0: orders.large: \"READ_TEXT('/etc/passwd')\" is not"),
        (
            "segments: [large]",
            "segments: [lage]",
            "orders.yml:16: measures.1: orders.large_revenue: orders has no segment",
        ),
        ("large_revenue / revenue", "share / 2", "orders.yml:17: measures.2: orders.share: is computed from itself"),
        (
            "large_revenue / revenue",
            "costs / 2",
            "orders.yml:17: measures.2: orders.share: no measure costs; there are",
        ),
        ("{name: on}", "{name: id}", "orders.yml:9: columns.4: id is there twice; rename one"),
    ],
)
def test_a_faulty_part_is_left_out_and_reported(tmp_path: Path, old: str, new: str, problem: str) -> None:
    read = read_layer(write(tmp_path, orders=GOOD.replace(old, new, 1), customers=CUSTOMERS))
    assert problem in read.problems[0]
    assert read.layer.sources["orders"].column("amount")
    assert read.layer.sources["customers"].column("segment")


def test_dependents_of_a_faulty_part_are_left_out_as_well(tmp_path: Path) -> None:
    read = read_layer(write(tmp_path, orders=GOOD.replace("amount * 0.8", "nothing"), customers=CUSTOMERS))
    places = [problem.split(":")[1] for problem in read.problems]
    assert places == ["8", "13", "15", "16", "17"]


def test_broken_files_do_not_affect_good_ones(tmp_path: Path) -> None:
    (tmp_path / "binary.yml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder.yml").mkdir()
    (tmp_path / "outside.yml").symlink_to("/etc/passwd")
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\n"
    read = read_layer(write(tmp_path, customers=CUSTOMERS, bomb=bomb, deep="[" * 5000, twin=CUSTOMERS, empty=""))
    assert list(read.layer.sources) == ["customers"]
    assert [problem.split(": ")[0] for problem in read.problems] == [
        "binary.yml", "bomb.yml:1", "deep.yml:2", "empty.yml", "twin.yml:1"
    ]  # fmt: skip
    assert "another file has a source customers" in read.problems[-1]


def test_a_missing_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No such file"):
        read_layer(tmp_path / "none")
