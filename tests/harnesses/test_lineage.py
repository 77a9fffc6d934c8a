"""The harness `lineage`: `base` with the context server in the sandbox, for any agent that can use MCP."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.agents.cassettes import save, say
from tests.agents.small import USAGE, task
from tests.context.shop_project import write_shop

from headwater import harnesses
from headwater.gateway import Cassette, CassetteCall, Turn, read_wire_log
from headwater.harnesses import BuiltHarness
from headwater.jobs import home
from headwater.records import PromptVariant, TrialSpec
from headwater.trials import Models, Setting, run_trial

EDIT = (
    "sed -i 's/sum(amount)/sum(amount) - 1/' models/revenue.sql && echo hello > greeting.txt"
    " && echo 'select 1 as one' > models/brand_new.sql"
)
NAMES = " -o ".join(f"-name '{name}' -print" for name in ("checks[.]py", "gradin[g]", "trial[s]"))
INDEX, CACHE = "/opt/harness/context/index", "/tmp/headwater-context"


def as_made(file: str) -> str:
    """Print in capitals, which the command does not contain, whether a file is unchanged in time and content."""
    same = f"test -s {INDEX}/{file} && ! test {INDEX}/{file} -ot {CACHE}/{file} && cmp {INDEX}/{file} {CACHE}/{file}"
    return f"{same} && echo {file} is as it was made | tr a-z A-Z"


SNOOP = f"find / -xdev -path /proc -prune -o {NAMES}"


@pytest.fixture(scope="session")
def lineage() -> BuiltHarness:
    return harnesses.prepare("lineage", home(), print)


def ask(tool: str, **arguments: Any) -> CassetteCall:
    return CassetteCall(tool=f"mcp:headwater:{tool}", arguments=arguments)


def results(wire_log: Path) -> str:
    """Return all results of tools that the model got, from the last request."""
    last = [exchange.body for exchange in read_wire_log(wire_log).exchanges if exchange.request.turn][-1]
    return json.dumps(last)


def test_the_harness_is_base_with_a_server(harness: BuiltHarness, lineage: BuiltHarness) -> None:
    assert lineage.env == harness.env
    assert lineage.mounts.items() > harness.mounts.items()
    assert lineage.digest != harness.digest
    assert [server.name for server in lineage.mcp_servers] == ["headwater"]
    assert harness.mcp_servers == ()


def test_an_agent_asks_edits_and_asks_again(lineage: BuiltHarness, tmp_path: Path) -> None:
    lineage_task = task(tmp_path / "small", "lineage")
    write_shop(lineage_task.workspace)
    calls = (
        (
            ask("upstream", name="revenue.revenue"),
            ask("verify_model", name="fct_orders"),
            ask("search", words="retail segment"),
        ),
        (
            say("shell", command=as_made("lineage.bin")),
            say("shell", command=as_made("search.sqlite")),
            say("shell", command=EDIT),
            say("shell", command=f"{SNOOP}; ls -A /workspace"),
        ),
        (
            ask("column", column="revenue.revenue"),
            ask("query_sql", sql="select count(*) as n from fct_orders"),
            ask("search", words="brand new model"),
        ),
        (say("finish", message="Done."),),
    )
    cassette = Cassette(turns=tuple(Turn(calls=each, usage=USAGE) for each in calls))
    save(tmp_path / "cassettes", cassette, "lineage")
    setting = Setting(home(), lineage, (), threading.Event(), Models(replay=tmp_path / "cassettes"))
    agent = "data-agent:claude-sonnet-4-6"
    spec = TrialSpec(task=lineage_task.ref, agent=agent, harness="lineage", prompt=PromptVariant.BASELINE, repeat=1)
    trial = run_trial(setting, tmp_path / "job", lineage_task, spec, lambda _: None)
    assert trial.verdict is not None, trial.reason
    assert (trial.status, trial.verdict.gates_cleared) == ("ok", 5)
    text = results(tmp_path / "job/trials" / spec.id / "wire.jsonl")
    assert "cents / 100.0 as amount" in text  # the answer of upstream reaches the source
    assert "each once" in text  # verified
    assert "LINEAGE.BIN IS AS IT WAS MADE" in text  # before the trial, of its starting state
    assert "column: shop:main.fct_orders.segment" in text  # found
    assert "SEARCH.SQLITE IS AS IT WAS MADE" in text
    assert "model: model.shop.brand_new" in text  # as it was after the edit
    assert "sum(amount) - 1 as revenue" in text  # as it was after the edit
    assert "[1 row]" in text
    assert not any(name in text for name in ("/checks.py", "/grading", "/trials"))
    assert ".headwater" not in text  # nothing is written to the workspace
