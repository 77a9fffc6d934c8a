"""Starting states in the cache are always complete, and are not removed while in use."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from headwater.snapshots import SnapshotStore

DIGEST = "a" * 64


def fill(folder: Path) -> None:
    (folder / "workspace").mkdir()
    (folder / "workspace/file.txt").write_text("whole")


def test_a_state_is_built_once(tmp_path: Path) -> None:
    folders = []

    def build(folder: Path) -> None:
        folders.append(folder)
        fill(folder)

    store = SnapshotStore(tmp_path)
    for _ in range(2):
        with store.take(DIGEST, "a task", build) as snapshot:
            assert (snapshot.workspace / "file.txt").read_text() == "whole"
    assert len(folders) == 1


def test_a_failed_build_leaves_nothing(tmp_path: Path) -> None:
    def build(folder: Path) -> None:
        fill(folder)
        raise RuntimeError("seed failed")

    store = SnapshotStore(tmp_path)
    with pytest.raises(RuntimeError, match="seed failed"), store.take(DIGEST, "a task", build):
        pytest.fail("there is none to take")
    assert not store.has(DIGEST)
    assert store.all() == []
    with store.take(DIGEST, "a task", fill) as snapshot:
        assert (snapshot.workspace / "file.txt").exists()


KILLED = """
import os, signal, sys
from pathlib import Path
from headwater.snapshots import SnapshotStore

def build(folder):
    (folder / "workspace").mkdir()
    (folder / "workspace/half.txt").write_text("half")
    os.kill(os.getpid(), signal.SIGKILL)

with SnapshotStore(Path(sys.argv[1])).take("a" * 64, "a task", build):
    pass
"""


def test_one_half_made_by_a_killed_process_is_never_used(tmp_path: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    assert killed.returncode == -9
    assert list(tmp_path.glob("snapshots/*"))  # half of the state is written
    store = SnapshotStore(tmp_path)
    assert not store.has(DIGEST)
    assert store.all() == []
    with store.take(DIGEST, "a task", fill) as snapshot:
        assert [path.name for path in snapshot.workspace.iterdir()] == ["file.txt"]


def test_remains_of_a_crash_are_pruned(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    SnapshotStore(tmp_path).prune(1 << 40)
    assert not list(tmp_path.glob("snapshots/*"))


def test_a_snapshot_in_use_is_not_removed(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path)
    with store.take(DIGEST, "a task", fill) as snapshot:
        assert store.prune(0) == []
        assert not store.remove(snapshot)
        assert (snapshot.workspace / "file.txt").exists()
    assert len(store.prune(0)) == 1
    assert store.all() == []


def test_two_concurrent_requests_build_one_state(tmp_path: Path) -> None:
    folders = []

    def build(folder: Path) -> None:
        folders.append(folder)
        time.sleep(0.2)
        fill(folder)

    def take() -> None:
        with SnapshotStore(tmp_path).take(DIGEST, "a task", build) as snapshot:
            assert (snapshot.workspace / "file.txt").exists()

    threads = [threading.Thread(target=take) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(folders) == 1
