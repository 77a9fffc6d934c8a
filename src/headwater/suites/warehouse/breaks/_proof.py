"""Proves that a break makes a usable task: the broken project fails its tests, and the solution repairs it."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from headwater.dbt.engine import Built, NodeStatus, Plan, is_stateful
from headwater.suites.warehouse._state import UnchangedPastError
from headwater.suites.warehouse.breaks._break import Break
from headwater.suites.warehouse.breaks._lab import Lab, TriedBuild
from headwater.suites.warehouse.breaks._stored import build_on, repaired_tables, starting_tables, stored_relations
from headwater.suites.warehouse.breaks._symptoms import name_of_test


@dataclass(frozen=True)
class Failure:
    """A test that fails because of a break.

    Attributes:
        tested: The relation that the test covers: the one to which it is attached or, if there is none, the input that
            is nearest to the cause.
        hops: The number of relations from the cause to the tested relation. 0 if the wrong model itself is tested.
        fan_in: The number of models upstream of the tested relation, any of which could be the cause.
        of: The node to which the test is attached, or else the tested relation. The two can differ if the test also
            reads other relations.
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
class BreakProof:
    """The result of trying a break.

    Attributes:
        refused: The reason why no task can be created from the break. Empty if one can.
        causes: The unique ids of the most upstream relations with wrong content.
        changed: The relations whose content differs from the solution's.
    """

    broken: Break
    refused: str
    causes: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    changed: tuple[str, ...] = ()
    broken_build: TriedBuild | None = None
    solved: TriedBuild | None = None


def prove(lab: Lab, one: Break, other: Lab) -> BreakProof:
    """Try a break.

    Args:
        lab: The lab of the company.
        one: The break to try.
        other: The lab of a company with another seed, on whose data the solution is also graded.

    Raises:
        InvalidFileError: The edits do not fit the project.
    """
    try:
        with starting_tables(lab, one) as start:
            return _prove(lab, one, other, start)
    except UnchangedPastError as error:
        return BreakProof(one, str(error))


def _prove(lab: Lab, one: Break, other: Lab, start: Path | None) -> BreakProof:
    solved = _build(lab, one, lab.solved_files(one), None)
    if not solved.is_whole or solved.built.failing:
        problems = [*solved.plan.errors, *solved.plan.refusals, *solved.built.broken, *solved.built.failing]
        return BreakProof(one, f"the solution is not clean: {', '.join(problems[:3])}")
    if one.inject and (found := _wrong_elsewhere(other, one)):
        return BreakProof(one, f"the solution is not clean on data of another seed: {', '.join(found[:3])}")
    broken = _build(lab, one, lab.broken_files(one), start)
    if not broken.is_whole:
        problems = [*broken.plan.errors, *broken.plan.refusals]
        problems += [f"{uid}: {broken.built.steps[uid].message}" for uid in broken.built.broken]
        return BreakProof(one, f"it does not build: {'; '.join(problems[:2])}")
    if start is not None and (found := _unlisted(broken, solved, one)):
        return BreakProof(one, f"the past does not list a relation that keeps rows: {', '.join(found[:3])}")
    if start is not None and (found := _unrepaired(lab, one, solved, start)):
        return BreakProof(one, f"the solution does not repair what is stored: {', '.join(found[:3])}")
    changed = differing(broken.built, solved.built)
    if not changed and not broken.built.failing:  # unit tests can reveal faults that show only in later runs
        return BreakProof(one, "nothing that is built differs")
    failing = [uid for uid in broken.built.failing if broken.built.tests[uid].outcome is NodeStatus.FAILED]
    errors = [uid for uid in broken.built.failing if uid not in failing]
    if errors:
        return BreakProof(one, f"a test cannot be run: {errors[0]}: {broken.built.tests[errors[0]].message}")
    if not failing:
        return BreakProof(one, "no test fails")
    causes = _stored_roots(broken, changed, one) or causes_of(broken.plan, solved.plan, broken, solved)
    causes = causes or _edited(broken.plan, one)
    failures = [_failure(lab, one, broken.plan, causes, uid) for uid in failing]
    known = tuple(sorted((each for each in failures if each is not None), key=lambda each: (each.hops, each.test)))
    if not known:
        return BreakProof(one, "no failing test is downstream of the cause")
    return BreakProof(one, "", causes, known, tuple(sorted(changed)), broken, solved)


def _build(lab: Lab, one: Break, files: Mapping[str, str], state: Path | None) -> TriedBuild:
    """Build changed files, on the stored tables if the break has a past. Those of the clean build are right."""
    return lab.build(files, one.inject) if one.past is None else build_on(lab, one, files, state, is_later=False)


