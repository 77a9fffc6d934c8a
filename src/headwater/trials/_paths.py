"""Where everything of a trial is."""

from __future__ import annotations

from pathlib import Path

from headwater.grading import LayeredState
from headwater.records import ServiceName
from headwater.sandbox import remove_tree
from headwater.snapshots import Snapshot


class TrialPaths:
    """The folder of one trial, written as ``.<id>.partial`` and renamed when it is whole.

    ::

        <job>/trials/<id>/
            trial.json          the record; never changed
            verdicts/1.json …   what grading said; grading again adds one
            agent.log, .err     what the agent printed
            agent/              files of its own that it kept, such as its session
            wire.jsonl          every request to the model, where there is one
            egress.jsonl        each connection beyond the sandbox, where the task allows any
            trajectory.json     what the agent did, from that, in ATIF
            services/           the services' own logs
            state/workspace     what the agent changed, as an overlay on the snapshot
            state/<service>     the same of each service's data
    """

    def __init__(self, job: Path, trial_id: str, *, partial: bool = False) -> None:
        self._spent = job / "spent" / trial_id
        self.folder = job / "trials" / (f".{trial_id}.partial" if partial else trial_id)
        self.record = self.folder / "trial.json"
        self.verdicts = self.folder / "verdicts"
        self.agent_log = self.folder / "agent.log"
        self.agent_files = self.folder / "agent"
        self.wire_log = self.folder / "wire.jsonl"
        self.egress_log = self.folder / "egress.jsonl"
        self.trajectory = self.folder / "trajectory.json"
        self.service_logs = self.folder / "services"
        self.state = self.folder / "state"
        self.scratch = self.folder / "scratch"

    def discard(self) -> None:
        """Remove the folder, but not the log of what its model was asked, which was paid for.

        That goes to ``<job>/spent/<id>/1.jsonl`` and so on.
        """
        if self.wire_log.is_file() and self.wire_log.stat().st_size:
            self._spent.mkdir(parents=True, exist_ok=True)
            self.wire_log.rename(self._spent / f"{len(list(self._spent.iterdir())) + 1}.jsonl")
        remove_tree(self.folder)

    def latest_verdict(self) -> Path | None:
        """The newest verdict, if there is one."""
        found = sorted(self.verdicts.glob("*.json"), key=lambda path: int(path.stem))
        return found[-1] if found else None

    def next_verdict(self) -> Path:
        """Where the next verdict goes."""
        latest = self.latest_verdict()
        return self.verdicts / f"{int(latest.stem) + 1 if latest else 1}.json"


def frozen_layers(snapshot: Snapshot, state: Path, services: tuple[ServiceName, ...]) -> LayeredState:
    """What an agent left: its changes over the snapshot."""
    return LayeredState(
        workspace=(state / "workspace", *snapshot.workspaces),
        services={name: (state / name, snapshot.layer(name)) for name in services},
    )


def start_layers(snapshot: Snapshot, services: tuple[ServiceName, ...]) -> LayeredState:
    """What an agent is given."""
    return LayeredState(snapshot.workspaces, {name: (snapshot.layer(name),) for name in services})
