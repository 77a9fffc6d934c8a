"""The examples of docs/dbt.md and of the packages' docstrings run unchanged."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import duckdb
import pytest
from tests.documentation import run_examples

import headwater.dbt
import headwater.dbt.engine

PAGE = Path(__file__).parents[2].joinpath("docs/dbt.md").read_text()
FILES = re.findall(r"```\w+\n(?:#|--) (shop/\S+)\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(autouse=True)
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's project, as the working directory."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    with duckdb.connect("raw.duckdb") as connection:
        connection.execute("create schema web; create table web.orders (order_id integer, amount integer)")
        connection.execute("insert into web.orders values (1, 250), (2, 20), (null, 100)")


def test_the_examples_of_the_page() -> None:
    assert len(FILES) == 4
    run_examples(PAGE)


@pytest.mark.parametrize("package", [headwater.dbt, headwater.dbt.engine])
def test_the_example_of_a_package(package: ModuleType) -> None:
    run_examples(package.__doc__ or "")
