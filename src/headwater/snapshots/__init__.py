"""Stores content-addressed starting states, so that after the first trial, a starting state costs only a mount."""

from headwater.snapshots._build import build_start, run_seed, start_digest
from headwater.snapshots._store import Snapshot, SnapshotStore

__all__ = ["Snapshot", "SnapshotStore", "build_start", "run_seed", "start_digest"]
