"""Wrong answers that every break gets: the symptom hidden, the cause left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from headwater.records import Gate
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._proof import Failure, Proof, differing, stored_causes
from headwater.suites.warehouse.breaks._read import apply_edits
from headwater.suites.warehouse.engine import DataTest

_REPORTED = ("dim_", "fct_", "agg_", "brg_", "rpt_", "sem_")
_NUMBERS = ("INTEGER", "BIGINT", "HUGEINT", "DOUBLE", "FLOAT", "DECIMAL")


@dataclass(frozen=True)
class Counterfeit:
    """A wrong answer that is proven to lose.

    Attributes:
        files: What it leaves in place of the broken files.
        gate: Where it stops.
    """

    name: str
    why: str
    gate: Gate
    files: Mapping[str, str]


Masks = tuple[list[Counterfeit], list[str]]
"""Those that lose, and the names of those that win."""


def counterfeits(lab: Lab, proof: Proof, failure: Failure) -> Masks:
    """Return the masks of a break that lose, each with the gate that stops it, and the names of those that win."""
    assert proof.tried is not None
    lab.learn(proof.tried.built)
    broken = lab.broken_files(proof.broken)
    found, winning = [], []
    for name, why, files in (*_general(lab, proof, failure, broken), *_own(proof, broken, lab)):
        gate = stopped_at(lab, proof, {**broken, **files})
        if gate is None:
            winning.append(name)
        else:
            found.append(Counterfeit(name, why, gate, files))
    return found, winning


def stopped_at(lab: Lab, proof: Proof, files: Mapping[str, str]) -> Gate | None:
    """Return the gate that stops what is left; None if it goes through. Tests run as far as they decide."""
    tried = lab.build(files, proof.broken.inject, [failure.test for failure in proof.failures])
    if not tried.is_whole:
        return Gate.FUNCTIONAL
    if tried.built.failing:
        return Gate.CORRECT
    assert proof.solved is not None
    wrong = differing(tried.built, proof.solved.built)
    if any(uid.rpartition(".")[2].startswith(_REPORTED) for uid in wrong):
        return Gate.ROBUST
    if lab.build(files, proof.broken.inject).built.failing:
        return Gate.ROBUST
    return Gate.PRODUCTION if wrong & set(stored_causes(proof)) else None


def _own(proof: Proof, broken: Mapping[str, str], lab: Lab) -> Iterator[tuple[str, str, dict[str, str]]]:
    for mask in proof.broken.masks:
        texts = {**lab.texts, **broken}
        yield mask.name, mask.why, apply_edits(texts, mask.edits, f"{proof.broken.id}: mask {mask.name}")


def _general(
    lab: Lab, proof: Proof, failure: Failure, broken: Mapping[str, str]
) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Masks in the model that is tested."""
    assert proof.tried is not None
    test, uid = proof.tried.plan.tests.get(failure.test), failure.tested
    step = proof.tried.plan.steps[uid]
    if step.kind != "model":
        return
    text = {**lab.texts, **broken}[step.file]
    content = proof.tried.built.steps[uid].content if uid in proof.tried.built.steps else None
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
        columns = [f"0 as {name}" if name in numbers else name for name, _ in content.columns]
        why = f"Replaces every number of {step.name} by a constant."
        yield "constants", why, {step.file: _wrapped(text, ", ".join(columns), "true")}


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
