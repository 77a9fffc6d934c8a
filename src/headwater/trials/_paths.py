"""Defines the path of every file in a trial's folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from headwater.grading import LayeredState
from headwater.records import ServiceName
from headwater.sandbox import remove_tree
from headwater.snapshots import Snapshot


class _Below:
    """A path in a trial's folder.

    Paths are computed on access, because a reader of ten thousand trials needs few of each trial's paths.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, paths: TrialPaths, _owner: type[TrialPaths]) -> Path:
        return paths.folder / self._name


class TrialPaths:
    """The folder of one trial, written as ``.<id>.partial`` and renamed when it is complete.

    ::

        <job>/trials/<id>/
            trial.json          the record, which never changes
            faults.txt          traces of faults, if there were any
            verdicts/1.json …   the results of grading, to which regrading adds one
            agent.log, .err     the agent's output
            agent/              the agent's own files that were kept, such as its session
            wire.jsonl          every request to the model, if the agent has one
            reads.json          the files of the task's data that the agent opened, if the task has data
            workload.jsonl      the events that the task's workload recorded, if the task has one
            egress.jsonl        each connection beyond the sandbox, if the task allows any
            trajectory.json     the agent's actions, from the wire log, in ATIF
            services/           the services' own logs
            state/workspace     the agent's changes, as an overlay on the snapshot
            state/<service>     the changes to each service's data
    """

    record = _Below("trial.json")
    faults = _Below("faults.txt")
    verdicts = _Below("verdicts")
    agent_log = _Below("agent.log")
    agent_files = _Below("agent")
    wire_log = _Below("wire.jsonl")
    reads = _Below("reads.json")
    workload = _Below("workload.jsonl")
    egress_log = _Below("egress.jsonl")
    trajectory = _Below("trajectory.json")
    service_logs = _Below("services")
    state = _Below("state")
    scratch = _Below("scratch")

    def __init__(self, job: Path, trial_id: str, *, partial: bool = False) -> None:
        self._job = job
        self._id = trial_id
        self.folder = job / "trials" / (f".{trial_id}.partial" if partial else trial_id)

    @property
    def openings(self) -> Path:
        """The file that records when a person was shown this trial: ``<job>/opened/<id>``.

        The file is kept when the trial is abandoned, so that the next attempt is not mistaken for the first.
        """
        return self._job / "opened" / self._id

    def discard(self) -> None:
        """Remove the folder, but keep the log of the requests to the model, which cost money.

        The logs go to ``<job>/spent/<id>/1.jsonl`` and so on.
        """
        if self.wire_log.is_file() and self.wire_log.stat().st_size:
            spent = self._job / "spent" / self._id
            spent.mkdir(parents=True, exist_ok=True)
            self.wire_log.rename(spent / f"{len(list(spent.iterdir())) + 1}.jsonl")
        remove_tree(self.folder)

    def latest_verdict(self) -> Path | None:
        """The path of the newest verdict, or None if there is no verdict."""
        # Compared as numbers, because as text "10" comes before "9".
        return max(self.verdicts.glob("*.json"), key=lambda path: int(path.stem), default=None)

    def next_verdict(self) -> Path:
        """The path of the next verdict."""
        latest = self.latest_verdict()
        return self.verdicts / f"{int(latest.stem) + 1 if latest else 1}.json"


def frozen_layers(
    snapshot: Snapshot, state: Path, services: Sequence[ServiceName], requested: Sequence[ServiceName] = ()
) -> LayeredState:
    """Return the layers of the agent's output: its changes on top of the snapshot.

    Args:
        snapshot: The starting state.
        state: The frozen state.
        services: The task's services.
        requested: The services that only the harness requests. The snapshot does not contain these.
    """
    own = {name: (state / name,) if (state / name).is_dir() else () for name in requested}
    return LayeredState(
        workspace=(state / "workspace", *snapshot.workspaces),
        services={**{name: (state / name, snapshot.layer(name)) for name in services}, **own},
    )


def start_layers(
    snapshot: Snapshot, services: Sequence[ServiceName], requested: Sequence[ServiceName] = ()
) -> LayeredState:
    """Return the layers of the state in which an agent starts. Services that only the harness requests start empty."""
    service_layers = {name: (snapshot.layer(name),) for name in services}
    return LayeredState(snapshot.workspaces, {**service_layers, **dict.fromkeys(requested, ())})
