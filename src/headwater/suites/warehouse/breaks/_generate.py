"""Chooses tasks: breaks that are proven, spread over operators, domains, models and difficulties."""

from __future__ import annotations

import json
import shutil
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from headwater.errors import UserError
from headwater.suites.warehouse._base import Base
from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._full import differences
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._log import Entry, Log
from headwater.suites.warehouse.breaks._masks import Masks, counterfeits
from headwater.suites.warehouse.breaks._operators import find_breaks
from headwater.suites.warehouse.breaks._pool import Pool
from headwater.suites.warehouse.breaks._prompts import Difficulty
from headwater.suites.warehouse.breaks._proof import Proof, prove
from headwater.suites.warehouse.breaks._quotas import Quotas, difficulties
from headwater.suites.warehouse.breaks._read import read_breaks
from headwater.suites.warehouse.breaks._tasks import Chosen, choose, write_task

Notify = Callable[[str], None]
INDEX = "index.json"
_WAITING = 8
"""Tasks whose masks are tried while further breaks are proven."""


@dataclass
class Report:
    """What became of the breaks that were tried.

    Attributes:
        dropped: Breaks that are no task, with why.
        winning: Wrong answers that come to what the solution does, so that they are no counterfeits; by task.
    """

    tasks: list[dict[str, object]] = field(default_factory=list)
    dropped: dict[str, str] = field(default_factory=dict)
    winning: dict[str, list[str]] = field(default_factory=dict)
    tried: int = 0

    def add(self, entry: Entry) -> None:
        """Add what became of one break."""
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
    """Return where the tasks of a base are, or would be."""
    return home / "warehouse" / "tasks" / base.digest


def build_tasks(home: Path, base: Base, other: Base, count: int, seed: int, notify: Notify) -> Report:
    """Choose and write tasks; those of before are replaced when all are there.

    What was proven before an interruption is kept and not proven again.

    Raises:
        UserError: A written break does not fit the project.
    """
    lab, quotas, report = Lab(base), Quotas(count), Report()
    folder = tasks_folder(home, base)
    log = Log(folder.with_name(f"{folder.name}.building"), f"{count} {seed}")
    breaks = iter([*read_breaks(), *find_breaks(lab.texts, seed)])
    for entry in log.entries:
        one = next(each for each in breaks if each.id == entry.broken)
        if entry.task:
            quotas.note(one, Difficulty(str(entry.task["difficulty"])))
        report.add(entry)

    def finish(one: Break, chosen: Chosen | str, masks: Future[Masks] | None) -> None:
        if isinstance(chosen, str) or masks is None:
            entry = Entry(broken=one.id, dropped=str(chosen))
        else:
            losing, winning = masks.result()
            entry = Entry(
                broken=one.id, task=write_task(lab, chosen, losing, log.folder, other.digest), winning=winning
            )
        log.add(entry)
        report.add(entry)
        notify(f"{len(report.tasks)} tasks of {report.tried} breaks: {entry.task.get('task', 'none')} ({one.id})")

    with Pool(lab) as pool:
        under_way: deque[tuple[Break, Chosen | str, Future[Masks] | None]] = deque()
        for one, proof in pool.proofs(breaks, quotas.wants):
            chosen = _choose(lab, proof, quotas)
            if isinstance(chosen, str):
                under_way.append((one, chosen, None))
            else:
                quotas.note(one, chosen.difficulty)
                under_way.append((one, chosen, pool.masks(proof, chosen.failure)))
            while under_way and (under_way[0][2] is None or under_way[0][2].done() or len(under_way) > _WAITING):
                finish(*under_way.popleft())
        while under_way:
            finish(*under_way.popleft())
    index = {"seed": seed, "tasks": report.tasks, "dropped": report.dropped, "winning": report.winning}
    (log.folder / INDEX).write_text(json.dumps(index, indent=1))
    log.end()
    shutil.rmtree(folder, ignore_errors=True)
    log.folder.rename(folder)
    return report


def explain(base: Base, name: str, seed: int) -> list[str]:
    """Try one break and say what came out, a line each.

    Raises:
        UserError: There is no break of that id.
    """
    lab = Lab(base)
    one = next((each for each in (*read_breaks(), *find_breaks(lab.texts, seed)) if each.id == name), None)
    if one is None:
        raise UserError(f"--only {name}: there is no such break; written ones are named by their files")
    proof = prove(lab, one)
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
    """Yield, for each of these breaks, what differs where dbt itself builds the broken project.

    Raises:
        InfraError: dbt does not build it.
    """
    lab = Lab(base)
    breaks = {one.id: one for one in (*find_breaks(lab.texts, seed), *read_breaks())}
    for name in names:
        yield name, differences(lab, breaks[name], home, notify, cancel)


def _choose(lab: Lab, proof: Proof, quotas: Quotas) -> Chosen | str:
    """Return the task that a break becomes, or why it is none."""
    if proof.refused:
        return proof.refused
    for difficulty, failure in quotas.choose(proof):
        chosen = choose(lab, proof, failure, difficulty)
        if chosen is not None:
            return chosen
    return "no difficulty that is still wanted"
