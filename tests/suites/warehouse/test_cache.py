"""Pruning removes what the current code can no longer use, and nothing that is in use."""

from __future__ import annotations

import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from headwater.caches import bases_lock
from headwater.cli.cache_ import command
from headwater.locks import shared
from headwater.snapshots import SnapshotStore
from headwater.suites import Pruned
from headwater.suites.warehouse._cache import CacheKind, _cached_part, all_kept, prune_kept
from headwater.suites.warehouse.base import Size, base_folder, raw_file

OLD = "0" * 32


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with this code's base, tasks and raw tables, with those of other code, and with interrupted builds."""
    now = base_folder(tmp_path, Size())
    for base, task in ((now, "easy-1"), (now.with_name(OLD), "easy-2")):
        (base / "workspace").mkdir(parents=True)
        (base / "workspace" / "model.sql").write_text("select 1")
        (base / "manifest.json").write_text('{"seed": 1, "scale": 0.4, "of an older code": true}')
        (tmp_path / "warehouse" / "tasks" / base.name / task).mkdir(parents=True)
        start(tmp_path, base, f"warehouse/{task}")
    now.with_name(f"{OLD}.building").mkdir()
    (tmp_path / "warehouse" / "tasks" / f"{now.name}.building").mkdir()
    for raw in (raw_file(tmp_path, Size()), tmp_path / "warehouse" / "raw" / f"{OLD}.duckdb"):
        raw.parent.mkdir(exist_ok=True)
        raw.write_bytes(b"x" * 8192)
    (now / "workspace" / "raw.duckdb").hardlink_to(raw_file(tmp_path, Size()))
    monkeypatch.setenv("HEADWATER_HOME", str(tmp_path))
    return tmp_path


def start(home: Path, base: Path, label: str) -> None:
    """Build the starting state of a task on a base."""

    def build(folder: Path) -> None:
        (folder / "workspace").mkdir()
        (folder / "base").symlink_to(base / "workspace")

    with SnapshotStore(home).take(f"{label} on {base.name}".replace("/", "-"), label, build):
        pass


def cached_parts(home: Path) -> set[str]:
    """Return everything of the suite in the cache, and the labels of starting states."""
    return {path.relative_to(home / "warehouse").as_posix() for path in (home / "warehouse").glob("*/*")} | {
        snapshot.manifest.label for snapshot in SnapshotStore(home).all()
    }


def present(home: Path) -> set[str]:
    now = base_folder(home, Size()).name
    raw = raw_file(home, Size()).name
    return {f"bases/{now}", f"tasks/{now}", f"tasks/{now}.building", f"raw/{raw}", "warehouse/easy-1"}


def test_cached_parts_are_listed_with_their_use_and_raw_tables_count_once(home: Path) -> None:
    now = base_folder(home, Size()).name
    cached = {(CacheKind(one.kind), one.path.stem, one.path.suffix): one for one in all_kept(home)}
    assert {key[1:]: one.is_used for key, one in cached.items() if key[0] is CacheKind.BASE} == {
        (now, ""): True,
        (OLD, ""): False,
        (OLD, ".building"): False,
    }
    assert cached[CacheKind.BASE, now, ""].label == "seed 1, scale 0.4"
    assert cached[CacheKind.BASE, now, ""].size_bytes == cached[CacheKind.BASE, OLD, ""].size_bytes > 0
    assert cached[CacheKind.RAW, raw_file(home, Size()).stem, ".duckdb"].size_bytes == 8192
    listed = CliRunner().invoke(command, ["list"]).output
    assert f"{now[:16]}" in listed
    assert "base: seed 1, scale 0.4" in listed
    assert listed.count("prune removes it") == 4


def test_pruning_removes_builds_of_other_code_only(home: Path) -> None:
    now = base_folder(home, Size())
    start(home, now, "warehouse/of-no-task-any-more")
    start(home, now, "mine/on-that-base")
    message = CliRunner().invoke(command, ["prune", "--max-gb", "1"]).output
    assert cached_parts(home) == {*present(home), "mine/on-that-base"}
    assert (now / "workspace" / "raw.duckdb").read_bytes() == b"x" * 8192
    assert "2 of base, 1 of tasks, 1 of raw tables, 2 snapshots, " in message
    assert prune_kept(home) == Pruned([], 0, 0)


def test_nothing_is_removed_while_a_job_or_a_build_runs(home: Path) -> None:
    before = cached_parts(home)
    with shared(bases_lock(home)):
        assert "they are in use" in CliRunner().invoke(command, ["prune", "--max-gb", "1"]).output
    assert cached_parts(home) == before


def test_a_base_with_a_held_starting_state_is_kept_with_its_tasks(home: Path) -> None:
    [snapshot] = [one for one in SnapshotStore(home).all() if one.manifest.label == "warehouse/easy-2"]
    with SnapshotStore(home).take(snapshot.folder.name, "", lambda _folder: None):
        prune_kept(home)
        assert cached_parts(home) == present(home) | {f"bases/{OLD}", f"tasks/{OLD}", "warehouse/easy-2"}
    prune_kept(home)
    assert cached_parts(home) == present(home)


def test_a_base_whose_build_ended_within_its_manifest_is_half_made(home: Path) -> None:
    half = home / "warehouse" / "bases" / f"{OLD}.building"
    (half / "manifest.json").write_text('{"digest": "0000", "seed": 1, "sca')
    listed = CliRunner().invoke(command, ["list"])
    assert (listed.exit_code, listed.output.count("prune removes it")) == (0, 4)
    prune_kept(home)
    assert cached_parts(home) == present(home)


def test_a_starting_state_is_measured_while_it_is_built(tmp_path: Path) -> None:
    folder = tmp_path / "base.building" / "project"
    folder.parent.mkdir()
    ended = threading.Event()

    def build() -> None:
        while not ended.is_set():
            folder.mkdir()
            for number in range(20):
                (folder / str(number)).touch()
            shutil.rmtree(folder)

    with ThreadPoolExecutor(1) as pool:
        building = pool.submit(build)
        try:
            measured = [_cached_part(CacheKind.BASE, folder.parent, None, is_used=True).size_bytes for _ in range(500)]
        finally:
            ended.set()
        building.result()
    assert len(measured) == 500
