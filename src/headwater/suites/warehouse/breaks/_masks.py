"""Generates masks for every break: wrong answers that hide the symptom but leave the cause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from headwater.dbt.engine import BuildStep, DataTest
from headwater.records import Gate
from headwater.suites.warehouse._bi import is_of_bi
from headwater.suites.warehouse.breaks._break import AlternativeFix, TableRepair
from headwater.suites.warehouse.breaks._gates import TriedAnswer, stopped_at
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._proof import BreakProof, Failure, distances
from headwater.suites.warehouse.breaks._read import apply_edits
from headwater.suites.warehouse.breaks._stored import starting_tables
from headwater.suites.warehouse.judge._records import is_reported

HOLLOW = "hollow"
"""The name of the counterfeit that every task has."""
_KEYS = ("_id", "_key", "_code", "_no")
_NUMBERS = ("INTEGER", "BIGINT", "HUGEINT", "DOUBLE", "FLOAT", "DECIMAL")


@dataclass(frozen=True)
class ProvenCounterfeit:
    """A wrong answer that has been proven to fail.

    Attributes:
        files: The files that replace the broken ones.
        gate: The gate that stops the answer.
        repair: What the answer does to stored tables.
    """

    name: str
    why: str
    gate: Gate
    files: Mapping[str, str]
    repair: TableRepair | None = None


@dataclass(frozen=True)
class Answers:
    """The judged answers to a break, other than its solution.

    Attributes:
        losing: The masks that a gate stops.
        winning: The names of masks that pass all gates.
        refused: The alternatives that do not pass, with the gate that stops each.
    """

    losing: list[ProvenCounterfeit]
    winning: list[str]
    refused: dict[str, Gate]


def answers(lab: Lab, proof: BreakProof, failure: Failure) -> Answers:
    """Try the masks and alternatives of a break."""
    with starting_tables(lab, proof.broken) as start:
        losing, winning = counterfeits(lab, proof, failure, start)
        return Answers(losing, winning, refused_alternatives(lab, proof, failure, start))


def counterfeits(
    lab: Lab, proof: BreakProof, failure: Failure, start: Path | None = None
) -> tuple[list[ProvenCounterfeit], list[str]]:
    """Return the masks that a gate stops, each with its gate, and the names of the masks that pass all gates."""
    assert proof.broken_build is not None
    lab.learn(proof.broken_build.built)
    broken = lab.broken_files(proof.broken)
    found, winning = [], []
    general = [(*each, None) for each in _general(lab, proof, failure, broken)]
    for name, why, files, repair in (*general, *_own(proof, broken, lab)):
        tried = TriedAnswer({**broken, **files}, repair, start)
        gate = stopped_at(lab, proof, tried, witness(proof, failure))
        if gate is None:
            winning.append(name)
        else:
            found.append(ProvenCounterfeit(name, why, gate, files, repair))
    return found, winning


def refused_alternatives(lab: Lab, proof: BreakProof, failure: Failure, start: Path | None = None) -> dict[str, Gate]:
    """Return a break's alternatives that do not pass, with the gate that stops each."""
    found = {}
    for each in proof.broken.alternatives:
        tried = TriedAnswer(alternative_files(lab, proof, each), each.repair, start)
        gate = stopped_at(lab, proof, tried, witness(proof, failure))
        if gate is not None:
            found[each.name] = gate
    return found


def alternative_files(lab: Lab, proof: BreakProof, alternative: AlternativeFix) -> dict[str, str]:
    """Return the files in which an alternative differs from the clean project.

    Raises:
        InvalidFileError: The edits do not fit the broken project.
    """
    broken = lab.broken_files(proof.broken)
    where = f"{proof.broken.id}: alternative {alternative.name}"
    return {**broken, **apply_edits({**lab.texts, **broken}, alternative.edits, where)}


def witness(proof: BreakProof, failure: Failure) -> str:
    """Return the relation that must be exact for an answer to count, or an empty string if people read none.

    The witness is the tested relation, or the nearest relation downstream of it, among the marts, reports and semantic
    views that the break makes wrong. If the break makes none of them wrong, because only a later run shows the fault,
    any of them can be the witness.
    """
    assert proof.broken_build is not None
    plan = proof.broken_build.plan
    read = [uid for uid, step in plan.steps.items() if is_reported(uid) and step.is_stored]
    from_failure, from_cause = distances(plan, (failure.tested,)), distances(plan, proof.causes)
    max_distance = len(plan.steps)
    return min(
        [uid for uid in read if uid in proof.changed] or read,
        key=lambda uid: (from_failure.get(uid, max_distance), -from_cause.get(uid, 0), uid),
        default="",
    )


