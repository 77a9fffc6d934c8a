from __future__ import annotations

import hashlib
import os
import shutil
from dataclasses import asdict
from pathlib import Path

import pytest

from headwater.errors import UserError
from headwater.tasks import TaskDigests, digest_task, read_task

from .conftest import TASK_TOML, put


def digests(folder: Path) -> TaskDigests:
    return digest_task(read_task(folder))


def changed(before: TaskDigests, after: TaskDigests) -> set[str]:
    return {part for part, digest in asdict(before).items() if asdict(after)[part] != digest}


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("instruction.md", {"task"}),
        ("instruction.informed.md", {"task"}),
        ("workspace/load.sql", {"task", "start"}),
        ("workspace/.hidden/new", {"task", "start"}),
        ("seed/01_postgres.sql", {"task", "start"}),
        ("seed/03_postgres_more.sql", {"task", "start"}),
        ("checks.py", {"checks"}),
        ("_helpers.py", {"checks"}),
        ("solution/solve.sh", {"solution", "proof"}),
        ("solution/more/new.sql", {"solution", "proof"}),
        ("counterfeits/appends/solve.sh", {"proof"}),
        ("alternatives/streams/solve.sh", {"proof"}),
        ("counterfeits/appends/__pycache__/x", set()),
        ("workspace/.gitkeep", set()),
        ("workspace/x.pyc", set()),
        ("__pycache__/checks.pyc", set()),
    ],
)
def test_a_file_changes_only_the_digests_of_its_part(folder: Path, name: str, parts: set[str]) -> None:
    before = digests(folder)
    put(folder, name, "# changed\n")

    assert changed(before, digests(folder)) == parts


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ("Daily orders", "Orders by day", {"task"}),
        ('"postgres", "clickhouse"', '"clickhouse", "postgres"', {"task", "start"}),
        ('"clickhouse"]', '"clickhouse", "kafka"]', {"task", "start"}),
    ],
)
def test_services_make_the_starting_state_and_other_fields_do_not(
    folder: Path, old: str, new: str, parts: set[str]
) -> None:
    before = digests(folder)
    put(folder, "task.toml", TASK_TOML.replace(old, new))

    assert changed(before, digests(folder)) == parts


def test_the_program_of_a_workload_is_a_part_of_the_task(folder: Path) -> None:
    put(folder, "task.toml", f'{TASK_TOML}\n[workload]\ncommand = "python3 traffic.py"\n')
    put(folder, "workload/traffic.py", "print({})\n")
    before = digests(folder)
    put(folder, "workload/traffic.py", "print([])\n")

    assert changed(before, digests(folder)) == {"task"}


def test_the_execute_bit_counts_and_other_modes_do_not(folder: Path) -> None:
    before = digests(folder)
    (folder / "workspace/load.sql").chmod(0o600)
    assert digests(folder) == before

    (folder / "workspace/load.sql").chmod(0o700)
    assert changed(before, digests(folder)) == {"task", "start"}


def test_a_renamed_file_changes_the_digest(folder: Path) -> None:
    before = digests(folder)
    (folder / "workspace/load.sql").rename(folder / "workspace/fill.sql")

    assert changed(before, digests(folder)) == {"task", "start"}


def test_neither_the_place_nor_the_time_of_a_folder_matters(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "elsewhere" / "daily-orders")
    os.utime(copy / "checks.py", (0, 0))

    assert digests(copy) == digests(folder)


def test_the_digest_is_the_documented_one(folder: Path) -> None:
    put(folder, "_helpers.py", "X = 1\n").chmod(0o755)
    checks = hashlib.sha256((folder / "checks.py").read_bytes()).hexdigest()
    helpers = hashlib.sha256(b"X = 1\n").hexdigest()

    lines = f"_helpers.py\x001\x00{helpers}\nchecks.py\x000\x00{checks}\n"
    assert digests(folder).checks == hashlib.sha256(lines.encode()).hexdigest()


def test_a_link_made_after_reading_is_refused(folder: Path) -> None:
    task = read_task(folder)
    (folder / "solution/link").symlink_to("/etc/passwd")

    with pytest.raises(UserError, match="solution/link: is a symbolic link"):
        digest_task(task)
