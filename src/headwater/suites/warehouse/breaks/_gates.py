"""Finds the gate that stops an answer to a break."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from headwater.dbt.engine import RelationContent
from headwater.records import Gate
from headwater.suites.warehouse._bi import is_of_bi
from headwater.suites.warehouse.breaks._break import TableRepair
from headwater.suites.warehouse.breaks._lab import Deciding, Lab, TriedBuild
from headwater.suites.warehouse.breaks._proof import BreakProof, differing, stored_causes
from headwater.suites.warehouse.breaks._stored import build_later, build_on, repaired_tables, values_on
from headwater.suites.warehouse.judge._later import differing_reports
from headwater.suites.warehouse.judge._records import is_reported
from headwater.suites.warehouse.judge._values import may_hold


@dataclass(frozen=True)
class TriedAnswer:
    """An answer to try.

    Attributes:
        files: The files that replace the clean ones.
        repair: What the answer does to stored tables.
        start: The stored tables that the answer finds, if the break has a past.
    """

    files: Mapping[str, str]
    repair: TableRepair | None = None
    start: Path | None = None


def stopped_at(lab: Lab, proof: BreakProof, tried: TriedAnswer, exact: str) -> Gate | None:
    """Return the gate that stops an answer, or None if the answer passes. Only the deciding tests run.

    Args:
        lab: The lab that tries the answer.
        proof: The proof of the break.
        tried: The answer.
        exact: The relation that must be exact. See `witness`.
    """
    if tried.start is None:
        return _stopped_at(lab, proof, tried.files, exact, None)
    if not lab.plan(tried.files).errors:
        with repaired_tables(lab, proof.broken, tried.files, tried.repair, tried.start) as state:
            found = _stopped_at(lab, proof, tried.files, exact, state)
            return found or (Gate.ROBUST if _is_wrong_elsewhere(lab, proof, tried.files) else None)
    return Gate.FUNCTIONAL


def _is_wrong_elsewhere(lab: Lab, proof: BreakProof, files: Mapping[str, str]) -> bool:
    """Return whether code builds other reports than the solution's as on another seed's data.

    It builds them from empty tables, and in a later run from tables without the newest rows.
    """
    one, solved_files = proof.broken, lab.solved_files(proof.broken)
    if files == solved_files:
        return False
    built, solved = (lab.build(each, one.inject, ()).built for each in (files, solved_files))
    if any(map(is_reported, differing(built, solved))):
        return True
    later = build_later(lab, one, files, built)
    solved_later = build_later(lab, one, solved_files, solved)
    return not later.is_whole or bool(differing_reports(later.built, solved_later.built))


def _stopped_at(lab: Lab, proof: BreakProof, files: Mapping[str, str], exact: str, state: Path | None) -> Gate | None:
    failing_tests = [failure.test for failure in proof.failures]
    tried_build = _build(lab, proof, files, state, failing_tests, _deciding(proof, exact, state))
    if not tried_build.is_whole:
        return Gate.FUNCTIONAL
    assert proof.solved is not None
    wrong = differing(tried_build.built, proof.solved.built)
    same = _Same(lab, proof, files, tried_build, state)
    if exact in wrong and not same.holds(exact):
        return Gate.FUNCTIONAL
    wrong.discard(exact)
    if tried_build.built.failing:
        return Gate.CORRECT
    causes = set(stored_causes(proof))
    if not any(is_reported(uid) and not is_of_bi(uid) for uid in wrong):
        judged = sorted(uid for uid in wrong if is_of_bi(uid) and (is_reported(uid) or uid in causes))
        # Comparing values takes a moment for each query, so it ends at the first one that people see to be wrong.
        for uid in judged:
            if same.holds(uid):
                wrong.discard(uid)
            elif is_reported(uid):
                break
    if any(map(is_reported, wrong)):
        return Gate.ROBUST
    if _build(lab, proof, files, state, None).built.failing:
        return Gate.ROBUST
    return Gate.PRODUCTION if wrong & causes else None


def _deciding(proof: BreakProof, exact: str, state: Path | None) -> Deciding | None:
    """Return the relation that must be exact, whose wrong content stops an answer whatever else is built."""
    assert proof.solved is not None
    solved = proof.solved.built.steps.get(exact)
    if solved is None or solved.content is None:
        return None
    expected, has_other_digits = solved.content, _has_other_digits(exact, state)
    return Deciding(exact, lambda content: not _may_be_same(content, expected, has_other_digits=has_other_digits))


def _build(
    lab: Lab,
    proof: BreakProof,
    files: Mapping[str, str],
    state: Path | None,
    tests: Collection[str] | None,
    deciding: Deciding | None = None,
) -> TriedBuild:
    if state is None:
        return lab.build(files, proof.broken.inject, tests, deciding)
    return build_on(lab, proof.broken, files, state, is_later=True, tests=tests, deciding=deciding)


def _has_other_digits(uid: str, state: Path | None) -> bool:
    """Return whether floating-point sums may differ in the last digit: in ratios, or over rows in another order."""
    return is_of_bi(uid) or state is not None


def _may_be_same(content: RelationContent | None, solved: RelationContent, *, has_other_digits: bool) -> bool:
    """Return whether a relation has the solution's rows, or may have its values in other types or last digits."""
    if content is None:
        return False
    return content.same_rows(solved) or (
        (content.columns != solved.columns or has_other_digits) and may_hold(content, solved)
    )


@dataclass(frozen=True)
class _Same:
    """Compares relations of an answer with those of the solution by value."""

    lab: Lab
    proof: BreakProof
    files: Mapping[str, str]
    build: TriedBuild
    state: Path | None

    def holds(self, uid: str) -> bool:
        """Return whether a relation differs only in its column types, or in the last digits of a sum."""
        assert self.proof.solved is not None
        steps, solved = self.build.built.steps, self.proof.solved.built.steps
        content, solved_content = (built[uid].content if uid in built else None for built in (steps, solved))
        has_other_digits = _has_other_digits(uid, self.state)
        if solved_content is None or not _may_be_same(content, solved_content, has_other_digits=has_other_digits):
            return False
        lab, one = self.lab, self.proof.broken
        answers = ((self.files, self.state), (lab.solved_files(one), None))
        if self.state is None:
            actual, expected = (lab.values(files, one.inject, uid, solved_content) for files, _ in answers)
        else:
            contents = {uid: solved_content}
            actual, expected = (values_on(lab, one, files, state, contents)[uid] for files, state in answers)
        return bool(actual == expected and expected is not None)
