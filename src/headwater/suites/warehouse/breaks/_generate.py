"""Chooses tasks from proven breaks, spread over operators, domains, models and difficulties."""

from __future__ import annotations

import json
import shutil
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from headwater.errors import NotFoundError
from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._full import differences
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._log import Entry, Log
from headwater.suites.warehouse.breaks._masks import Masks, counterfeits
from headwater.suites.warehouse.breaks._operators import find_breaks
from headwater.suites.warehouse.breaks._pool import Pool
from headwater.suites.warehouse.breaks._prompts import Difficulty
from headwater.suites.warehouse.breaks._proof import Proof, prove
from headwater.suites.warehouse.breaks._quotas import Quotas, difficulties, possible
from headwater.suites.warehouse.breaks._read import read_breaks
from headwater.suites.warehouse.breaks._tasks import Chosen, choose, write_task

Notify = Callable[[str], None]
INDEX = "index.json"
_WAITING = 8
"""Tasks whose masks are tried while further breaks are proven."""


@dataclass
class Report:
    """The results of the breaks that were tried.

    Attributes:
        dropped: Breaks that became no task, with the reason.
        winning: Masks that are equivalent to the solution and so no counterfeits, by task.
    """

    tasks: list[dict[str, object]] = field(default_factory=list)
    dropped: dict[str, str] = field(default_factory=dict)
    winning: dict[str, list[str]] = field(default_factory=dict)
    tried: int = 0

    def add(self, entry: Entry) -> None:
        """Add the result of one break."""
        self.tried += 1
        if entry.task:
            self.tasks.append(entry.task)
        else:
            self.dropped[entry.broken] = entry.dropped
        if entry.winning:
            self.winning[str(entry.task["task"])] = entry.winning

    def counts(self, fact: str) -> dict[str, int]:
        """Return how many tasks there are of each difficulty, operator or domain, the most first."""
        return dict(Counter(str(task[fact]) for task in self.tasks).most_common())

    def reasons(self) -> dict[str, int]:
        """Return how many breaks were dropped for each kind of reason, the most first."""
        return dict(Counter(why.partition(":")[0] for why in self.dropped.values()).most_common())


def tasks_folder(home: Path, base: Base) -> Path:
    """Return the folder of the tasks of a base, which may not exist yet."""
    return home / "warehouse" / "tasks" / base.digest


def build_tasks(home: Path, base: Base, other: Base, count: int, seed: int, notify: Notify) -> Report:
    """Choose and write tasks, which replace the earlier ones when all are complete.

    Breaks that were proven before an interruption are not proven again.

    Raises:
        InvalidFileError: A written break does not fit the project.
    """
    lab = Lab(base)
    folder = tasks_folder(home, base)
    log = Log(folder.with_name(f"{folder.name}.building"), f"{count} {seed}")
    breaks = iter([*read_breaks(), *find_breaks(lab.texts, seed)])
    building = _Building(lab, Quotas(count, partial(possible, lab)), log, other.digest, notify)
    building.resume(breaks)
    with Pool(lab, Lab(other)) as pool:
        for one, proof in pool.proofs(breaks, building.quotas.wants):
            building.take(one, proof, pool)
            building.write(_WAITING)
        building.write(0)
    report = building.report
    index = {"seed": seed, "tasks": report.tasks, "dropped": report.dropped, "winning": report.winning}
    (log.folder / INDEX).write_text(json.dumps(index, indent=1))
    log.end()
    shutil.rmtree(folder, ignore_errors=True)
    log.folder.rename(folder)
    return report