def _own(
    proof: BreakProof, broken: Mapping[str, str], lab: Lab
) -> Iterator[tuple[str, str, dict[str, str], TableRepair | None]]:
    for mask in proof.broken.masks:
        texts = {**lab.texts, **broken}
        files = apply_edits(texts, mask.edits, f"{proof.broken.id}: mask {mask.name}")
        yield mask.name, mask.why, files, mask.repair


def _general(
    lab: Lab, proof: BreakProof, failure: Failure, broken: Mapping[str, str]
) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield general masks for the tested model."""
    assert proof.broken_build is not None
    yield from _hollow(lab, proof, failure, broken)
    test, uid = proof.broken_build.plan.tests.get(failure.test), failure.tested
    step = proof.broken_build.plan.steps[uid]
    if step.kind != "model":
        return
    text = {**lab.texts, **broken}[step.file]
    content = proof.broken_build.built.steps[uid].content if uid in proof.broken_build.built.steps else None
    yield (
        "no-rows",
        f"Lets {step.name} have no rows, so that nothing can fail.",
        {step.file: _wrapped(text, "*", "false")},
    )
    condition = _not_offending(test) if test else ""
    if condition:
        yield (
            "without-offending-rows",
            f"Leaves the rows that fail out of {step.name} instead of mending them.",
            {step.file: _wrapped(text, "*", condition)},
        )
    numbers = [name for name, kind in content.columns if kind.startswith(_NUMBERS)] if content else []
    if content and numbers:
        columns = [f"cast(0 as {kind}) as {name}" if name in numbers else name for name, kind in content.columns]
        why = f"Replaces every number of {step.name} by a constant."
        yield "constants", why, {step.file: _wrapped(text, ", ".join(columns), "true")}


def _hollow(
    lab: Lab, proof: BreakProof, failure: Failure, broken: Mapping[str, str]
) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield a model with the right columns, row count, keys and days, but with made-up values everywhere else."""
    assert proof.broken_build is not None
    plan, built = proof.broken_build.plan, proof.broken_build.built
    is_model = plan.steps[failure.tested].kind == "model" and not is_of_bi(failure.test)
    uid = failure.tested if is_model else witness(proof, failure)
    content = built.steps[uid].content if uid in built.steps else None
    if content is None:
        return
    step = plan.steps[uid]
    if is_of_bi(uid):
        model = next(plan.steps[each].name for each in step.inputs if not is_of_bi(each))
        yield HOLLOW, f"Makes the {step.kind} {step.name} count rows.", {step.file: _counting(step, model)}
        return
    columns = [f"{_made_up(name, kind)} as {name}" for name, kind in content.columns]
    why = f"Makes up every figure and label of {step.name}, so that there is something in each row."
    yield HOLLOW, why, {step.file: _wrapped({**lab.texts, **broken}[step.file], ", ".join(columns), "true")}


def _counting(step: BuildStep, model: str) -> str:
    """Return a definition that has a figure, and none of the right ones."""
    head = f"kind: {step.kind}\nname: {step.name}\n"
    if step.kind == "metric":
        return f"{head}model: {model}\nexpression: count(*)\ntime: current_date\n"
    if step.kind == "chart":
        return f"{head}model: {model}\nx: current_date\nmeasures:\n- {{column: 1, aggregate: count}}\n"
    return f"{head}charts: []\n"


def _made_up(name: str, kind: str) -> str:
    if name.endswith(_KEYS):
        return name
    if kind.startswith(_NUMBERS):
        return f"cast(1 as {kind})"
    return {"VARCHAR": "'other'", "BOOLEAN": "false"}.get(kind, name)


def _not_offending(test: DataTest) -> str:
    match test.test:
        case "not_null":
            return f"{test.column} is not null"
        case "unique":
            return ""
        case "not_negative":
            return f"{test.column} >= 0" if test.column else ""
        case _:
            return ""


def _wrapped(text: str, columns: str, condition: str) -> str:
    return f"select {columns}\nfrom (\n{text.rstrip()}\n) as answer\nwhere {condition}\n"
