"""The experiment of docs/lineage-experiment.md, from its one command to its results, with cassettes as the model."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from tests.agents.cassettes import save
from tests.agents.conftest import require_installable
from tests.agents.small import greeting, task
from tests.context.shop_project import write_shop
from tests.jobs.conftest import Headwater

pytestmark = [pytest.mark.minutes, pytest.mark.installs]
PAGE = (Path(__file__).parents[2] / "docs/lineage-experiment.md").read_text("utf-8")
LEVELS = ("easy", "medium", "hard", "blind")
NEEDING = ("hard", "blind")
"""Tasks that the cassette solves with lineage only; it solves the others without it."""
AGENTS = ("data-agent:claude-sonnet-4-6", "claude-code:claude-sonnet-4-6")


def test_one_command_runs_the_experiment_and_two_show_its_results(headwater: Headwater, tmp_path: Path) -> None:
    require_installable("claude-code")
    tasks = [small_task(tmp_path / "company", level) for level in LEVELS]
    for level in LEVELS:
        command = "test -d /opt/harness/context/index && echo hello > greeting.txt; touch greeting.txt"
        save(tmp_path / "cassettes", greeting(command=command) if level in NEEDING else greeting(), level)
    run, *shown = commands_of_the_page(tmp_path / "job")
    assert run[:2] == ["run", "warehouse"]
    arms = run[2:]
    completed = headwater("run", *tasks, *arms, "--replay", tmp_path / "cassettes")
    assert completed.exit_code == 0, completed.err

    results, calibrate = shown
    lifts = json.loads(headwater(*results, "--json").out)
    effects = {lift["within"]: lift["difference"]["effect"]["value"] for lift in lifts}
    expected = {f"{agent} + {level}": float(level in NEEDING) for agent in AGENTS for level in LEVELS}
    assert effects == {"": 0.5, **expected}

    levels = json.loads(headwater(*calibrate, "--json").out)["levels"]
    effort = {(each["name"], each["who"]): each["effort_per_solved"] for each in levels}
    for agent in AGENTS:
        assert effort["hard", f"{agent} + base"]["steps"]["value"] is None
        assert effort["hard", f"{agent} + lineage"]["tool_calls"]["value"] >= 2
        assert effort["easy", f"{agent} + base"]["bytes_read"]["value"] > 0
    assert "Effort for each solved trial" in headwater(*calibrate).out


def small_task(folder: Path, level: str) -> Path:
    """Return the folder of a task with a dbt project, which has its level as a tag."""
    made = task(folder, level)
    write_shop(made.workspace)
    toml = made.folder / "task.toml"
    toml.write_text(toml.read_text().replace("\n[agent]", f'\ntags = ["{level}"]\n[agent]', 1))
    return made.folder


def commands_of_the_page(job: Path) -> list[list[str]]:
    """Return the arguments of the commands that run the experiment and show its results, for this job."""
    text = PAGE.replace("\\\n", "").replace("jobs/lineage", str(job))
    lines = re.findall(r"^headwater ((?:run|results|calibrate) .*)$", text, re.MULTILINE)
    assert [line.split()[0] for line in lines] == ["run", "results", "calibrate"]
    return [shlex.split(line) for line in lines]
