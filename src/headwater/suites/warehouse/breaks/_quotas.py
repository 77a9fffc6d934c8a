"""Tracks which tasks are still wanted, and which difficulties a break can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._prompts import BreakDifficulty
from headwater.suites.warehouse.breaks._proof import BreakProof, Failure, distances
from headwater.suites.warehouse.breaks._stored import stored_relations
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
        self._count, self._chosen_count = count, 0
        self._each = -(-count // len(BreakDifficulty))
        self._share = -(-count // _SPREAD)
        self._possible = possible
        self._counts: Counter[str] = Counter()

    def wants(self, one: Break) -> bool:
        """Return whether another break with this operator, domain and file is wanted.

        Hand-written breaks are always wanted.
        """
        if self._chosen_count >= self._count or all(self._counts[each] >= self._each for each in self._possible(one)):
            return False
        counts = (self._counts[one.operator], self._counts[f"in {one.domain}"])
        return one.written or (max(counts) < self._share and self._counts[one.edits[0].file] < _OF_ONE_FILE)

    def choose(self, lab: Lab, proof: BreakProof) -> Iterator[tuple[BreakDifficulty, Failure]]:
        """Yield the difficulties that are wanted and possible for a proven break, the most wanted first."""
        found = difficulties(lab, proof)
        open_operators = [each for each in found if self._counts[each] < self._each]
        order = list(reversed(BreakDifficulty))
        for each in sorted(open_operators, key=lambda each: (self._counts[each], order.index(each))):
            yield each, found[each]

    def note(self, one: Break, difficulty: BreakDifficulty) -> None:
        """Count a finished task."""
        files = {edit.file for edit in (*one.edits, *(one.past.edits if one.past else ()))}
        self._chosen_count += 1
        self._counts.update([difficulty, one.operator, f"in {one.domain}", *files])


def difficulties(lab: Lab, proof: BreakProof) -> dict[BreakDifficulty, Failure]:
    """Return the possible difficulties of a break, each with the failure that the prompt reports.

    A task of medium difficulty reports the nearest failure that is far enough away, and a hard or blind task reports
    the farthest.
    """
    assert proof.broken_build is not None
    steps = proof.broken_build.plan.steps
    files = {edit.file for edit in (*proof.broken.edits, *proof.broken.fix)}
    files |= {steps[uid].file for uid in stored_relations(proof.broken_build.plan, proof.broken)}
    found: dict[BreakDifficulty, Failure] = {}
    for failure in proof.failures:
        tested_file = steps[failure.tested].file
        if failure.hops == 0 and tested_file in files and len(files) == 1:
            found.setdefault(BreakDifficulty.EASY, failure)
        if tested_file in files:
            continue
        distance = lab.reach.distance(failure.test, failure.hops, failure.fan_in)
        difficulties_reached = {each for each, least in THRESHOLDS.items() if distance.is_at_least(*least)}
        if BreakDifficulty.MEDIUM in difficulties_reached:
            found.setdefault(BreakDifficulty.MEDIUM, failure)
        if BreakDifficulty.HARD in difficulties_reached and failure.symptom:
            found[BreakDifficulty.HARD] = failure
        if BreakDifficulty.BLIND in difficulties_reached and failure.business:
            found[BreakDifficulty.BLIND] = failure
    return found


def possible(lab: Lab, one: Break) -> Collection[BreakDifficulty]:
    """Return the difficulties that a break's location allows. Hard tasks need tests that are far enough away."""
    files = {edit.file for edit in (*one.edits, *one.fix)}
    plan = lab.base.plan
    places = tuple(uid for uid, step in plan.steps.items() if step.file in files)
    if one.inject or one.past or one.symptom or len(places) < len(files):  # a macro can be used anywhere
        return tuple(BreakDifficulty)
    distant = {uid for uid, hops in distances(plan, places).items() if hops >= THRESHOLDS[BreakDifficulty.HARD][0]}
    described = (test for uid, test in plan.tests.items() if name_of_test(uid) in lab.symptoms)
    is_seen = any(distant.intersection(test.parents) for test in described)
    return tuple(BreakDifficulty) if is_seen else (BreakDifficulty.EASY, BreakDifficulty.MEDIUM)