@dataclass
class _Building:
    """Chooses tasks in the order of the breaks, and writes them in that order after their masks were tried."""

    lab: Lab
    quotas: Quotas
    log: Log
    other: str
    notify: Notify
    report: Report = field(default_factory=Report)
    _waiting: deque[tuple[Break, Chosen | str, Future[Masks] | None]] = field(default_factory=deque)

    def resume(self, breaks: Iterator[Break]) -> None:
        """Read the finished breaks from the log, and skip them."""
        for entry in self.log.entries:
            one = next(each for each in breaks if each.id == entry.broken)
            if entry.task:
                self.quotas.note(one, Difficulty(str(entry.task["difficulty"])))
            self.report.add(entry)

    def take(self, one: Break, proof: Proof, pool: Pool) -> None:
        """Choose the task that a break becomes, if any, and try its masks."""
        chosen = _choose(self.lab, proof, self.quotas)
        masks = None
        if isinstance(chosen, Chosen):
            self.quotas.note(one, chosen.difficulty)
            masks = pool.masks(proof, chosen.failure)
        self._waiting.append((one, chosen, masks))

    def write(self, waiting: int) -> None:
        """Write the tasks that are ready; wait for others only if the queue exceeds its limit."""
        while self._waiting and (_is_ready(self._waiting[0][2]) or len(self._waiting) > waiting):
            one, chosen, masks = self._waiting.popleft()
            if isinstance(chosen, str) or masks is None:
                entry = Entry(broken=one.id, dropped=str(chosen))
            else:
                losing, winning = masks.result()
                task = write_task(self.lab, chosen, losing, self.log.folder, self.other)
                entry = Entry(broken=one.id, task=task, winning=winning)
            self.log.add(entry)
            self.report.add(entry)
            made = f"{len(self.report.tasks)} tasks of {self.report.tried} breaks"
            self.notify(f"{made}: {entry.task.get('task', 'none')} ({one.id})")


def _is_ready(masks: Future[Masks] | None) -> bool:
    return masks is None or masks.done()


def explain(base: Base, other: Base, name: str, seed: int) -> list[str]:
    """Try one break and return the result as lines.

    Raises:
        NotFoundError: No break has this id.
    """
    lab = Lab(base)
    one = next((each for each in (*read_breaks(), *find_breaks(lab.texts, seed)) if each.id == name), None)
    if one is None:
        raise NotFoundError(
            "there is no such break", where=f"--only {name}", fix="written ones are named by their files"
        )
    proof = prove(lab, one, Lab(other))
    if proof.refused:
        return [f"{name}: no task: {proof.refused}"]
    lines = [f"{name}: wrong first: {', '.join(proof.causes)}; {len(proof.changed)} relations differ"]
    lines += [
        f"  fails, {each.hops} hops away, {each.fan_in} models above: {each.test}"
        + (" [symptom]" if each.symptom else "")
        + (" [business]" if each.business else "")
        for each in proof.failures
    ]
    found = difficulties(proof)
    lines.append(f"  can be: {', '.join(found) or 'nothing'}")
    masks, winning = counterfeits(lab, proof, next(iter(found.values()), proof.failures[0]))
    lines += [f"  mask {mask.name} stops at {mask.gate}: {mask.why}" for mask in masks]
    return [*lines, *(f"  mask {name} wins: it comes to what the solution does" for name in winning)]


def compare_with_dbt(
    home: Path, base: Base, names: Iterable[str], seed: int, notify: Notify, cancel: threading.Event
) -> Iterator[tuple[str, list[str]]]:
    """Yield, for each of these breaks, the differences from dbt's own build of the broken project.

    Raises:
        BuildError: dbt does not build it.
    """
    lab = Lab(base)
    breaks = {one.id: one for one in (*find_breaks(lab.texts, seed), *read_breaks())}
    for name in names:
        yield name, differences(lab, breaks[name], home, notify, cancel)


def _choose(lab: Lab, proof: Proof, quotas: Quotas) -> Chosen | str:
    """Return the task that a break becomes, or the reason why it becomes none."""
    if proof.refused:
        return proof.refused
    for difficulty, failure in quotas.choose(proof):
        chosen = choose(lab, proof, failure, difficulty)
        if chosen is not None:
            return chosen
    return "no difficulty that is still wanted"
