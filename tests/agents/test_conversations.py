"""Side conversations of a real agent: a subagent, and a summary when the context is full."""

from __future__ import annotations

from pathlib import Path

import atif
import pytest
from tests.agents.cassettes import save, say
from tests.agents.conftest import require_installable, run
from tests.agents.small import GREETING, USAGE, task

from headwater.gateway import Cassette, CassetteCall, SubagentScript, Turn, Usage, read_cassette
from headwater.trials import Finished

CLAUDE, CODEX = "claude-code:claude-sonnet-4-6", "codex:gpt-5.5"
QUESTION = "Find out which greeting the house uses, and report it in one word."
ASK = CassetteCall(
    tool="cli:Agent", arguments={"description": "find out", "prompt": QUESTION, "run_in_background": False}
)
SUMMARY = "<summary>A greeting was asked for, and it is written; it is yet to be looked at.</summary>"
FULL = Usage(input=300_000, output=50)


def go(folder: Path, agent: str, cassette: Cassette) -> tuple[Finished, atif.Trajectory]:
    require_installable(agent.partition(":")[0])
    save(folder / "cassettes", cassette, "greet")
    replay, record = folder / "cassettes", str(folder / "recorded")
    [trial] = run(folder / "job", [task(folder / "small", "greet")], [agent], replay, record=record).values()
    assert trial.verdict is not None, trial.reason
    assert (trial.status, trial.verdict.gates_cleared) == ("ok", 5), trial.reason
    assert trial.record.disagreements == ()  # the agent's own count includes all side conversations
    written = folder / "job/trials" / trial.record.spec.id / "trajectory.json"
    return trial, atif.Trajectory.model_validate_json(written.read_text())


def test_a_subagent_is_embedded_below_the_call_that_started_it(tmp_path: Path) -> None:
    looks = (Turn(calls=(say("shell", command="echo hello"),), usage=USAGE), Turn(text="It is hello.", usage=USAGE))
    cassette = Cassette(
        turns=(
            Turn(calls=(ASK,), usage=USAGE),
            Turn(calls=(say("shell", command=GREETING),), usage=USAGE),
            Turn(text="Done.", usage=USAGE),
        ),
        subagents=(SubagentScript(match=QUESTION, turns=looks),),
    )
    trial, trajectory = go(tmp_path, CLAUDE, cassette)
    [subagent] = trajectory.subagent_trajectories or []
    [ref] = [
        (result.source_call_id, ref.trajectory_id)
        for step in trajectory.steps
        for result in (step.observation.results if step.observation else [])
        for ref in result.subagent_trajectory_ref or []
    ]
    assert ref == ("call_main_1_1", subagent.trajectory_id)
    assert [step.message for step in subagent.steps if step.source == "agent"] == ["", "It is hello."]
    assert trial.record.model is not None
    assert trial.record.model.totals.usage.input == 5 * USAGE.input
    recorded = read_cassette(tmp_path / "recorded" / f"{trial.record.spec.id}.yaml")
    assert (len(recorded.turns), [len(script.turns) for script in recorded.subagents]) == (3, [2])


@pytest.mark.parametrize("agent", [CLAUDE, CODEX])
def test_a_compaction_is_a_step_and_the_run_continues(agent: str, tmp_path: Path) -> None:
    """Claude Code offers its tools when it asks for a summary; Codex does not."""
    cassette = Cassette(
        turns=(
            Turn(text="I think.", calls=(say("shell", command="echo one"),), usage=USAGE),
            Turn(text="I write it.", calls=(say("shell", command=GREETING),), usage=FULL),
            Turn(text="I look at it.", calls=(say("shell", command="cat greeting.txt"),), usage=USAGE),
            Turn(text="Done.", usage=USAGE),
        ),
        summary=Turn(text=SUMMARY, usage=Usage(input=190_000, output=60)),
    )
    trial, trajectory = go(tmp_path, agent, cassette)
    reply = [str(step.message) for step in trajectory.steps if step.source == "agent"]
    assert [text for text in reply if text != SUMMARY] == ["I think.", "I write it.", "I look at it.", "Done."]
    [compacted] = [step for step in trajectory.steps if "context_management" in (step.extra or {})]
    assert "it is yet to be looked at" in str(compacted.observation)
    documents = [trajectory, *(trajectory.subagent_trajectories or [])]
    assert [step.message for each in documents for step in each.steps].count(SUMMARY) == 1
    recorded = read_cassette(tmp_path / "recorded" / f"{trial.record.spec.id}.yaml")
    assert [turn.text for turn in recorded.turns] == ["I think.", "I write it.", "I look at it.", "Done."]
    assert (recorded.summary or recorded.side).text == SUMMARY
