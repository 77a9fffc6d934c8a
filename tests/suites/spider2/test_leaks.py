"""Project files that repeat parts of the reference solution are allowed by name."""

from __future__ import annotations

from pathlib import Path

from headwater.leaks import revealing
from headwater.suites.spider2.build._leaks import allow_shipped_copies
from headwater.tasks import read_task

COLUMNS = ", ".join(f"coalesce(total_{name}, 0) as total_{name}" for name in ("a", "b", "c", "d", "e", "f", "g"))
LACKS = f"select country, {COLUMNS} from countries"
SHIPS = f"select device, {COLUMNS} from devices"
CONFIG = """
id = "shop001"
title = "Complete a project"
suite = "spider2"
tier = "tier-1"
category = "schema-design"
competencies = ["transformation-and-semantic-modeling"]
starting_state = "greenfield"
"""


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def test_only_a_report_that_repeats_another_is_allowed(tmp_path: Path) -> None:
    task, project = tmp_path / "shop001", tmp_path / "project"
    write(project, {"models/device.sql": SHIPS, "models/orders.sql": "select * from orders"})
    write(
        task,
        {
            "task.toml": CONFIG,
            "instruction.md": "Complete it.\n",
            "instruction.informed.md": "Complete it.\n",
            "checks.py": "",
            "workspace/.gitkeep": "",
            "solution/files/models/country.sql": LACKS,
            "solution/solve.sh": "cp -R /solution/files/. /workspace\n",
        },
    )
    assert any(needle.is_copy for needle in revealing(read_task(task), tmp_path).needles)
    allow_shipped_copies(task, project, tmp_path)
    (allowed,) = read_task(task).config.leaks.allow
    assert allowed.pattern == r"/workspace/models/device\.sql, .*a part of solution/"
