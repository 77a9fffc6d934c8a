from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from headwater.locks import shared
from headwater.snapshots import Snapshot, SnapshotStore

DIGEST = "a" * 64
BUILDER = """
import sys, time
from pathlib import Path
from headwater.snapshots import SnapshotStore
home, slow = Path(sys.argv[1]), float(sys.argv[2])
def build(folder):
    (folder / "workspace").mkdir()
    with (home / "builds").open("a") as builds:
        builds.write("x")
    print("building", flush=True)
    time.sleep(slow)
    (folder / "workspace/whole").touch()
with SnapshotStore(home).take("a" * 64, "pipelines/t", build) as snapshot:
    assert (snapshot.workspace / "whole").exists()
    print(snapshot.build, flush=True)
"""


def filled_with(size: int) -> Callable[[Path], None]:
    def build(folder: Path) -> None:
        (folder / "workspace").mkdir()
        (folder / "workspace/data").write_bytes(os.urandom(size))

    return build


def never(folder: Path) -> None:
    raise AssertionError(f"{folder} is built again")


def start(home: Path, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", BUILDER, str(home), str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.fixture
def store(tmp_path: Path) -> SnapshotStore:
    return SnapshotStore(tmp_path)


def take(store: SnapshotStore, digest: str, size: int = 10_000) -> Snapshot:
    with store.take(digest, f"label of {digest}", filled_with(size)) as snapshot:
        return snapshot


def test_a_snapshot_is_built_once(store: SnapshotStore) -> None:
    first = take(store, DIGEST)
    with store.take(DIGEST, "", never) as second:
        assert second.build == first.build
        assert (second.workspace / "data").stat().st_size == 10_000


def test_a_snapshot_describes_itself(store: SnapshotStore, tmp_path: Path) -> None:
    snapshot = take(store, DIGEST, 1 << 20)
    assert snapshot.folder == tmp_path / "snapshots" / DIGEST
    assert (snapshot.manifest.digest, snapshot.manifest.label) == (DIGEST, f"label of {DIGEST}")
    assert 1 << 20 <= snapshot.manifest.size_bytes < 2 << 20
    assert snapshot.layer("postgres") == snapshot.folder / "postgres"


def test_two_builds_of_one_digest_are_distinguished(store: SnapshotStore) -> None:
    first = take(store, DIGEST)
    store.remove(first)
    assert take(store, DIGEST).build != first.build


def test_two_processes_at_once_build_it_once(tmp_path: Path) -> None:
    both = [start(tmp_path, 0.3) for _ in range(2)]
    message = [process.communicate(timeout=400)[0].split() for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert (tmp_path / "builds").read_text() == "x"
    assert message[0][-1] == message[1][-1]


def test_a_builder_that_is_killed_leaves_nothing_that_is_used(tmp_path: Path, store: SnapshotStore) -> None:
    process = start(tmp_path, 60)
    assert process.stdout is not None
    assert process.stdout.readline() == "building\n"
    process.kill()
    process.wait()
    assert not store.has(DIGEST)
    assert store.all() == []
    with store.take(DIGEST, "", filled_with(10)) as snapshot:  # the lock of a dead process is free
        assert sorted(path.name for path in snapshot.workspace.iterdir()) == ["data"]
    assert [path.name for path in snapshot.folder.parent.iterdir()] == [DIGEST]


def test_a_build_that_fails_leaves_nothing_that_is_used(store: SnapshotStore) -> None:
    def broken(folder: Path) -> None:
        (folder / "workspace").mkdir()
        raise ValueError("a seed failed")

    with pytest.raises(ValueError, match="a seed failed"), store.take(DIGEST, "", broken):
        pass
    assert not store.has(DIGEST)
    take(store, DIGEST)
    assert store.has(DIGEST)


def test_snapshots_are_listed_the_longest_unused_first(store: SnapshotStore) -> None:
    for number, digest in enumerate(("c", "a", "b")):
        os.utime(take(store, digest).folder / "snapshot.json", (number, number))
    assert [snapshot.folder.name for snapshot in store.all()] == ["c", "a", "b"]
    take(store, "c")
    assert [snapshot.folder.name for snapshot in store.all()] == ["a", "b", "c"]


def test_pruning_removes_the_longest_unused_until_the_rest_fits(store: SnapshotStore) -> None:
    for number, digest in enumerate("abc"):
        os.utime(take(store, digest, 100_000).folder / "snapshot.json", (number, number))
    size = store.all()[0].manifest.size_bytes
    assert store.prune(3 * size) == []
    assert [snapshot.folder.name for snapshot in store.prune(2 * size)] == ["a"]
    assert [snapshot.folder.name for snapshot in store.prune(2 * size - 1)] == ["b"]
    assert [snapshot.folder.name for snapshot in store.prune(0)] == ["c"]
    assert store.all() == []


def test_remains_of_a_crash_are_pruned(store: SnapshotStore, tmp_path: Path) -> None:
    take(store, DIGEST)
    for name in ("b.building", "c.removed"):
        (tmp_path / "snapshots" / name / "workspace").mkdir(parents=True)
    assert store.prune(1 << 40) == []
    assert [path.name for path in (tmp_path / "snapshots").iterdir()] == [DIGEST]


def test_a_snapshot_in_use_is_not_removed(store: SnapshotStore) -> None:
    with store.take(DIGEST, "", filled_with(10)) as snapshot:
        assert not store.remove(snapshot)
        assert store.prune(0) == []
        assert (snapshot.workspace / "data").exists()
    assert store.remove(snapshot)


def test_a_build_in_progress_is_not_pruned(store: SnapshotStore, tmp_path: Path) -> None:
    process = start(tmp_path, 1)
    assert process.stdout is not None
    assert process.stdout.readline() == "building\n"
    assert store.prune(0) == []
    message, _ = process.communicate(timeout=400)
    assert process.returncode == 0
    assert message.startswith("aaaa")


def test_a_state_that_is_pruned_while_others_wait_is_built_again(store: SnapshotStore) -> None:
    """Several takers and a pruner run at the same time; a held snapshot is always complete."""
    stop = threading.Event()

    def prune() -> None:
        while not stop.is_set():
            store.prune(0)

    pruner = threading.Thread(target=prune)
    pruner.start()
    try:
        for _ in range(30):
            with store.take(DIGEST, "", filled_with(10)) as snapshot:
                time.sleep(0.001)
                assert (snapshot.workspace / "data").stat().st_size == 10
                assert snapshot.manifest.digest == DIGEST
    finally:
        stop.set()
        pruner.join()


def test_a_build_does_not_wait_for_users_of_an_earlier_one(store: SnapshotStore, tmp_path: Path) -> None:
    """Users overlap, so a process that waited until there are none would wait forever."""
    threads = [threading.Thread(target=take, args=(store, DIGEST)) for _ in range(2)]
    with shared(tmp_path / "locks" / DIGEST):
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert not any(thread.is_alive() for thread in threads)


def test_waiting_and_building_times_are_reported(store: SnapshotStore) -> None:
    started, go_on = threading.Event(), threading.Event()

    def build(folder: Path) -> None:
        started.set()
        go_on.wait(60)
        filled_with(10)(folder)

    def take_it() -> Snapshot:
        with store.take(DIGEST, "", build) as snapshot:
            return snapshot

    with ThreadPoolExecutor() as pool:
        builder = pool.submit(take_it)
        assert started.wait(60)
        waiter = pool.submit(take_it)
        time.sleep(0.2)
        go_on.set()
        built, waited = builder.result(60), waiter.result(60)
    assert (built.build_sec > 0.1, waited.build_sec, waited.wait_sec > 0) == (True, 0, True)
    with store.take(DIGEST, "", never) as ready:
        assert (ready.wait_sec, ready.build_sec) == (0, 0)


def test_a_lock_dies_with_its_holder(store: SnapshotStore) -> None:
    holder = multiprocessing.get_context("fork").Process(target=_hold, args=(store,))
    holder.start()
    while not store.has(DIGEST):
        time.sleep(0.01)
    assert holder.pid is not None
    time.sleep(0.1)
    [snapshot] = store.all()
    assert not store.remove(snapshot)
    os.kill(holder.pid, signal.SIGKILL)
    holder.join()
    assert store.remove(snapshot)


def _hold(store: SnapshotStore) -> None:
    with store.take(DIGEST, "", filled_with(10)):
        time.sleep(60)
