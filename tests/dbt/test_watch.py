"""The watch reports every file that may have changed in any way, and no others if the kernel can tell."""

from __future__ import annotations

import mmap
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from headwater.dbt._watch import Watch

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere all files are asked")
NAMES = dict.fromkeys(("a.sql", "b.sql", "sub/c.sql")).keys()
ASK_TWICE = """
import sys
from headwater.dbt._watch import Watch
names = dict.fromkeys(("a.sql", "b.sql", "sub/c.sql")).keys()
watch = Watch(sys.argv[1])
print(*sorted(watch.suspects(names)), *sorted(watch.suspects(names)))
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder on a local file system, wherever other tests run."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder_name:
        write(Path(folder_name))
        yield Path(folder_name)


@pytest.fixture
def watch(folder: Path) -> Watch:
    watch_of_folder = Watch(str(folder))
    assert set(watch_of_folder.suspects(NAMES)) == set(NAMES)
    assert not watch_of_folder.suspects(NAMES)
    return watch_of_folder


def write(folder: Path) -> None:
    (folder / "sub").mkdir()
    for name in NAMES:
        (folder / name).write_text("select 1")


def rename_over(file: Path) -> None:
    other = file.with_name("other")
    other.write_text("select 2")
    other.rename(file)


def write_by_another_name(file: Path) -> None:
    other = file.with_name("other")
    other.hardlink_to(file)
    other.write_text("select 2")


def write_by_mapping(file: Path) -> None:
    with file.open("r+b") as opened:
        mapping = mmap.mmap(opened.fileno(), 0)
    mapping[7:8] = b"2"
    mapping.close()


@pytest.mark.parametrize(
    "change",
    [
        lambda file: file.write_text("select 2"),
        lambda file: file.open("a").close() or os.truncate(file, 3),
        lambda file: os.utime(file, (1, 1)),
        lambda file: file.unlink(),
        lambda file: file.rename(file.with_name("other")),
        rename_over,
        write_by_another_name,
        write_by_mapping,
    ],
)
def test_only_changed_files_are_checked(watch: Watch, folder: Path, change: Callable[[Path], object]) -> None:
    change(folder / "a.sql")
    assert set(watch.suspects(NAMES)) == {"a.sql"}
    (folder / "a.sql").write_text("select 3")  # the file that has this name now, possibly a different one
    assert set(watch.suspects(NAMES)) == {"a.sql"}
    (folder / "sub/c.sql").write_text("select 3")
    assert "sub/c.sql" in watch.suspects(NAMES)


def test_both_names_of_one_file_are_checked(folder: Path) -> None:
    (folder / "b.sql").unlink()
    (folder / "b.sql").hardlink_to(folder / "a.sql")
    watch = Watch(str(folder))
    watch.suspects(NAMES)
    for _ in range(2):
        (folder / "b.sql").write_text("select 2")
        assert set(watch.suspects(NAMES)) == {"a.sql", "b.sql"}


def test_linked_and_missing_files_are_always_checked(watch: Watch, folder: Path) -> None:
    (folder / "link.sql").symlink_to("a.sql")
    (folder / "other").symlink_to("sub")
    names = dict.fromkeys((*NAMES, "link.sql", "other/c.sql", "none.sql")).keys()
    for _ in range(2):
        assert set(watch.suspects(names)) == {"link.sql", "other/c.sql", "none.sql"}
    (folder / "none.sql").write_text("select 1")
    assert "none.sql" in watch.suspects(names)
    assert "none.sql" not in watch.suspects(names)


def test_all_files_are_checked_after_an_overflow_of_events(watch: Watch, folder: Path) -> None:
    queue_limit = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    for number in range(queue_limit + 2):
        os.utime(folder / ("a.sql", "b.sql")[number % 2])
    (folder / "sub/c.sql").write_text("select 2")
    assert set(watch.suspects(NAMES)) == set(NAMES)
    assert not watch.suspects(NAMES)


def test_all_files_are_checked_in_a_process_that_shares_the_queue(watch: Watch, folder: Path) -> None:
    (folder / "a.sql").write_text("select 2")
    child = os.fork()
    if child == 0:
        os._exit(0 if set(watch.suspects(NAMES)) == set(NAMES) else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert set(watch.suspects(NAMES)) == {"a.sql"}


@pytest.mark.parametrize(
    "first",
    [
        "echo 1 > /proc/sys/user/max_inotify_watches",
        "echo 0 > /proc/sys/user/max_inotify_instances",
        'mkdir "$1/up" "$1/work"; mount -t overlay -o lowerdir="$1",upperdir="$1/up",workdir="$1/work" none "$1"',
    ],
    ids=["too many watches", "too many queues", "overlay"],
)
def test_all_files_are_checked_if_the_kernel_reports_no_events(folder: Path, first: str) -> None:
    script = f'{first} && exec "$0" -c "$2" "$1"'
    command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, sys.executable, folder, ASK_TWICE]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.stdout.split() == sorted(NAMES) * 2, answer.stderr
