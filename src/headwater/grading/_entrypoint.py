"""Runs the agent's entry point on several data sets, concurrently if that does not affect the results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

from headwater.grading._running import Completed, TracedRun
from headwater.grading._state import State

Shown = Mapping[str, Sequence[Path]]
"""The folders of a data set. Maps paths in the sandbox to layers on the host, with the uppermost first."""
_Key = frozenset[tuple[str, tuple[Path, ...]]]


class EntrypointRuns:
    """Runs the entry point once per data set that checks request.

    The first call starts all announced runs concurrently. They share the task's limits on memory, processors and
    processes, which a single run would have to itself. The result of a concurrent run therefore counts only if it is
    accepted. If not, the run is repeated alone.
    """

    def __init__(
        self, copy: Callable[[Shown], AbstractContextManager[State]], announced: Callable[[], Sequence[Shown]]
    ) -> None:
        """Prepare the runs without starting one.

        Args:
            copy: Opens a copy of the agent output in which code sees other data.
            announced: Returns the other data sets on which checks will probably run the entry point.
        """
        self._copy = copy
        self._announced = announced
        self._shared_runs: dict[_Key, TracedRun] | None = None
        self._single_runs: dict[_Key, TracedRun] = {}

    def on(self, shown: Shown, accept: Callable[[Completed], bool]) -> TracedRun:
        """Return the result of a run on this data set.

        Args:
            shown: The folders of the data set.
            accept: Returns whether the result of a concurrent run counts. A failed concurrent run never counts.
        """
        if self._shared_runs is None:
            self._shared_runs = self._run_at_once([shown, *self._announced()])
            if len(self._shared_runs) == 1:
                self._single_runs, self._shared_runs = self._shared_runs, {}
        key = _key(shown)
        if key not in self._single_runs:
            run = self._shared_runs.get(key)
            if run is not None and run.completed.exit_code == 0 and accept(run.completed):
                return run
            self._single_runs |= self._run_at_once([shown])
        return self._single_runs[key]

    def _run_at_once(self, data: Sequence[Shown]) -> dict[_Key, TracedRun]:
        unique_data = {_key(shown): shown for shown in data}
        with ExitStack() as copies:
            # These threads only wait, because the sandbox creates its mounts and processes in one thread.
            states = [copies.enter_context(self._copy(shown)) for shown in unique_data.values()]
            running = [state.start_traced() for state in states]
            with ThreadPoolExecutor(len(running)) as pool:
                return dict(zip(unique_data, pool.map(lambda each: each.finish(), running), strict=True))


def _key(shown: Shown) -> _Key:
    return frozenset((target, tuple(layers)) for target, layers in shown.items())
