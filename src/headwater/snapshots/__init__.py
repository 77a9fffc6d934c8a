"""Stores content-addressed starting states, so that ten million seeded rows cost only a mount after the first trial."""

from headwater.snapshots._build import build_start, run_seed, start_digest
from headwater.snapshots._store import Snapshot, SnapshotStore

__all__ = ["Snapshot", "SnapshotStore", "build_start", "run_seed", "start_digest"]
