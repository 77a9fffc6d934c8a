"""Chooses tasks: breaks that are proven, spread over operators, domains, models and difficulties."""

from __future__ import annotations

import json
import shutil
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from headwater.errors import UserError
from headwater.suites.warehouse._base import Base
from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._full import differences
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._masks import counterfeits
from headwater.suites.warehouse.breaks._operators import find_breaks
from headwater.suites.warehouse.breaks._pool import proofs
from headwater.suites.warehouse.breaks._prompts import Difficulty, tested
from headwater.suites.warehouse.breaks._proof import Failure, Proof, prove
from headwater.suites.warehouse.breaks._read import read_breaks
from headwater.suites.warehouse.breaks._tasks import Chosen, write_task

Notify = Callable[[str], None]
_HARD = 3
_OF_ONE_FILE = 3
_SPREAD = 6
"""An operator or domain may have this share of the tasks, as one in so many, beside what is written."""
INDEX = "index.json"


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

    Raises:
        UserError: A written break does not fit the project.
    """
    lab, report = Lab(base), Report()
    folder = tasks_folder(home, base)
    building = folder.with_name(f"{folder.name}.building")
    shutil.rmtree(building, ignore_errors=True)
    building.mkdir(parents=True)
    quotas = _Quotas(count)
    for one, proof in proofs(lab, [*read_breaks(), *find_breaks(lab.texts, seed)], quotas.wants):
        report.tried += 1
        facts = None if proof.refused else _write(lab, proof, quotas, building, other.digest, report)
        if facts is None:
            report.dropped[one.id] = proof.refused or "no difficulty that is still wanted"
            continue
        report.tasks.append(facts)
        notify(f"{len(report.tasks)} tasks of {report.tried} breaks: {facts['task']} ({one.id})")
    index = {"seed": seed, "tasks": report.tasks, "dropped": report.dropped, "winning": report.winning}
    (building / INDEX).write_text(json.dumps(index, indent=1))
    shutil.rmtree(folder, ignore_errors=True)
    building.rename(folder)
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
    found = _difficulties(proof)
    lines.append(f"  can be: {', '.join(found) or 'nothing'}")
    target = next(iter(found.values())).test if found else proof.failures[0].test
    masks, winning = counterfeits(lab, proof, target)
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


class _Quotas:
    """What is still wanted."""

    def __init__(self, count: int) -> None:
        self._count, self._made = count, 0
        self._each = -(-count // len(Difficulty))
        self._share = -(-count // _SPREAD)
        self._had: Counter[str] = Counter()

    def wants(self, one: Break) -> bool:
        """Whether another break is wanted, of this operator, domain and file unless it is written."""
        if one.written or self._made >= self._count:
            return self._made < self._count
        held = (self._had[one.operator], self._had[f"in {one.domain}"])
        return max(held) < self._share and self._had[one.edits[0].file] < _OF_ONE_FILE

    def choose(self, proof: Proof) -> Iterable[tuple[Difficulty, Failure]]:
        """Yield the difficulties that it can be, the most wanted first."""
        found = _difficulties(proof)
        wanted = [each for each in found if self._had[each] < self._each]
        order = list(reversed(Difficulty))
        for each in sorted(wanted, key=lambda each: (self._had[each], order.index(each))):
            yield each, found[each]

    def note(self, one: Break, difficulty: Difficulty) -> None:
        """Note that a task was made."""
        files = {edit.file for edit in one.edits}
        self._made += 1
        self._had.update([difficulty, one.operator, f"in {one.domain}", *files])


def _difficulties(proof: Proof) -> dict[Difficulty, Failure]:
    """Return what a break can be, with the failure that is told."""
    assert proof.tried is not None
    files = {edit.file for edit in proof.broken.edits}
    found: dict[Difficulty, Failure] = {}
    for failure in proof.failures:
        named = _tested_file(proof, failure)
        if failure.hops == 0 and named in files and len(files) == 1:
            found.setdefault(Difficulty.EASY, failure)
        if 1 <= failure.hops < _HARD and named and named not in files:
            found[Difficulty.MEDIUM] = failure
        if failure.hops >= _HARD and failure.symptom:
            found[Difficulty.HARD] = failure
        if failure.hops >= _HARD and failure.business:
            found[Difficulty.BLIND] = failure
    return found


def _tested_file(proof: Proof, failure: Failure) -> str:
    assert proof.tried is not None
    step = proof.tried.plan.steps.get(tested(failure.test, proof.tried.plan))
    return step.file if step else ""


def _write(
    lab: Lab, proof: Proof, quotas: _Quotas, folder: Path, other: str, report: Report
) -> dict[str, object] | None:
    for difficulty, failure in quotas.choose(proof):
        chosen = Chosen(proof, failure, difficulty)
        masks, winning = counterfeits(lab, proof, failure.test)
        facts = write_task(lab, chosen, masks, folder, other)
        if facts is not None:
            quotas.note(proof.broken, difficulty)
            if winning:
                report.winning[chosen.id] = winning
            return facts
    return None
