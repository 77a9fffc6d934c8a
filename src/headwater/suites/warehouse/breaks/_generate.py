"""Creates tasks from proven breaks, chosen so that operators, domains, models and difficulties vary."""

from __future__ import annotations

import json
import shutil
import threading
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path

from headwater.errors import NotFoundError
from headwater.records import PromptVariant
from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._full import differences
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._log import BreakLogEntry, Log
from headwater.suites.warehouse.breaks._masks import Answers, answers
from headwater.suites.warehouse.breaks._odd import PLACES, CleanCode
from headwater.suites.warehouse.breaks._operators import find_breaks
from headwater.suites.warehouse.breaks._pool import LabPool
from headwater.suites.warehouse.breaks._prompts import BreakDifficulty
from headwater.suites.warehouse.breaks._proof import BreakProof, Failure, prove
from headwater.suites.warehouse.breaks._quotas import Quotas, difficulties, possible
from headwater.suites.warehouse.breaks._read import read_breaks
from headwater.suites.warehouse.breaks._tasks import MEASURES, Chosen, choose, write_task
from headwater.tasks import INSTRUCTIONS

Notify = Callable[[str], None]
INDEX = "index.json"
_WAITING = 8
"""The number of tasks whose masks may be under trial while further breaks are proven."""


@dataclass
class BreakReport:
    """The results of the breaks that were tried.

    Attributes:
        dropped: The breaks from which no task was created, with the reasons.
        winning: The masks that are equivalent to the solution, and therefore not counterfeits, keyed by task.
        refused: The alternatives that do not pass, with the gate that stops each, keyed by task. The task omits them.
    """

    tasks: list[dict[str, object]] = field(default_factory=list)
    dropped: dict[str, str] = field(default_factory=dict)
    winning: dict[str, list[str]] = field(default_factory=dict)
    refused: dict[str, dict[str, str]] = field(default_factory=dict)
    break_count: int = 0

    def add(self, entry: BreakLogEntry) -> None:
        """Add the result of one break."""
        self.break_count += 1
        if entry.task:
            self.tasks.append(entry.task)
        else:
            self.dropped[entry.broken] = entry.dropped
        if entry.winning:
            self.winning[str(entry.task["task"])] = entry.winning
        if entry.refused:
            self.refused[str(entry.task["task"])] = entry.refused

    def counts(self, fact: str) -> dict[str, int]:
        """Count the tasks per value of an attribute such as difficulty, operator or domain, largest first."""
        return dict(Counter(str(task[fact]) for task in self.tasks).most_common())

    def spread(self, difficulty: str) -> dict[str, tuple[int, int, int]]:
        """Return the minimum, median and maximum of each distance measure over the tasks with a given difficulty."""
        tasks = [task for task in self.tasks if task["difficulty"] == difficulty]
        found = {}
        for measure in MEASURES:
            values = sorted(int(str(task[measure])) for task in tasks)
            found[measure] = (values[0], values[len(values) // 2], values[-1])
        return found

    def reasons(self) -> dict[str, int]:
        """Return the number of dropped breaks for each kind of reason, largest first."""
        return dict(Counter(why.partition(":")[0] for why in self.dropped.values()).most_common())


def tasks_folder(home: Path, base: Base) -> Path:
    """Return the folder of a base's tasks. The folder may not exist yet."""
    return home / "warehouse" / "tasks" / base.digest


def build_tasks(home: Path, base: Base, other: Base, count: int, seed: int, notify: Notify) -> BreakReport:
    """Choose and write tasks. They replace the earlier tasks once all of them are complete.

    Of the breaks that operators find, only those are tried that nothing gives away (see `CleanCode.hides`).

    Breaks that were proven before an interruption are not proven again.

    Raises:
        InvalidFileError: The edits of a hand-written break do not fit the project.
    """
    lab = Lab(base)
    folder = tasks_folder(home, base)
    log = Log(folder.with_name(f"{folder.name}.building"), f"{count} {seed}")
    clean = CleanCode(lab.texts)
    # Written breaks alone can be enough. Those that take more than one place or more than code come first.
    written = sorted(read_breaks(), key=lambda one: one.scope is None)
    breaks = chain(written, filter(clean.hides, find_breaks(lab.texts, seed)))
    building = _Building(lab, Quotas(count, partial(possible, lab)), log, other.digest, notify)
    building.resume(breaks)
    with LabPool(lab, Lab(other)) as pool:
        for one, proof in pool.proofs(breaks, building.quotas.wants):
            building.take(one, proof, pool)
            building.write(_WAITING)
        building.write(0)
    report = building.report
    report_parts = {"dropped": report.dropped, "winning": report.winning, "refused": report.refused}
    index = {"seed": seed, "tasks": report.tasks, **report_parts}
    (log.folder / INDEX).write_text(json.dumps(index, indent=1))
    log.end()
    shutil.rmtree(folder, ignore_errors=True)
    log.folder.rename(folder)
    return report


@dataclass
class _Building:
    """Chooses tasks in the order of the breaks, and writes each, in the same order, after its masks have been tried."""

    lab: Lab
    quotas: Quotas
    log: Log
    other: str
    notify: Notify
    report: BreakReport = field(default_factory=BreakReport)
    _prompts: set[str] = field(default_factory=set)
    _waiting: deque[tuple[Break, Chosen | str, Future[Answers] | None]] = field(default_factory=deque)

    def resume(self, breaks: Iterator[Break]) -> None:
        """Read the finished breaks from the log and skip them."""
        for entry in self.log.entries:
            one = next(each for each in breaks if each.id == entry.broken)
            if entry.task:
                self.quotas.note(one, BreakDifficulty(str(entry.task["difficulty"])))
                folder = self.log.folder / str(entry.task["task"])
                self._prompts.add((folder / INSTRUCTIONS[PromptVariant.BASELINE]).read_text())
            self.report.add(entry)

    def take(self, one: Break, proof: BreakProof, pool: LabPool) -> None:
        """Choose the task to create from the break, if any, and start testing that task's masks and alternatives."""
        chosen = _choose(self.lab, proof, self.quotas, self._prompts)
        future = None
        if isinstance(chosen, Chosen):
            self.quotas.note(one, chosen.difficulty)
            self._prompts.add(chosen.prompts[PromptVariant.BASELINE])
            future = pool.answers(proof, chosen.failure)
        self._waiting.append((one, chosen, future))

    def write(self, waiting: int) -> None:
        """Write the tasks that are ready. Wait for other tasks only if the queue is longer than ``waiting``."""
        while self._waiting and (_is_ready(self._waiting[0][2]) or len(self._waiting) > waiting):
            one, chosen, future = self._waiting.popleft()
            if isinstance(chosen, str) or future is None:
                entry = BreakLogEntry(broken=one.id, dropped=str(chosen))
            else:
                found = future.result()
                task = write_task(self.lab, chosen, found, self.log.folder, self.other)
                refused = {name: gate.value for name, gate in found.refused.items()}
                entry = BreakLogEntry(broken=one.id, task=task, winning=found.winning, refused=refused)
            self.log.add(entry)
            self.report.add(entry)
            summary = f"{len(self.report.tasks)} tasks of {self.report.break_count} breaks"
            self.notify(f"{summary}: {entry.task.get('task', 'none')} ({one.id})")


def _is_ready(future: Future[Answers] | None) -> bool:
    return future is None or future.done()


def explain(base: Base, other: Base, name: str, seed: int) -> list[str]:
    """Try one break, and return lines that describe the result.

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
    lines += [_described(lab, each) for each in proof.failures]
    found = difficulties(lab, proof)
    lines.append(f"  can be: {', '.join(found) or 'nothing'}")
    outcome = answers(lab, proof, next(iter(found.values()), proof.failures[0]))
    lines += [f"  mask {mask.name} stops at {mask.gate}: {mask.why}" for mask in outcome.losing]
    lines += [f"  mask {name} wins: it is equivalent to the solution" for name in outcome.winning]
    passed = [each.name for each in one.alternatives if each.name not in outcome.refused]
    lines += [f"  alternative {name} passes" for name in passed]
    lines += [f"  alternative {name} stops at {gate}, and is not right" for name, gate in outcome.refused.items()]
    clean = CleanCode(lab.texts)
    lines += [f"  odd form, which occurs in fewer than {PLACES} clean places: {form}" for form in clean.odd_forms(one)]
    return [*lines, *(f"  comment with what it changes: {each}" for each in clean.revealing_comments(one))]


def _described(lab: Lab, failure: Failure) -> str:
    distance = lab.reach.distance(failure.test, failure.hops, failure.fan_in)
    words = [name for name, text in (("symptom", failure.symptom), ("business", failure.business)) if text]
    return (
        f"  fails: {failure.test}, {distance.hops} hops away, {distance.fan_in} models upstream,"
        f" {distance.candidates} candidate columns, {distance.tokens} tokens to read"
        + "".join(f" [{word}]" for word in words)
    )


def compare_with_dbt(
    home: Path, base: Base, names: Iterable[str], seed: int, notify: Notify, cancel: threading.Event
) -> Iterator[tuple[str, list[str]]]:
    """Yield, for each break, the differences from dbt's own build of the broken project.

    Raises:
        BuildError: dbt does not build a project.
    """
    lab = Lab(base)
    breaks = {one.id: one for one in (*find_breaks(lab.texts, seed), *read_breaks())}
    for name in names:
        yield name, differences(lab, breaks[name], home, notify, cancel)


def _choose(lab: Lab, proof: BreakProof, quotas: Quotas, prompts: Collection[str]) -> Chosen | str:
    """Choose the task to create from a break, or return the reason not to create one.

    No two tasks have the same prompt, because who has solved one would know the other.
    """
    if proof.refused:
        return proof.refused
    for difficulty, failure in quotas.choose(lab, proof):
        chosen = choose(lab, proof, failure, difficulty)
        if chosen is not None and chosen.prompts[PromptVariant.BASELINE] not in prompts:
            return chosen
    return "no difficulty that is still wanted, or no prompt of its own"
