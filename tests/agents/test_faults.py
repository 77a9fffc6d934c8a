"""Faults between an agent and its model: the status names the cause, and the totals stay exact."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.agents.conftest import require_installable, run
from tests.agents.small import greeting, save, task, used

from headwater.gateway import FaultSpec
from headwater.records import AgentEnd, Limits, Status

AGENTS = ("claude-code:claude-sonnet-4-6", "codex:gpt-5.5", "pi:claude-sonnet-4-6")
# The fault of the second answer, the resulting status, and the reason. If the model answers in the end, the agent is
# judged by its work; if it answers nobody, not even the gateway's probe, the trial is excluded.
FAULTS: dict[str, tuple[FaultSpec | None, Status, str]] = {
    "none": (None, Status.OK, ""),
    "refused": (FaultSpec(status=401, times="always"), Status.INFRA_ERROR, "401"),
    "limited": (FaultSpec(status=429, retry_after_sec=0.1), Status.OK, ""),
    "hiccup": (FaultSpec(status=500), Status.OK, ""),
    "down": (FaultSpec(status=500, times="always"), Status.INFRA_ERROR, "500"),
    "cut": (FaultSpec(cut_after_events=3), Status.OK, ""),
}
# Codex never retries after a 429 while the probe is answered. It sees none from a real provider, because the gateway
# waits and retries.
EXCEPTIONS = {("limited", "codex"): (Status.AGENT_ERROR, "429")}


@pytest.mark.parametrize("agent", [AGENTS[0], *(pytest.param(each, marks=pytest.mark.minutes) for each in AGENTS[1:])])
def test_the_status_names_the_cause_of_a_fault(agent: str, tmp_path: Path) -> None:
    """Run one job per agent, in which each fault is a separate task."""
    kind = agent.partition(":")[0]
    require_installable(kind)
    for name, (fault, _, _) in FAULTS.items():
        save(tmp_path / "cassettes", greeting(fault), name)
    trials = run(
        tmp_path / "job", [task(tmp_path / "faults", name) for name in FAULTS], [agent], tmp_path / "cassettes"
    )
    for name, (_, *expected) in FAULTS.items():
        status, message = EXCEPTIONS.get((name, kind), expected)
        trial = trials[f"{name} {kind}"]
        assert trial.status is status, (name, trial.reason)
        assert message in trial.reason
        # The totals count exactly the tokens of the answers.
        assert trial.record.model is not None
        assert trial.record.model.totals.usage == used(3 if status is Status.OK else 1), name
        if status is Status.OK:
            assert trial.verdict is not None
            assert trial.verdict.gates_cleared == 5
        assert (trial.verdict is None) is (status is Status.INFRA_ERROR)


@pytest.mark.minutes
def test_a_model_that_falls_silent_is_not_the_agents_timeout(tmp_path: Path) -> None:
    for agent in AGENTS:
        require_installable(agent.partition(":")[0])
    save(tmp_path / "cassettes", greeting(FaultSpec(stall_sec=3600, times="always")), "silence")
    silence = task(tmp_path / "faults", "silence", timeout_sec=20)
    trials = run(tmp_path / "job", [silence], AGENTS, tmp_path / "cassettes", jobs=3)
    for trial in trials.values():
        assert trial.status is Status.INFRA_ERROR, trial.reason
        assert re.search(r"had not answered for \d+ s when the agent's time was over", trial.reason)
        assert trial.record.model is not None
        assert trial.record.model.totals.usage == used(2)  # the answer in flight counts as well
    report = trials["silence claude-code"].record.report
    assert report is not None
    assert report.end is AgentEnd.ABORTED  # the agent was interrupted by SIGINT and not killed


@pytest.mark.parametrize(
    ("agents", "limits", "message", "turns"),
    [
        (AGENTS, Limits(turns=2), "2 turns", 2),
        (AGENTS[:1], Limits.model_validate({"cost_usd": "0.004"}), "0.004 US dollars", 2),
    ],
    ids=["turns", "cost"],
)
def test_a_budget_ends_an_agent_in_its_own_way(
    tmp_path: Path, agents: tuple[str, ...], limits: Limits, message: str, turns: int
) -> None:
    for agent in agents:
        require_installable(agent.partition(":")[0])
    save(tmp_path / "cassettes", greeting(), "greet")
    found = run(tmp_path / "job", [task(tmp_path / "faults", "greet")], agents, tmp_path / "cassettes", limits=limits)
    for trial in found.values():
        record = trial.record
        assert trial.status is Status.BUDGET_EXHAUSTED, trial.reason
        assert message in trial.reason
        assert trial.verdict is not None  # the trial is evidence, and its output is graded
        assert record.report is not None
        assert (record.exit_code, record.report.end) == (0, AgentEnd.COMPLETED)
        assert record.model is not None
        assert record.model.totals.usage == used(turns)
