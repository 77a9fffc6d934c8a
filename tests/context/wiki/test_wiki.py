"""Pages state facts and their origin, and keep the text that people write."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from headwater.context.catalog import (
    Catalog,
    Column,
    ColumnProfile,
    DataSource,
    Engine,
    Evidence,
    ForeignKey,
    Frequency,
    Key,
    Origin,
    Table,
    TableKind,
    TableName,
    TypeKind,
)
from headwater.context.semantic import SemanticLayer
from headwater.context.semantic.generation import from_project
from headwater.context.wiki import (
    Knowledge,
    PageDraft,
    PageKind,
    PageSection,
    draft_pages,
    read_page,
    read_pages,
    write_pages,
)
from headwater.dbt import read_project
from headwater.errors import UserError

SCHEMA = """
models:
  - name: orders
    description: "One row per order. <!-- end: description --> *not* the end"
    columns:
      - {name: id, description: The order, data_tests: [unique]}
      - {name: lost, description: Declared, never built}
"""


def column(name: str, *values: str) -> Column:
    profile = ColumnProfile(
        0, len(values), True, frequent=tuple(Frequency(each, 1) for each in values), frequent_complete=True
    )
    return Column(name, 1, "VARCHAR", TypeKind.TEXT, profile=profile)


def catalog() -> Catalog:
    orders, customers = TableName("shop", "main", "orders"), TableName("shop", "main", "customers")
    segment = column("segment", "A|B", "<b>", "a\nb")
    return Catalog(
        sources=(DataSource("shop", Engine.DUCKDB, "shop.duckdb"),),
        tables=(
            Table(customers, TableKind.TABLE, (column("id"), segment), 3, profiled_rows=3),
            Table(orders, TableKind.TABLE, (column("id"), column("customer_id")), 5, profiled_rows=5),
        ),
        keys=(Key(customers, ("id",), Origin.INFERRED, evidence=Evidence(1, ("all 3 values differ",))),),
        foreign_keys=(ForeignKey(orders, ("customer_id",), customers, ("id",), Origin.DECLARED),),
    )


@pytest.fixture
def knowledge(tmp_path: Path) -> Knowledge:
    folder = tmp_path / "dbt"
    (folder / "models").mkdir(parents=True)
    (folder / "dbt_project.yml").write_text("name: shop\nprofile: shop\nmodel-paths: [models]\n")
    (folder / "models/orders.sql").write_text("select 1 as id")
    (folder / "models/schema.yml").write_text(SCHEMA)
    project = read_project(folder)
    layer = SemanticLayer(from_project(catalog(), project).sources.values())
    return Knowledge(catalog(), project, layer, {"orders": Path("orders.yml")})


def page(title: str = "orders", **sections: str) -> PageDraft:
    page_sections = tuple(PageSection(name, body, "Read from x.yml:1.") for name, body in sections.items())
    return PageDraft("models/orders.md", PageKind.MODEL, title, "model.shop.orders", "A summary", page_sections)


def test_pages_give_facts_with_their_origin(knowledge: Knowledge, tmp_path: Path) -> None:
    write_pages(draft_pages(knowledge), tmp_path / "wiki")
    orders = (tmp_path / "wiki/models/orders.md").read_text()
    assert "| lost |  | not built |" in orders
    assert "Nulls and values: verified by a query over 5 rows. Descriptions: read from models/schema.yml:3." in orders
    assert "- customer_id → [main.customers](../tables/shop.main.customers.md) (id) (declared)" in orders
    assert "| unique | id | models/schema.yml:6 |" in orders
    customers = (tmp_path / "wiki/tables/shop.main.customers.md").read_text()
    assert "- primary key: id (inferred: all 3 values differ)" in customers
    assert "← [main.orders](../models/orders.md)" in customers
    metric = (tmp_path / "wiki/metrics/orders.orders_count.md").read_text()
    assert "headwater context query --measure orders.orders_count" in metric
    assert "*Read from semantic/orders.yml.*" in metric


def test_foreign_names_and_values_are_unchanged(knowledge: Knowledge, tmp_path: Path) -> None:
    write_pages(draft_pages(knowledge), tmp_path)
    customers = (tmp_path / "tables/shop.main.customers.md").read_text()
    assert r"A\|B, &lt;b\>, a b" in customers
    orders = read_page(tmp_path, "models/orders.md")
    assert "<!-- end: description --> *not*" not in orders.body
    assert orders.own_text.strip() == "# orders"


def test_links_lead_to_pages(knowledge: Knowledge, tmp_path: Path) -> None:
    import re

    write_pages(draft_pages(knowledge), tmp_path)
    for path in tmp_path.rglob("*.md"):
        for target in re.findall(r"\]\(([^)]+)\)", path.read_text()):
            assert (path.parent / target).is_file(), (path, target)


def test_writing_again_changes_nothing(knowledge: Knowledge, tmp_path: Path) -> None:
    write_pages(draft_pages(knowledge), tmp_path)
    assert {each.change for each in write_pages(draft_pages(knowledge), tmp_path)} == {"unchanged"}


def test_text_around_blocks_stays_and_blocks_are_renewed(tmp_path: Path) -> None:
    write_pages([page(columns="old")], tmp_path)
    file = tmp_path / "models/orders.md"
    edited = (
        file.read_text()
        .replace("# orders", "# orders\n\nAsk finance.")
        .replace("tags: []", "tags: []\nowner: ann  # me")
    )
    file.write_text(edited + "\nThe end.\n")
    (written,) = write_pages([page(columns="new", keys="id")], tmp_path)
    text = file.read_text()
    assert (written.change, written.not_taken) == ("updated", ())
    assert "Ask finance." in text
    assert "owner: ann  # me" in text
    assert "old" not in text
    assert "new" in text
    assert text.index("new") < text.index("The end.") < text.index("id\n")


def test_a_block_or_field_that_people_changed_stays_and_is_reported(tmp_path: Path) -> None:
    write_pages([page(columns="old", keys="old keys")], tmp_path)
    file = tmp_path / "models/orders.md"
    file.write_text(file.read_text().replace("old\n", "mine\n").replace('summary: "A summary"', "summary: Mine"))
    for _ in range(2):
        (written,) = write_pages([page(columns="new", keys="new keys")], tmp_path)
        assert written.not_taken == ("summary", "columns")
    text = file.read_text()
    assert "mine\n" in text
    assert "summary: Mine" in text
    assert "new keys" in text


def test_a_block_that_people_deleted_stays_deleted(tmp_path: Path) -> None:
    write_pages([page(columns="old", keys="k")], tmp_path)
    file = tmp_path / "models/orders.md"
    text = file.read_text()
    file.write_text(text[: text.index("<!-- generated: keys")])
    for _ in range(2):
        (written,) = write_pages([page(columns="old", keys="k2")], tmp_path)
        assert written.not_taken == ("keys",)
        assert "k2" not in file.read_text()


def test_a_page_without_its_digests_is_people_s_own(tmp_path: Path) -> None:
    write_pages([page(columns="old")], tmp_path)
    file = tmp_path / "models/orders.md"
    text = "".join(line for line in file.read_text().splitlines(keepends=True) if not line.startswith("generated:"))
    file.write_text(text)
    (written,) = write_pages([page(columns="new", keys="k")], tmp_path)
    assert (written.change, file.read_text()) == ("kept", text)


def test_pages_of_removed_objects_are_removed_unless_people_edited_them(tmp_path: Path) -> None:
    other = replace(page(columns="c"), path="models/other.md")
    write_pages([page(columns="c"), other], tmp_path)
    (tmp_path / "own.md").write_text("Mine alone.")
    file = tmp_path / "models/other.md"
    file.write_text(file.read_text() + "\nA note.\n")
    changes = {each.path: each.change for each in write_pages([], tmp_path)}
    assert changes == {"models/orders.md": "removed", "models/other.md": "gone"}
    assert sorted(path.name for path in tmp_path.rglob("*.md")) == ["other.md", "own.md"]


def test_a_page_with_broken_frontmatter_is_kept_and_reported(tmp_path: Path) -> None:
    write_pages([page(columns="c")], tmp_path)
    file = tmp_path / "models/orders.md"
    file.write_text("---\ntitle: [\n---\nmine")
    (written,) = write_pages([page(columns="new")], tmp_path)
    assert written.change == "unreadable"
    assert file.read_text() == "---\ntitle: [\n---\nmine"
    pages, problems = read_pages(tmp_path)
    assert pages == []
    assert problems[0].startswith("models/orders.md:2: ")


@pytest.mark.parametrize("path", ["../secret.md", "/etc/hostname", "none.md", "link.md"])
def test_nothing_outside_of_the_wiki_is_read(tmp_path: Path, path: str) -> None:
    wiki = tmp_path / "wiki"
    wiki.mkdir()
    (tmp_path / "secret.md").write_text("secret")
    (wiki / "link.md").symlink_to(tmp_path / "secret.md")
    with pytest.raises(UserError):
        read_page(wiki, path)
