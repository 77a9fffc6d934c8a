"""Single files of agent output are copied unchanged, and never anything else that the agent put in their place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from headwater.errors import UncollectedError, UserError
from headwater.jobs import JobFolder, choose_once, collect_left
from headwater.tasks import read_task
from headwater.trials import LeftFiles

pytestmark = pytest.mark.usefixtures("nothing_left")

SHIPPED = ("changed", "same", "removed", "linked", "folder")
LEFT = """
printf theirs > changed; printf more > new
chmod 000 new
rm removed linked folder
ln -s /etc/passwd linked
mkdir folder
"""


def test_files_are_collected_unchanged(
    headwater: Any, make_task: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user_env: Any
) -> None:
    (target := tmp_path / "target").mkdir()
    task = make_task(files={f"workspace/{name}": "ours" for name in SHIPPED})
    (tmp_path / "leave.sh").write_text(LEFT)
    completed = headwater("run", task, "--agent", "human", "--agent", "nop", "--commands", "leave.sh", "--out", "job")
    assert completed.exit_code == 0, completed.err
    monkeypatch.setenv("HEADWATER_HOME", user_env["HEADWATER_HOME"])
    job = JobFolder(tmp_path / "job")
    with pytest.raises(
        UserError, match=r"has 2 trials of scratch, and one is needed; choose by --agent \(human, nop\)"
    ):
        choose_once(job, ["tasks"], {"agent": None})
    with pytest.raises(UserError, match=r"--agent oracle: .* has no such trial; there are human, nop"):
        choose_once(job, ["tasks"], {"agent": "oracle"})
    [spec] = choose_once(job, ["tasks"], {"agent": "human"})

    left_files = collect_left(
        job, spec, read_task(task), ("changed", "same", "new", "removed", "linked", "folder"), target
    )
    assert left_files == LeftFiles(("changed", "same", "new"))
    found = {path.name: path.read_text() for path in target.iterdir()}
    assert found == {"changed": "theirs", "same": "ours", "new": "more"}

    (task / "workspace/same").write_text("of another version")  # the build differs from the one that the agent got
    with pytest.raises(UncollectedError, match="did not change same, and its starting state is gone"):
        collect_left(job, spec, read_task(task), ("same",), target)
    for path in target.iterdir():
        path.unlink()
    assert collect_left(job, spec, read_task(task), ("changed", "removed"), target) == LeftFiles(("changed",))

    record = next((job.folder / "trials").glob("*human*")) / "trial.json"
    spoiled = json.loads(record.read_text()) | {"status": "infra_error", "reason": "the machine failed"}
    record.write_text(json.dumps(spoiled))
    with pytest.raises(UncollectedError, match=r"is excluded \(infra_error\): the machine failed"):
        collect_left(job, spec, read_task(task), ("changed",), target)
    record.unlink()
    with pytest.raises(UncollectedError, match="has no record yet; `headwater resume"):
        collect_left(job, spec, read_task(task), ("changed",), target)
