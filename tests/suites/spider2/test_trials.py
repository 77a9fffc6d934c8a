"""Whole trials on the small instances: what each baseline clears, and what both graders say of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tests.suites.spider2.conftest import archives, build
from tests.suites.spider2.small import MODELS, SmallCheckout

HEADWATER = Path(sys.executable).with_name("headwater")
SCRAMBLED = MODELS["shop__orders_enriched"].replace(
    "o.amount", "lag(o.amount, 1, 9.75) over (order by o.order_id) as amount"
)
"""Every column has the right values, and no row does."""
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
"""Where the comparison sees the other side; an agent that knew this place would have nothing of it."""


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


def run(caches: Path, out: Path, *arguments: str | Path) -> Job:
    environment = {**os.environ, "HEADWATER_HOME": str(caches), "COLUMNS": "160"}
    command = [HEADWATER, "run", *arguments, "--jobs", "2", "--out", out, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return Job(json.loads(done.stdout), out)


def test_baselines_and_both_graders(caches: Path, small: SmallCheckout, tmp_path: Path) -> None:
    """One test, so that these trials run once however tests are spread over processes."""
    build(caches, small.folder, archives(small))
    (tmp_path / "commands.sh").write_text(BY_HAND)
    free = run(caches, tmp_path / "free", "spider2", "--limit", "1", "--agent", "dbt-run")
    both = ("--agent", "oracle", "--agent", "human", "--commands", tmp_path / "commands.sh")
    tried = run(caches, tmp_path / "tried", "spider2/shop001", *both)

    # It counts days up to today: on another day than that of its gold, it would have more rows.
    shipped = free.row("spider2/ledger001", "dbt-run")
    assert (shipped["gates_cleared"], shipped["native"]) == (5, {"official": 1.0, "strict": 1.0})

    oracle = tried.row("spider2/shop001", "oracle")
    assert (oracle["gates_cleared"], oracle["native"]) == (5, {"official": 1.0, "strict": 1.0})
    assert "data = start database" in tried.checks("spider2/shop001", "oracle")["database_has_the_tables"]["message"]

    scrambled = tried.row("spider2/shop001", "human")
    assert (scrambled["gates_cleared"], scrambled["native"]) == (1, {"official": 1.0, "strict": 0.0})
    wrong = tried.checks("spider2/shop001", "human")
    assert wrong["shop__daily_sales_is_right"]["outcome"] == "passed"
    assert wrong["shop__orders_enriched_is_right"]["message"].endswith("right values, but not in the right rows")


def test_rebuilt_data_is_compared_with_the_reference(caches: Path, small: SmallCheckout, tmp_path: Path) -> None:
    checkout = shutil.copytree(small.folder, tmp_path / "Spider2")
    let_vary(checkout / "spider2-dbt")
    build(caches, checkout, repaired=True)
    (tmp_path / "commands.sh").write_text(LINK)
    agents = ("--agent", "oracle", "--agent", "nop", "--agent", "human", "--commands", tmp_path / "commands.sh")
    job = run(caches, tmp_path / "job", "spider2-repaired/shop002", *agents)
    assert job.row("spider2-repaired/shop002", "oracle")["gates_cleared"] == 5
    assert job.row("spider2-repaired/shop002", "nop")["gates_cleared"] == 0
    assert job.row("spider2-repaired/shop002", "human")["native"] == {"official": 0.0, "strict": 0.0}
    said = {agent: job.checks("spider2-repaired/shop002", agent) for agent in ("oracle", "nop", "human")}
    assert said["oracle"]["database_has_the_tables"]["details"]["data"] == "rebuilt"
    assert said["nop"]["project_builds_what_counts"]["message"].startswith("there is no table shop__customers")
    assert said["human"]["database_has_the_tables"]["message"].startswith("shop.duckdb was submitted, and is not in")


def let_vary(track: Path) -> None:
    """Give what is asked of `shop002` a column that no two builds of the reference fill alike, and let it count."""
    model = track / "examples/shop001/models/shop__customers.sql"
    model.write_text(model.read_text().replace("as amount\n", "as amount, random() as luck\n"))
    entries = track / "evaluation_suite/gold/spider2_eval.jsonl"
    entries.write_text(entries.read_text().replace("[[0, 2, 3]]", "[[0, 2, 3, 4]]"))
