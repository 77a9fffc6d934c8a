"""Whole trials on the small instances: the gates that each baseline clears, and the reports of both graders."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.suites.spider2.conftest import archives, build
from tests.suites.spider2.small import MODELS, SmallCheckout

HEADWATER = Path(sys.executable).with_name("headwater")
SCRAMBLED = MODELS["shop__orders_enriched"].replace(
    "o.amount", "lag(o.amount, 1, 9.75) over (order by o.order_id) as amount"
)
"""Every column has the right values, but no row is right."""
BY_HAND = f"""
cat > models/shop__daily_sales.sql <<'END'
{MODELS["shop__daily_sales"]}END
cat > models/shop__orders_enriched.sql <<'END'
{SCRAMBLED}END
dbt build --quiet
python3 -c "import duckdb; duckdb.connect('shop.duckdb').execute('delete from regions_data')"
echo notes > notes.txt
"""

LINK = "rm shop.duckdb && ln -s /opt/compared/gold/shop.duckdb shop.duckdb"
"""The path at which the comparison sees the gold database; knowing it must not help an agent."""

CUSTOMERS = MODELS["shop__customers"].replace("as amount\n", "as amount, random() as luck\n")
OWN = {
    "appends": ("robust", "{{ config(materialized='incremental') }}\n" + CUSTOMERS),
    "first-come": ("robust", CUSTOMERS.replace("count(", "(select first(id) from main.orders_data) - 10 + count(")),
    "renamed": ("production", CUSTOMERS.replace("c.name,", "c.name as called,")),
}
"""Wrong models of the customers, each with the gate that stops it; `name` only has to be there."""
ANOTHER_WAY = """
cat > models/int_shop__spent.sql <<'END'
select customer_id, count(*) as n, sum(amount) as spent from {{ ref('stg_shop__orders') }} group by all
END
cat > models/shop__customers.sql <<'END'
select customer_id, name, country, coalesce(n, 0) as orders, ifnull(spent, 0.0) as amount, n is null as is_new
from {{ ref('stg_shop__customers') }} left join {{ ref('int_shop__spent') }} using (customer_id) order by name
END
dbt build --quiet
"""
"""A right answer with another architecture: an intermediate model, and columns that nobody has declared."""


class Job(NamedTuple):
    results: list[dict[str, Any]]
    folder: Path

    def row(self, task: str, agent: str) -> dict[str, Any]:
        (found,) = (row for row in self.results if (row["task"], row["agent"]) == (task, agent))
        return {**found, "native": json.loads(found["native"])}

    def checks(self, task: str, agent: str) -> dict[str, dict[str, Any]]:
        (path,) = self.folder.glob(f"trials/{task.replace('/', '.')}__{agent}__*/verdicts/1.json")
        gates = json.loads(path.read_text())["gates"]
        return {check["name"]: check for gate in gates for check in gate["checks"]}


def headwater(caches: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HEADWATER_HOME": str(caches), "COLUMNS": "160"}
    return subprocess.run([HEADWATER, *arguments], capture_output=True, text=True, check=False, env=environment)


def run(caches: Path, out: Path, *arguments: str | Path) -> Job:
    done = headwater(caches, "run", *arguments, "--jobs", "2", "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    return Job(json.loads(done.stdout), out)


@pytest.mark.minutes
def test_a_free_instance_is_solved_by_building_it(caches: Path, small: SmallCheckout, tmp_path: Path) -> None:
    build(caches, small.folder, archives(small))
    free = run(caches, tmp_path / "free", "spider2", "--limit", "1", "--agent", "dbt-run")
    # The model counts days up to today, so it would have more rows on any day after the gold's date.
    shipped = free.row("spider2/ledger001", "dbt-run")
    assert (shipped["gates_cleared"], shipped["native"]) == (5, {"official": 1.0, "strict": 1.0})
    message = free.checks("spider2/ledger001", "dbt-run")
    assert "data = start database" in message["database_has_the_tables"]["message"]
    assert message["order_of_raw_rows_does_not_matter"]["message"].startswith("not tried")


@pytest.mark.minutes
def test_the_graders_differ_on_scrambled_rows(caches: Path, small: SmallCheckout, tmp_path: Path) -> None:
    build(caches, small.folder, archives(small))
    (tmp_path / "commands.sh").write_text(BY_HAND)
    options = ("--agent", "human", "--commands", tmp_path / "commands.sh")
    job = run(caches, tmp_path / "tried", "spider2/shop001", *options)
    scrambled = job.row("spider2/shop001", "human")
    assert (scrambled["gates_cleared"], scrambled["native"]) == (1, {"official": 1.0, "strict": 0.0})
    wrong = job.checks("spider2/shop001", "human")
    assert wrong["shop__daily_sales_is_right"]["outcome"] == "passed"
    assert wrong["shop__orders_enriched_is_right"]["message"].endswith("right values, but not in the right rows")


@pytest.mark.minutes
def test_an_instance_proves_itself(caches: Path, small: SmallCheckout, tmp_path: Path) -> None:
    """The generated counterfeits fail the gates that they name, and so do some that only this project can have."""
    checkout = shutil.copytree(small.folder, tmp_path / "Spider2")
    let_vary(checkout / "spider2-dbt")
    index, _ = build(caches, checkout, repaired=True, references=True)
    (row,) = (row for row in index.rows if row.instance == "shop002")
    assert row.varying == ("shop__customers.luck",)
    assert {"scrambled-rows", "inner-for-outer-join", "null-for-zero", "needless-cross-join", "without-tests"} <= {
        *row.counterfeits
    }
    assert "ends-a-day-early" in row.left_out
    task = caches / "spider2/suites/spider2-repaired/shop002"
    for name, (gate, model) in OWN.items():
        folder = task / "counterfeits" / name
        shutil.copytree(task / "counterfeits/hollow", folder)
        (folder / "files/models/shop__customers.sql").write_text(model)
        (folder / "counterfeit.toml").write_text(f'gate = "{gate}"\nwhy = "It is."\n')
    proven = headwater(caches, "validate", "spider2-repaired/shop002", "--attacks", "none", "--jobs", "2")
    assert proven.returncode == 0, proven.stdout
    assert proven.stdout.endswith("all proven\n")


@pytest.mark.minutes
def test_another_architecture_passes_and_a_link_to_the_gold_fails(
    caches: Path, small: SmallCheckout, tmp_path: Path
) -> None:
    build(caches, small.folder, repaired=True, references=True)
    for name, commands, gates in (("other", ANOTHER_WAY, 5), ("link", LINK, 0)):
        (tmp_path / f"{name}.sh").write_text(commands)
        options = ("--agent", "human", "--commands", tmp_path / f"{name}.sh")
        job = run(caches, tmp_path / name, "spider2-repaired/shop002", *options)
        assert job.row("spider2-repaired/shop002", "human")["gates_cleared"] == gates, name
        message = job.checks("spider2-repaired/shop002", "human")
        assert message["database_has_the_tables"]["details"]["data"] == "rebuilt"
    assert message["database_has_the_tables"]["message"].startswith("shop.duckdb was submitted, and is not in")


def let_vary(track: Path) -> None:
    """Add to `shop002` a graded column that differs between any two builds of the reference."""
    model = track / "examples/shop001/models/shop__customers.sql"
    model.write_text(model.read_text().replace("as amount\n", "as amount, random() as luck\n"))
    entries = track / "evaluation_suite/gold/spider2_eval.jsonl"
    entries.write_text(entries.read_text().replace("[[0, 2, 3]]", "[[0, 2, 3, 4]]"))