def _unlisted(broken: TriedBuild, solved: TriedBuild, one: Break) -> list[str]:
    """Return the wrong relations that keep rows although the past does not list them."""
    stored = stored_relations(broken.plan, one)
    wrong = differing(broken.built, solved.built)
    return sorted(uid for uid in wrong if uid not in stored and is_stateful(broken.plan.steps[uid]))


def _unrepaired(lab: Lab, one: Break, solved: TriedBuild, start: Path) -> list[str]:
    """Return the stored relations that are wrong after the solution's repair, or that a later run of it changes."""
    files, repair = lab.solved_files(one), one.solving_repair
    with repaired_tables(lab, one, files, repair, start) as state:
        later = [build_on(lab, one, files, each, is_later=True, tests=()) for each in (None, state)]
    stored = stored_relations(lab.base.plan, one)
    return sorted({uid for each in later for uid in stored if uid in differing(each.built, solved.built)})


def _stored_roots(broken: TriedBuild, changed: Collection[str], one: Break) -> tuple[str, ...]:
    """Return the stored relations with wrong rows that read no other one, directly or indirectly."""
    wrong = sorted(stored_relations(broken.plan, one).keys() & set(changed))
    return tuple(uid for uid in wrong if not broken.plan.upstream([uid]) & set(wrong))


def _wrong_elsewhere(other: Lab, one: Break) -> list[str]:
    """Return the solution's faults on data injected with another seed, except those of the clean project."""
    solved = other.build(other.solved_files(one), one.inject)
    new = set(solved.built.failing) - set(other.base.built.failing)
    return [*solved.plan.errors, *solved.plan.refusals, *solved.built.broken, *sorted(new)]


def differing(one: Built, other: Built) -> set[str]:
    """Return the relations whose rows or columns differ, or that only one of the builds contains."""
    return {
        uid
        for uid in one.steps.keys() | other.steps.keys()
        if uid not in one.steps
        or uid not in other.steps
        or (one.steps[uid].content is None) != (other.steps[uid].content is None)
        or not _same(one, other, uid)
    }


def _same(one: Built, other: Built, uid: str) -> bool:
    content, other_content = one.steps[uid].content, other.steps[uid].content
    return content is None or other_content is None or content.same_rows(other_content)


def causes_of(broken: Plan, solved: Plan, tried_build: TriedBuild, other: TriedBuild) -> tuple[str, ...]:
    """Return the relations, including ephemeral models, that are wrong although all of their inputs are right."""
    edited = {uid for uid in broken.steps if uid in solved.steps and broken.steps[uid].sql != solved.steps[uid].sql}
    wrong = differing(tried_build.built, other.built)
    ephemeral = {uid for uid in edited if not broken.steps[uid].is_stored and _text(broken, uid) != _text(solved, uid)}
    found = {uid for uid in edited & wrong if not set(broken.steps[uid].inputs) & wrong}
    behind_ephemeral = {uid for uid in found if set(broken.steps[uid].parents) & ephemeral}
    roots = (found - behind_ephemeral) | {
        uid for uid in ephemeral if any(uid in broken.steps[each].parents for each in behind_ephemeral)
    }
    return tuple(sorted(roots or found or edited & wrong or edited))


def _edited(plan: Plan, one: Break) -> tuple[str, ...]:
    files = {edit.file for edit in one.edits}
    return tuple(sorted(uid for uid, step in plan.steps.items() if step.file in files))


def stored_causes(proof: BreakProof) -> tuple[str, ...]:
    """Return the stored relations in which the causes become visible.

    An ephemeral model is not stored, so its readers represent it.
    """
    assert proof.broken_build is not None
    plan = proof.broken_build.plan
    if stored := stored_relations(plan, proof.broken):
        return tuple(sorted(stored.keys() & set(proof.changed)))
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
    """Return the smallest number of hops from the causes to each downstream relation."""
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
    hops_from_cause = distances(plan, causes)
    if uid in plan.unit_tests:
        kind, of = "unit", plan.unit_tests[uid].model
        parents = [of] if of in hops_from_cause else []
    else:
        test = plan.tests[uid]
        kind, of = test.kind, test.node
        parents = [parent for parent in test.parents if parent in hops_from_cause]
    if not parents:
        return None
    tested = of if of in hops_from_cause else min(parents, key=lambda parent: (hops_from_cause[parent], parent))
    report = lab.symptoms.get(name_of_test(uid))
    return Failure(
        uid,
        tested,
        hops_from_cause[tested],
        len(plan.upstream([tested])),
        kind,
        of or tested,
        one.symptom or (_in_period(report.symptom, one) if report else ""),
        one.business or (_in_period(report.business, one) if report else ""),
    )


def _in_period(description: str, one: Break) -> str:
    return f"{description} {one.period}" if one.period else description
