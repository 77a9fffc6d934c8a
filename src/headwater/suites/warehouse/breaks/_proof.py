"""The proof of a break: clean passes, broken fails tests, the solution restores, masks lose."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from headwater.dbt.engine import Built, Outcome, Plan
from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._lab import Lab, Tried
from headwater.suites.warehouse.breaks._told import name_of_test


@dataclass(frozen=True)
class Failure:
    """A test that a break fails.

    Attributes:
        tested: The relation that it is of: what it is attached to, or of those that it reads the nearest to the cause.
        hops: Relations between the cause and what is tested: 0 if the test is on the model that is wrong.
        fan_in: Models above the tested one, any of which could be the cause.
        of: The node that it is attached to, or the tested one; another than that if the test also reads others.
    """

    test: str
    tested: str
    hops: int
    fan_in: int
    kind: str
    of: str
    symptom: str = ""
    business: str = ""


@dataclass(frozen=True)
class Proof:
    """A break that was tried.

    Attributes:
        refused: Why it is no task; empty if it is one.
        causes: Unique ids of the relations whose content is wrong first.
        changed: Relations whose content is not that of the solution.
    """

    broken: Break
    refused: str
    causes: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    changed: tuple[str, ...] = ()
    tried: Tried | None = None
    solved: Tried | None = None


def prove(lab: Lab, one: Break, other: Lab) -> Proof:
    """Try a break.

    Args:
        lab: Of the company.
        one: The break.
        other: Of the company of another seed, on whose data the solution is graded as well.

    Raises:
        InvalidFileError: Its edits do not fit the project.
    """
    solved = lab.build(lab.solved_files(one), one.inject)
    if not solved.is_whole or solved.built.failing:
        said = [*solved.plan.errors, *solved.plan.refusals, *solved.built.broken, *solved.built.failing]
        return Proof(one, f"the solution is not clean: {', '.join(said[:3])}")
    if one.inject and (found := _wrong_elsewhere(other, one)):
        return Proof(one, f"the solution is not clean on data of another seed: {', '.join(found[:3])}")
    broken = lab.build(lab.broken_files(one), one.inject)
    if not broken.is_whole:
        said = [*broken.plan.errors, *broken.plan.refusals]
        said += [f"{uid}: {broken.built.steps[uid].message}" for uid in broken.built.broken]
        return Proof(one, f"it does not build: {'; '.join(said[:2])}")
    changed = differing(broken.built, solved.built)
    if not changed and not broken.built.failing:  # a run that is not the first can differ, as unit tests may say
        return Proof(one, "nothing that is built differs")
    failing = [uid for uid in broken.built.failing if broken.built.tests[uid].outcome is Outcome.FAILED]
    errors = [uid for uid in broken.built.failing if uid not in failing]
    if errors:
        return Proof(one, f"a test cannot be run: {errors[0]}: {broken.built.tests[errors[0]].message}")
    if not failing:
        return Proof(one, "no test fails")
    causes = causes_of(broken.plan, solved.plan, broken, solved) or _edited(broken.plan, one)
    failures = [_failure(lab, one, broken.plan, causes, uid) for uid in failing]
    known = tuple(sorted((each for each in failures if each is not None), key=lambda each: (each.hops, each.test)))
    if not known:
        return Proof(one, "no failing test is downstream of the cause")
    return Proof(one, "", causes, known, tuple(sorted(changed)), broken, solved)


def _wrong_elsewhere(other: Lab, one: Break) -> list[str]:
    """Return what is wrong with the solution on injected data of another seed, and is not with the clean project."""
    solved = other.build(other.solved_files(one), one.inject)
    new = set(solved.built.failing) - set(other.base.built.failing)
    return [*solved.plan.errors, *solved.plan.refusals, *solved.built.broken, *sorted(new)]


def differing(one: Built, other: Built) -> set[str]:
    """Return the relations that hold other rows or columns."""
    return {
        uid
        for uid in one.steps.keys() | other.steps.keys()
        if uid not in one.steps
        or uid not in other.steps
        or (one.steps[uid].content is None) != (other.steps[uid].content is None)
        or not _same(one, other, uid)
    }


def _same(one: Built, other: Built, uid: str) -> bool:
    mine, theirs = one.steps[uid].content, other.steps[uid].content
    return mine is None or theirs is None or mine.same_rows(theirs)


def causes_of(broken: Plan, solved: Plan, tried: Tried, other: Tried) -> tuple[str, ...]:
    """Return the relations that are wrong though all that they read is right, ephemeral models among them."""
    edited = {uid for uid in broken.steps if uid in solved.steps and broken.steps[uid].sql != solved.steps[uid].sql}
    wrong = differing(tried.built, other.built)
    ephemeral = {uid for uid in edited if not broken.steps[uid].is_stored and _text(broken, uid) != _text(solved, uid)}
    found = {uid for uid in edited & wrong if not set(broken.steps[uid].inputs) & wrong}
    hidden = {uid for uid in found if set(broken.steps[uid].parents) & ephemeral}
    roots = (found - hidden) | {uid for uid in ephemeral if any(uid in broken.steps[each].parents for each in hidden)}
    return tuple(sorted(roots or found or edited & wrong or edited))


def _edited(plan: Plan, one: Break) -> tuple[str, ...]:
    files = {edit.file for edit in one.edits}
    return tuple(sorted(uid for uid, step in plan.steps.items() if step.file in files))


def stored_causes(proof: Proof) -> tuple[str, ...]:
    """Return where the causes can be seen: an ephemeral model holds nothing, what reads it does."""
    assert proof.tried is not None
    plan = proof.tried.plan
    children, found, pending = plan.children(), set(), list(proof.causes)
    while pending:
        uid = pending.pop()
        if plan.steps[uid].is_stored:
            found.add(uid)
        else:
            pending += children.get(uid, ())
    return tuple(sorted(found & set(proof.changed)))


def _text(plan: Plan, uid: str) -> str:
    return plan.ephemerals[uid].sql if uid in plan.ephemerals else plan.steps[uid].sql


def distances(plan: Plan, causes: tuple[str, ...]) -> dict[str, int]:
    """Return for each relation downstream of the causes the least number of hops."""
    children = plan.children()
    found = dict.fromkeys(causes, 0)
    pending = deque(causes)
    while pending:
        uid = pending.popleft()
        for child in children.get(uid, ()):
            if child not in found:
                found[child] = found[uid] + 1
                pending.append(child)
    return found


def _failure(lab: Lab, one: Break, plan: Plan, causes: tuple[str, ...], uid: str) -> Failure | None:
    away = distances(plan, causes)
    if uid in plan.unit_tests:
        kind, of = "unit", plan.unit_tests[uid].model
        parents = [of] if of in away else []
    else:
        test = plan.tests[uid]
        kind, of = test.kind, test.node
        parents = [parent for parent in test.parents if parent in away]
    if not parents:
        return None
    tested = of if of in away else min(parents, key=lambda parent: (away[parent], parent))
    told = lab.told.get(name_of_test(uid))
    return Failure(
        uid,
        tested,
        away[tested],
        len(_above(plan, tested)),
        kind,
        of or tested,
        one.symptom or (told.symptom if told else ""),
        one.business or (told.business if told else ""),
    )


def _above(plan: Plan, uid: str) -> set[str]:
    found: set[str] = set()
    pending = [uid]
    while pending:
        step = plan.steps.get(pending.pop())
        for parent in step.parents if step else ():
            if parent not in found and parent in plan.steps:
                found.add(parent)
                pending.append(parent)
    return found
