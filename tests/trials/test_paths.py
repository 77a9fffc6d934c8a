"""The paths of a trial that would change results if they were wrong."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from headwater.snapshots import Snapshot
from headwater.snapshots._store import SnapshotManifest
from headwater.trials import TrialPaths, start_layers
from headwater.trials._paths import frozen_layers


def test_the_latest_verdict_is_the_one_with_the_highest_number(tmp_path: Path) -> None:
    paths = TrialPaths(tmp_path, "t")
    assert (paths.latest_verdict(), paths.next_verdict().name) == (None, "1.json")
    paths.verdicts.mkdir(parents=True)
    for number in (10, 9, 2, 1):
        (paths.verdicts / f"{number}.json").write_text("{}")
    latest = paths.latest_verdict()
    assert latest is not None
    assert (latest.name, paths.next_verdict().name) == ("10.json", "11.json")


def test_logs_of_abandoned_trials_are_kept_one_after_another(tmp_path: Path) -> None:
    for text in ("first", "second", ""):
        partial = TrialPaths(tmp_path, "t", partial=True)
        partial.folder.mkdir(parents=True)
        partial.wire_log.write_text(text)
        partial.discard()
        assert not partial.folder.exists()
    log_files = sorted((tmp_path / "spent/t").iterdir())
    assert [(file.name, file.read_text()) for file in log_files] == [("1.jsonl", "first"), ("2.jsonl", "second")]


def test_a_service_of_the_harness_has_its_final_data_or_starts_empty(tmp_path: Path) -> None:
    folder = tmp_path / "snapshot"
    folder.mkdir()
    manifest = SnapshotManifest(digest="d", build="b", label="x", created_at=datetime.now(UTC), size_bytes=1)
    (folder / "snapshot.json").write_text(manifest.model_dump_json())
    snapshot, state = Snapshot(folder), tmp_path / "state"
    (state / "redis").mkdir(parents=True)
    assert start_layers(snapshot, ["postgres"], ["redis"]).services == {"postgres": (folder / "postgres",), "redis": ()}
    layers = frozen_layers(snapshot, state, ["postgres"], ["redis", "kafka"])
    assert layers.services == {
        "postgres": (state / "postgres", folder / "postgres"),
        "redis": (state / "redis",),
        "kafka": (),  # the harness may have begun to request the service after the trial
    }
    assert layers.new_services == ["kafka"]
