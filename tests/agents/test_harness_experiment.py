"""The experiment of docs/harness-experiment.md, from its one command to the lift, with cassettes as the model."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from tests.agents.cassettes import save
from tests.agents.small import greeting, task
from tests.jobs.conftest import Headwater

from headwater.jobs import JobFolder

pytestmark = [pytest.mark.minutes, pytest.mark.installs]
PAGE = (Path(__file__).parents[2] / "docs/harness-experiment.md").read_text("utf-8")
NAMES = ("one", "two", "three", "four", "five")
NEEDING = NAMES[:3]
"""Tasks that the cassette solves with the tools only; it solves the others without them."""


@pytest.mark.usefixtures("nothing_left")
def test_one_command_runs_the_experiment_and_two_show_its_results(headwater: Headwater, tmp_path: Path) -> None:
    tasks = [task(tmp_path / "greetings", name).folder for name in NAMES]
    for name in NAMES:
        command = "command -v spark-submit > /dev/null && echo hello > greeting.txt; touch greeting.txt"
        message = greeting(command=command) if name in NEEDING else greeting()
        save(tmp_path / "cassettes", message, name)
    arms = ["--harness", "base", "--harness", "classic-de", "--prompt", "both", "--repeat", "2"]
    options = ["--agent", "data-agent:gpt-5.5", "--replay", tmp_path / "cassettes", "--out", tmp_path / "job"]
    run = headwater("run", *tasks, *arms, *options)
    assert run.exit_code == 0, run.err

    trials = list(JobFolder(tmp_path / "job").finished())
    assert len(trials) == len(NAMES) * 2 * 2 * 2
    assert {trial.status for trial in trials} == {"ok"}
    for prompt in ("baseline", "informed"):
        request = (
            "results",
            tmp_path / "job",
            "--lift",
            "harness",
            "--measure",
            "solved",
            "--where",
            f"prompt={prompt}",
        )
        [lift, *_] = json.loads(headwater(*request, "--json").out)
        assert (lift["first"], lift["second"]) == ("base", "classic-de")
        assert lift["difference"]["effect"]["value"] == pytest.approx(len(NEEDING) / len(NAMES))
        assert lift["difference"]["effect"]["tasks"] == len(NAMES)
    for request in shown_by_the_page(tmp_path / "job"):
        completed = headwater(*request)
        assert completed.exit_code == 0, (request, completed.err)
        assert "classic-de" in completed.out or "informed" in completed.out, (request, completed.out)
    assert headwater("resume", tmp_path / "job").exit_code == 0
    briefing = {trial.record.spec.harness: wire(tmp_path / "job", trial.record.spec.id) for trial in trials}
    assert {name: "classic-check" in text for name, text in briefing.items()} == {"base": False, "classic-de": True}


def shown_by_the_page(job: Path) -> list[list[str]]:
    """Return the commands with which the page shows results, for this job."""
    lines = re.findall(r"^headwater (results .*?)(?:\s+#.*)?$", PAGE, re.MULTILINE)
    assert len(lines) == 4
    return [shlex.split(line.replace("jobs/harness", str(job))) for line in lines]


def wire(job: Path, trial: str) -> str:
    """Return the text of everything that was sent to the model."""
    return JobFolder(job).paths(trial).wire_log.read_text()
