from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from headwater.grading import Attempt, CheckStarted, Evidence, LayeredState, Plan, Tooling, evaluate
from headwater.records import CheckRecord, Gate, ServiceName, Status, TaskConfig
from headwater.sandbox import User, own, remove_tree, run_in_cell

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
    """What one evaluation said."""

    records: list[CheckRecord]
    started: list[str]

    def __getitem__(self, name: str) -> CheckRecord:
        [record] = [record for record in self.records if record.name == name]
        return record

    def failed(self, gate: Gate | None = None) -> list[str]:
        """Names of the checks that did not pass."""
        return [record.name for record in self.records if not record.passed and gate in (None, record.gate)]


Grade = Callable[..., Evaluated]


@pytest.fixture
def grade(tmp_path: Path, tooling: Tooling, request: pytest.FixtureRequest) -> Grade:
    """Evaluate checks on a workspace (and empty services) that an agent is said to have left."""

    def run(
        checks: str = "",
        files: Mapping[str, str | bytes] | None = None,
        shipped: Mapping[str, str] | None = None,
        services: Sequence[str] = (),
        attempt: Attempt | None = None,
        all_gates: bool = True,
        **config: Any,
    ) -> Evaluated:
        folder = tmp_path / f"grade-{len(list(tmp_path.iterdir()))}"
        start = _write(folder / "shipped", shipped or {})
        left = _write(folder / "left", files or {})
        (folder / "checks.py").write_text(HEADER + checks)
        empty = request.getfixturevalue("empty_services") if services else {}
        data = {ServiceName(name): (empty[ServiceName(name)],) for name in services}
        evidence = Evidence(
            config=TaskConfig.model_validate({**BASE, "services": list(services), **config}),
            attempt=attempt or Attempt(Status.OK, 0),
            tooling=tooling,
            frozen=LayeredState((left, start), data),
            starting=LayeredState((start,), data),
            reference=None,
            shipped=start,
            scratch=folder / "scratch",
        )
        events: list[Any] = []
        plan = Plan(all_gates)
        run_in_cell(evaluate, folder / "checks.py", evidence, plan, on_event=events.append, timeout_sec=400)
        remove_tree(evidence.scratch)
        return Evaluated(
            [event for event in events if isinstance(event, CheckRecord)],
            [event.name for event in events if isinstance(event, CheckStarted)],
        )

    return run


def _write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    folder.mkdir(parents=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    for path in (folder, *folder.rglob("*")):
        own(path, User.AGENT)
    return folder
