"""The small checkout with five more instances, and the scripts of an agent's model for all eight.

Each `tally00N` has one raw table and lacks its only model.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from tests.agents.cassettes import LAST, WORK, save, say
from tests.suites.spider2.small import MODELS, TODAY, SmallCheckout, write_checkout, write_database

from headwater.gateway import Cassette, Turn
from headwater.records import PromptVariant, TrialSpec

AGENT = "data-agent:claude-sonnet-4-6"
TALLIES = tuple(f"tally{number:03}" for number in range(1, 6))
_TOTALS = "select kind, sum(amount) as total from {items} group by 1"
_PROFILE = """\
tally: {target: dev, outputs: {dev: {type: duckdb, path: "./tally.duckdb", schema: main}}}
"""
_YAML = """\
version: 2
sources: [{name: raw, schema: main, tables: [{name: items}]}]
models:
  - name: tally__totals
    description: One row for each kind, with the sum of its amounts.
    columns: [{name: kind}, {name: total}]
"""


def write_eight(folder: Path) -> SmallCheckout:
    """Write the checkout, both archives, and the folder of gold databases in the layout of the official evaluation."""
    checkout = write_checkout(folder)
    with (
        zipfile.ZipFile(checkout.start, "a", zipfile.ZIP_DEFLATED) as start,
        zipfile.ZipFile(checkout.gold, "a", zipfile.ZIP_DEFLATED) as gold,
    ):
        for number, name in enumerate(TALLIES, 1):
            _write_project(checkout.examples / name)
            items = f"select 'kind ' || (n % 3) as kind, n * {number} as amount from range({10 * number}) t (n)"
            raw = {"items": items}
            totals = {"tally__totals": _TOTALS.format(items="items")}
            _add(start, f"{name}/tally.duckdb", write_database(folder / f"databases/{name}.duckdb", raw))
            _add(gold, f"{name}/tally.duckdb", write_database(folder / f"databases/gold-{name}.duckdb", raw | totals))
    _add_to_lists(checkout.examples.parent)
    with zipfile.ZipFile(checkout.gold) as archive:
        databases = [name for name in archive.namelist() if name.endswith(".duckdb")]
        archive.extractall(checkout.examples.parent / "evaluation_suite/gold", databases)
    return checkout


def _write_project(folder: Path) -> None:
    texts = {
        "dbt_project.yml": "name: 'tally'\nversion: 1.0.0\nconfig-version: 2\nprofile: 'tally'\n",
        "profiles.yml": _PROFILE,
        "models/tally.yml": _YAML,
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def _add(archive: zipfile.ZipFile, name: str, database: Path) -> None:
    entry = zipfile.ZipInfo(name, (TODAY.year, TODAY.month, TODAY.day, 12, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, database.read_bytes())


def _add_to_lists(track: Path) -> None:
    parameters = {
        "gold": "tally.duckdb",
        "condition_tabs": ["tally__totals"],
        "condition_cols": [[0, 1]],
        "ignore_orders": [True],
    }
    instructions = [{"instance_id": name, "instruction": "Sum up each kind.", "type": "DBT"} for name in TALLIES]
    entries = [
        {"instance_id": name, "evaluation": {"func": "duckdb_match", "parameters": parameters}} for name in TALLIES
    ]
    for path, lines in (
        (track / "examples/spider2-dbt.jsonl", instructions),
        (track / "evaluation_suite/gold/spider2_eval.jsonl", entries),
    ):
        with path.open("a") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)


def _model(name: str, sql: str) -> str:
    return f"cat > models/{name}.sql <<'END'\n{{{{ config(materialized='table') }}}}\n{sql}\nEND\n"


BUILD = "dbt build --quiet --exclude-resource-type test unit_test\n"
TALLY = _model("tally__totals", _TOTALS.format(items="{{ source('raw', 'items') }}")) + BUILD
OFF = TALLY.replace("sum(amount)", "sum(amount) + 1")
"""Every sum is off by one."""
REMOVED = TALLY + "rm tally.duckdb\n"
RIGHT_SHOP = (
    _model("shop__daily_sales", MODELS["shop__daily_sales"])
    + _model("shop__orders_enriched", MODELS["shop__orders_enriched"])
    + BUILD
)
SCRAMBLED_SHOP = RIGHT_SHOP.replace("o.amount", "lag(o.amount, 1, 9.75) over (order by o.order_id) as amount")
"""Every column has the right values, but no row is right: the official grader passes it, the strict one does not."""
MENDED_SHOP = (
    "sed -i '/shop_regions:/d' dbt_project.yml\necho '    shop_regions_identifier: regions_data' >> dbt_project.yml\n"
    + _model("shop__customers", MODELS["shop__customers"])
    + BUILD
)

DONE = {
    "base": {
        "ledger001": BUILD,
        "shop001": SCRAMBLED_SHOP,
        "shop002": "true",
        "tally001": TALLY,
        "tally002": TALLY,
        "tally003": OFF,
        "tally004": REMOVED,
        "tally005": "true",
    },
    "lineage": {
        "ledger001": BUILD,
        "shop001": RIGHT_SHOP,
        "shop002": MENDED_SHOP,
        **dict.fromkeys(TALLIES, TALLY),
    },
}
"""The agent's commands, by harness and instance."""

PASSED = {
    "base": {"official": {"ledger001", "shop001", "tally001", "tally002"}},
    "lineage": {"official": {"ledger001", "shop001", "shop002", *TALLIES}},
}
PASSED["base"]["strict"] = PASSED["base"]["official"] - {"shop001"}
PASSED["lineage"]["strict"] = PASSED["lineage"]["official"]


def write_cassettes(folder: Path) -> None:
    """Write a cassette for each trial of both arms."""
    for harness, instances in DONE.items():
        for instance, script in instances.items():
            turns = (
                Turn(calls=(say("shell", command=script),), usage=WORK),
                Turn(text="Done.", calls=(say("finish", message="It is built."),), usage=LAST),
            )
            spec = TrialSpec(
                task=f"spider2/{instance}", agent=AGENT, harness=harness, prompt=PromptVariant.BASELINE, repeat=1
            )
            save(folder, Cassette(description=instance, turns=turns), spec.id)
