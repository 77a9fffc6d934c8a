"""Records the model usage of all trials, even failed ones, in ``spending.jsonl`` in the job's folder.

A line contains the current totals for one run, which is an agent's run or the preparation of a harness. A later line of
the same run replaces it. If a trial runs again, both runs count, because both have cost money.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from headwater.errors import FileAccessError
from headwater.records import Totals, TrialSpec
from headwater.trials import ModelUsed

NAME = "spending.jsonl"


@dataclass(frozen=True)
class Used:
    """The usage, with the field names of ``Limits``."""

    tokens: int = 0
    cost_usd: Decimal = Decimal(0)
    turns: int = 0
    requests: int = 0

    def __add__(self, other: Used) -> Used:
        return Used(
            self.tokens + other.tokens,
            self.cost_usd + other.cost_usd,
            self.turns + other.turns,
            self.requests + other.requests,
        )

    def __sub__(self, other: Used) -> Used:
        return self + Used(-other.tokens, -other.cost_usd, -other.turns, -other.requests)

    @classmethod
    def of(cls, totals: Totals) -> Used:
        """Return the fields of these totals that can be limited."""
        return cls(totals.usage.total, totals.priced_usd, totals.turns, totals.requests)


class Spending:
    """A thread-safe record of a job's usage so far, keyed by run.

    Args:
        folder: The job's folder.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME
        self._runs: dict[str, Used] = {}
        self._total = Used()
        self._current: dict[str, str] = {}
        self._lock = threading.Lock()
        for line in self._path.read_bytes().splitlines() if self._path.exists() else ():
            if (entry := _read(line)) is not None:
                self._count(*entry)

    @property
    def total(self) -> Used:
        """The usage of all runs."""
        with self._lock:
            return self._total

    def of_trial(self, trial: str) -> Used:
        """Return the last recorded usage of a trial's current run."""
        with self._lock:
            return self._runs.get(self._current.get(trial, ""), Used())

    def note(self, spec: TrialSpec, event: ModelUsed) -> None:
        """Record the usage of a run.

        Raises:
            FileAccessError: The usage cannot be written, so that the job's budget cannot be enforced.
        """
        used = Used.of(event.at_most)
        with self._lock:
            self._count(event.run, used)
            if event.of_agent:
                self._current[spec.id] = event.run
            try:
                with self._path.open("ab") as file:
                    # An earlier line may have been truncated by a crash, and must not damage this one.
                    file.write(b"\n" * (file.tell() > 0 and not self._ends_whole()) + _line(event.run, spec, used))
            except OSError as error:
                raise FileAccessError(f"cannot be written: {error.strerror}", where=self._path) from None

    def _count(self, run: str, used: Used) -> None:
        self._total += used - self._runs.get(run, Used())
        self._runs[run] = used

    def _ends_whole(self) -> bool:
        with self._path.open("rb") as file:
            file.seek(-1, 2)
            return file.read(1) == b"\n"


def _line(run: str, spec: TrialSpec, used: Used) -> bytes:
    content = {"run": run, "trial": spec.id, **vars(used), "cost_usd": str(used.cost_usd)}
    return json.dumps(content).encode() + b"\n"


def _read(line: bytes) -> tuple[str, Used] | None:
    """Parse a line. Return None if a crash has truncated it."""
    try:
        content: dict[str, Any] = json.loads(line)
    except ValueError:
        return None
    used = Used(content["tokens"], Decimal(content["cost_usd"]), content["turns"], content["requests"])
    return content["run"], used
