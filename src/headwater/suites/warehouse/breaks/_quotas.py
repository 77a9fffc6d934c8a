"""What is still wanted while tasks are chosen, and which difficulties a break can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._prompts import Difficulty
from headwater.suites.warehouse.breaks._proof import Failure, Proof

_HARD = 3
_OF_ONE_FILE = 3
_SPREAD = 6
"""An operator or domain may have this share of the tasks, as one in so many, beside what is written."""


class Quotas:
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

    def choose(self, proof: Proof) -> Iterator[tuple[Difficulty, Failure]]:
        """Yield the difficulties that it can be, the most wanted first."""
        found = difficulties(proof)
        wanted = [each for each in found if self._had[each] < self._each]
        order = list(reversed(Difficulty))
        for each in sorted(wanted, key=lambda each: (self._had[each], order.index(each))):
            yield each, found[each]

    def note(self, one: Break, difficulty: Difficulty) -> None:
        """Note that a task was made."""
        files = {edit.file for edit in one.edits}
        self._made += 1
        self._had.update([difficulty, one.operator, f"in {one.domain}", *files])


def difficulties(proof: Proof) -> dict[Difficulty, Failure]:
    """Return what a break can be, with the failure that is told."""
    assert proof.tried is not None
    steps = proof.tried.plan.steps
    files = {edit.file for edit in (*proof.broken.edits, *proof.broken.fix)}
    found: dict[Difficulty, Failure] = {}
    for failure in proof.failures:
        named = steps[failure.tested].file
        if failure.hops == 0 and named in files and len(files) == 1:
            found.setdefault(Difficulty.EASY, failure)
        if 1 <= failure.hops < _HARD and named not in files:
            found[Difficulty.MEDIUM] = failure
        if failure.hops >= _HARD and failure.symptom:
            found[Difficulty.HARD] = failure
        if failure.hops >= _HARD and failure.business:
            found[Difficulty.BLIND] = failure
    return found
