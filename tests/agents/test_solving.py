"""Real CLIs, driven by cassettes in sealed trials, solve whole tasks."""

from __future__ import annotations

from pathlib import Path

import atif
import pytest
from tests.agents.cassettes import LAST, LOOK, WORK, failing, solving
from tests.agents.conftest import require_installable, run
from tests.agents.small import save

from headwater.gateway import Cassette
from headwater.records import AgentEnd, Gate
from headwater.suites import find_tasks
from headwater.tasks import Task

TOTAL = LOOK + WORK + WORK + LAST


@pytest.fixture(scope="module")
def connection() -> Task:
    [task] = find_tasks(["pipelines/broken-connection"])
    return task


def hasty(task: Task) -> Cassette:
    """Return the solution with a hard-coded server address, as an engineer in a hurry would write it."""
    text = solving(task).model_dump_json()
    address = "postgresql://app:pipeline@127.0.0.1:5432/app"
    found = text.replace('os.environ[\\"POSTGRES_URL\\"]', f'\\"{address}\\"')
    assert found != text
    return Cassette.model_validate_json(found)


@pytest.mark.minutes
def test_three_agents_solve_a_task_and_a_hasty_one_does_not(connection: Task, tmp_path: Path) -> None:
    for kind in ("claude-code", "codex", "pi"):
        require_installable(kind)
    save(tmp_path / "cassettes", solving(connection), "broken-connection")
    own = "pipelines.broken-connection__data-agent-gpt-5.5__base__baseline__1"
    save(tmp_path / "cassettes", hasty(connection), own)
    agents = ["claude-code:claude-sonnet-4-6", "codex:gpt-5.5", "pi:claude-sonnet-4-6", "data-agent:gpt-5.5"]
    trials = run(tmp_path / "job", [connection], agents, tmp_path / "cassettes")
    cleared = {
        name.split()[1]: trial.verdict.gates_cleared
        for name, trial in trials.items()
        if trial.status == "ok" and trial.verdict is not None
    }
    # A loader with a hard-coded address works, but fails the gate that a reviewer would.
    assert cleared == {"claude-code": 5, "codex": 5, "pi": 5, "data-agent": 4}
    for trial in trials.values():
        record = trial.record
        assert record.model is not None
        assert record.model.totals.usage == TOTAL
        assert (record.model.totals.turns, record.model.totals.faults) == (4, 0)
        assert record.disagreements == ()
        folder = tmp_path / "job/trials" / record.spec.id
        trajectory = atif.Trajectory.model_validate_json((folder / "trajectory.json").read_text())
        assert trajectory.final_metrics is not None
        assert trajectory.final_metrics.total_prompt_tokens == TOTAL.input
        calls = [call for step in trajectory.steps for call in step.tool_calls or ()]
        assert all({"started_at", "ended_at"} <= set(call.extra or {}) for call in calls)  # from the agent's own log


AGENTS = ("claude-code:claude-sonnet-4-6", "codex:gpt-5.5", "pi:claude-sonnet-4-6")
OTHERS = ("csv-ingest", "clickhouse-orderby-optimization")  # the third task has its own test above
COUNTERFEITS = {
    "claude-code:claude-sonnet-4-6": ("csv-ingest", "skips-bad-rows"),
    "codex:gpt-5.5": ("clickhouse-orderby-optimization", "time-first"),
    "pi:claude-sonnet-4-6": ("broken-connection", "keeps-defaults"),
}


@pytest.mark.installs
@pytest.mark.parametrize("name", OTHERS)
def test_three_agents_solve_other_tasks(name: str, tmp_path: Path) -> None:
    for agent in AGENTS:
        require_installable(agent.partition(":")[0])
    [task] = find_tasks([f"pipelines/{name}"])
    save(tmp_path / "cassettes", solving(task), name)
    trials = run(tmp_path / "job", [task], AGENTS, tmp_path / "cassettes", jobs=1)
    assert len(trials) == 3
    for what, trial in trials.items():
        assert trial.verdict is not None, (what, trial.reason)
        assert (trial.status, trial.verdict.gates_cleared) == ("ok", 5), (what, trial.verdict)
        assert trial.record.disagreements == ()
        assert trial.record.model is not None
        assert trial.record.model.totals.usage == TOTAL


@pytest.mark.installs
@pytest.mark.parametrize(
    "agent",
    [
        "gemini-cli:gemini-2.5-pro",
        "mini-swe-agent:gpt-5.5",
        "opencode:gpt-5.5",
        "openhands:gpt-5.5",
        "qwen-code:qwen3-coder",
    ],
)
def test_slow_agents_solve_a_task_as_well(agent: str, connection: Task, tmp_path: Path) -> None:
    require_installable(agent.partition(":")[0])
    save(tmp_path / "cassettes", solving(connection), "broken-connection")
    [trial] = run(tmp_path / "job", [connection], [agent], tmp_path / "cassettes").values()
    assert trial.verdict is not None, trial.reason
    assert (trial.status, trial.verdict.gates_cleared) == ("ok", 5), trial.verdict
    assert trial.record.disagreements == ()
    assert trial.record.model is not None
    assert trial.record.model.totals.turns == 4


@pytest.mark.installs
@pytest.mark.parametrize("agent", AGENTS)
def test_each_agent_fails_a_task_plausibly(agent: str, tmp_path: Path) -> None:
    """Each agent stops at the gate that the counterfeit declares, and reports success."""
    require_installable(agent.partition(":")[0])
    name, counterfeit = COUNTERFEITS[agent]
    [task] = find_tasks([f"pipelines/{name}"])
    save(tmp_path / "cassettes", failing(task, counterfeit), name)
    [trial] = run(tmp_path / "job", [task], [agent], tmp_path / "cassettes").values()
    assert trial.verdict is not None, trial.reason
    stopped_at = list(Gate)[trial.verdict.gates_cleared]
    assert (trial.status, stopped_at) == ("ok", task.counterfeit(counterfeit).gate)
    assert trial.record.report is not None
    assert trial.record.report.end is AgentEnd.COMPLETED
