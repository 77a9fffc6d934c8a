from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from headwater.grading import AgentExit, CheckPlan, CheckStarted, GradingInputs, LayeredState, Tooling, evaluate
from headwater.policy import Policy
from headwater.records import CheckRecord, ControlState, Gate, ServiceName, Status, TaskConfig, Verdict
from headwater.sandbox import User, change_owner, remove_tree, run_in_cell
from headwater.tasks import Task
from headwater.trials._grade import Control
from headwater.trials._grade import grade as grade_task

BASE: dict[str, Any] = {
    "id": "small",
    "title": "Small",
    "suite": "scratch",
    "tier": "tier-1",
    "category": "debugging",
    "competencies": ["environment-setup"],
    "starting_state": "broken",
}
HEADER = """\
import time
from headwater.grading import *
from headwater.grading import QueryError, Result

"""


@dataclass(frozen=True)
class Evaluated:
    """The result of one evaluation."""

    records: list[CheckRecord]
    started: list[str]

    def __getitem__(self, name: str) -> CheckRecord:
        [record] = [record for record in self.records if record.name == name]
        return record

    def failed(self, gate: Gate | None = None) -> list[str]:
        """Return the names of the failed checks."""
        return [record.name for record in self.records if not record.passed and gate in (None, record.gate)]


Grade = Callable[..., Evaluated]
Judge = Callable[..., Verdict]


@pytest.fixture
def judge(tmp_path: Path, tooling: Tooling) -> Judge:
    """Grade an agent's output of a task, with a control state on which broken checks are repeated."""

    def run(
        checks: str,
        agent_files: Mapping[str, str | bytes] | None = None,
        control: Mapping[str, str | bytes] | None = None,
        data: Mapping[ServiceName, tuple[Path, ...]] | None = None,
        control_data: Mapping[ServiceName, tuple[Path, ...]] | None = None,
        **config: Any,
    ) -> Verdict:
        folder = tmp_path / f"judge-{len(list(tmp_path.iterdir()))}"
        shipped = write_tree(folder / "shipped", {})
        task = _task(folder / "task", HEADER + checks, {**config, "services": [*(data or {})]})
        inputs = GradingInputs(
            config=task.config,
            attempt=AgentExit(Status.OK, 0),
            tooling=tooling,
            frozen=LayeredState((write_tree(folder / "left", agent_files or {}), shipped), data or {}),
            starting=LayeredState((shipped,), control_data or {}),
            reference=None,
            shipped=shipped,
            scratch=folder / "scratch",
            policy=Policy(),
        )
        state = LayeredState((write_tree(folder / "control", control or {}), shipped), control_data or {})
        return grade_task(task, inputs, Control(ControlState.REFERENCE, lambda: nullcontext(state)))

    return run


def _task(folder: Path, checks: str, config: Mapping[str, Any]) -> Task:
    folder.mkdir(parents=True)
    (folder / "checks.py").write_text(checks)
    for name in ("task.toml", "instruction.md", "instruction.informed.md"):
        (folder / name).touch()
    return Task(folder, TaskConfig.model_validate({**BASE, **config}), ())


@pytest.fixture
def grade(tmp_path: Path, tooling: Tooling, request: pytest.FixtureRequest) -> Grade:
    """Evaluate checks on an agent's output: a workspace, and empty services."""

    def run(
        checks: str = "",
        files: Mapping[str, str | bytes] | None = None,
        shipped: Mapping[str, str] | None = None,
        services: Sequence[str] = (),
        attempt: AgentExit | None = None,
        all_gates: bool = True,
        mounts: Mapping[str, Path] | None = None,
        **config: Any,
    ) -> Evaluated:
        folder = tmp_path / f"grade-{len(list(tmp_path.iterdir()))}"
        start = write_tree(folder / "shipped", shipped or {})
        agent_state = write_tree(folder / "left", files or {})
        (folder / "checks.py").write_text(HEADER + checks)
        empty = request.getfixturevalue("empty_services") if services else {}
        data = {name: (empty[name],) for name in services}
        inputs = GradingInputs(
            config=TaskConfig.model_validate({**BASE, "services": list(services), **config}),
            attempt=attempt or AgentExit(Status.OK, 0),
            tooling=replace(tooling, mounts={**tooling.mounts, **(mounts or {})}),
            frozen=LayeredState((agent_state, start), data),
            starting=LayeredState((start,), data),
            reference=None,
            shipped=start,
            scratch=folder / "scratch",
            policy=Policy(),
        )
        events: list[Any] = []
        plan = CheckPlan(all_gates)
        run_in_cell(evaluate, folder / "checks.py", inputs, plan, on_event=events.append, timeout_sec=400)
        remove_tree(inputs.scratch)
        return Evaluated(
            [event for event in events if isinstance(event, CheckRecord)],
            [event.name for event in events if isinstance(event, CheckStarted)],
        )

    return run


def write_tree(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    folder.mkdir(parents=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    for path in (folder, *folder.rglob("*")):
        change_owner(path, User.AGENT)
    return folder
