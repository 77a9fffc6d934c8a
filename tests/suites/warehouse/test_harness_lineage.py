"""A warehouse task with the harness `lineage` or `context`, whose tools find the cause and see the agent's repair."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.agents.cassettes import save, say
from tests.agents.small import USAGE
from tests.suites.warehouse.broken_tiny import CENTS, STG

from headwater import harnesses
from headwater.gateway import Cassette, CassetteCall, Turn, read_wire_log
from headwater.records import PromptVariant, TrialSpec
from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._masks import Answers
from headwater.suites.warehouse.breaks._prompts import BreakDifficulty
from headwater.suites.warehouse.breaks._proof import prove
from headwater.suites.warehouse.breaks._tasks import choose, write_task
from headwater.tasks import Task, read_task
from headwater.trials import Models, Setting, run_trial

EDIT = f"sed -i 's|/ 10[.]0|/ 100.0|' {STG}"


def ask(tool: str, **arguments: Any) -> CassetteCall:
    return CassetteCall(tool=f"mcp:headwater:{tool}", arguments=arguments)


def broken(companies: Path, folder: Path) -> Task:
    """A task in which a wrong report shows that cents are read as tenths."""
    lab, other = (Lab(Base(companies / "warehouse/bases" / name)) for name in ("clean", "other"))
    proof = prove(lab, CENTS, other)
    failure = next(each for each in proof.failures if "revenue_is_that_of_orders" in each.test)
    chosen = choose(lab, proof, failure, BreakDifficulty.HARD)
    assert chosen is not None
    write_task(lab, chosen, Answers([], [], {}), folder, other.base.digest)
    return read_task(folder / chosen.id)


@pytest.mark.minutes
@pytest.mark.parametrize("name", ["lineage", "context"])
def test_an_agent_finds_the_cause_repairs_it_and_sees_the_result(name: str, companies: Path, tmp_path: Path) -> None:
    task = broken(companies, tmp_path / "tasks")
    calls = (
        (ask("search", words="revenue report"), ask("upstream", name="rpt_revenue.revenue_eur")),
        (say("shell", command=f"{EDIT} && dbt build -q; true"),),
        (ask("upstream", name="rpt_revenue.revenue_eur"), ask("verify_model", name="fct_orders")),
        (say("finish", message="Cents are a hundredth."),),
    )
    cassette = Cassette(turns=tuple(Turn(calls=each, usage=USAGE) for each in calls))
    save(tmp_path / "cassettes", cassette, task.ref.rpartition("/")[2])
    setting = Setting(
        companies,
        harnesses.prepare(name, companies, print),
        (),
        threading.Event(),
        Models(replay=tmp_path / "cassettes"),
    )
    agent = "data-agent:claude-sonnet-4-6"
    spec = TrialSpec(task=task.ref, agent=agent, harness=name, prompt=PromptVariant.BASELINE, repeat=1)
    trial = run_trial(setting, tmp_path / "job", task, spec, lambda _: None)
    assert trial.verdict is not None, trial.reason
    assert (trial.status, trial.verdict.gates_cleared) == ("ok", 5)
    log = read_wire_log(tmp_path / "job/trials" / spec.id / "wire.jsonl")
    requests = [json.dumps(exchange.body) for exchange in log.exchanges if exchange.request.turn]
    before, after = requests[1], requests[-1].removeprefix(requests[1][:-2])
    assert "model.shop.rpt_revenue" in before
    assert "amount_cents / 10.0 as amount" in before  # the cause, with its file
    assert STG in before
    assert "amount_cents / 100.0 as amount" in after
    assert "fct_orders (analytics_core.fct_orders" in after
    assert "0 checks failed" in after
