"""The arms of the harness `context`, which offer a scan of the starting state as pages, over MCP, or both."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.agents.cassettes import save, say
from tests.agents.small import GREETING, USAGE, greeting, task
from tests.context.shop_project import FILES, write_shop

from headwater import harnesses
from headwater.context.prepare import PreparedPart, prepare
from headwater.errors import TasksBrokenError
from headwater.gateway import Cassette, CassetteCall, Turn, read_wire_log
from headwater.harnesses import BuiltHarness
from headwater.jobs import JobFolder, Progress, expand, home, run_job
from headwater.records import JobConfig, PromptVariant, TrialSpec
from headwater.tasks import Task
from headwater.trials import Finished, Models, Setting, run_trial
from headwater.trials._prepare import digest_of_made

INDEX = "/opt/harness/context/index"
LOOK = (
    f"ls -A {INDEX} /opt/harness/context; cat {INDEX}/wiki/project.md {INDEX}/wiki/models/fct_orders.md;"
    f" touch {INDEX}/wiki/x || echo read only | tr a-z A-Z; ls -A /workspace; find / -xdev -name '*suppliers*'"
)
AGENT = "data-agent:claude-sonnet-4-6"


def ask(tool: str, **arguments: Any) -> CassetteCall:
    return CassetteCall(tool=f"mcp:headwater:{tool}", arguments=arguments)


QUESTIONS = (
    ask("show", name="fct_orders"),
    ask("search", words="c17", kinds=["value"]),
    ask("query_metrics", measures=["fct_orders_count"], dimensions=["stg_customers.segment"]),
    ask("read_page", path="models/fct_orders.md"),
)


@pytest.fixture(scope="session")
def prepared() -> Callable[[str], BuiltHarness]:
    return lambda name: harnesses.prepare(name, home(), print)


def shop(folder: Path) -> Task:
    shop_task = task(folder / "small", "shop", timeout_sec=600)  # a server starts slowly on a busy machine
    write_shop(shop_task.workspace)
    return shop_task


def run(harness: BuiltHarness, shop_task: Task, folder: Path, *calls: CassetteCall) -> tuple[Finished, str]:
    """Run a trial in which an agent makes these calls and writes the greeting; return all answers that it got."""
    turns = ((say("shell", command=GREETING), *calls), (say("finish", message="Done."),))
    cassette = Cassette(turns=tuple(Turn(calls=each, usage=USAGE) for each in turns))
    save(folder / "cassettes", cassette, shop_task.config.id)
    setting = Setting(home(), harness, (), threading.Event(), Models(replay=folder / "cassettes"))
    spec = TrialSpec(task=shop_task.ref, agent=AGENT, harness=harness.name, prompt=PromptVariant.BASELINE, repeat=1)
    trial = run_trial(setting, folder / "job", shop_task, spec, lambda _: None)
    assert trial.verdict is not None, trial.reason
    assert (trial.status, trial.verdict.gates_cleared) == ("ok", 5)  # Headwater leaves no scratch file in the workspace
    log = read_wire_log(folder / "job/trials" / spec.id / "wire.jsonl")
    return trial, json.dumps([exchange.body for exchange in log.exchanges if exchange.request.turn][-1])


def test_an_agent_reads_pages(prepared: Callable[[str], BuiltHarness], tmp_path: Path) -> None:
    trial, text = run(prepared("context-wiki"), shop(tmp_path), tmp_path, say("shell", command=LOOK))
    assert f"begin with {INDEX}/wiki/project.md" in text
    assert "4 models, 2 sources, 6 scanned tables" in text
    assert "named like main.stg_customers.customer_id" in text  # no file declares this key
    assert "headwater context query" not in text  # this arm lacks the command
    assert "READ ONLY" in text
    assert "context:\\nindex\\n" in text  # the folder has nothing else
    assert "made-before-trials.txt\\nwiki\\n" in text
    for other in ("catalog.json", "/code", ".headwater", "mcp"):
        assert other not in text
    assert trial.record.digests is not None
    assert trial.record.digests.prepared is not None


@pytest.mark.minutes
def test_an_agent_asks_the_catalog(prepared: Callable[[str], BuiltHarness], tmp_path: Path) -> None:
    _, text = run(prepared("context-catalog"), shop(tmp_path), tmp_path, *QUESTIONS)
    assert "key: order_id (inferred)" in text
    assert "stg_customers.name=c17" in text
    assert "retail" in text
    assert "models/fct_orders.md: no such page" in text
    assert f"{INDEX}/wiki" not in text


def test_an_agent_has_both(prepared: Callable[[str], BuiltHarness], tmp_path: Path) -> None:
    _, text = run(prepared("context"), shop(tmp_path), tmp_path, *QUESTIONS, say("shell", command=LOOK))
    assert "no such page" not in text
    assert text.count("named like main.stg_customers.customer_id") == 2  # both as a page and as a file
    assert "suppliers" not in text.replace("'*suppliers*'", "")
    assert "READ ONLY" in text


def test_arms_differ_from_base_only_by_their_context(
    harness: BuiltHarness, prepared: Callable[[str], BuiltHarness]
) -> None:
    arms = {name: prepared(name) for name in ("context", "context-catalog", "context-wiki", "lineage")}
    assert len({harness.digest, *(arm.digest for arm in arms.values())}) == 5
    assert all(arm.env == harness.env and arm.name == name for name, arm in arms.items())
    assert arms["context-wiki"].mounts == harness.mounts
    assert not arms["context-wiki"].mcp_servers
    assert arms["context"].mcp_servers == arms["context-catalog"].mcp_servers


def test_the_context_covers_one_folder_and_is_the_same_each_time(
    prepared: Callable[[str], BuiltHarness], tmp_path: Path
) -> None:
    preparation = prepared("context").preparation
    assert preparation is not None
    write_shop(tmp_path / "shop")
    other = tmp_path / "other"
    (other / "models").mkdir(parents=True)
    (other / "dbt_project.yml").write_text(FILES["dbt_project.yml"].replace("shop", "suppliers"))
    (other / "models/suppliers.sql").write_text("select 1 as supplier_id\n")
    (other / "models/old.sql").write_text("{{ config(enabled=false) }} select 1 as supplier_id\n")
    targets = [tmp_path / f"made/{number}" for number in range(3)]
    for folder, target in zip((tmp_path / "shop", tmp_path / "shop", other), targets, strict=True):
        assert prepare(folder, target, frozenset(PreparedPart)) == []
    digests = [digest_of_made(preparation, target) for target in targets]
    assert digests[0] == digests[1] != digests[2]
    assert (targets[2] / "wiki/models/suppliers.md").is_file()
    assert not any(b"suppliers" in path.read_bytes() for path in targets[0].rglob("*") if path.is_file())
    assert not any(b"fct_orders" in path.read_bytes() for path in targets[2].rglob("*") if path.is_file())
    assert {path.name for path in (tmp_path / "shop").iterdir()} == {
        *(name.partition("/")[0] for name in FILES),
        "shop.duckdb",
    }


def test_a_database_that_cannot_be_read_costs_a_line(tmp_path: Path) -> None:
    write_shop(tmp_path / "shop")
    beginning = (tmp_path / "shop/shop.duckdb").read_bytes()[:20_000]
    (tmp_path / "shop/broken.duckdb").write_bytes(beginning)
    [problem] = prepare(tmp_path / "shop", tmp_path / "made", frozenset({PreparedPart.WIKI}))
    assert "broken.duckdb" in problem
    assert (tmp_path / "made/wiki/models/fct_orders.md").is_file()


def test_a_task_with_nothing_to_scan_costs_a_line_and_no_other_trial(tmp_path: Path) -> None:
    bare_task = task(tmp_path / "small", "bare")
    save(tmp_path / "cassettes", greeting(), "bare")
    job = JobFolder.create(
        tmp_path / "job",
        JobConfig(
            created_at=datetime.now(UTC),
            headwater_version="test",
            jobs=1,
            tasks={bare_task.ref: str(bare_task.folder)},
            trials=expand([bare_task], [AGENT], ["context-wiki", "base"], [PromptVariant.BASELINE], 1),
            replay=str(tmp_path / "cassettes"),
        ),
    )
    with pytest.raises(TasksBrokenError) as raised:
        run_job(job, [bare_task], Progress(), threading.Event())
    assert str(raised.value) == (
        "small/bare: harness context-wiki: /workspace: nothing to scan: no dbt project or DuckDB file here or in a "
        "direct subfolder"
    )
    assert [(trial.record.spec.harness, trial.status) for trial in job.finished()] == [("base", "ok")]
