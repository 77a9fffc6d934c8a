"""Tracks which tasks are still wanted, and which difficulties a break can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._prompts import BreakDifficulty
from headwater.suites.warehouse.breaks._proof import BreakProof, Failure, distances
from headwater.suites.warehouse.breaks._symptoms import name_of_test

THRESHOLDS = {BreakDifficulty.MEDIUM: (2, 10), BreakDifficulty.HARD: (4, 40), BreakDifficulty.BLIND: (4, 40)}
"""The minimum numbers of hops and candidate columns between the test that a prompt reports and the cause."""
_OF_ONE_FILE = 4
_SPREAD = 4
"""An operator or domain may account for at most one in this many tasks. Only written breaks are exempt."""


class Quotas:
    """Counts the chosen tasks, and decides which other tasks are wanted.

    Args:
        count: The number of tasks.
        possible: Returns the difficulties that a break might have, without trying the break.
    """

    def __init__(self, count: int, possible: Callable[[Break], Collection[BreakDifficulty]]) -> None:
        self._count, self._made = count, 0
        self._each = -(-count // len(BreakDifficulty))
        self._share = -(-count // _SPREAD)
        self._possible = possible
        self._had: Counter[str] = Counter()

    def wants(self, one: Break) -> bool:
        """Return whether another break with this operator, domain and file is wanted.

        Hand-written breaks are always wanted.
        """
        if self._made >= self._count or all(self._had[each] >= self._each for each in self._possible(one)):
            return False
        held = (self._had[one.operator], self._had[f"in {one.domain}"])
        return one.written or (max(held) < self._share and self._had[one.edits[0].file] < _OF_ONE_FILE)

    def choose(self, lab: Lab, proof: BreakProof) -> Iterator[tuple[BreakDifficulty, Failure]]:
        """Yield the difficulties that are wanted and possible for a proven break, the most wanted first."""
        found = difficulties(lab, proof)
        open_operators = [each for each in found if self._had[each] < self._each]
        order = list(reversed(BreakDifficulty))
        for each in sorted(open_operators, key=lambda each: (self._had[each], order.index(each))):
            yield each, found[each]

    def note(self, one: Break, difficulty: BreakDifficulty) -> None:
        """Count a finished task."""
        files = {edit.file for edit in one.edits}
        self._made += 1
        self._had.update([difficulty, one.operator, f"in {one.domain}", *files])


def difficulties(lab: Lab, proof: BreakProof) -> dict[BreakDifficulty, Failure]:
    """Return the possible difficulties of a break, each with the failure that the prompt reports.

    A task of medium difficulty reports the nearest failure that is far enough away, and a hard or blind task reports
    the farthest.
    """
    assert proof.tried is not None
    steps = proof.tried.plan.steps
    files = {edit.file for edit in (*proof.broken.edits, *proof.broken.fix)}
    found: dict[BreakDifficulty, Failure] = {}
    for failure in proof.failures:
        named = steps[failure.tested].file
        if failure.hops == 0 and named in files and len(files) == 1:
            found.setdefault(BreakDifficulty.EASY, failure)
        if named in files:
            continue
        away = lab.reach.distance(failure.test, failure.hops, failure.fan_in)
        far = {each for each, least in THRESHOLDS.items() if away.is_at_least(*least)}
        if BreakDifficulty.MEDIUM in far:
            found.setdefault(BreakDifficulty.MEDIUM, failure)
        if BreakDifficulty.HARD in far and failure.symptom:
            found[BreakDifficulty.HARD] = failure
        if BreakDifficulty.BLIND in far and failure.business:
            found[BreakDifficulty.BLIND] = failure
    return found


def possible(lab: Lab, one: Break) -> Collection[BreakDifficulty]:
    """Return the difficulties that a break's location allows. Hard tasks need tests that are far enough away."""
    files = {edit.file for edit in (*one.edits, *one.fix)}
    plan = lab.base.plan
    places = tuple(uid for uid, step in plan.steps.items() if step.file in files)
    if one.inject or one.symptom or len(places) < len(files):  # a macro can be used anywhere
        return tuple(BreakDifficulty)
    far = {uid for uid, hops in distances(plan, places).items() if hops >= THRESHOLDS[BreakDifficulty.HARD][0]}
    described = (test for uid, test in plan.tests.items() if name_of_test(uid) in lab.symptoms)
    is_seen = any(far.intersection(test.parents) for test in described)
    return tuple(BreakDifficulty) if is_seen else (BreakDifficulty.EASY, BreakDifficulty.MEDIUM)
